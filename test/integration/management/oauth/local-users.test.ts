import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATALOG } from '../../../support/catalog.ts';
import { fill, type ManifestWorld, openManifest } from '../../../support/manifest.ts';

const PASSWORD = 'canary-of-a-local-user';
const OTHER = 'another-canary-password';
const SELECTION = '{ username state createdAt passwordChangedAt }';

let world: ManifestWorld;
let registries = 0;
beforeAll(async () => {
  world = await openManifest();
  await fill(world);
});
afterAll(() => world.close());

/** A registry of its own for each test. */
async function registry(): Promise<string> {
  registries += 1;
  const input = { title: `People ${registries}`, displayName: 'People', type: 'LOCAL' };
  const { name } = await world.mutate<{ name: string }>('createUserRegistry', input, '{ name }');
  return name;
}
const add = (userRegistry: string, username = 'alice', password = PASSWORD) =>
  world.mutate('addLocalUser', { userRegistry, username, password }, SELECTION);
const accepts = async (name: string, username: string, password: string) => {
  const { authenticated, subject } = await world.mutate<{ authenticated: boolean; subject: string | null }>(
    'testUserRegistry',
    { name, username, password },
    '{ authenticated subject }',
  );
  return authenticated ? subject : authenticated;
};
const people = async (name: string, args = '') => {
  const { userRegistry } = await world.query<{
    userRegistry: { localUserCount: number; localUsers: { username: string }[] };
  }>(`{ userRegistry(name: "${name}") { localUserCount localUsers${args} { username } } }`);
  return userRegistry;
};

describe('a registry of type LOCAL', () => {
  it('has no address, and refuses one', async () => {
    const input = { title: 'Kept here', displayName: 'People', type: 'LOCAL' };
    const made = await world.mutate(
      'createUserRegistry',
      input,
      '{ type url ldap { baseDn } localUserCount }',
    );
    expect(made).toEqual({ type: 'LOCAL', url: 'local://users', ldap: null, localUserCount: 0 });
    for (const url of ['https://127.0.0.1/', 'local://elsewhere'])
      for (const [mutation, more] of [
        ['createUserRegistry', { ...input, name: 'other' }],
        ['updateUserRegistry', { name: 'kept-here' }],
      ] as const)
        expect(await world.refused(mutation, { ...more, url })).toMatchObject({
          status: 400,
          code: 'BAD_USER_INPUT',
          message: 'A registry of type LOCAL has no address: leave url out.',
          path: ['input', 'url'],
        });
  });

  it.each(['AUTHENTICATION_URL', 'LDAP'])('is the only one without: %s asks for it', async (type) => {
    const input = { title: 'People', displayName: 'People', type };
    expect(await world.refused('createUserRegistry', input)).toMatchObject({
      status: 400,
      code: 'BAD_USER_INPUT',
      message: `A registry of type ${type} is asked at an address: give its url.`,
      path: ['input', 'url'],
    });
  });

  it('is not what APIs and other registries can be asked at', async () => {
    const input = { title: 'People', displayName: 'People', url: 'local://users' };
    expect(await world.refused('createUserRegistry', input)).toMatchObject({
      status: 400,
      code: 'BAD_USER_INPUT',
      path: ['input', 'url'],
    });
  });

  it('is deleted without people alone', async () => {
    const name = await registry();
    await add(name);
    expect(await world.changesNothing(() => world.refused('deleteUserRegistry', { name }, ''))).toMatchObject(
      {
        status: 409,
        code: 'IN_USE',
        message: `The user registry ${name} has 1 person, whose passwords nobody else has: remove them first.`,
        path: ['input', 'name'],
      },
    );
    await world.mutate('removeLocalUser', { userRegistry: name, username: 'alice' }, '');
    expect(await world.mutate('deleteUserRegistry', { name }, '')).toBe(true);
  });
});

