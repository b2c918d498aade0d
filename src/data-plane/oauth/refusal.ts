import { Refusal, type RefusalCode, refusal } from '../../foundation/errors.ts';
import type { OAuthResponse } from './endpoint.ts';

/**
 * Errors of the OAuth specifications by refusal code.
 *
 * They are those of RFC 6749 §5.2 and §4.1.2.1, and of OpenID Connect Core §3.1.2.6.
 */
export const oauthErrors: Partial<Record<RefusalCode, string>> = {
  BAD_USER_INPUT: 'invalid_request',
  METHOD_NOT_ALLOWED: 'invalid_request',
  REQUEST_TOO_LARGE: 'invalid_request',
  CLIENT_INVALID: 'invalid_client',
  GRANT_INVALID: 'invalid_grant',
  TOO_MANY_ATTEMPTS: 'invalid_grant',
  RATE_LIMIT_EXCEEDED: 'temporarily_unavailable',
  GRANT_TYPE_UNSUPPORTED: 'unsupported_grant_type',
  RESPONSE_TYPE_UNSUPPORTED: 'unsupported_response_type',
  SCOPE_INVALID: 'invalid_scope',
  CLIENT_UNAUTHORIZED: 'unauthorized_client',
  CONSENT_DENIED: 'access_denied',
  LOGIN_REQUIRED: 'login_required',
  CONSENT_REQUIRED: 'consent_required',
  TEMPORARILY_UNAVAILABLE: 'temporarily_unavailable',
};

/** All that an error_description may not hold. (RFC 6749 §5.2) */
const NOT_DESCRIPTIVE = /[^\x20\x21\x23-\x5b\x5d-\x7e]/g;

/** Converts an error to a refusal. Any other error becomes INTERNAL, and goes to the operator. */
export function refusalOf(error: unknown, onFault: (error: unknown) => void): Refusal {
  if (!(error instanceof Refusal) || error.cause !== undefined) onFault(error);
  return error instanceof Refusal ? error : refusal('INTERNAL');
}

/** The error of a refusal for a client: a registered error, and a sentence. */
export function errorOf({ code, message }: Refusal): { error: string; error_description: string } {
  return {
    error: oauthErrors[code] ?? 'server_error',
    error_description: message.replace(NOT_DESCRIPTIVE, '?'),
  };
}

/** An invalid_grant is a 400, whatever stands in its way. (RFC 6749 §5.2) */
const statusOf = ({ code, status }: Refusal) => (code === 'TOO_MANY_ATTEMPTS' ? 400 : status);

/** The renderer of this boundary; pages have `pages/problem.tsx`. */
export function refused(refusal: Refusal, requestId: string): OAuthResponse {
  const headers = { ...refusal.headers, 'X-Request-Id': requestId };
  return { status: statusOf(refusal), headers, body: errorOf(refusal) };
}
