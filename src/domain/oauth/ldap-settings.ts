import { type InputPath, refuse } from '../../foundation/errors.ts';
import { checkedCertificates } from '../backend/client-tls.ts';

/** The parts of a directory that a search looks at. (RFC 4511 §4.5.1.2) */
export const ldapScopes = ['BASE', 'ONE_LEVEL', 'SUBTREE'] as const;
export type LdapScope = (typeof ldapScopes)[number];

/** The settings of a user registry of type LDAP, without its password. */
export type LdapSettings = {
  /** Asks for TLS before anything else is sent. (RFC 4511 §4.14) An address with ldaps:// has TLS by itself. */
  readonly startTls: boolean;
  /** The authorities of the directory's certificate, as PEM; null trusts those of the system. */
  readonly authorities: string | null;
  /** The entry that searches in the platform's name; null searches anonymously. */
  readonly bindDn: string | null;
  readonly baseDn: string;
  /** A filter with {@link USERNAME_PLACE} in it. (RFC 4515) */
  readonly userFilter: string;
  readonly scope: LdapScope;
  /** The attribute whose one value names the person in tokens. */
  readonly subjectAttribute: string;
  readonly timeoutMs: number;
};

export type LdapDraft = { readonly [Member in keyof LdapSettings]?: LdapSettings[Member] | null | undefined };

/** The place of the username in a filter. */
export const USERNAME_PLACE = '{username}';
export const ldapDefaults = {
  userFilter: `(uid=${USERNAME_PLACE})`,
  scope: 'SUBTREE',
  timeoutMs: 5_000,
} as const;

const TEXT_MAX = 1_000;
const PASSWORD_MAX = 1_024;
const TIMEOUT_MS_MIN = 100;
const TIMEOUT_MS_MAX = 10_000;
/** A text without control characters. */
const TEXT = new RegExp(`^[^\\p{Cc}]{1,${TEXT_MAX}}$`, 'u');
/** A name of an attribute, or its number. (RFC 4512 §1.4) */
const ATTRIBUTE = /^(?:[A-Za-z][A-Za-z0-9-]{0,99}|\d+(?:\.\d+){1,30})$/;
/** The attribute that a filter compares with the username. */
const COMPARED = /\(([A-Za-z0-9.-]+)=\{username\}\)/;

/**
 * Completes the settings of a directory.
 *
 * @param path of the settings in the input
 * @throws BAD_USER_INPUT, with the path of the member at fault
 */
export function ldapSettingsFrom(draft: LdapDraft, url: string, path: InputPath): LdapSettings {
  const at = (member: keyof LdapSettings) => [...path, member];
  const { authorities = null, bindDn = null, baseDn, timeoutMs, scope } = draft;
  const userFilter = draft.userFilter ?? ldapDefaults.userFilter;
  const subjectAttribute = draft.subjectAttribute ?? COMPARED.exec(userFilter)?.[1];
  checkText(baseDn, 'the base DN', at('baseDn'));
  if (bindDn !== null) checkText(bindDn, 'the bind DN', at('bindDn'));
  checkText(userFilter, 'the filter', at('userFilter'));
  if (!isFilterForPeople(userFilter))
    bad(
      `Write a filter that compares an attribute with ${USERNAME_PLACE}, for example ${ldapDefaults.userFilter}.`,
      at('userFilter'),
    );
  if (subjectAttribute === undefined || !ATTRIBUTE.test(subjectAttribute))
    bad('Name the attribute whose value names a person in tokens, for example uid.', at('subjectAttribute'));
  if (timeoutMs != null && !(timeoutMs >= TIMEOUT_MS_MIN && timeoutMs <= TIMEOUT_MS_MAX))
    bad(`Give ${TIMEOUT_MS_MIN} to ${TIMEOUT_MS_MAX} milliseconds.`, at('timeoutMs'));
  return {
    startTls: isWithoutTls(url) && draft.startTls !== false,
    authorities: authorities === null ? null : checkedCertificates(authorities, at('authorities')),
    bindDn,
    baseDn,
    userFilter,
    scope: scope ?? ldapDefaults.scope,
    subjectAttribute,
    timeoutMs: timeoutMs ?? ldapDefaults.timeoutMs,
  };
}

/** Tells whether an address has no TLS of its own. */
export const isWithoutTls = (url: string): boolean => /^ldap:/i.test(url);

/** Is true for a filter with even parentheses, and with the username in values alone. */
function isFilterForPeople(filter: string): boolean {
  let open = 0;
  const isEven = filter.split('').every((character, at) => {
    if (character === '(') open += 1;
    if (character === ')') open -= 1;
    return open > 0 || (open === 0 && at === filter.length - 1);
  });
  const withoutValues = filter.replaceAll(/=[^()]*/g, '=');
  return isEven && open === 0 && filter.includes(USERNAME_PLACE) && !withoutValues.includes(USERNAME_PLACE);
}

/** @throws BAD_USER_INPUT for a password that no bind can have; an empty one would name nobody */
export function checkBindPassword(password: string, path: InputPath): void {
  if (password === '' || password.length > PASSWORD_MAX || password.includes('\0'))
    bad(`The password of the bind DN has 1 to ${PASSWORD_MAX} characters.`, path);
}

type Directory = { readonly url: string; readonly ldap: LdapSettings | null };

/**
 * Tells whether a directory may be given the password that is kept. One at another address, or believed by other
 * authorities, is another directory: who changes the address would otherwise be sent a password that nobody may read.
 */
export function keepsBindPassword(before: Directory, after: Directory): boolean {
  const [old, now] = [before.ldap, after.ldap];
  if (!old || !now || old.bindDn === null) return false;
  return (
    before.url === after.url &&
    old.bindDn === now.bindDn &&
    old.startTls === now.startTls &&
    old.authorities === now.authorities
  );
}

function checkText(text: string | null | undefined, what: string, path: InputPath): asserts text is string {
  if (text == null || !TEXT.test(text))
    bad(`Give ${what}, up to ${TEXT_MAX} characters without control characters.`, path);
}

function bad(detail: string, path: InputPath): never {
  return refuse('BAD_USER_INPUT', { detail, path });
}
