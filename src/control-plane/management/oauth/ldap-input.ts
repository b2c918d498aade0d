import { Prisma } from '../../../../bundles/prisma.js';
import {
  checkBindPassword,
  isWithoutTls,
  keepsBindPassword,
  type LdapDraft,
  type LdapScope,
  type LdapSettings,
  ldapSettingsFrom,
} from '../../../domain/oauth/ldap-settings.ts';
import { type InputPath, refuse } from '../../../foundation/errors.ts';
import { listed } from '../../../foundation/text/listed.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { UserRegistry } from '../../../infrastructure/database/generated/prisma/client.ts';
import { stored, toStore } from '../../../infrastructure/database/json-columns.ts';
import type { Secrets } from '../../../infrastructure/secrets/secrets.ts';
import { filterFault } from '../../../infrastructure/user-registries/ldap.ts';
import { type UserRegistryType, userRegistryTypes } from '../../../infrastructure/user-registries/types.ts';
import { builder } from '../builder.ts';

const LdapScopeRef = builder.enumType('LdapScope', {
  description: 'How far below the base DN people are searched. (RFC 4511 §4.5.1.2)',
  values: {
    BASE: { description: 'At the base DN alone.' },
    ONE_LEVEL: { description: 'Directly below the base DN.' },
    SUBTREE: { description: 'At the base DN and all below it.' },
  } satisfies Record<LdapScope, { description: string }>,
});

export const LdapSettingsRef = builder.objectRef<LdapSettings>('LdapSettings').implement({
  description:
    'How people are found in a directory. The password of the bind DN can be set, and never be read.',
  fields: (t) => ({
    baseDn: t.exposeString('baseDn', { description: 'The entry that people are searched from.' }),
    userFilter: t.exposeString('userFilter', {
      description: 'The filter that finds a person; `{username}` stands for the username. (RFC 4515)',
    }),
    scope: t.field({
      type: LdapScopeRef,
      description: 'How far below the base DN people are searched.',
      resolve: ({ scope }) => scope,
    }),
    subjectAttribute: t.exposeString('subjectAttribute', {
      description: 'The attribute whose one value names the person in tokens.',
    }),
    bindDn: t.exposeString('bindDn', {
      nullable: true,
      description: "The entry that searches in the platform's name; null searches anonymously.",
    }),
    startTls: t.exposeBoolean('startTls', {
      description:
        'Is TLS begun by STARTTLS before anything else is sent? An address with ldaps:// has TLS by itself.',
    }),
    authorities: t.exposeString('authorities', {
      nullable: true,
      description: "The authorities of the directory's certificate, as PEM; null trusts those of the system.",
    }),
    timeoutMs: t.exposeInt('timeoutMs', {
      description: 'How long all of a sign-in may take there, in milliseconds.',
    }),
  }),
});

export const LdapInput = builder.inputType('LdapInput', {
  description: 'How people are found in a directory. What is left out of a change stays as it is.',
  fields: (t) => ({
    baseDn: t.string({ description: 'The entry that people are searched from; required of a new registry.' }),
    userFilter: t.string({
      description:
        'The filter that finds a person, with `{username}` for the username; `(uid={username})` unless given. (RFC 4515)',
    }),
    scope: t.field({ type: LdapScopeRef, description: 'How far people are searched; SUBTREE unless given.' }),
    subjectAttribute: t.string({
      description:
        'The attribute whose one value names the person in tokens; the first that the filter compares with the username, unless given. People must not be able to change it.',
    }),
    bindDn: t.string({
      description: "The entry that searches in the platform's name; null searches anonymously.",
    }),
    bindPassword: t.string({
      description:
        'Its password, 1 to 1024 characters. It cannot be read again. It is asked for again when the address, STARTTLS, the authorities or the bind DN change.',
    }),
    startTls: t.boolean({ description: 'Of ldap://: is TLS begun by STARTTLS? Yes, unless given.' }),
    authorities: t.string({
      description:
        "The authorities of the directory's certificate, as PEM; those of the system unless given.",
    }),
    timeoutMs: t.int({
      description: 'How long all of a sign-in may take there, 100 to 10000 milliseconds; 5000 unless given.',
    }),
  }),
});

type LdapInputValue = LdapDraft & { readonly bindPassword?: string | null | undefined };
type RegistryLdapInput = {
  readonly type: UserRegistryType;
  readonly url: string;
  readonly draft: LdapDraft | null | undefined;
};

