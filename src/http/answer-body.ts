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
