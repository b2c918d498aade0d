import type { IncomingMessage, ServerResponse } from 'node:http';

/** Tells a caller who waits for it to send its body. HTTP/1.0 knows no interim answers. (RFC 9110 §10.1.1) */
export function sendContinue({ headers, httpVersion }: IncomingMessage, response: ServerResponse): void {
  if (headers.expect !== undefined && httpVersion === '1.1') response.writeContinue();
}
