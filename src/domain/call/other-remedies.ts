import type { RefusalCode } from '../../foundation/errors.ts';
import type { GatewayRefusalCode } from './refused-call.ts';

export type OtherRefusalCode = Exclude<RefusalCode, GatewayRefusalCode>;

/** Remedies of refusals that no gateway answers a call with. `remedies` has the others. */
export const otherRemedies: Readonly<Record<OtherRefusalCode, string>> = {
  ANSWER_TOO_LARGE: 'Select fewer fields, leave documents out, or ask for shorter lists with `first`.',
  QUERY_TIMEOUT: 'Select less, or ask in several requests.',
  OPENAPI_INVALID: 'Change the document at the JSON pointers that the detail names.',
  GRAPHQL_SERVER_UNUSABLE:
    'Check the address and what the server answers to an introspection query, or give its schema as `sdl`. A server made from OpenAPI needs at least one operation.',
  TARGET_NOT_ALLOWED: 'Use a public address, or have the operator add the target to `TARGET_ALLOWLIST`.',
  TARGET_TOO_LONG: 'Use a shorter address; send long values in the body.',
  UNAUTHENTICATED:
    'Send a valid token in the header `Authorization: Bearer`, or sign in again: the session or the token has ended.',
  SIGN_IN_FAILED: 'Try again with the right username and password.',
  SECOND_FACTOR_REQUIRED: 'Use a registered passkey, or one of the recovery codes.',
  CLIENT_INVALID:
    'Send the client id and the client secret of an application of this catalog, by form or HTTP Basic.',
  GRANT_INVALID:
    'Ask the person for username and password again, or begin a new authorization: a code or refresh token is used once and expires.',
  GRANT_TYPE_UNSUPPORTED: 'Use a grant type that the metadata of the provider lists.',
  RESPONSE_TYPE_UNSUPPORTED: 'Use `response_type=code`.',
  SCOPE_INVALID: 'Ask for scopes that the provider has.',
  CLIENT_UNAUTHORIZED: 'Use a grant that is open to the client type of the application.',
  CONSENT_DENIED: 'Nothing, unless the person changes their mind: begin a new authorization.',
  LOGIN_REQUIRED: 'Begin the authorization without `prompt=none`.',
  CONSENT_REQUIRED: 'Begin the authorization without `prompt=none`.',
  FORBIDDEN: 'Ask an administrator for the role or the right that the detail names.',
  SIGN_IN_LOST: 'Begin to sign in again, in one browser, within 15 minutes.',
  SIGN_IN_UNREQUESTED: 'Begin at the sign-in page of the portal, and not at the identity provider.',
  SIGN_IN_DECLINED: 'Sign in again, and agree at the identity provider, or sign in by another way.',
  SIGN_IN_REJECTED: 'Sign in again. If it happens again, ask the provider of the portal.',
  IDENTITY_PROVIDER_UNAVAILABLE: 'Try again later, or sign in by another way.',
  NO_CONSUMER_ORG: 'Ask the provider of the portal which of your groups may use it.',
  EMAIL_UNVERIFIED: 'Verify your email address at the identity provider, and sign in again.',
  PASSWORD_COMMON: 'Choose another one, such as a few words that do not belong together.',
  PASSWORDS_DISABLED: 'Sign in by an identity provider of the portal.',
  SIGN_UP_DISABLED: 'Ask the provider for an account.',
  POLICY_REFUSED:
    'Send an access token that the policy admits. Operators: `explain` says which rule decided.',
  NOT_FOUND: 'Check the name or id. What belongs to another org is answered the same way.',
  NAME_TAKEN: 'Choose another name, or change what has it.',
  IN_USE: 'First remove what the detail names as using it.',
  RULE_SET_INVALID: 'Correct the member or the rule that the detail names.',
  OVERLAY_INVALID: 'Correct the action that the detail names; actions are counted from 0.',
  CONFLICT: 'Read again what has changed, then repeat the request.',
  TRANSITION_REFUSED: 'See `allowedActions` of the product for what can be done from its present state.',
  RULES_BROKEN:
    'Mend what the detail names; `Api.findings` lists all findings. `lintPolicy` of the catalog says which severity is refused.',
  VERSION_BREAKS:
    'Raise the major version number, change the document so that it breaks nothing, or say `acceptBreaking: true`.',
  PLAN_UNMAPPED: 'Name a target plan for each plan that the detail lists.',
  LESS_VISIBLE: 'Stage the new product with the visibility of the old one, or supersede instead.',
  PRICE_NOT_ACCEPTED:
    'Show the price to who pays it, then name it by the `id` that the plan has: `acceptPrice`.',
  ANSWER_MISSING:
    'Read the `subscriptionForm` of the plan, and send a value for each field that it requires: `answers`.',
  TERMS_NOT_ACCEPTED:
    'Show the terms as they are now to who accepts them, then name them by their `id`: `acceptTerms`.',
  NOT_SUBSCRIBABLE: 'Subscribe to a published product that you may subscribe to.',
  SUBSCRIPTION_EXISTS: 'Use the existing subscription, or end it first.',
  MIGRATION_TARGET_MISSING: 'Set a migration target of the product first, or name product and plan.',
  QUOTA_EXCEEDED: 'Make room as the detail says, or have the quota raised.',
  LAST_ADMINISTRATOR: 'Make somebody else an administrator first.',
  PASSKEYS_UNAVAILABLE:
    'Open the console at a host name (`CONSOLE_URL`, `CONTROL_URL`), such as `localhost`, not at an IP address.',
  APPROVAL_REQUIRED:
    'Give the mutation to `proposeChange`, or wait for the approvals that the change request still needs.',
  CATALOG_FROZEN:
    'Wait until the freeze window is over, or schedule the change request. An administrator can take the window away.',
  CHANGE_STALE: 'Read in the detail what has changed, then propose the change again.',
  HISTORY_NOT_KEPT: 'Name an instant that is not before the one in the detail; `historySince` tells it too.',
  UNDO_CONFLICT: 'Undo or accept what the detail names; the change itself cannot be undone any more.',
  CLIENT_NOT_REGISTERED:
    'Do what the detail says. What the issuer refuses is changed there, or in the `registration` of the OAuth provider.',
  STORAGE_FULL: 'Try again when whoever runs the platform has made room on the disk of its database.',
  GRAPHQL_SERVER_PENDING: 'Try again in a few seconds: the server is being built.',
};