describe('a local user', () => {
  it('is added, known by the password, and named as first written', async () => {
    const name = await registry();
    const now = world.deps.clock().toISOString();
    expect(await add(name, 'Zoe\u0308')).toEqual({
      username: 'Zo\u00eb',
      state: 'ENABLED',
      createdAt: now,
      passwordChangedAt: now,
    });
    expect(await accepts(name, 'ZOE\u0308', PASSWORD)).toBe('Zo\u00eb');
    expect(await accepts(name, 'zo\u00eb', PASSWORD)).toBe('Zo\u00eb');
    expect(await accepts(name, 'zo\u00eb', OTHER)).toBe(false);
    expect(await accepts(name, 'nobody', PASSWORD)).toBe(false);
  });

  it('is one whatever the case, in each registry by itself', async () => {
    const [one, two] = [await registry(), await registry()];
    await add(one, 'alice');
    await add(two, 'alice', OTHER);
    expect(await accepts(two, 'alice', PASSWORD)).toBe(false);
    const taken = { userRegistry: one, username: 'ALICE', password: OTHER };
    expect(await world.changesNothing(() => world.refused('addLocalUser', taken, SELECTION))).toMatchObject({
      status: 409,
      code: 'NAME_TAKEN',
      message: `The user registry ${one} has a person with the username ALICE already: choose another.`,
      path: ['input', 'username'],
    });
  });

  it.each([
    ['an empty username', { username: ' ' }, 'The username is empty.'],
    ['blanks around it', { username: ' alice' }, 'The username begins or ends with a blank: leave it out.'],
    ['a colon', { username: 'a:b' }, 'The username has a colon, where HTTP Basic ends it: leave it out.'],
    ['a long one', { username: 'a'.repeat(201) }, 'The username is longer than 200 characters.'],
    ['a short password', { password: 'short' }, 'A password has 8 to 256 characters.'],
    ['a long password', { password: 'a'.repeat(257) }, 'A password has 8 to 256 characters.'],
  ])('is not added with %s', async (_what, change, message) => {
    const input = { userRegistry: await registry(), username: 'alice', password: PASSWORD, ...change };
    expect(await world.changesNothing(() => world.refused('addLocalUser', input, SELECTION))).toMatchObject({
      status: 400,
      code: 'BAD_USER_INPUT',
      message,
      path: ['input', ...Object.keys(change)],
    });
  });

  it('gets another password, which ends the one before', async () => {
    const name = await registry();
    await add(name);
    world.pass(60_000);
    const input = { userRegistry: name, username: 'Alice', password: OTHER };
    expect(await world.mutate('setLocalUserPassword', input, SELECTION)).toMatchObject({
      username: 'alice',
      passwordChangedAt: world.deps.clock().toISOString(),
    });
    expect([await accepts(name, 'alice', PASSWORD), await accepts(name, 'alice', OTHER)]).toEqual([
      false,
      'alice',
    ]);
  });

  it('is suspended and let in again, with the password as it was', async () => {
    const name = await registry();
    await add(name);
    const set = (state: string) =>
      world.mutate('setLocalUserState', { userRegistry: name, username: 'alice', state }, '{ state }');
    expect(await set('SUSPENDED')).toEqual({ state: 'SUSPENDED' });
    expect(await accepts(name, 'alice', PASSWORD)).toBe(false);
    expect(await set('ENABLED')).toEqual({ state: 'ENABLED' });
    expect(await accepts(name, 'alice', PASSWORD)).toBe('alice');
  });

  it.each([
    ['setLocalUserPassword', { password: OTHER }, SELECTION],
    ['setLocalUserState', { state: 'SUSPENDED' }, SELECTION],
    ['removeLocalUser', {}, ''],
  ])('that is not there is named by %s', async (mutation, more, selection) => {
    const userRegistry = await registry();
    const input = { userRegistry, username: 'nobody', ...more };
    expect(await world.refused(mutation, input, selection)).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
      message: `The user registry ${userRegistry} has nobody with this username.`,
      path: ['input', 'username'],
    });
  });

  it('is none of a registry that keeps its people elsewhere', async () => {
    const elsewhere = { title: 'Elsewhere', displayName: 'People', url: 'http://127.0.0.1:1/' };
    await world.mutate('createUserRegistry', elsewhere, '{ name }');
    const input = { userRegistry: 'elsewhere', username: 'alice', password: PASSWORD };
    expect(await world.refused('addLocalUser', input, SELECTION)).toMatchObject({
      status: 400,
      code: 'BAD_USER_INPUT',
      message:
        'The user registry elsewhere is of type AUTHENTICATION_URL, and keeps its people elsewhere: name one of type LOCAL.',
      path: ['input', 'userRegistry'],
    });
  });

  it('is listed by username, a part at a time, and found by a part of it', async () => {
    const name = await registry();
    for (const username of ['carol', 'Alice', 'bob_1', 'bobx1']) await add(name, username);
    expect(await people(name, '(first: 2, offset: 1)')).toEqual({
      localUserCount: 4,
      localUsers: [{ username: 'bob_1' }, { username: 'bobx1' }],
    });
    expect((await people(name, '(search: "B_1")')).localUsers).toEqual([{ username: 'bob_1' }]);
    const one = `{ userRegistry(name: "${name}") { localUser(username: "ALICE") { username } none: localUser(username: "x") { username } } }`;
    expect(await world.query(one)).toEqual({
      userRegistry: { localUser: { username: 'Alice' }, none: null },
    });
  });

  it('is one of so many in an org', async () => {
    const name = await registry();
    const { prisma } = world.database;
    const used = await prisma.localUser.count();
    await world.mutate('setQuota', { resource: 'LOCAL_USERS', limit: used + 1 }, '{ limit }');
    await add(name, 'last');
    const input = { userRegistry: name, username: 'more', password: PASSWORD };
    const refused = await world.changesNothing(() => world.refused('addLocalUser', input, SELECTION));
    expect(refused).toMatchObject({ status: 409, code: 'QUOTA_EXCEEDED' });
    expect(refused.message).toContain('local users');
    await world.mutate('setQuota', { resource: 'LOCAL_USERS', limit: null }, '{ limit }');
  });
});

