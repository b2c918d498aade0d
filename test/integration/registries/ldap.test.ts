import { readFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LdapDraft, ldapSettingsFrom } from '../../../src/domain/oauth/ldap-settings.ts';
import { urlScalar } from '../../../src/graphql/schema/scalars.ts';
import { OrgOutbound } from '../../../src/infrastructure/outbound/org-outbound.ts';
import { Outbound } from '../../../src/infrastructure/outbound/outbound.ts';
import { authenticate } from '../../../src/infrastructure/user-registries/registries.ts';
import { userRegistryTypes } from '../../../src/infrastructure/user-registries/types.ts';
import { chainOf, makeCertificates } from '../../support/certificates.ts';
import { eventually } from '../../support/eventually.ts';
import { entryMessage, LdapDirectory, type Request, result } from '../../support/ldap-directory.ts';
import { noLocalUsers, registriesOver, someRegistry } from '../../support/registry.ts';

const certificates = makeCertificates();
afterAll(() => certificates.remove());

const BASE = 'ou=people,dc=acme';
const SERVICE = { dn: 'cn=gatehouse,dc=acme', userPassword: 'service-password' };
const ALICE = {
  dn: `cn=Alice Smith,${BASE}`,
  uid: 'alice',
  mail: 'alice@acme.test',
  userPassword: 'alice-password',
};
const BOB = { dn: `cn=Bob,${BASE}`, uid: 'bob', mail: 'bob@acme.test', userPassword: 'bob-password' };
const alice = { username: 'alice', password: 'alice-password' };
const [BOUND, DONE, EXTENDED_DONE] = [0x61, 0x65, 0x78];

let directory: LdapDirectory;
let outbound: Outbound;
let opened: LdapDirectory[];
const openDirectory = async (options?: Parameters<typeof LdapDirectory.open>[0]) => {
  const made = await LdapDirectory.open(options);
  made.state.entries = [SERVICE, { dn: BASE }, ALICE, BOB];
  opened.push(made);
  return made;
};

beforeEach(async () => {
  opened = [];
  directory = await openDirectory();
  outbound = new Outbound({ allowlist: ['127.0.0.0/8'] });
});
afterEach(async () => {
  await outbound.close();
  await Promise.all(opened.map((each) => each.close()));
});

const address = (scheme = 'ldap', of = directory) => `${scheme}://127.0.0.1:${of.port}`;
const registry = (draft: LdapDraft = {}, url = address()) => ({
  ...someRegistry,
  type: 'LDAP' as const,
  url,
  ldap: ldapSettingsFrom({ baseDn: BASE, bindDn: SERVICE.dn, startTls: false, ...draft }, url, ['ldap']),
  secret: SERVICE.userPassword,
});
const ask = (person = alice, of = registry()) =>
  authenticate(of, person, { outbound, localUsers: noLocalUsers });

/** The entries that were bound as. Who is unknown is bound as a DN of none. */
const boundEntries = () =>
  directory.binds
    .map(({ dn }) => dn)
    .filter((dn) => directory.state.entries.some((entry) => entry.dn === dn));

