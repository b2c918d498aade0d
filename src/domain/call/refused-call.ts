import type { RefusalCode } from '../../foundation/errors.ts';

/**
 * Bounds of the refused calls that are kept. They are enough to see present faults, and are no history. A flood of
 * refusals costs no more.
 */
export const refusedCallsKept = {
  /** Calls per application: as many as a page shows. */
  perApplication: 50,
  /** Calls per catalog from callers that are not known. Many callers may share them. */
  withoutClient: 500,
  /** A day. Nobody looks for yesterday's refusals among those of today. */
  milliseconds: 86_400_000,
} as const;

/** The codes that a gateway refuses calls with. */
export type GatewayRefusalCode = Extract<
  RefusalCode,
  | 'API_KEY_INVALID'
  | 'API_KEY_MISSING'
  | 'API_NOT_FOUND'
  | 'API_OFFLINE'
  | 'APPLICATION_SUSPENDED'
  | 'BACKEND_ANSWER_INVALID'
  | 'BACKEND_BUSY'
  | 'BACKEND_MISSING'
  | 'BACKEND_TIMEOUT'
  | 'BACKEND_TOKEN_UNAVAILABLE'
  | 'BACKEND_UNAVAILABLE'
  | 'BACKEND_UNREACHABLE'
  | 'BAD_USER_INPUT'
  | 'CERTIFICATE_INVALID'
  | 'CERTIFICATE_MISSING'
  | 'CLIENT_ID_MISSING'
  | 'CONCURRENCY_EXCEEDED'
  | 'CONDITION_UNMET'
  | 'CLIENT_SECRET_INVALID'
  | 'CLIENT_SECRET_MISSING'
  | 'EXPECTATION_FAILED'
  | 'GRAPHQL_ALIASES_EXCEEDED'
  | 'GRAPHQL_BATCH_EXCEEDED'
  | 'GRAPHQL_COST_EXCEEDED'
  | 'GRAPHQL_COST_LIMIT_EXCEEDED'
  | 'GRAPHQL_DEPTH_EXCEEDED'
  | 'GRAPHQL_DIRECTIVES_EXCEEDED'
  | 'GRAPHQL_FRAGMENTS_EXCEEDED'
  | 'GRAPHQL_OPERATIONS_EXCEEDED'
  | 'GRAPHQL_PARSE_FAILED'
  | 'GRAPHQL_ROOT_FIELDS_EXCEEDED'
  | 'GRAPHQL_TOKENS_EXCEEDED'
  | 'GRAPHQL_VALIDATION_FAILED'
  | 'HEADERS_TOO_LARGE'
  | 'HTTP_VERSION_UNSUPPORTED'
  | 'INTERNAL'
  | 'ISSUER_UNAVAILABLE'
  | 'LOOP_DETECTED'
  | 'METHOD_NOT_ALLOWED'
  | 'NOT_ACCEPTABLE'
  | 'NOT_YET_SUPPORTED'
  | 'OPERATION_NOT_REGISTERED'
  | 'PASSWORD_INVALID'
  | 'PASSWORD_MISSING'
  | 'PERSISTED_QUERY_NOT_FOUND'
  | 'RATE_LIMIT_EXCEEDED'
  | 'REQUEST_INVALID'
  | 'REQUEST_TIMEOUT'
  | 'REQUEST_TOO_LARGE'
  | 'SCOPE_MISSING'
  | 'SUBSCRIPTION_MISSING'
  | 'TEMPORARILY_UNAVAILABLE'
  | 'TOKEN_INVALID'
  | 'TOKEN_MISSING'
  | 'TOO_MANY_ATTEMPTS'
  | 'TRANSFORMATION_FAILED'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'USAGE_LIMIT_EXCEEDED'
  | 'VALIDATION_BUDGET_EXCEEDED'
>;
