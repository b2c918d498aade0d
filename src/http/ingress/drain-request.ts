import type { IncomingMessage } from 'node:http';

const LINGER_MS = 1_000;
const ANSWER_TAKEN_WITHIN_MS = 60_000;

/**
 * Discards the rest of a body until the response is taken, and a moment longer.
 *
 * Closing at once would take the response back. (RFC 9112 §9.6) Reading for longer would serve nobody.
 */
export function discardRequestBody(request: IncomingMessage): void {
  if (request.complete) return;
  const { socket } = request;
  const end = performance.now() + ANSWER_TAKEN_WITHIN_MS;
  request.resume();
  const timer = setTimeout(() => {
    if (socket.writableLength > 0 && performance.now() < end) timer.refresh();
    else socket.destroy();
  }, LINGER_MS).unref();
  request.once('end', () => clearTimeout(timer));
}