describe('a registry of type LDAP', () => {
  it('searches as its bind DN, then binds as the entry, on one connection that it ends', async () => {
    expect(await ask()).toEqual({
      answer: 'ACCEPTED',
      subject: 'alice',
      message: 'The registry accepts this username and password.',
      durationMs: expect.any(Number),
    });
    expect(directory.seen).toEqual([
      { type: 'BIND', dn: SERVICE.dn, password: 'service-password', isSecure: false },
      { type: 'SEARCH', baseDn: BASE, filter: '(uid=alice)', isSecure: false },
      { type: 'BIND', dn: ALICE.dn, password: 'alice-password', isSecure: false },
    ]);
    expect(directory.connections).toBe(1);
    await eventually(() => expect(directory.openConnections).toBe(0));
  });

  it('searches anonymously without a bind DN', async () => {
    expect(await ask(alice, registry({ bindDn: null }))).toMatchObject({ answer: 'ACCEPTED' });
    expect(directory.seen[0]).toMatchObject({ type: 'SEARCH' });
  });

  it.each([
    ['a wrong password', { ...alice, password: 'other' }, 'The registry refuses this username and password.'],
    [
      'a person who is not there',
      { ...alice, username: 'carol' },
      'No entry below the base DN matches the filter.',
    ],
  ])('refuses %s', async (_what, person, message) => {
    expect(await ask(person)).toMatchObject({ answer: 'REFUSED', message });
  });

  it.each([
    ['a wrong password', { ...alice, password: 'other' }],
    ['somebody unknown', { ...alice, username: 'carol' }],
  ])('asks as much about %s: a search and two binds', async (_what, person) => {
    expect(await ask(person)).toMatchObject({ answer: 'REFUSED' });
    expect(directory.seen.map(({ type }) => type)).toEqual(['BIND', 'SEARCH', 'BIND']);
    expect(directory.binds.map(({ password }) => password)).toEqual([SERVICE.userPassword, person.password]);
    expect(directory.connections).toBe(1);
  });

  it('binds for somebody unknown as an entry that nobody has, another one each time, whatever it answers', async () => {
    directory.state.answer = (request, id) =>
      request.type === 'BIND' && request.dn !== SERVICE.dn ? result(id, BOUND, 0) : undefined;
    for (let count = 0; count < 2; count += 1)
      expect(await ask({ ...alice, username: 'carol' })).toMatchObject({ answer: 'REFUSED' });
    const [, first = '', , second = ''] = directory.binds.map(({ dn }) => dn);
    for (const dn of [first, second]) expect(dn).toMatch(new RegExp(`^cn=[0-9a-f]{32},${BASE}$`));
    expect(first).not.toBe(second);
  });

  it.each([19, 32, 48, 50, 53])(
    'refuses an account whose bind ends with %d, and stays well',
    async (code) => {
      directory.state.answer = (request, id) =>
        request.type === 'BIND' && request.dn === ALICE.dn ? result(id, BOUND, code) : undefined;
      const told = await ask();
      expect(told).toMatchObject({ answer: 'REFUSED' });
      expect(userRegistryTypes.LDAP.healthShownBy(told)).toBe('WELL');
    },
  );

  it('names the person by the attribute, however the username is spelled', async () => {
    expect(await ask({ ...alice, username: 'ALICE' })).toMatchObject({
      answer: 'ACCEPTED',
      subject: 'alice',
    });
    const byMail = registry({ userFilter: '(|(uid={username})(mail={username}))', subjectAttribute: 'MAIL' });
    expect(await ask(alice, byMail)).toMatchObject({ answer: 'ACCEPTED', subject: ALICE.mail });
    expect(userRegistryTypes.LDAP.countedAs('ＡLICE')).toBe('alice');
  });

  it('accepts nobody whose entry has no value to name them by, and stays well', async () => {
    const told = await ask(alice, registry({ subjectAttribute: 'employeeNumber' }));
    expect(told).toMatchObject({
      answer: 'UNAVAILABLE',
      message: 'The entry has no single value of employeeNumber to name the person by.',
    });
    expect(userRegistryTypes.LDAP.healthShownBy(told)).toBe('WELL');
  });
});

