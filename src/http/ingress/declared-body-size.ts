import type { IncomingMessage } from 'node:http';
import { type Refusal, refusal } from '../../foundation/errors.ts';

/** Tells whether a body is declared to be larger. A chunked one declares nothing, and is counted as it comes. */
export function declaresMoreThan(maxBytes: number, { headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > maxBytes;
}

export function tooLarge(maxBytes: number): Refusal {
  return refusal('REQUEST_TOO_LARGE', {
    detail: `Send at most ${maxBytes} bytes.`,
    facts: { max: maxBytes },
  });
}
