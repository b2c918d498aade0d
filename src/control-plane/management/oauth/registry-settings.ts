import { Prisma } from '../../../../bundles/prisma.js';
import { isWithoutTls, type LdapDraft, type LdapSettings } from '../../../domain/oauth/ldap-settings.ts';
import type { OpenIdDraft, OpenIdRegistrySettings } from '../../../domain/oauth/open-id-settings.ts';
import { checkRegistrySecret, hasSecret, type SecretHolder } from '../../../domain/oauth/registry-secret.ts';
import type { SamlDraft, SamlSettings } from '../../../domain/oauth/saml-settings.ts';
import { type InputPath, refuse } from '../../../foundation/errors.ts';
import { listed } from '../../../foundation/text/listed.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { UserRegistry } from '../../../infrastructure/database/generated/prisma/client.ts';
import { stored, toStore } from '../../../infrastructure/database/json-columns.ts';
import type { Secrets } from '../../../infrastructure/secrets/secrets.ts';
import { type UserRegistryType, userRegistryTypes } from '../../../infrastructure/user-registries/types.ts';
import { ldapFrom } from './ldap-input.ts';
import { openIdFrom } from './open-id-input.ts';
import { samlFrom } from './saml-input.ts';

/** The settings that only some types of registries have. */
type TypeSettings = {
  readonly ldap: LdapSettings | null;
  readonly openId: OpenIdRegistrySettings | null;
  readonly saml: SamlSettings | null;
};

/** A registry's settings as an input gives them, without its secret. */
type RegistryDraft = {
  readonly type: UserRegistryType;
  readonly url: string;
  readonly ldap?: LdapDraft | null | undefined;
  readonly openId?: OpenIdDraft | null | undefined;
  readonly saml?: SamlDraft | null | undefined;
};

type LdapInputValue = LdapDraft & { readonly bindPassword?: string | null | undefined };
type OpenIdInputValue = OpenIdDraft & { readonly clientSecret?: string | null | undefined };
type SettingsInput = {
  readonly ldap?: LdapInputValue | null | undefined;
  readonly openId?: OpenIdInputValue | null | undefined;
  readonly saml?: SamlDraft | null | undefined;
};

/**
 * Completes the settings of a registry by its type.
 *
 * @param path of the registry in the input
 * @throws BAD_USER_INPUT where settings and type do not go together, or a setting is no such thing
 */
export function typeSettingsFrom(draft: RegistryDraft, path: InputPath): TypeSettings {
  const { type, url } = draft;
  const schemes = Object.keys(userRegistryTypes[type].ports);
  if (!schemes.includes(new URL(url).protocol.slice(0, -1)))
    refuse('BAD_USER_INPUT', {
      detail: `The address of a registry of type ${type} begins with ${listed(schemes, 'or')}.`,
      path: [...path, 'url'],
    });
  return { ldap: ldapFrom(draft, path), openId: openIdFrom(draft, path), saml: samlFrom(draft, path) };
}

/** Returns the secret in an input: the password of a bind DN, or a client's. */
export const secretIn = ({ ldap, openId }: SettingsInput): string | undefined =>
  openId?.clientSecret ?? ldap?.bindPassword ?? undefined;

/** The settings of a new registry. @throws BAD_USER_INPUT */
export function newSettings(
  input: SettingsInput & Pick<RegistryDraft, 'type' | 'url'>,
  path: InputPath,
): TypeSettings & { readonly secret: string | undefined } {
  const settings = typeSettingsFrom(input, path);
  const secret = secretIn(input);
  checkRegistrySecret({ before: undefined, after: { url: input.url, ...settings }, secret }, path);
  return { ...settings, secret };
}

type ChangedInput = SettingsInput & { readonly url: string | undefined };

/** The change of a registry: its new settings, and its new secret. @throws BAD_USER_INPUT */
export function changedSettings(
  row: Pick<UserRegistry, 'type' | 'url' | 'ldap' | 'openId' | 'saml'>,
  { url = row.url, ldap, openId, saml }: ChangedInput,
): TypeSettings & { readonly secret: string | undefined } {
  const before: SecretHolder = {
    url: row.url,
    ldap: stored<LdapSettings | null>(row.ldap),
    openId: stored<OpenIdRegistrySettings | null>(row.openId),
  };
  const kept = before.ldap && {
    ...before.ldap,
    // Another address may have TLS of its own, or none.
    ...(isWithoutTls(url) !== isWithoutTls(row.url) && { startTls: undefined }),
  };
  const draft = {
    type: row.type,
    url,
    ldap: changed<LdapDraft>(kept, ldap),
    openId: changed<OpenIdDraft>(before.openId, openId),
    saml: changed<SamlDraft>(stored<SamlSettings | null>(row.saml), saml),
  };
  const settings = typeSettingsFrom(draft, ['input']);
  const secret = secretIn({ ldap, openId });
  checkRegistrySecret({ before, after: { url, ...settings }, secret }, ['input']);
  return { ...settings, secret };
}

/** Keeps what an input leaves out. */
function changed<Draft extends object>(kept: Draft | null, given: Draft | null | undefined): Draft | null {
  const members = Object.entries(given ?? {}).filter(([, value]) => value !== undefined);
  if (!kept) return given ?? null;
  return { ...kept, ...(Object.fromEntries(members) as Draft) };
}

/** Converts settings for their columns. */
export const settingsColumns = ({ ldap, openId, saml }: TypeSettings) => ({
  ldap: ldap ? toStore(ldap) : Prisma.DbNull,
  openId: openId ? toStore(openId) : Prisma.DbNull,
  saml: saml ? toStore(saml) : Prisma.DbNull,
});

type KeepSecretInput = {
  readonly id: string;
  readonly holder: SecretHolder;
  /** A new secret; undefined keeps the one before. */
  readonly secret: string | undefined;
};

/** Keeps the secret of a registry, sealed. One that is asked without has none. */
export async function keepSecret(
  transaction: Pick<Transaction, 'userRegistry'>,
  { id, holder, secret }: KeepSecretInput,
  secrets: Pick<Secrets, 'seal'>,
): Promise<void> {
  const hasOne = hasSecret(holder);
  if (hasOne && secret === undefined) return;
  const secretSealed = hasOne && secret !== undefined ? new Uint8Array(secrets.seal(secret, id)) : null;
  await transaction.userRegistry.update({ where: { id }, data: { secretSealed } });
}
