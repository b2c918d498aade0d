import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LdapDirectory } from '../../../support/ldap-directory.ts';
import { fill, type ManifestWorld, openManifest } from '../../../support/manifest.ts';

const BASE = 'ou=people,dc=acme';
const SERVICE = { dn: 'cn=gatehouse,dc=acme', userPassword: 'canary-of-the-bind-dn' };
const ALICE = { dn: `cn=Alice,${BASE}`, uid: 'alice', userPassword: 'alice-password' };
const SELECTION = `{ name type url
  ldap { baseDn userFilter scope subjectAttribute bindDn startTls authorities timeoutMs } }`;

let world: ManifestWorld;
let directory: LdapDirectory;
let url: string;
beforeEach(async () => {
  [world, directory] = await Promise.all([openManifest(), LdapDirectory.open()]);
  directory.state.entries = [SERVICE, { dn: BASE }, ALICE];
  url = `ldap://127.0.0.1:${directory.port}`;
});
afterEach(async () => {
  await Promise.all([world.close(), directory.close()]);
});

const ldap = { baseDn: BASE, bindDn: SERVICE.dn, bindPassword: SERVICE.userPassword, startTls: false };
const people = { title: 'People', displayName: 'People', type: 'LDAP' };
const create = (change: object = {}) =>
  world.mutate('createUserRegistry', { ...people, url, ldap: { ...ldap, ...change } }, SELECTION);
const update = (input: object) => world.mutate('updateUserRegistry', { name: 'people', ...input }, SELECTION);
const test = async (person: object = { username: 'alice', password: 'alice-password' }) => {
  const selection = '{ authenticated subject httpStatus message }';
  return world.mutate('testUserRegistry', { name: 'people', ...person }, selection);
};

describe('createUserRegistry of type LDAP', () => {
  it('completes the settings, and never tells the password', async () => {
    expect(await create()).toEqual({
      name: 'people',
      type: 'LDAP',
      url,
      ldap: {
        baseDn: BASE,
        userFilter: '(uid={username})',
        scope: 'SUBTREE',
        subjectAttribute: 'uid',
        bindDn: SERVICE.dn,
        startTls: false,
        authorities: null,
        timeoutMs: 5000,
      },
    });
    expect(directory.connections).toBe(0);
  });

  it('begins TLS by STARTTLS unless told not to, and takes the first attribute of the filter', async () => {
    const userFilter = '(&(objectClass=person)(|(mail={username})(uid={username})))';
    const made = await create({ startTls: undefined, userFilter });
    expect(made).toMatchObject({ ldap: { startTls: true, subjectAttribute: 'mail' } });
  });

  it.each([
    ['no settings', { ldap: undefined }, 'ldap'],
    ['no base DN', { ldap: { ...ldap, baseDn: undefined } }, 'baseDn'],
    ['a filter without the username', { ldap: { ...ldap, userFilter: '(uid=alice)' } }, 'userFilter'],
    ['a username that names an attribute', { ldap: { ...ldap, userFilter: '({username}=a)' } }, 'userFilter'],
    ['a filter that does not end', { ldap: { ...ldap, userFilter: '(&(uid={username})' } }, 'userFilter'],
    ['a bind DN without a password', { ldap: { ...ldap, bindPassword: undefined } }, 'bindPassword'],
    ['a bind DN with an empty password', { ldap: { ...ldap, bindPassword: '' } }, 'bindPassword'],
    ['a password without a bind DN', { ldap: { ...ldap, bindDn: undefined } }, 'bindPassword'],
    ['authorities that are none', { ldap: { ...ldap, authorities: 'mine' } }, 'authorities'],
    ['an endless time limit', { ldap: { ...ldap, timeoutMs: 60_000 } }, 'timeoutMs'],
    ['an address with a base DN', { url: 'ldap://127.0.0.1/dc=acme' }, 'url'],
    ['an address of HTTP', { url: 'https://127.0.0.1/' }, 'url'],
    ['settings of another type', { type: 'AUTHENTICATION_URL', url: 'http://127.0.0.1/' }, 'ldap'],
  ])('refuses %s', async (_what, change, member) => {
    const input = { ...people, url, ldap, ...change };
    const refused = await world.changesNothing(() => world.refused('createUserRegistry', input));
    expect(refused).toMatchObject({ status: 400, code: 'BAD_USER_INPUT' });
    expect(refused.path?.at(-1)).toBe(member);
  });

  it('refuses an address in a private network', async () => {
    const input = { ...people, url: 'ldaps://10.0.0.1', ldap };
    expect(await world.refused('createUserRegistry', input)).toMatchObject({ code: 'TARGET_NOT_ALLOWED' });
  });
});

