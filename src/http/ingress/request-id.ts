import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const ACCEPTABLE = /^[A-Za-z0-9_-]{1,64}$/;

/** The caller's own X-Request-Id where it is fit for a log, else a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && ACCEPTABLE.test(given) ? given : randomUUID();
}

/** Was it made by the gateway? Such a one cannot be guessed; one that a caller chose can. */
export function isGenerated(requestId: string, { headers }: IncomingMessage): boolean {
  return headers['x-request-id'] !== requestId;
}
