/**
 * The catalogue of refusals: each code with its HTTP status and a public message.
 *
 * A refusal is thrown anywhere by {@link refuse} and rendered in one place per boundary: `gateway/refusal.ts`
 * (problem+json, or GraphQL errors), `oauth/refusal.ts` (RFC 6749 §5.2), `graphql/refusals.ts` (the platform's own
 * GraphQL APIs) and `backends/problem.ts`. Any other error is shown as `INTERNAL` and logged.
 */
export const catalogue = {
  // Input
  BAD_USER_INPUT: [400, 'The request is not valid.'],
  GRAPHQL_PARSE_FAILED: [400, 'The GraphQL document cannot be parsed.'],
  GRAPHQL_VALIDATION_FAILED: [400, 'The GraphQL document is not valid for the schema.'],
  GRAPHQL_TOKENS_EXCEEDED: [400, 'The GraphQL document is longer than the API takes.'],
  GRAPHQL_ALIASES_EXCEEDED: [400, 'The GraphQL document has more aliases than the API takes.'],
  GRAPHQL_DIRECTIVES_EXCEEDED: [400, 'The GraphQL document has more directives than the API takes.'],
  GRAPHQL_FRAGMENTS_EXCEEDED: [400, 'The GraphQL document has more fragments than the API takes.'],
  GRAPHQL_OPERATIONS_EXCEEDED: [400, 'The GraphQL document has more operations than the API takes.'],
  GRAPHQL_ROOT_FIELDS_EXCEEDED: [400, 'The GraphQL document has more root fields than the API takes.'],
  GRAPHQL_BATCH_EXCEEDED: [400, 'The request has more GraphQL documents than the API takes.'],
  GRAPHQL_DEPTH_EXCEEDED: [400, 'The GraphQL document is nested deeper than the plan allows.'],
  GRAPHQL_COST_EXCEEDED: [400, 'The GraphQL document costs more than the plan allows.'],
  ANSWER_TOO_LARGE: [400, 'The answer would be larger than allowed.'],
  QUERY_TIMEOUT: [400, 'The query takes longer than allowed.'],
  NOT_ACCEPTABLE: [406, 'The answer would be of a type that the request does not accept.'],
  OPENAPI_INVALID: [400, 'The OpenAPI document is not valid.'],
  OVERLAY_INVALID: [400, 'The overlay cannot be applied to the document.'],
  RULE_SET_INVALID: [400, 'The rule set cannot be used.'],
  GRAPHQL_SERVER_UNUSABLE: [400, 'The GraphQL server cannot be used.'],
  TARGET_NOT_ALLOWED: [400, 'The address is in a private network that is not allowed.'],
  REQUEST_INVALID: [400, 'The request is not as the document of the API describes it.'],
  REQUEST_TIMEOUT: [408, 'The request did not come in time.'],
  REQUEST_TOO_LARGE: [413, 'The request is too large.'],
  TARGET_TOO_LONG: [414, 'The address of the request is too long.'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'The content type is not supported.'],
  EXPECTATION_FAILED: [417, 'The only expectation that is met is 100-continue.'],
  HEADERS_TOO_LARGE: [431, 'The request has too many or too long headers.'],

  // Authentication
  UNAUTHENTICATED: [401, 'A valid bearer token is needed.'],
  SIGN_IN_FAILED: [401, 'The username or the password is wrong.'],
  SIGN_IN_LOST: [400, 'The sign-in was not begun in this browser, or took too long.'],
  SIGN_IN_UNREQUESTED: [
    400,
    'The identity provider has signed the person in without being asked by the portal.',
  ],
  SIGN_IN_DECLINED: [403, 'The sign-in was declined.'],
  SIGN_IN_REJECTED: [401, 'The identity provider has not signed the person in.'],
  IDENTITY_PROVIDER_UNAVAILABLE: [503, 'The identity provider cannot be asked.'],
  NO_CONSUMER_ORG: [403, 'No consumer organization of the portal is for this person.'],
  EMAIL_UNVERIFIED: [403, 'The identity provider has not verified the email address.'],
  PASSWORD_COMMON: [400, 'The password is one of those that are guessed first: choose another one.'],
  PASSWORDS_DISABLED: [403, 'This portal keeps no passwords.'],
  SECOND_FACTOR_REQUIRED: [401, 'A passkey, or a recovery code, is needed.'],
  CLIENT_ID_MISSING: [401, 'Client id missing'],
  CLIENT_SECRET_MISSING: [401, 'The secret of the client is needed.'],
  CLIENT_SECRET_INVALID: [401, 'The secret of the client is wrong.'],
  API_KEY_MISSING: [401, 'An API key is needed.'],
  API_KEY_INVALID: [401, 'The API key is not valid.'],
  CERTIFICATE_MISSING: [401, 'A client certificate is needed.'],
  CERTIFICATE_INVALID: [401, 'The client certificate is not valid.'],
  PASSWORD_MISSING: [401, 'A username and a password are needed.'],
  PASSWORD_INVALID: [401, 'The username or the password is wrong.'],
  TOKEN_MISSING: [401, 'An access token is needed.'],
  TOKEN_INVALID: [401, 'The access token is not valid.'],

  // OAuth clients
  CLIENT_INVALID: [401, 'The client is not known, or its secret is wrong.'],
  GRANT_INVALID: [400, 'The username or the password is wrong.'],
  GRANT_TYPE_UNSUPPORTED: [400, 'The OAuth provider does not support this grant type.'],
  RESPONSE_TYPE_UNSUPPORTED: [400, 'The OAuth provider does not support this response type.'],
  SCOPE_INVALID: [400, 'The OAuth provider has no such scope.'],
  CLIENT_UNAUTHORIZED: [400, 'The application may not ask for this.'],
  CONSENT_DENIED: [403, 'The person did not allow it.'],
  LOGIN_REQUIRED: [400, 'The person has to sign in first.'],
  CONSENT_REQUIRED: [400, 'The person has to be asked first.'],

  // Rights
  FORBIDDEN: [403, 'This is not allowed.'],
  SIGN_UP_DISABLED: [403, 'This catalog does not allow self-service sign-up.'],
  CONDITION_UNMET: [403, 'The call does not meet a condition of the API.'],
  SCOPE_MISSING: [403, 'The access token lacks a scope.'],
  SUBSCRIPTION_MISSING: [403, 'The application has no subscription to this API.'],
  APPLICATION_SUSPENDED: [403, 'The application is suspended.'],
  OPERATION_NOT_REGISTERED: [403, 'The plan serves registered operations only, and this is none of them.'],
  POLICY_REFUSED: [403, 'The access policy does not allow this.'],

  // Existence
  NOT_FOUND: [404, 'There is no such thing.'],
  API_NOT_FOUND: [404, 'There is no API at this path.'],
  // Clients of automatic persisted queries recognize this message.
  PERSISTED_QUERY_NOT_FOUND: [404, 'PersistedQueryNotFound'],
  METHOD_NOT_ALLOWED: [405, 'The method is not allowed here.'],

  // Conflicts
  NAME_TAKEN: [409, 'The name is taken.'],
  IN_USE: [409, 'It is in use.'],
  CONFLICT: [409, 'It was changed by someone else at the same time.'],
  TRANSITION_REFUSED: [409, 'It cannot make this transition from its present state.'],
  RULES_BROKEN: [409, 'The document breaks rules that the catalog holds it to.'],
  VERSION_BREAKS: [409, 'The new version breaks the callers of the one before it.'],
  PLAN_UNMAPPED: [409, 'Each plan with subscribers needs a target plan.'],
  LESS_VISIBLE: [409, 'Fewer may see the new product, or subscribe to it.'],
  PRICE_NOT_ACCEPTED: [409, 'The price of the plan has to be accepted.'],
  ANSWER_MISSING: [409, 'The subscription form has a field that has to be answered.'],
  TERMS_NOT_ACCEPTED: [409, 'The terms of the subscription have to be accepted as they are now.'],
  NOT_SUBSCRIBABLE: [409, 'The product takes no new subscriptions.'],
  SUBSCRIPTION_EXISTS: [409, 'The application has a subscription to this product already.'],
  MIGRATION_TARGET_MISSING: [409, 'There is no migration target.'],
  QUOTA_EXCEEDED: [409, 'There may be no more of these.'],
  LAST_ADMINISTRATOR: [409, 'The org would be left without an administrator.'],
  PASSKEYS_UNAVAILABLE: [409, 'Browsers keep no passkeys for the address of this console.'],
  APPROVAL_REQUIRED: [409, 'The catalog takes this only as an approved change request.'],
  CATALOG_FROZEN: [409, 'The catalog is not changed at this time.'],
  CHANGE_STALE: [409, 'It would do something else now than what was reviewed.'],
  HISTORY_NOT_KEPT: [409, 'History begins after the instant.'],
  UNDO_CONFLICT: [409, 'What has happened since stands in the way of undoing it.'],

  // Limits
  CONCURRENCY_EXCEEDED: [429, 'Too many calls at the same time.'],
  RATE_LIMIT_EXCEEDED: [429, 'Rate limit exceeded'],
  GRAPHQL_COST_LIMIT_EXCEEDED: [429, 'The GraphQL documents cost more than the plan allows together.'],
  USAGE_LIMIT_EXCEEDED: [429, 'The calls have used what the plan allows.'],
  VALIDATION_BUDGET_EXCEEDED: [429, 'Too many new GraphQL documents are sent to be checked.'],
  TOO_MANY_ATTEMPTS: [429, 'Too many attempts.'],

  // Faults and outages
  INTERNAL: [500, 'Something went wrong here.'],
  NOT_YET_SUPPORTED: [501, 'This is not supported yet.'],
  BACKEND_UNREACHABLE: [502, 'The back-end cannot be reached.'],
  TRANSFORMATION_FAILED: [
    502,
    'The call could not be transformed for the back-end, or its answer for the caller.',
  ],
  BACKEND_ANSWER_INVALID: [502, 'The back-end sent an answer that cannot be used.'],
  BACKEND_MISSING: [503, 'The API has no back-end in this catalog.'],
  BACKEND_TOKEN_UNAVAILABLE: [503, 'The gateway has no token for the back-end.'],
  ISSUER_UNAVAILABLE: [503, 'The issuer of the access token cannot be asked.'],
  CLIENT_NOT_REGISTERED: [502, 'The issuer registered no client.'],
  BACKEND_UNAVAILABLE: [503, 'The back-end failed repeatedly, and is left alone for a moment.'],
  BACKEND_BUSY: [503, 'The back-end is busy with as many calls of this API as it gets at once.'],
  API_OFFLINE: [503, 'The API is offline.'],
  GRAPHQL_SERVER_PENDING: [503, 'The GraphQL server is not ready yet.'],
  STORAGE_FULL: [503, 'The database has no room left, so nothing can be changed.'],
  TEMPORARILY_UNAVAILABLE: [503, 'This is temporarily unavailable.'],
  BACKEND_TIMEOUT: [504, 'The back-end did not answer in time.'],
  HTTP_VERSION_UNSUPPORTED: [505, 'Use HTTP/1.1 or HTTP/1.0.'],
  LOOP_DETECTED: [508, 'The call goes round in a circle.'],
} as const satisfies Record<string, readonly [status: number, sentence: string]>;

