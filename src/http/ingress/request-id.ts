import type { IncomingMessage } from 'node:http';
import { randomId } from '../../foundation/text/uuid.ts';

const ACCEPTABLE = /^[A-Za-z0-9_-]{1,64}$/;

/** The caller's own X-Request-Id where it is fit for a log, else a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const received = headers['x-request-id'];
  return typeof received === 'string' && ACCEPTABLE.test(received) ? received : randomId();
}

/** Tells whether the gateway generated a request id. Such an id cannot be guessed; one from a caller can. */
export function isGenerated(requestId: string, { headers }: IncomingMessage): boolean {
  return headers['x-request-id'] !== requestId;
}