describe('a person who cannot be asked for', () => {
  it.each([
    ['an empty password, which would bind as nobody (RFC 4513 §5.1.2)', { ...alice, password: '' }],
    ['an empty username', { ...alice, username: '' }],
    ['a NUL', { ...alice, username: 'al\0ice' }],
    ['a character without width', { ...alice, username: 'al\u200bice' }],
    ['spaces around the username', { ...alice, username: ' alice' }],
  ])('is refused without a connection: %s', async (_what, person) => {
    expect(await ask(person)).toMatchObject({ answer: 'REFUSED' });
    expect(userRegistryTypes.LDAP.personFault(person)).toEqual(expect.any(String));
    expect(directory.connections).toBe(0);
  });

  it.each(['*', 'a*', '*)(uid=*', 'alice)(|(uid=*', 'alice\\2a', ')(&', '{username}', '$&'])(
    'is not found by %s, which stays a value of the filter (RFC 4515 §3)',
    async (username) => {
      expect(await ask({ ...alice, username })).toMatchObject({
        answer: 'REFUSED',
        message: 'No entry below the base DN matches the filter.',
      });
      expect(boundEntries()).toEqual([SERVICE.dn]);
    },
  );

  it('is refused where several entries match, with no bind as any of them', async () => {
    directory.state.entries.push({ ...ALICE, dn: `cn=Other,${BASE}` });
    expect(await ask()).toMatchObject({
      answer: 'REFUSED',
      message: 'Several entries match the filter: make it, or the base DN, narrower.',
    });
    expect(boundEntries()).toEqual([SERVICE.dn]);
  });

  it('is refused where the directory gives up at its size limit', async () => {
    directory.state.answer = (request, id) => (request.type === 'SEARCH' ? result(id, DONE, 4) : undefined);
    expect(await ask()).toMatchObject({ answer: 'REFUSED' });
  });

  it('is not bound as an entry without a DN, which is nobody', async () => {
    directory.state.answer = (request, id) =>
      request.type === 'SEARCH'
        ? Buffer.concat([entryMessage(id, { dn: '', uid: 'alice' }), result(id, DONE, 0)])
        : undefined;
    expect(await ask()).toMatchObject({ answer: 'UNAVAILABLE' });
    expect(boundEntries()).toEqual([SERVICE.dn]);
  });
});

