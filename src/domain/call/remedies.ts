import type { RefusalCode } from '../../foundation/errors.ts';
import type { GatewayRefusalCode } from './refused-call.ts';

/** Advice to consumers for each refusal of the gateway. */
export const remedies: Readonly<Record<GatewayRefusalCode, string>> = {
  API_KEY_INVALID:
    'Send an API key of your application that has not ended, as it was issued, to its last character; make a new one where you have none.',
  API_KEY_MISSING:
    'Make an API key for your application and send it where the API takes it (usually the header X-API-Key).',
  API_NOT_FOUND:
    'Compare the path with the reference of the API: this version has no operation there. Where its product was retired, call the one in its place.',
  API_OFFLINE: 'Nothing: the provider has taken the API offline. Try again later, or ask the provider.',
  APPLICATION_SUSPENDED:
    'Ask the provider why the application is suspended: only the provider can enable it.',
  BACKEND_ANSWER_INVALID:
    'Try again later: a page or a redirect was in the place of the GraphQL server. If it goes on, tell the provider.',
  BACKEND_BUSY:
    'Try again as Retry-After says: the back-end was not sent the call, because earlier ones of the same API still occupy it.',
  BACKEND_MISSING:
    'Tell the provider: this catalog lacks the back-end that the API calls. The provider sets it with setBackend.',
  BACKEND_TIMEOUT:
    'Try again later, or ask for less at once: the back-end took too long. A call that it was sent is counted.',
  BACKEND_TOKEN_UNAVAILABLE:
    'Wait as Retry-After says: the issuer of the token that the back-end asks of the gateway gave none. If it goes on, tell the provider.',
  BACKEND_UNAVAILABLE:
    'Wait as Retry-After says: the back-end does not answer anybody. If it goes on, tell the provider.',
  BACKEND_UNREACHABLE: 'Try again later: the back-end did not answer. If it goes on, tell the provider.',
  BAD_USER_INPUT: 'Change the request as the detail says.',
  CERTIFICATE_INVALID:
    'Connect with a client certificate that is valid now, and register it with your application.',
  CERTIFICATE_MISSING:
    'Connect with a client certificate that is registered with your application. If you did, ask the provider: the proxy in front of the gateway has to pass it on, and the gateway has to trust that proxy.',
  CLIENT_ID_MISSING:
    'Send the client key of your application where the API takes it (usually the header X-Client-Id), also beside a username and password, or an access token as it was issued, to its last character.',
  CONCURRENCY_EXCEEDED:
    'Wait until one of your calls has ended, make fewer at the same time, or subscribe to a plan that allows more.',
  CONDITION_UNMET:
    'Ask the provider which condition the API has: it looks at the token, the application, the operation or the headers of the call.',
  CLIENT_SECRET_INVALID:
    'Send the client secret that belongs to the client key, as it was issued; replace it where you have it no more.',
  CLIENT_SECRET_MISSING: 'Send the client secret in the header X-Client-Secret, beside the client key.',
  EXPECTATION_FAILED: 'Send no header Expect but 100-continue.',
  GRAPHQL_ALIASES_EXCEEDED: 'Ask with fewer aliases, in several requests.',
  GRAPHQL_BATCH_EXCEEDED: 'Send each GraphQL document in a request of its own, or fewer in one.',
  GRAPHQL_COST_EXCEEDED: 'Ask for fewer objects in one document, or subscribe to a plan that allows more.',
  GRAPHQL_DEPTH_EXCEEDED: 'Nest the document less deeply, or subscribe to a plan that allows more.',
  GRAPHQL_COST_LIMIT_EXCEEDED:
    'Wait until the window closes (Retry-After says how long), ask for less, or subscribe to a plan that allows more.',
  GRAPHQL_DIRECTIVES_EXCEEDED: 'Ask with fewer directives.',
  GRAPHQL_FRAGMENTS_EXCEEDED: 'Define and spread fewer fragments, or ask in several requests.',
  GRAPHQL_OPERATIONS_EXCEEDED: 'Send the operations in several documents.',
  GRAPHQL_ROOT_FIELDS_EXCEEDED: 'Ask for fewer root fields at once, in several requests.',
  GRAPHQL_TOKENS_EXCEEDED: 'Shorten the GraphQL document, or ask in several.',
  GRAPHQL_PARSE_FAILED: 'Correct the syntax of the GraphQL document at the place that the facts name.',
  GRAPHQL_VALIDATION_FAILED:
    'Compare the GraphQL document with the schema at the places that the facts name.',
  HEADERS_TOO_LARGE: 'Send fewer headers.',
  HTTP_VERSION_UNSUPPORTED: 'Send the request as HTTP/1.1.',
  INTERNAL: 'Try again later. If it goes on, give the request id to the provider.',
  ISSUER_UNAVAILABLE:
    'Wait as Retry-After says: the issuer of the access token does not answer the gateway. If it goes on, tell the provider.',
  LOOP_DETECTED: 'Tell the provider: the back-end of the API leads back to the gateway.',
  METHOD_NOT_ALLOWED: 'Use one of the methods that the detail names.',
  NOT_ACCEPTABLE: 'Accept what the detail names.',
  NOT_YET_SUPPORTED: 'Call the API by plain HTTP: what the detail names is not there yet.',
  OPERATION_NOT_REGISTERED:
    'Ask the provider to register the document, or send a registered one, letter by letter or by its id.',
  PASSWORD_INVALID:
    'Send the username and the password of the person as HTTP Basic, encoded as UTF-8 and base64: the detail says what is wrong.',
  PASSWORD_MISSING:
    'Send the username and the password of the person in the header Authorization: Basic <base64>, beside the client key.',
  PERSISTED_QUERY_NOT_FOUND: 'Send the document along with its hash once: then its hash alone will do.',
  RATE_LIMIT_EXCEEDED:
    'Wait until the window closes (Retry-After says how long), spread your calls, or subscribe to a plan with a higher limit.',
  REQUEST_INVALID:
    'Compare the request with the document of the API at the places that the detail names: each is a JSON pointer into path, query, header or body, with the keyword of the schema that it breaks.',
  REQUEST_TIMEOUT:
    'Send the body faster and without long breaks, and in a shorter time where the detail names one.',
  REQUEST_TOO_LARGE: 'Send a smaller body.',
  SCOPE_MISSING: 'Request a new access token with the scope that the detail names.',
  SUBSCRIPTION_MISSING:
    'Subscribe the application to a product with this API, or wait until the provider has approved the subscription.',
  TEMPORARILY_UNAVAILABLE:
    'Try again as Retry-After says: the gateway has too much to read for APIs of this provider, or the user registry of the API gives no answer. If it goes on, tell the provider.',
  TOKEN_INVALID:
    'Request a new access token and send it as it was issued: this one has expired, was revoked or altered, or is for another catalog or API, or of an application where a person has to sign in, or the other way round.',
  TOKEN_MISSING:
    'Request an access token and send it in the header Authorization: Bearer <access token>; the client key alone is not enough for this API.',
  TOO_MANY_ATTEMPTS:
    'Wait as Retry-After says: too many bad access tokens came from your network, or too many wrong passwords for this person. Check that the token is the one that was issued, and the password the right one.',
  TRANSFORMATION_FAILED:
    'Tell the provider: a step that changes calls of the API on their way could not be taken.',
  UNSUPPORTED_MEDIA_TYPE: 'Send the body in the form that the detail names.',
  USAGE_LIMIT_EXCEEDED:
    'Wait until the window closes (Retry-After says how long), or subscribe to a plan that allows more of what the detail names.',
  VALIDATION_BUDGET_EXCEEDED:
    'Wait as Retry-After says. Send the same document again with other variables rather than a new document for each call: one that is known costs nothing.',
};

