import type { IncomingMessage } from 'node:http';
import { refusal } from '../../errors.ts';

/** The caller left before the whole request was there. */
export class CallerGone extends Error {
  override readonly name = 'CallerGone';
}

/**
 * Reads a whole body.
 *
 * @param maxBytes no more than this is kept
 * @throws REQUEST_TOO_LARGE, also before anything is read where the length is told; CallerGone
 */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    const stop = (error: Error) => {
      request.off('data', take);
      reject(error);
    };
    const tooLarge = () => stop(refusal('REQUEST_TOO_LARGE', { detail: `Send at most ${maxBytes} bytes.` }));
    function take(part: Buffer): void {
      bytes += part.length;
      if (bytes > maxBytes) tooLarge();
      else parts.push(part);
    }
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) return tooLarge();
    request.on('data', take);
    request.once('end', () => resolve(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)));
    request.once('error', () => stop(new CallerGone()));
    request.once('close', () => {
      if (!request.readableEnded) stop(new CallerGone());
    });
  });
}
