import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Refusal, refusal } from '../../foundation/errors.ts';
import { abortResponse } from './abort-response.ts';

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse };

type LimitSilenceOptions = {
  /** How long it may last, in milliseconds. */
  readonly idleMs: number;
  /** Is told of a body that has not come. */
  readonly refuse: (refused: Refusal) => void;
};

/**
 * Holds a caller to the idle time of its API from now on: while its body is waited for it has to send some of it, and while
 * something of the answer waits for it, it has to take some. Either sets the time anew; while neither is waited for, it
 * does not count. A connection has one clock for both, which ends with the call, when Node sets the time of a kept one.
 */
export function limitIdleTime(
  { request, response }: Exchange,
  { idleMs, refuse }: LimitSilenceOptions,
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
 * Is the caller's body waited for? Who is not listened to, because the back-end takes nothing or nobody wants the rest, is
 * not the one that is late.
 */
export function isSending(request: IncomingMessage): boolean {
  return !request.complete && !request.isPaused() && request.listenerCount('data') > 0;
}