/**
 * The settings of a directory; null for a registry of another type.
 *
 * @param path of the registry in the input
 * @throws BAD_USER_INPUT where settings and type do not go together, or a setting is no such thing
 */
export function ldapFrom({ type, url, draft }: RegistryLdapInput, path: InputPath): LdapSettings | null {
  const { ports } = userRegistryTypes[type];
  const { protocol, pathname, search, hash } = new URL(url);
  const schemes = Object.keys(ports);
  const bad = (detail: string, member: string) =>
    refuse('BAD_USER_INPUT', { detail, path: [...path, ...member.split('.')] });
  if (!schemes.includes(protocol.slice(0, -1)))
    bad(`The address of a registry of type ${type} begins with ${listed(schemes, 'or')}.`, 'url');
  if (type !== 'LDAP') {
    if (draft) bad(`A registry of type ${type} has no settings of LDAP: leave ldap out.`, 'ldap');
    return null;
  }
  if (!draft) return bad('A registry of type LDAP has settings: give ldap, with a baseDn at least.', 'ldap');
  if (!['', '/'].includes(pathname) || search !== '' || hash !== '')
    bad('The address of a directory is a host and a port: give the base DN as baseDn.', 'url');
  const settings = ldapSettingsFrom(draft, url, [...path, 'ldap']);
  const fault = filterFault(settings.userFilter);
  if (fault !== undefined) bad(fault, 'ldap.userFilter');
  return settings;
}

type Directory = { readonly url: string; readonly ldap: LdapSettings | null };
export type BindPasswordInput = {
  readonly before: Directory | undefined;
  readonly after: Directory;
  readonly bindPassword: string | null | undefined;
};

/** @throws BAD_USER_INPUT for a bind DN without its password, and the other way round */
export function checkPasswordOf({ before, after, bindPassword }: BindPasswordInput, path: InputPath): void {
  const at = [...path, 'bindPassword'];
  const isThere = bindPassword != null;
  if (isThere) checkBindPassword(bindPassword, at);
  if ((after.ldap?.bindDn ?? null) === null) {
    if (isThere)
      refuse('BAD_USER_INPUT', { detail: 'A password belongs to a bind DN: give both.', path: at });
  } else if (!isThere && !(before && keepsBindPassword(before, after)))
    refuse('BAD_USER_INPUT', {
      detail: 'Give the password of the bind DN: it is kept for the directory alone that it was set for.',
      path: at,
    });
}

/** The change of a registry's directory: its new settings, and its new password. */
export function changedLdap(
  row: Pick<UserRegistry, 'type' | 'url' | 'ldap'>,
  {
    url,
    ldap: input,
  }: { readonly url: string | undefined; readonly ldap: LdapInputValue | null | undefined },
): { readonly ldap: LdapSettings | null; readonly bindPassword: string | undefined } {
  const before = { url: row.url, ldap: stored<LdapSettings | null>(row.ldap) };
  const { bindPassword, ...given } = input ?? {};
  const address = url ?? row.url;
  const kept = before.ldap && {
    ...before.ldap,
    ...(isWithoutTls(address) !== isWithoutTls(row.url) && { startTls: undefined }),
  };
  const changed = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const draft: LdapDraft | null = kept ? { ...kept, ...changed } : (input ?? null);
  const ldap = ldapFrom({ type: row.type, url: address, draft }, ['input']);
  checkPasswordOf({ before, after: { url: address, ldap }, bindPassword }, ['input', 'ldap']);
  return { ldap, bindPassword: bindPassword ?? undefined };
}

/** Converts settings for their column. */
export const ldapColumn = (ldap: LdapSettings | null) => (ldap ? toStore(ldap) : Prisma.DbNull);

type KeepPasswordInput = {
  readonly id: string;
  readonly ldap: LdapSettings | null;
  /** A new password; undefined keeps the one before. */
  readonly bindPassword: string | undefined;
};

/** Keeps the password of a registry, sealed. One without a bind DN has none. */
export async function keepBindPassword(
  transaction: Pick<Transaction, 'userRegistry'>,
  { id, ldap, bindPassword }: KeepPasswordInput,
  secrets: Pick<Secrets, 'seal'>,
): Promise<void> {
  const hasOne = (ldap?.bindDn ?? null) !== null;
  if (hasOne && bindPassword === undefined) return;
  const bindPasswordSealed =
    hasOne && bindPassword !== undefined ? new Uint8Array(secrets.seal(bindPassword, id)) : null;
  await transaction.userRegistry.update({ where: { id }, data: { bindPasswordSealed } });
}
