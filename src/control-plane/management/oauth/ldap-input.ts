import {
  type LdapDraft,
  type LdapScope,
  type LdapSettings,
  ldapSettingsFrom,
} from '../../../domain/oauth/ldap-settings.ts';
import { type InputPath, refuse } from '../../../foundation/errors.ts';
import { filterFault } from '../../../infrastructure/user-registries/ldap.ts';
import type { UserRegistryType } from '../../../infrastructure/user-registries/types.ts';
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

type RegistryLdapInput = {
  readonly type: UserRegistryType;
  readonly url: string;
  readonly ldap?: LdapDraft | null | undefined;
};

/**
 * The settings of a directory; null for a registry of another type.
 *
 * @param path of the registry in the input
 * @throws BAD_USER_INPUT where settings and type do not go together, or a setting is no such thing
 */
export function ldapFrom(
  { type, url, ldap: draft }: RegistryLdapInput,
  path: InputPath,
): LdapSettings | null {
  const { pathname, search, hash } = new URL(url);
  const bad = (detail: string, member: string) =>
    refuse('BAD_USER_INPUT', { detail, path: [...path, ...member.split('.')] });
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
