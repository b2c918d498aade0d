import { tooLarge } from '../body-size.ts';
import type { Call } from '../call.ts';
import { limitSilence } from '../silence.ts';

/** The caller left before the whole request was there. */
export class CallerGone extends Error {
  override readonly name = 'CallerGone';
}

export type BodyBounds = {
  /** No more than this is kept. */
  readonly maxBytes: number;
  /** How long the caller may be silent. */
  readonly idleMs: number;
};

/**
 * Reads a whole body.
 *
 * @throws REQUEST_TOO_LARGE, REQUEST_TIMEOUT, CallerGone
 */
export function readBody(call: Call, { maxBytes, idleMs }: BodyBounds): Promise<Buffer> {
  const { request } = call;
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    const stop = (error: Error) => {
      request.off('data', take);
      reject(error);
    };
    function take(part: Buffer): void {
      bytes += part.length;
      if (bytes > maxBytes) stop(tooLarge(maxBytes));
      else parts.push(part);
    }
    limitSilence(call, { idleMs, refuse: stop });
    request.on('data', take);
    request.once('end', () => resolve(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)));
    request.once('error', () => stop(new CallerGone()));
    request.once('close', () => {
      if (!request.readableEnded) stop(new CallerGone());
    });
  });
}
