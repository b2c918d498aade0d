import type { IncomingMessage } from 'node:http';

const LINGER_MS = 1_000;
const ANSWER_TAKEN_WITHIN_MS = 60_000;

/**
 * A body that nobody wants any more is thrown away until the answer has been taken and for a moment more, so that it is
 * read, and not for longer: to close at once would take the answer back. (RFC 9112 §9.6)
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