describe('what is wrong with a directory', () => {
  const ended = (type: Request['type'], operation: number, code: number) => {
    directory.state.answer = (request, id) =>
      request.type === type ? result(id, operation, code) : undefined;
  };

  it('is told of the bind DN', async () => {
    expect(await ask(alice, { ...registry(), secret: 'other' })).toMatchObject({
      answer: 'UNAVAILABLE',
      health: 'FAILING',
      message: 'The directory refuses the bind DN: the DN or its password is wrong (result code 49).',
    });
  });

  it('is told of the base DN', async () => {
    expect(await ask(alice, registry({ baseDn: 'dc=other' }))).toMatchObject({
      answer: 'UNAVAILABLE',
      message: 'The directory refuses the search below the base DN: there is no such entry (result code 32).',
    });
  });

  it.each([
    [10, 'it refers to another directory, and referrals are not followed'],
    [13, 'it asks for TLS'],
    [52, 'it is unavailable'],
    [80, 'no success'],
  ])('is told of the result %d', async (code, meaning) => {
    ended('SEARCH', DONE, code);
    expect(await ask()).toMatchObject({
      answer: 'UNAVAILABLE',
      message: `The directory refuses the search below the base DN: ${meaning} (result code ${code}).`,
    });
  });

  it('is told where nothing listens', async () => {
    await directory.close();
    opened.length = 0;
    const told = await ask();
    expect(told).toMatchObject({ answer: 'UNAVAILABLE', message: 'The registry cannot be reached.' });
    expect(userRegistryTypes.LDAP.healthShownBy(told)).toBe('SILENT');
  });

  it.each(['BIND', 'SEARCH'] as const)(
    'is told after its time limit where a %s is not answered',
    async (type) => {
      directory.state.answer = (request) => (request.type === type ? 'SILENCE' : undefined);
      const told = await ask(alice, registry({ timeoutMs: 200 }));
      expect(told).toMatchObject({
        answer: 'UNAVAILABLE',
        health: 'SILENT',
        message: 'The registry did not answer within 0.2 seconds.',
      });
      await eventually(() => expect(directory.openConnections).toBe(0));
    },
  );

  it.each([
    ['HTTP', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['a length that turns negative', Buffer.from([0x30, 0x84, 0xff, 0xff, 0xff, 0xf0, 2, 1, 1])],
    ['a length without end', Buffer.from([0x30, 0x80, 2, 1, 1])],
    ['a list that is longer than its message', Buffer.from('300c02010264070400308200ff3000', 'hex')],
    ['an empty message', Buffer.from([0x30, 0])],
  ])('is told where it answers with %s', async (_what, bytes) => {
    directory.state.answer = (request) => (request.type === 'SEARCH' ? bytes : undefined);
    expect(await ask(alice, registry({ timeoutMs: 2_000 }))).toMatchObject({
      answer: 'UNAVAILABLE',
      message: 'What answers there does not speak LDAP.',
    });
  });

  it.each([
    [
      'without end',
      'The directory answers more than 64 KiB.',
      (id: number) => [entryMessage(id, { ...ALICE, uid: 'a'.repeat(64 * 1024) })],
    ],
    [
      'with references without end',
      'The directory answers a search with more than 32 messages.',
      (id: number) => Array.from({ length: 600 }, () => result(id, 0x73, 0)),
    ],
    [
      'with thousands of attributes',
      'The directory answers an entry of more than 2000 attributes and values.',
      (id: number) => [
        entryMessage(id, {
          dn: ALICE.dn,
          ...Object.fromEntries(Array.from({ length: 2_001 }, (_, at) => [`a${at}`, ''])),
        }),
      ],
    ],
  ])('is told where it answers %s', async (_what, message, messages) => {
    directory.state.answer = (request, id) =>
      request.type === 'SEARCH' ? Buffer.concat(messages(id)) : undefined;
    expect(await ask()).toMatchObject({ answer: 'UNAVAILABLE', message });
  });

  it('is read on past references of a few other directories, a byte at a time', async () => {
    directory.state.answer = (request, id) =>
      request.type === 'SEARCH'
        ? Buffer.concat([
            ...Array.from({ length: 20 }, () => result(id, 0x73, 0)),
            entryMessage(id, ALICE),
            result(id, DONE, 0),
          ])
        : undefined;
    directory.state.isSlow = true;
    expect(await ask()).toMatchObject({ answer: 'ACCEPTED', subject: 'alice' });
  });

  it('never holds the username or a password', async () => {
    for (const code of [1, 10, 49, 80]) {
      ended('BIND', BOUND, code);
      const { message } = await ask({ username: 'canary-name', password: 'canary-password' });
      expect(message).not.toMatch(/canary|service-password/);
    }
  });
});

describe('TLS', () => {
  const authorities = readFileSync(certificates.authority, 'utf8');
  const long = chainOf(10);

  it.each([
    ['ldaps', { isTls: true }, {}],
    ['ldap', {}, { startTls: true }],
  ])('covers all that is sent to %s://', async (scheme, options, draft) => {
    const secure = await openDirectory({ certificate: certificates.good, ...options });
    const told = await ask(alice, registry({ authorities, ...draft }, address(scheme, secure)));
    expect(told).toMatchObject({ answer: 'ACCEPTED' });
    const asked = secure.seen.filter(({ type }) => type !== 'STARTTLS');
    expect(asked.map((request) => 'isSecure' in request && request.isSecure)).toEqual([true, true, true]);
  });

  it.each([
    {
      what: 'of an unknown authority',
      certificate: certificates.good,
      given: null,
      message: /^TLS with the directory failed: its certificate is not trusted \(/,
    },
    {
      what: 'for another name',
      certificate: certificates.ofAnotherName,
      given: authorities,
      message: /for another host name\.$/,
    },
    {
      what: 'that is over',
      certificate: certificates.expired,
      given: authorities,
      message: /not trusted \(CERT_HAS_EXPIRED\)\.$/,
    },
    {
      what: 'behind ten others',
      certificate: long.server,
      given: long.authority,
      message: /not trusted \(CERT_CHAIN_TOO_LONG\)\.$/,
    },
  ])('is refused with a certificate $what, and nothing is sent', async ({ certificate, given, message }) => {
    for (const [scheme, isTls] of [
      ['ldaps', true],
      ['ldap', false],
    ] as const) {
      const secure = await openDirectory({ certificate, isTls });
      const settings = { authorities: given, startTls: true };
      const told = await ask(alice, registry(settings, address(scheme, secure)));
      expect(told).toMatchObject({ answer: 'UNAVAILABLE', message: expect.stringMatching(message) });
      expect(secure.seen.filter(({ type }) => type !== 'STARTTLS')).toEqual([]);
    }
  });

  it('is never given up: a directory without STARTTLS is sent no password', async () => {
    expect(await ask(alice, registry({ startTls: true }))).toMatchObject({
      answer: 'UNAVAILABLE',
      message: 'The directory refuses STARTTLS: it is unavailable (result code 52).',
    });
    expect(directory.seen).toEqual([{ type: 'STARTTLS' }]);
  });

  it('does not count what came before it as an answer', async () => {
    const secure = await openDirectory({ certificate: certificates.good });
    secure.state.answer = (request, id) =>
      request.type === 'STARTTLS'
        ? Buffer.concat([result(id, EXTENDED_DONE, 0), result(id + 1, BOUND, 0)])
        : undefined;
    expect(
      await ask(alice, registry({ startTls: true, authorities }, address('ldap', secure))),
    ).toMatchObject({
      answer: 'UNAVAILABLE',
      message: 'The directory sent more than was asked before TLS.',
    });
  });
});

describe('the address of a directory', () => {
  it('is reached only where outgoing calls may go', async () => {
    const closed = new Outbound({ allowlist: [], trusted: new Set([`http://127.0.0.1:${directory.port}`]) });
    expect(
      await authenticate(registry(), alice, { outbound: closed, localUsers: noLocalUsers }),
    ).toMatchObject({ answer: 'UNAVAILABLE' });
    expect(directory.connections).toBe(0);
    await closed.close();
  });

  it('is no listener of the platform', async () => {
    const forbidden = [{ host: '127.0.0.1', port: directory.port }];
    const closed = new Outbound({ allowlist: ['127.0.0.0/8'], forbidden });
    expect(
      await authenticate(registry(), alice, { outbound: closed, localUsers: noLocalUsers }),
    ).toMatchObject({ answer: 'UNAVAILABLE' });
    expect(directory.connections).toBe(0);
    await closed.close();
  });

  it('has the schemes of LDAP, and no others', async () => {
    const { ports } = userRegistryTypes.LDAP;
    await expect(outbound.check(address(), ['url'], ports)).resolves.toBeUndefined();
    await expect(outbound.check('http://127.0.0.1:1/', ['url'], ports)).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      message: 'Give an absolute ldap or ldaps URL without a username and password.',
    });
    const scalar = urlScalar(['http', 'https', ...Object.keys(ports)]);
    expect(scalar.parseValue(address())).toBe(address());
    expect(() => scalar.parseValue('javascript://x')).toThrow('An absolute http, https, ldap or ldaps URL');
  });
});

