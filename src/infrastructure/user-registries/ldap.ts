import { randomBytes } from 'node:crypto';
import { Filter, FilterParser } from 'ldapts';
import type { ProvidedIdentity } from '../../domain/consumer/sign-in-placement.ts';
import { type LdapScope, type LdapSettings, USERNAME_PLACE } from '../../domain/oauth/ldap-settings.ts';
import type { OrgOutbound } from '../outbound/org-outbound.ts';
import { LdapConnection, type LdapEntry, type LdapSearch } from './ldap-connection.ts';
import { LdapFault } from './ldap-fault.ts';
import type {
  AuthenticationResult,
  RegistryAccess,
  RegistryDeps,
  RegistryPerson,
  RegistryType,
} from './registry-type.ts';

const ports = { ldap: 389, ldaps: 636 };
const SUBJECT_MAX = 256;
const NOBODY_BYTES = 16;
/** The attribute with the email address. (RFC 4524 §2.16) */
const MAIL = 'mail';
/** Result codes. (RFC 4511 §A.1) */
const SUCCESS = 0;
const SIZE_LIMIT_EXCEEDED = 4;
/** Result codes that refuse one person. The password is wrong, or the account may not sign in. */
const REFUSALS = new Set([19, 32, 48, 49, 50, 53]);
/** The meanings of result codes where settings are at fault. */
const MEANINGS: Readonly<Record<number, string>> = {
  1: 'it asks for a bind DN first, or failed',
  8: 'it asks for TLS',
  10: 'it refers to another directory, and referrals are not followed',
  13: 'it asks for TLS',
  32: 'there is no such entry',
  34: 'the DN is not well-formed',
  49: 'the DN or its password is wrong',
  50: 'the bind DN may not do that',
  51: 'it is busy',
  52: 'it is unavailable',
  53: 'it is not willing to',
};
const scopes: Record<LdapScope, LdapSearch['scope']> = { BASE: 'base', ONE_LEVEL: 'one', SUBTREE: 'sub' };

/** The user registry of type LDAP. It searches for the person, then binds with the password. */
export const ldap: RegistryType = {
  title: 'LDAP',
  description: 'By a search for the username in a directory, and a bind with the password as what was found.',
  inShort: 'by a search and a bind in an LDAP directory',
  address: {
    label: 'Address of the directory',
    hint: 'ldaps://host, or ldap://host, which begins TLS by STARTTLS. Without a path.',
  },
  ports,
  personFault,
  countedAs: (username) => username.normalize('NFKC').toLowerCase(),
  authenticate,
  healthShownBy: ({ answer, health = 'SILENT' }) => (answer === 'UNAVAILABLE' ? health : 'WELL'),
};

/** Returns why a filter cannot be sent. Undefined for one that can. */
export function filterFault(userFilter: string): string | undefined {
  try {
    FilterParser.parseString(filterFor(userFilter, 'username'));
    return undefined;
  } catch {
    return 'The filter is not well-formed: write it as RFC 4515 does, for example (&(objectClass=person)(uid={username})).';
  }
}

/** Puts a username into a filter. It stays a value, whatever is in it. (RFC 4515 §3) */
const filterFor = (userFilter: string, username: string) =>
  userFilter.replaceAll(USERNAME_PLACE, () => Filter.escape(username));

/**
 * Returns why a person cannot be asked for. An empty password would bind as nobody, which directories accept. (RFC 4513
 * §5.1.2) Directories pass over spaces and invisible characters, so that one person would have many names.
 */
function personFault({ username, password }: RegistryPerson): string | undefined {
  if (password === '') return 'A password is not empty.';
  if (username === '' || /\p{C}|^\s|\s$|\s\s/u.test(username))
    return 'A username has no control characters, and no spaces around it or one after the other.';
  return undefined;
}

type Outcome = Omit<AuthenticationResult, 'durationMs'>;

async function authenticate(
  registry: RegistryAccess,
  person: RegistryPerson,
  { outbound }: RegistryDeps,
): Promise<AuthenticationResult> {
  const started = performance.now();
  const outcome = await outcomeOf(registry, person, outbound);
  return { ...outcome, durationMs: performance.now() - started };
}

async function outcomeOf(
  { url, ldap: settings, secret, claims }: RegistryAccess,
  person: RegistryPerson,
  outbound: OrgOutbound,
): Promise<Outcome> {
  const fault = personFault(person);
  if (fault !== undefined) return { answer: 'REFUSED', message: fault };
  if (!settings) throw new TypeError('A registry of type LDAP has settings.');
  try {
    return await withConnection({ url, outbound, timeoutMs: settings.timeoutMs }, async (connection) => {
      await secure(connection, { url, outbound, settings });
      if (settings.bindDn !== null)
        expectSuccess(await connection.bind(settings.bindDn, secret ?? ''), 'the bind DN');
      const found = await find(connection, person.username, { settings, claims });
      if (found === undefined) return refuseUnknown(connection, { person, settings });
      return 'answer' in found ? found : bindAs(connection, found, { person, settings, claims });
    });
  } catch (error) {
    if (error instanceof LdapFault)
      return { answer: 'UNAVAILABLE', message: error.message, health: error.health };
    return { answer: 'UNAVAILABLE', message: 'The registry cannot be reached.', health: 'SILENT' };
  }
}

