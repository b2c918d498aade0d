import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { Refusal, refuse } from '../../../foundation/errors.ts';
import { TurnQueue } from '../../../foundation/turn-queue.ts';
import { ANSWER_BYTES_MAX, tooLarge } from './backend-exchange.ts';

const gzip = promisify(gunzip);
const decoders = new Map([
  ['gzip', gzip],
  ['x-gzip', gzip],
  ['br', promisify(brotliDecompress)],
  ['deflate', promisify(inflate)],
]);

/**
 * Decompressing takes threads that all orgs share, which also hash passwords and look up names. Thirty bytes can become ten
 * megabytes in a third of a second. So an org decompresses two answers at a time, and threads are left in any case.
 */
const turns = new TurnQueue({
  atOnceMax: 3,
  atOnceEach: 2,
  waitingMax: [4_000, 1_000],
  tooMany: () =>
    refuse('TEMPORARILY_UNAVAILABLE', {
      detail: 'Too many compressed answers of back-ends wait: try again when some are read.',
      headers: { 'Retry-After': '1' },
    }),
});

/** Content codings that a back-end may use. (RFC 9110 §12.5.3) */
export const CODINGS = 'gzip, br';

/**
 * The content of an answer as it was before it was compressed. (RFC 9110 §8.4)
 *
 * @param coding the value of Content-Encoding
 * @throws BACKEND_ANSWER_INVALID when it is none of these codings, or too large
 * @throws TEMPORARILY_UNAVAILABLE when too many of the org wait
 */
export async function decoded(content: Buffer, coding: string, org: string): Promise<Buffer> {
  if (coding === 'identity' || content.length === 0) return content;
  const decode = decoders.get(coding.toLowerCase());
  if (!decode) return refuseCoded();
  const decompress = () => decode(content, { maxOutputLength: ANSWER_BYTES_MAX });
  return turns.run([org], decompress).catch((error: Error) => {
    if (error instanceof Refusal) throw error;
    if (error instanceof RangeError) throw tooLarge();
    return refuseCoded(error);
  });
}

const refuseCoded = (cause?: Error): never =>
  refuse('BACKEND_ANSWER_INVALID', {
    detail: 'The answer of the back-end is compressed in a way that cannot be read.',
    cause,
  });
