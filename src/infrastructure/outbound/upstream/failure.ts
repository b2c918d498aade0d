import { Refusal, refusal } from '../../../foundation/errors.ts';

const TIMEOUTS = ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT'];
/** No connection came about, or one that was kept was closed just as it was used again. */
const CLOSED = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];
const UNSENDABLE = ['UND_ERR_INVALID_ARG', 'UND_ERR_DESTROYED', 'UND_ERR_CLOSED'];
/** RFC 9110 §9.2.2. */
const IDEMPOTENT: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);

const codeOf = (error: Error) => ('code' in error ? String(error.code) : '');

export const isIdempotent = (method: string | undefined) => IDEMPOTENT.has(method);
export const isClosed = (error: Error) => CLOSED.includes(codeOf(error));
export const isLate = (error: Error) => codeOf(error) === 'UND_ERR_HEADERS_TIMEOUT';
/** What is not sent, because of the call or of a gateway that stops: the back-end was not asked. */
export const isUnsendable = (error: Error) => UNSENDABLE.includes(codeOf(error));

/** What a caller is told of an exchange that failed. */
export function refusalOf(error: Error): Refusal {
  if (error instanceof Refusal) return error;
  return refusal(TIMEOUTS.includes(codeOf(error)) ? 'BACKEND_TIMEOUT' : 'BACKEND_UNREACHABLE', {
    cause: error,
    facts: { fault: codeOf(error) || error.name },
  });
}
