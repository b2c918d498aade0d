import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Refusal, refusal } from '../../foundation/errors.ts';
import { abortResponse } from './abort-response.ts';

/** A request with its response. */
export type RequestExchange = { readonly request: IncomingMessage; readonly response: ServerResponse };

type IdleTimeOptions = {
  /** The longest idle time in milliseconds. */
  readonly idleMs: number;
  /** Is told of a body that has not come. */
  readonly refuse: (refused: Refusal) => void;
};

/**
 * Holds a caller to the idle time of its API from now on.
 *
 * While its body is waited for it has to send some of it. While a part of the answer waits, it has to take some. Either
 * restarts the time; while neither is waited for, it does not count. A connection has one clock for both. It ends with
 * the call, when Node sets the time of a kept connection.
 */
export function limitIdleTime(
  { request, response }: RequestExchange,
  { idleMs, refuse }: IdleTimeOptions,
): void {
  if (response.listenerCount('timeout') > 0) return;
  const { socket } = request;
  function look(): void {
    if (socket.writableLength > 0) abortResponse(response);
    else if (isSending(request)) refuse(refusal('REQUEST_TIMEOUT', { facts: { idleMs } }));
    else socket.setTimeout(idleMs);
  }
  request.on('timeout', look);
  response.on('timeout', look);
  socket.setTimeout(idleMs);
}

/**
 * Tells whether the caller's body is waited for.
 *
 * A body that nobody reads, because the back-end takes nothing or nobody wants the rest, does not make its caller late.
 */
export function isSending(request: IncomingMessage): boolean {
  return !request.complete && !request.isPaused() && request.listenerCount('data') > 0;
}
