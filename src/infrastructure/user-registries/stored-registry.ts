import type { LdapSettings } from '../../domain/oauth/ldap-settings.ts';
import type { OpenIdRegistrySettings } from '../../domain/oauth/open-id-settings.ts';
import type { SamlSettings } from '../../domain/oauth/saml-settings.ts';
import type { UserRegistry } from '../database/generated/prisma/client.ts';
import { stored } from '../database/json-columns.ts';
import type { Secrets } from '../secrets/secrets.ts';
import type { IdentifiedRegistry } from './registries.ts';

type StoredRegistry = Pick<
  UserRegistry,
  'id' | 'orgId' | 'type' | 'url' | 'ldap' | 'openId' | 'saml' | 'secretSealed'
>;

/**
 * Returns the settings of a stored registry, with its secret opened.
 *
 * @throws UnsealError when the secret key is another one
 */
export function registrySettingsOf(
  { id, orgId, type, url, ldap, openId, saml, secretSealed }: StoredRegistry,
  secrets: Secrets,
): IdentifiedRegistry {
  return {
    id,
    orgId,
    type,
    url,
    ldap: stored<LdapSettings | null>(ldap),
    openId: stored<OpenIdRegistrySettings | null>(openId),
    saml: stored<SamlSettings | null>(saml),
    ...(secretSealed && { secret: secrets.unseal(secretSealed, id) }),
  };
}