describe('what a local user signed in for', () => {
  /** A session, a family of tokens and a consent of each of two people, at a provider that asks the registry. */
  async function signedIn(): Promise<string> {
    const userRegistry = await registry();
    const { prisma } = world.database;
    const { name: oauthProvider } = await world.mutate<{ name: string }>(
      'createOAuthProvider',
      { title: `Provider of ${userRegistry}`, userRegistry },
      '{ name }',
    );
    const owner = { catalog: CATALOG, title: `Consumers of ${userRegistry}` };
    const { name: consumerOrg } = await world.mutate<{ name: string }>(
      'createConsumerOrg',
      owner,
      '{ name }',
    );
    await world.mutate('createApplication', { catalog: CATALOG, consumerOrg, title: 'App' }, '{ clientKey }');
    const provider = await prisma.oAuthProvider.findFirstOrThrow({ where: { name: oauthProvider } });
    const credential = await prisma.credential.findFirstOrThrow({
      where: { application: { consumerOrg: { name: consumerOrg } } },
      include: { application: { select: { consumerOrg: { select: { catalogId: true } } } } },
    });
    const { catalogId } = credential.application.consumerOrg;
    const at = { catalogId, oauthProviderId: provider.id };
    const [createdAt, expiresAt] = [new Date(), new Date(Date.now() + 86_400_000)];
    for (const username of ['Alice', 'Bob']) {
      await add(userRegistry, username);
      const own = { ...at, subject: username };
      const tokenHash = `${userRegistry} ${username}`;
      await prisma.providerSession.create({ data: { ...own, tokenHash, createdAt, expiresAt } });
      const { applicationId, id: credentialId } = credential;
      await prisma.consent.create({ data: { ...own, applicationId, scopes: [], grantedAt: createdAt } });
      await prisma.tokenFamily.create({ data: { ...own, credentialId, scopes: [], createdAt, expiresAt } });
    }
    return userRegistry;
  }

  /** Whose sessions, consents and unrevoked families there are; and whether each revoked family was announced. */
  async function left(userRegistry: string) {
    const { prisma } = world.database;
    const where = { oauthProvider: { userRegistry: { name: userRegistry } } };
    const [sessions, consents, families] = await Promise.all([
      prisma.providerSession.findMany({ where }),
      prisma.consent.findMany({ where }),
      prisma.tokenFamily.findMany({ where }),
    ]);
    const revoked = families.filter(({ revokedAt }) => revokedAt !== null).map(({ id }) => id);
    expect(await prisma.revocation.count({ where: { id: { in: revoked } } })).toBe(revoked.length);
    const namesOf = (rows: readonly { subject: string }[]) => rows.map(({ subject }) => subject).sort();
    return {
      sessions: namesOf(sessions),
      consents: namesOf(consents),
      families: namesOf(families.filter(({ revokedAt }) => revokedAt === null)),
    };
  }
  const both = ['Alice', 'Bob'];

  it.each([
    ['setLocalUserPassword', { password: OTHER }, SELECTION, both],
    ['setLocalUserState', { state: 'SUSPENDED' }, SELECTION, both],
    ['removeLocalUser', {}, '', ['Bob']],
  ])('ends with %s, and that of nobody else', async (...[mutation, more, selection, consents]) => {
    const userRegistry = await signedIn();
    await world.mutate(mutation, { userRegistry, username: 'alice', ...more }, selection);
    expect(await left(userRegistry)).toEqual({ sessions: ['Bob'], consents, families: ['Bob'] });
  });

  it('stays when the person is let in again, or is of another registry by the same name', async () => {
    const [userRegistry, another] = [await signedIn(), await signedIn()];
    await world.mutate('setLocalUserState', { userRegistry, username: 'alice', state: 'ENABLED' }, SELECTION);
    await world.mutate('removeLocalUser', { userRegistry: another, username: 'alice' }, '');
    expect(await left(userRegistry)).toEqual({ sessions: both, consents: both, families: both });
  });
});

