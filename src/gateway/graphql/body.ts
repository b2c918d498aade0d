import type { IncomingMessage } from 'node:http';
import { tooLarge } from '../body-size.ts';

/** The caller left before the whole request was there. */
export class CallerGone extends Error {
  override readonly name = 'CallerGone';
}

/**
 * Reads a whole body.
 *
 * @param maxBytes no more than this is kept
 * @throws REQUEST_TOO_LARGE, CallerGone
 */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
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
    request.on('data', take);
    request.once('end', () => resolve(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)));
    request.once('error', () => stop(new CallerGone()));
    request.once('close', () => {
      if (!request.readableEnded) stop(new CallerGone());
    });
  });
}