export type RefusalCode = keyof typeof catalogue;

/** Tells whether a text is a code of the catalogue. */
export const isRefusalCode = (code: string): code is RefusalCode => Object.hasOwn(catalogue, code);

/** Returns the message of a code without details. Undefined for text that is no code, or no longer one. */
export const sentenceOf = (code: string): string | undefined =>
  Object.hasOwn(catalogue, code) ? catalogue[code as RefusalCode][1] : undefined;

/** Returns a code as it stands in addresses: `client-id-missing`. */
export const codeInAddress = (code: string): string => code.toLowerCase().replaceAll('_', '-');

/** A path in an input, for example `['input', 'plans', 0, 'target']`. */
export type InputPath = readonly (string | number)[];

/** One of several faults of an input. */
export type InputFault = {
  readonly path: InputPath;
  readonly code: RefusalCode;
  readonly message: string;
  /** The position in the input, counted from 1, where that is text. */
  readonly line?: number;
  readonly column?: number;
};

export type RefusalDetails = {
  /** The exact fault and its remedy. Without it, the message is that of the catalogue. */
  readonly detail?: string;
  /** Advice to the caller, beside a detail that has to stay as it is. */
  readonly hint?: string;
  /** The product that took the place of a retired one, as `name:version`. */
  readonly successor?: string;
  /** The path of the fault in the input. */
  readonly path?: InputPath;
  /** All faults of the input, where there are more than `path` can tell. */
  readonly faults?: readonly InputFault[];
  /** Facts behind the refusal, as data without secrets. They explain it later, and the answer does not contain them. */
  readonly facts?: Readonly<Record<string, unknown>>;
  /** Headers that the HTTP answer must carry, for example `Allow` or `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The cause, for the log only. */
  readonly cause?: unknown;
};

/** A request that is refused on purpose, with a stable code. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  readonly status: number;
  readonly hint: string | undefined;
  readonly successor: string | undefined;
  /** The path in the input. It is not called `path`, which GraphQL takes for the position in the answer. */
  readonly inputPath: InputPath | undefined;
  readonly inputFaults: readonly InputFault[] | undefined;
  readonly facts: Readonly<Record<string, unknown>> | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;

  constructor(code: RefusalCode, details: RefusalDetails = {}) {
    const { detail, hint, successor, path, faults, facts, headers, cause } = details;
    super(detail ?? catalogue[code][1], { cause });
    this.code = code;
    this.status = catalogue[code][0];
    this.hint = hint;
    this.successor = successor;
    this.inputPath = path;
    this.inputFaults = faults;
    this.facts = facts;
    this.headers = headers;
  }
}

/** Makes a refusal without a stack. Refusing must stay cheap where calls are refused by the thousand. */
export function refusal(code: RefusalCode, details?: RefusalDetails): Refusal {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return new Refusal(code, details);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

export function refuse(code: RefusalCode, details?: RefusalDetails): never {
  throw refusal(code, details);
}