it('a directory that fails is spared, as other registries are', async () => {
  const registries = registriesOver(outbound);
  const failing = { ...registry(), id: 'people', orgId: 'acme', secret: 'other' };
  for (const username of ['a', 'b', 'c', 'a', 'b', 'c', 'a', 'b', 'c', 'a'])
    await registries.authenticate(failing, { username, password: 'x' });
  const { connections } = directory;
  expect(await registries.authenticate(failing, alice)).toMatchObject({
    answer: 'UNAVAILABLE',
    retryAfterSeconds: 10,
  });
  expect(directory.connections).toBe(connections);
});

it('requests that wait for others of their org begin a few in each turn of the event loop', async () => {
  const registries = registriesOver(outbound);
  const begun = new Map<number, number>();
  let turn = 0;
  const connect = vi.spyOn(OrgOutbound.prototype, 'connect').mockImplementation(async () => {
    begun.set(turn, (begun.get(turn) ?? 0) + 1);
    throw new Error('Nothing listens.');
  });
  const asked = Array.from({ length: 64 }, (_, at) =>
    registries.authenticate({ ...registry(), id: `people-${at}` }, alice),
  );
  let isDone = false;
  const done = Promise.all(asked).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await nextTurn();
    turn += 1;
  }
  expect((await done).map(({ answer }) => answer)).toEqual(Array(64).fill('UNAVAILABLE'));
  expect([...begun.values()].reduce((sum, count) => sum + count, 0)).toBe(64);
  expect(Math.max(...begun.values())).toBeLessThanOrEqual(4);
  connect.mockRestore();
});
