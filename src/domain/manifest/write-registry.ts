import { isWithoutTls, type LdapSettings, ldapDefaults } from '../oauth/ldap-settings.ts';
import { LOCAL_USERS_URL } from '../oauth/local-user.ts';
import { defaultUserRegistryType } from '../oauth/oauth-provider.ts';
import { type OpenIdRegistrySettings, openIdDefaults } from '../oauth/open-id-settings.ts';
import type { SamlSettings } from '../oauth/saml-settings.ts';
import type { Definitions } from './definition.ts';
import { unlessDefault, type Written } from './write-settings.ts';

/** Writes a user registry as a manifest has it. */
export function registryWritten({
  name,
  title,
  displayName,
  type,
  url,
  ldap,
  openId,
  saml,
}: Definitions['UserRegistry']): Written {
  return {
    name,
    ...unlessDefault('title', title, name),
    ...unlessDefault('displayName', displayName, title),
    ...unlessDefault('type', type, defaultUserRegistryType),
    ...unlessDefault('url', url, LOCAL_USERS_URL),
    ...(ldap && { ldap: ldapWritten(ldap, url) }),
    ...(openId && { openId: openIdWritten(openId) }),
    ...(saml && { saml: samlWritten(saml) }),
  };
}

/** Writes the settings of a directory. The password of its bind DN is secret, and left out. */
function ldapWritten(ldap: LdapSettings, url: string): Written {
  const { baseDn, userFilter, scope, subjectAttribute, bindDn, startTls, authorities, timeoutMs } = ldap;
  return {
    baseDn,
    ...unlessDefault('userFilter', userFilter, ldapDefaults.userFilter),
    ...unlessDefault('scope', scope, ldapDefaults.scope),
    subjectAttribute,
    ...unlessDefault('bindDn', bindDn, null),
    ...unlessDefault('startTls', startTls, isWithoutTls(url)),
    ...unlessDefault('authorities', authorities, null),
    ...unlessDefault('timeoutMs', timeoutMs, ldapDefaults.timeoutMs),
  };
}

/** Writes the settings of an OpenID provider. The secret of the client is left out. */
function openIdWritten({ clientId, clientType, scopes, subjectClaim }: OpenIdRegistrySettings): Written {
  return {
    clientId,
    ...unlessDefault('clientType', clientType, openIdDefaults.clientType),
    ...unlessDefault('scopes', scopes, openIdDefaults.scopes),
    ...unlessDefault('subjectClaim', subjectClaim, openIdDefaults.subjectClaim),
  };
}

/** Writes the settings of a SAML identity provider. Its certificates are no secret. */
function samlWritten(saml: SamlSettings): Written {
  const { entityId, certificates, audience, emailIsVerified } = saml;
  return {
    entityId,
    certificates,
    ...unlessDefault('audience', audience, null),
    ...unlessDefault('personAttribute', saml.personAttribute, null),
    ...unlessDefault('usernameAttribute', saml.usernameAttribute, null),
    ...unlessDefault('emailAttribute', saml.emailAttribute, null),
    ...unlessDefault('emailIsVerified', emailIsVerified, false),
  };
}
