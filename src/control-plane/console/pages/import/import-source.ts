import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Context } from 'hono';
import { refuseForm } from '../../../../graphql/server/run-document.ts';
import { exceededBound, type JsonBounds } from '../../../../graphql/validation/nesting.ts';
import { readForm } from '../../../../ui/kit/form.ts';
import type { ConsoleEnv } from '../../page-context.ts';
import type { Messages } from '../messages.ts';

/** A source as it was given: a document or a schema, an address, or both. */
export type SourceForm = {
  readonly text: string;
  readonly url: string;
  /** An overlay that changes a document first. */
  readonly overlay: string;
  readonly isFile: boolean;
};

/** A source that was read. It travels in the form of the review, so that no process has to keep it. */
export type ReadSource = { readonly openapi: string } | { readonly url: string; readonly sdl: string };

/** Bounds of a packed source as JSON: one object of two texts. A form can hold any other, which is not parsed. */
const BOUNDS: JsonBounds = { depthMax: 1, valuesMax: 2 };
/** Bytes of a source after it is unpacked: more than a document may have. */
const BYTES_MAX = 8_000_000;

export async function sourceFormIn(c: Context<ConsoleEnv>): Promise<SourceForm> {
  const { file } = await c.req.parseBody();
  const { text, url, overlay } = await readForm(c, 'text', 'url', 'overlay');
  const isFile = file instanceof File && file.size > 0;
  return { text: isFile ? await file.text() : text, url: url.trim(), overlay, isFile };
}

const SDL = /^\s*(?:"|#|schema\b|type\b|extend\b|directive\b|scalar\b|interface\b|input\b|enum\b|union\b)/;

/** Makes the input of `previewApi`. A text that begins as a schema does is the schema of the server at the address. */
export function previewInputOf(org: string, source: Omit<SourceForm, 'isFile'>) {
  const { text, url } = source;
  const overlay = source.overlay.trim() === '' ? {} : { overlay: source.overlay };
  if (text.trim() === '') return { org, ...(url !== '' && { url }), ...overlay };
  // A document in YAML may begin with a comment, as a schema may.
  const isDocument = /(?:^|[\s{,])["']?(?:openapi|swagger)["']?\s*:/.test(text);
  return SDL.test(text) && !isDocument
    ? { org, sdl: text, ...(url !== '' && { url }), ...overlay }
    : { org, openapi: text, ...overlay };
}

export const packedSource = (source: ReadSource): string =>
  deflateRawSync(JSON.stringify(source)).toString('base64');

/** Reads a source that came back with the form. @throws PageRefusal when the form was changed on its way */
export function unpackedSource(packed: string, text: Messages): ReadSource {
  try {
    const json = inflateRawSync(Buffer.from(packed, 'base64'), { maxOutputLength: BYTES_MAX }).toString();
    if (exceededBound(json, BOUNDS) === undefined) return JSON.parse(json) as ReadSource;
  } catch {
    // It is refused as any other that is no source.
  }
  return refuseForm(text.import.source.lost);
}
