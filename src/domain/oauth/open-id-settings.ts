import { type InputPath, refuse } from '../../foundation/errors.ts';
import type { GrantType } from './grant-types.ts';
import type { ClientType } from './oauth-provider.ts';

/** The settings of a user registry of type OPENID_CONNECT, without its secret. Its address is the issuer. */
export type OpenIdRegistrySettings = {
  /** The client that the platform is at the issuer. */
  readonly clientId: string;
  /** A confidential client has a secret. */
  readonly clientType: ClientType;
  /** The scopes that are asked for; `openid` is one of them. */
  readonly scopes: readonly string[];
  /** The claim that names the person in tokens. */
  readonly subjectClaim: string;
};

export type OpenIdDraft = {
  readonly [Member in keyof OpenIdRegistrySettings]?: OpenIdRegistrySettings[Member] | null | undefined;
};

const OPENID = 'openid';
export const openIdDefaults = { clientType: 'CONFIDENTIAL', scopes: [OPENID], subjectClaim: 'sub' } as const;

const URL_MAX = 500;
const SCOPES_MAX = 20;
const SECRET_MAX = 1_024;
/** A client id. (RFC 6749 §A.1) */
const CLIENT_ID = /^[\x20-\x7e]{1,255}$/;
/** One scope. (RFC 6749 §A.4) */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/;
const CLAIM = /^[^\p{Cc}]{1,255}$/u;

/** Tells whether people of a type of registry sign in by a password. Else their browsers are sent elsewhere. */
export const takesPasswords = (type: string): boolean => type !== 'OPENID_CONNECT' && type !== 'SAML';

/** Tells whether OAuth providers can authenticate people with a type of registry. SAML signs in to portals alone. */
export const servesOAuth = (type: string): boolean => type !== 'SAML';

/**
 * Completes the settings of an OpenID provider.
 *
 * @param path of the registry in the input
 * @throws BAD_USER_INPUT, with the path of the member at fault
 */
export function openIdSettingsFrom(
  draft: OpenIdDraft,
  issuer: string,
  path: InputPath,
): OpenIdRegistrySettings {
  const at = (member: keyof OpenIdRegistrySettings) => [...path, 'openId', member];
  const clientType = draft.clientType ?? openIdDefaults.clientType;
  const scopes = [...new Set([OPENID, ...(draft.scopes ?? [])])];
  const subjectClaim = draft.subjectClaim ?? openIdDefaults.subjectClaim;
  const { clientId } = draft;
  if (issuer.length > URL_MAX || /[?#]/.test(issuer))
    bad(
      `An issuer is a URL of at most ${URL_MAX} characters without query and fragment (OpenID Connect Discovery §3).`,
      [...path, 'url'],
    );
  if (clientId == null || !CLIENT_ID.test(clientId))
    return bad('Give the client id, 1 to 255 characters of visible ASCII.', at('clientId'));
  if (scopes.length > SCOPES_MAX || !scopes.every((scope) => SCOPE.test(scope)))
    bad(
      `Give at most ${SCOPES_MAX} scopes of visible ASCII, without spaces, quotes and backslashes.`,
      at('scopes'),
    );
  if (!CLAIM.test(subjectClaim)) bad('A claim has a name of 1 to 255 characters.', at('subjectClaim'));
  return { clientId, clientType, scopes, subjectClaim };
}

/** @throws BAD_USER_INPUT for a secret that no client has */
export function checkClientSecret(secret: string, path: InputPath): void {
  if (secret === '' || secret.length > SECRET_MAX || /\p{Cc}/u.test(secret))
    bad(
      `The secret of the client has 1 to ${SECRET_MAX} characters, none of them a control character.`,
      path,
    );
}

type GrantsInput = {
  readonly grantTypes: readonly GrantType[];
  readonly registry: { readonly name: string; readonly type: string } | null;
};

/** Says why an OAuth provider cannot authenticate people with a registry. */
export const noOAuthFault = (name: string): string =>
  `People of the user registry ${name} sign in to portals alone, as it is of type SAML: name another one.`;

/** @throws BAD_USER_INPUT where a registry would be asked for what it cannot do */
export function checkGrantsOf({ grantTypes, registry }: GrantsInput): void {
  if (registry && !servesOAuth(registry.type))
    refuse('BAD_USER_INPUT', { detail: noOAuthFault(registry.name), path: ['input', 'userRegistry'] });
  if (!registry || takesPasswords(registry.type) || !grantTypes.includes('RESOURCE_OWNER_PASSWORD')) return;
  refuse('BAD_USER_INPUT', {
    detail: `People of the user registry ${registry.name} sign in at pages of its own: leave RESOURCE_OWNER_PASSWORD out, or name a registry that takes passwords.`,
    path: ['input', 'grantTypes'],
  });
}

function bad(detail: string, path: InputPath): never {
  return refuse('BAD_USER_INPUT', { detail, path });
}
