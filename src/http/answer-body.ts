import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';

const decoders: Readonly<
  Record<string, (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>>
> = {
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/** The value of a header in lower case, of names and values in turn. The last one counts. */
export function headerOf(headers: readonly string[], name: string): string | undefined {
  for (let at = headers.length - 2; at >= 0; at -= 2) {
    const each = headers[at];
    if (each?.length === name.length && each.toLowerCase() === name) return headers[at + 1]?.toLowerCase();
  }
  return undefined;
}

/** Returns headers of names and values in turn by their names in lower case. Several of one name are one list. (RFC 9110 §5.3) */
export function headersByName(headers: readonly string[]): ReadonlyMap<string, string> {
  const byName = new Map<string, string>();
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const name = headers[at]?.toLowerCase() ?? '';
    const known = byName.get(name);
    byName.set(name, known === undefined ? `${headers[at + 1]}` : `${known}, ${headers[at + 1]}`);
  }
  return byName;
}

/** The content coding of an answer. Streams say `none` of GraphQL Yoga, so that no proxy compresses them. */
export function codingOf(headers: readonly string[]): string {
  const coding = headerOf(headers, 'content-encoding') ?? 'none';
  return coding === 'none' ? 'identity' : coding;
}

/** Tells whether bodies of a content coding can be decoded. */
export const isDecodable = (coding: string): boolean =>
  coding === 'identity' || Object.hasOwn(decoders, coding);

/**
 * Decodes a body.
 *
 * @returns a promise only where there is something to decode
 * @throws the fault of what cannot be decoded, or is larger than `bytesMax` when it is
 */
export function decoded(body: Buffer, coding: string, bytesMax: number): Buffer | Promise<Buffer> {
  const decode = decoders[coding];
  return decode ? decode(body, { maxOutputLength: bytesMax }) : body;
}
