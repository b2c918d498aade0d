import { Refusal, type RefusalCode, refusal } from '../errors.ts';
import type { Answer } from './endpoint.ts';

/** The words of RFC 6749 §5.2 and §4.1.2.1 for the refusals of this platform. */
const errors: Partial<Record<RefusalCode, string>> = {
  BAD_USER_INPUT: 'invalid_request',
  METHOD_NOT_ALLOWED: 'invalid_request',
  REQUEST_TOO_LARGE: 'invalid_request',
  CLIENT_INVALID: 'invalid_client',
  GRANT_INVALID: 'invalid_grant',
  GRANT_TYPE_UNSUPPORTED: 'unsupported_grant_type',
  RESPONSE_TYPE_UNSUPPORTED: 'unsupported_response_type',
  SCOPE_INVALID: 'invalid_scope',
  TEMPORARILY_UNAVAILABLE: 'temporarily_unavailable',
};

/** All that an error_description may not hold. (RFC 6749 §5.2) */
const NOT_DESCRIPTIVE = /[^\x20\x21\x23-\x5b\x5d-\x7e]/g;

/** The renderer of this boundary: what is no refusal becomes a server_error and goes to the operator. */
export function refused(error: unknown, onFault: (error: unknown) => void): Answer {
  if (!(error instanceof Refusal) || error.cause !== undefined) onFault(error);
  const { code, status, message, headers } = error instanceof Refusal ? error : refusal('INTERNAL');
  return {
    status,
    ...(headers && { headers }),
    body: {
      error: errors[code] ?? 'server_error',
      error_description: message.replace(NOT_DESCRIPTIVE, '?'),
    },
  };
}
