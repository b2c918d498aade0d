import { type InputPath, refuse } from '../../foundation/errors.ts';
import { checkBindPassword, keepsBindPassword, type LdapSettings } from './ldap-settings.ts';
import { checkClientSecret, type OpenIdRegistrySettings } from './open-id-settings.ts';

/** The settings of a user registry that decide whom its secret is sent to. */
export type SecretHolder = {
  readonly url: string;
  readonly ldap: LdapSettings | null;
  readonly openId: OpenIdRegistrySettings | null;
};

/** A registry's secret, which is the password of a bind DN or a client's. */
type RegistrySecretInput = {
  readonly before: SecretHolder | undefined;
  readonly after: SecretHolder;
  readonly secret: string | undefined;
};

/** Tells whether a registry is asked with a secret. */
export const hasSecret = ({ ldap, openId }: SecretHolder): boolean =>
  (ldap?.bindDn ?? null) !== null || openId?.clientType === 'CONFIDENTIAL';

/** Tells whether the kept secret may be sent. Who changes the address would else be sent it. */
export function keepsSecret(before: SecretHolder, after: SecretHolder): boolean {
  if (!hasSecret(before) || !hasSecret(after)) return false;
  if (!before.openId || !after.openId) return keepsBindPassword(before, after);
  return before.url === after.url && before.openId.clientId === after.openId.clientId;
}

/** Returns the member of the input that gives the secret, below the registry. */
export const secretMemberOf = ({ openId }: Pick<SecretHolder, 'openId'>): readonly string[] =>
  openId ? ['openId', 'clientSecret'] : ['ldap', 'bindPassword'];

/**
 * Checks a secret, and that there is one where it has to be.
 *
 * @param path of the registry in the input
 * @throws BAD_USER_INPUT
 */
export function checkRegistrySecret({ before, after, secret }: RegistrySecretInput, path: InputPath): void {
  const at = [...path, ...secretMemberOf(after)];
  const { owner, unowned } = after.openId ? wordsOfClient : wordsOfBindDn;
  if (secret !== undefined) checkSecret(after, secret, at);
  if (secret !== undefined && !hasSecret(after)) refuse('BAD_USER_INPUT', { detail: unowned, path: at });
  if (secret === undefined && hasSecret(after) && !(before && keepsSecret(before, after)))
    refuse('BAD_USER_INPUT', {
      detail: `Give ${owner}: it is kept for the ${after.openId ? 'client' : 'directory'} alone that it was set for.`,
      path: at,
    });
}

/** @throws BAD_USER_INPUT for a secret that no registry of this type is asked with */
export function checkSecret({ openId }: Pick<SecretHolder, 'openId'>, secret: string, path: InputPath): void {
  if (openId) checkClientSecret(secret, path);
  else checkBindPassword(secret, path);
}

const wordsOfBindDn = {
  owner: 'the password of the bind DN',
  unowned: 'A password belongs to a bind DN: give both.',
};
const wordsOfClient = {
  owner: 'the secret of the client',
  unowned: 'A public client has no secret: leave clientSecret out, or give the clientType CONFIDENTIAL.',
};

/** Says in a manifest that a secret is missing. */
export const missingSecret = (name: string, { openId }: Pick<SecretHolder, 'openId'>): string =>
  openId
    ? `The client of ${name} is new, or its issuer is, and secrets are never exported: give its clientSecret.`
    : `The bind DN of ${name} is new, or its directory is, and secrets are never exported: give its bindPassword.`;

/** Says in a manifest that nothing has the secret. */
export const unownedSecret = ({ openId }: Pick<SecretHolder, 'openId'>): string =>
  (openId ? wordsOfClient : wordsOfBindDn).unowned;
