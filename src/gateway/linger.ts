import type { IncomingMessage } from 'node:http';

const LINGER_MS = 1_000;

/**
 * A body that nobody wants any more is thrown away for a moment, so that the answer is read, and not for longer: to close
 * at once would take the answer back. (RFC 9112 §9.6)
 */
export function linger(request: IncomingMessage): void {
  if (request.complete) return;
  const { socket } = request;
  request.resume();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  request.once('end', () => clearTimeout(timer));
}
