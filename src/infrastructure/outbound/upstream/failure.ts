import { Refusal, refusal } from '../../../foundation/errors.ts';
import { isNoRoom } from '../../../foundation/open-files.ts';

const TIMEOUTS = ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT'];
/** Codes of connections that failed, or that closed just when they were used again. */
const CLOSED = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];
const UNSENDABLE = ['UND_ERR_INVALID_ARG', 'UND_ERR_DESTROYED', 'UND_ERR_CLOSED'];
/** Idempotent methods. (RFC 9110 §9.2.2) */
const IDEMPOTENT: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);

const codeOf = (error: Error) => ('code' in error ? String(error.code) : '');

export const isIdempotent = (method: string | undefined) => IDEMPOTENT.has(method);
export const isClosed = (error: Error) => CLOSED.includes(codeOf(error));
export const isLate = (error: Error) => codeOf(error) === 'UND_ERR_HEADERS_TIMEOUT';
/**
 * Is true for requests that were not sent. The call or a stopping gateway is the reason; the back-end saw nothing.
 */
export const isUnsendable = (error: Error) => UNSENDABLE.includes(codeOf(error));

/** Returns the refusal of a failed exchange. */
export function refusalOf(error: Error): Refusal {
  if (error instanceof Refusal) return error;
  if (isNoRoom(error))
    return refusal('TEMPORARILY_UNAVAILABLE', {
      detail: 'The gateway has no room for another connection to a back-end: try again in a moment.',
      headers: { 'Retry-After': '1' },
      cause: error,
      facts: { fault: codeOf(error) },
    });
  return refusal(TIMEOUTS.includes(codeOf(error)) ? 'BACKEND_TIMEOUT' : 'BACKEND_UNREACHABLE', {
    cause: error,
    facts: { fault: codeOf(error) || error.name },
  });
}