/** Advice for refusals of OAuth endpoints, where it differs from the gateway's. */
export const oauthRemedies = {
  CLIENT_INVALID:
    'Send the client key of your application as client_id and its client secret as it was issued, in the form or as HTTP Basic; a public client sends its client_id alone.',
  CLIENT_UNAUTHORIZED:
    'Use a grant that is for such a client, or change the type of the application: the detail says which.',
  GRANT_INVALID:
    'Begin again: the username, the password, the code or the refresh token is wrong, over or used already.',
  GRANT_TYPE_UNSUPPORTED: 'Send a grant_type that the metadata of the OAuth provider lists.',
  METHOD_NOT_ALLOWED: 'Send the request by the method that the detail names.',
  RATE_LIMIT_EXCEEDED: 'Keep the access token until it ends rather than request one for each call.',
  REQUEST_TOO_LARGE: 'Send the parameters alone: a form has at most 64 KiB.',
  SCOPE_INVALID: 'Request scopes that the metadata of the OAuth provider lists, or none.',
  TEMPORARILY_UNAVAILABLE: 'Try again later. If it goes on, tell the provider what the detail says.',
  TOO_MANY_ATTEMPTS: 'Wait as Retry-After says: there were too many wrong passwords or secrets.',
} satisfies Partial<Record<RefusalCode, string>>;

/** Advice for the refusals of gateway and OAuth endpoints, in one language. */
export type Remedies = {
  readonly gateway: Readonly<Record<GatewayRefusalCode, string>>;
  readonly oauth: Readonly<Record<keyof typeof oauthRemedies, string>>;
};

type Refused = {
  readonly code: string;
  /** The name of the OAuth provider whose endpoint refused; null where an API did. */
  readonly oauthProvider?: string | null;
};

/** Returns the advice for a refusal. A code that is not known here gets general advice. */
export function remedyFor(
  { code, oauthProvider = null }: Refused,
  { gateway, oauth }: Remedies = { gateway: remedies, oauth: oauthRemedies },
): string {
  const known: Readonly<Record<string, string>> = oauthProvider === null ? gateway : { ...gateway, ...oauth };
  return known[code] ?? gateway.INTERNAL;
}
