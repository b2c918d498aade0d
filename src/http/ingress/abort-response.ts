import type { ServerResponse } from 'node:http';

/**
 * Ends an answer that broke off so that it cannot look complete. An HTTP/1.0 answer without a length is complete when
 * the connection ends in order, so that one is reset. (RFC 9112 §8)
 */
export function abortResponse(response: ServerResponse): void {
  const { socket, req } = response;
  if (req.httpVersion === '1.0') socket?.resetAndDestroy();
  response.destroy();
}