type SecureInput = {
  readonly url: string;
  readonly outbound: OrgOutbound;
  readonly settings: LdapSettings;
};

async function secure(connection: LdapConnection, { url, outbound, settings }: SecureInput): Promise<void> {
  const { startTls, authorities } = settings;
  if (startTls) expectSuccess(await connection.askForTls(), 'STARTTLS');
  if (startTls || /^ldaps:/i.test(url))
    await connection.secure((socket) => outbound.secure(socket, url, authorities));
}

/** Returns the entry of a person; undefined without any. Only one that matches alone is the person's. */
async function find(
  connection: LdapConnection,
  username: string,
  { settings, claims }: Omit<BindInput, 'person'>,
): Promise<LdapEntry | Outcome | undefined> {
  const { baseDn, scope, userFilter, subjectAttribute, timeoutMs } = settings;
  const { code, entries } = await connection.search({
    baseDn,
    scope: scopes[scope],
    filter: filterFor(userFilter, username),
    attributes: [subjectAttribute, ...(claims === undefined ? [] : [MAIL, ...claims])],
    timeoutMs,
  });
  if (entries.length > 1 || code === SIZE_LIMIT_EXCEEDED)
    return {
      answer: 'REFUSED',
      message: 'Several entries match the filter: make it, or the base DN, narrower.',
    };
  expectSuccess(code, 'the search below the base DN');
  return entries[0];
}

type BindInput = {
  readonly person: RegistryPerson;
  readonly settings: LdapSettings;
  readonly claims?: readonly string[] | undefined;
};

/**
 * Refuses somebody unknown, after a bind as an entry that nobody has.
 *
 * The answer thus comes no sooner than for a wrong password. The bind locks no account, and what it is answered does not
 * matter.
 */
async function refuseUnknown(
  connection: LdapConnection,
  { person, settings: { baseDn } }: BindInput,
): Promise<Outcome> {
  const name = `cn=${randomBytes(NOBODY_BYTES).toString('hex')}`;
  await connection.bind(baseDn === '' ? name : `${name},${baseDn}`, person.password);
  return { answer: 'REFUSED', message: 'No entry below the base DN matches the filter.' };
}

async function bindAs(
  connection: LdapConnection,
  { dn, attributes }: LdapEntry,
  { person, settings: { subjectAttribute }, claims }: BindInput,
): Promise<Outcome> {
  // A bind without a name is anonymous, which directories accept with any password.
  if (dn === '') throw new LdapFault('The directory found an entry without a DN.');
  const code = await connection.bind(dn, person.password);
  if (REFUSALS.has(code))
    return { answer: 'REFUSED', message: 'The registry refuses this username and password.' };
  expectSuccess(code, "the person's bind");
  const values = attributes.get(subjectAttribute.toLowerCase()) ?? [];
  const [subject = ''] = values;
  if (values.length !== 1 || subject === '' || subject.length > SUBJECT_MAX || /\p{Cc}/u.test(subject))
    throw new LdapFault(
      `The entry has no single value of ${subjectAttribute} to name the person by.`,
      'WELL',
    );
  return {
    answer: 'ACCEPTED',
    subject,
    message: 'The registry accepts this username and password.',
    ...(claims !== undefined && { identity: identityOf(subject, attributes, claims) }),
  };
}

/** Reads who somebody is. In many directories people write their address themselves: nobody vouches for it. */
function identityOf(
  subject: string,
  attributes: LdapEntry['attributes'],
  claims: readonly string[],
): ProvidedIdentity {
  const valuesOf = (name: string) => attributes.get(name.toLowerCase()) ?? [];
  return {
    subject,
    username: subject,
    email: valuesOf(MAIL)[0] ?? null,
    isEmailVerified: false,
    claims: Object.fromEntries(claims.map((name) => [name, valuesOf(name)])),
  };
}

function expectSuccess(code: number, what: string): void {
  if (code !== SUCCESS)
    throw new LdapFault(
      `The directory refuses ${what}: ${MEANINGS[code] ?? 'no success'} (result code ${code}).`,
    );
}

type Opening = { readonly url: string; readonly outbound: OrgOutbound; readonly timeoutMs: number };

/** Opens a connection for one person, and ends it. All of it has one time limit. */
async function withConnection(
  { url, outbound, timeoutMs }: Opening,
  use: (connection: LdapConnection) => Promise<Outcome>,
): Promise<Outcome> {
  const opening = outbound.connect(url, ports);
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    const fault = new LdapFault(`The registry did not answer within ${timeoutMs / 1000} seconds.`, 'SILENT');
    timer = setTimeout(reject, timeoutMs, fault);
  });
  try {
    return await Promise.race([opening.then((socket) => use(new LdapConnection(socket))), tooLate]);
  } finally {
    clearTimeout(timer);
    opening.then(
      (socket) => socket.destroy(),
      () => undefined,
    );
  }
}