describe('testUserRegistry of type LDAP', () => {
  it('names the person, and says who is refused', async () => {
    await create();
    expect(await test()).toEqual({
      authenticated: true,
      subject: 'alice',
      httpStatus: null,
      message: 'The registry accepts this username and password.',
    });
    expect(await test({ username: 'alice', password: 'other' })).toMatchObject({ authenticated: false });
    expect(await test({ username: 'alice', password: '' })).toMatchObject({
      message: 'A password is not empty.',
    });
  });

  it('names what is wrong with its settings', async () => {
    await create({ baseDn: 'ou=nobody,dc=acme' });
    expect(await test()).toMatchObject({
      message: 'The directory refuses the search below the base DN: there is no such entry (result code 32).',
    });
    await update({ ldap: { bindPassword: 'other' } });
    expect(await test()).toMatchObject({
      message: 'The directory refuses the bind DN: the DN or its password is wrong (result code 49).',
    });
  });
});

describe('updateUserRegistry of type LDAP', () => {
  it('changes what it is given, and keeps the rest with the password', async () => {
    await create();
    const { ldap: changed } = (await update({ ldap: { timeoutMs: 1000 } })) as { ldap: object };
    expect(changed).toMatchObject({ baseDn: BASE, bindDn: SERVICE.dn, timeoutMs: 1000 });
    expect(await test()).toMatchObject({ authenticated: true });
  });

  it.each([
    ['address', () => ({ url: `ldap://127.0.0.1:${directory.port}/` })],
    ['bind DN', () => ({ ldap: { bindDn: 'cn=other,dc=acme' } })],
    ['STARTTLS', () => ({ ldap: { startTls: true } })],
  ])('asks for the password again with another %s', async (_what, change) => {
    await create();
    const input = { name: 'people', ...change() };
    expect(await world.changesNothing(() => world.refused('updateUserRegistry', input))).toMatchObject({
      code: 'BAD_USER_INPUT',
      message: 'Give the password of the bind DN: it is kept for the directory alone that it was set for.',
      path: ['input', 'ldap', 'bindPassword'],
    });
  });

  it('forgets the password with the bind DN', async () => {
    await create();
    await update({ ldap: { bindDn: null } });
    const { secretSealed } = await world.database.prisma.userRegistry.findFirstOrThrow();
    expect(secretSealed).toBeNull();
    expect(await test()).toMatchObject({ authenticated: true });
  });
});

describe('a manifest with a registry of type LDAP', () => {
  it('says all but the password, and changes nothing where it was exported', async () => {
    await create();
    await fill(world);
    const manifest = await world.export();
    const { bindPassword: _, ...exported } = ldap;
    expect(manifest.userRegistries.find(({ name }) => name === 'people')).toEqual({
      name: 'people',
      title: 'People',
      type: 'LDAP',
      url,
      ldap: { ...exported, subjectAttribute: 'uid' },
    });
    expect((await world.apply(manifest)).changes).toEqual([]);
  });

  it('makes one with its password, and asks for it where the directory is another', async () => {
    const registry = { name: 'people', type: 'LDAP', url, ldap };
    await world.apply({ gatehouse: '1', userRegistries: [registry] });
    expect(await test()).toMatchObject({ authenticated: true });
    const { bindPassword: _, ...rest } = ldap;
    await world.apply({
      gatehouse: '1',
      userRegistries: [{ ...registry, ldap: { ...rest, timeoutMs: 900 } }],
    });
    expect(await test()).toMatchObject({ authenticated: true });
    const moved = { ...registry, url: `${url}/`, ldap: rest };
    const { faults } = await world.changesNothing(() =>
      world.applyRefused({ gatehouse: '1', userRegistries: [moved] }),
    );
    expect(faults).toMatchObject([
      {
        path: ['input', 'manifest', 'userRegistries', 0, 'ldap'],
        message:
          'The bind DN of people is new, or its directory is, and secrets are never exported: give its bindPassword.',
      },
    ]);
  });
});

it('the password of a bind DN is in no audit, no change and no column in clear', async () => {
  await create();
  await update({ ldap: { bindPassword: SERVICE.userPassword, timeoutMs: 2000 } });
  await test();
  const tables = ['AuditEvent', 'UserRegistry', 'Event'];
  for (const table of tables) {
    const rows = await world.database.query(`SELECT row_to_json(t)::text AS row FROM "${table}" t`);
    const text = JSON.stringify(rows);
    expect(text).not.toContain(SERVICE.userPassword);
    expect(text).not.toContain(Buffer.from(SERVICE.userPassword).toString('hex'));
  }
  const [{ secretSealed, id } = { secretSealed: null, id: '' }] =
    await world.database.prisma.userRegistry.findMany();
  expect(world.deps.secrets.unseal(secretSealed ?? new Uint8Array(), id)).toBe(SERVICE.userPassword);
});