describe('a manifest with a registry of type LOCAL', () => {
  it('has it without an address and without its people, who stay when it is applied', async () => {
    const name = await registry();
    await add(name);
    const manifest = await world.export();
    expect(manifest.userRegistries.find((each) => each.name === name)).toEqual({
      name,
      title: expect.any(String),
      displayName: 'People',
      type: 'LOCAL',
    });
    expect(JSON.stringify(manifest)).not.toContain('alice');
    expect((await world.apply(manifest)).changes).toEqual([]);
    expect(await accepts(name, 'alice', PASSWORD)).toBe('alice');
  });

  it('makes one, and neither gives it an address nor another type', async () => {
    const made = { name: 'by-manifest', type: 'LOCAL' };
    await world.apply({ gatehouse: '1', userRegistries: [made] });
    await add('by-manifest');
    const faultsOf = async (registryItem: object) => {
      const manifest = { gatehouse: '1', userRegistries: [registryItem] };
      const { faults } = await world.changesNothing(() => world.applyRefused(manifest));
      return faults;
    };
    const at = ['input', 'manifest', 'userRegistries', 0];
    expect(await faultsOf({ ...made, url: 'http://127.0.0.1:1/' })).toMatchObject([
      { path: [...at, 'url'], message: 'A registry of type LOCAL has no address: leave url out.' },
    ]);
    expect(await faultsOf({ name: 'by-manifest' })).toMatchObject([
      {
        path: [...at, 'url'],
        message: 'A registry of type AUTHENTICATION_URL is asked at an address: give its url.',
      },
    ]);
    expect(await faultsOf({ name: 'by-manifest', url: 'http://127.0.0.1:1/' })).toMatchObject([
      {
        path: [...at, 'type'],
        message:
          'The user registry by-manifest is of type LOCAL, whose people no other type knows: give the new one another name.',
      },
    ]);
  });
});

it('passwords of local users are in no audit, event or column in clear, and the audit has no hash', async () => {
  const name = await registry();
  await add(name);
  await world.mutate(
    'setLocalUserPassword',
    { userRegistry: name, username: 'alice', password: OTHER },
    SELECTION,
  );
  await accepts(name, 'alice', OTHER);
  for (const table of ['AuditEvent', 'Event', 'LocalUser']) {
    const text = JSON.stringify(
      await world.database.query(`SELECT row_to_json(t)::text AS row FROM "${table}" t`),
    );
    for (const password of [PASSWORD, OTHER]) expect(text).not.toContain(password);
    expect(text.includes('$argon2id$')).toBe(table === 'LocalUser');
  }
});
