import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { refuse } from '../../../foundation/errors.ts';
import { ANSWER_BYTES_MAX, tooLarge } from './backend-exchange.ts';

const gzip = promisify(gunzip);
const decoders = new Map([
  ['gzip', gzip],
  ['x-gzip', gzip],
  ['br', promisify(brotliDecompress)],
  ['deflate', promisify(inflate)],
]);

/** Content codings that a back-end may use. (RFC 9110 §12.5.3) */
export const CODINGS = 'gzip, br';

/**
 * The content of an answer as it was before it was compressed. (RFC 9110 §8.4)
 *
 * @param coding the value of Content-Encoding
 * @throws BACKEND_ANSWER_INVALID when it is none of these codings, or too large
 */
export async function decoded(content: Buffer, coding: string): Promise<Buffer> {
  if (coding === 'identity' || content.length === 0) return content;
  const decode = decoders.get(coding.toLowerCase());
  if (!decode) return refuseCoded();
  return decode(content, { maxOutputLength: ANSWER_BYTES_MAX }).catch((error: Error) => {
    if (error instanceof RangeError) throw tooLarge();
    return refuseCoded(error);
  });
}

const refuseCoded = (cause?: Error): never =>
  refuse('BACKEND_ANSWER_INVALID', {
    detail: 'The answer of the back-end is compressed in a way that cannot be read.',
    cause,
  });
