import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CATALOG, type CatalogWorld, openCatalog } from '../../../support/catalog.ts';

let world: CatalogWorld;

beforeEach(async () => {
  world = await openCatalog();
  await world.api('customerdb:1.0.0');
  await world.product('customer:1.0.0', { publishTo: CATALOG });
});
afterEach(() => world.close());

const carol = { username: 'carol', password: 'carol-password', email: 'carol@example.com' };
const createCustomers = (selection?: string) =>
  world.mutate(
    'createConsumerOrg',
    { catalog: CATALOG, title: 'Customers of Acme', owner: carol },
    selection,
  );

describe('createConsumerOrg', () => {
  it('creates it with its owner, whose password is kept hashed', async () => {
    const selection = '{ name title members catalog { name } applications { name } }';
    expect(await createCustomers(selection)).toEqual({
      name: 'customers-of-acme',
      title: 'Customers of Acme',
      members: ['carol'],
      catalog: { name: CATALOG },
      applications: [],
    });
    const member = await world.database.prisma.member.findFirstOrThrow({ where: { username: 'carol' } });
    expect(member.passwordHash).not.toContain(carol.password);
    expect(await world.deps.passwords.verify(carol.password, member.passwordHash, ['test'])).toBe(true);
    const events = await world.database.prisma.auditEvent.findMany();
    expect(
      JSON.stringify(events, (_key, value) => (typeof value === 'bigint' ? `${value}` : value)),
    ).not.toContain(carol.password);
  });

  it.each([
    [
      'a taken name',
      { title: 'Customers of Acme', owner: { ...carol, username: 'x' } },
      { status: 409, code: 'NAME_TAKEN', path: ['input', 'title'] },
    ],
    [
      'a taken name that was given',
      { name: 'customers-of-acme' },
      { status: 409, code: 'NAME_TAKEN', path: ['input', 'name'] },
    ],
    [
      'a taken username',
      { owner: carol },
      { status: 409, code: 'NAME_TAKEN', path: ['input', 'owner', 'username'] },
    ],
    [
      'a short password',
      { owner: { ...carol, username: 'x', password: 'short' } },
      { status: 400, code: 'BAD_USER_INPUT', path: ['input', 'owner', 'password'] },
    ],
    [
      'a username with control characters',
      { owner: { ...carol, username: 'a\u0000b' } },
      { status: 400, code: 'BAD_USER_INPUT', path: ['input', 'owner', 'username'] },
    ],
    [
      'an email that is no address',
      { owner: { ...carol, username: 'x', email: 'nowhere' } },
      { status: 400, code: 'BAD_USER_INPUT', path: ['input', 'owner', 'email'] },
    ],
    [
      'an unknown catalog',
      { catalog: 'nowhere' },
      { status: 404, code: 'NOT_FOUND', path: ['input', 'catalog'] },
    ],
  ])('refuses %s, and leaves nothing behind', async (_what, changes, expected) => {
    await createCustomers();
    const input = { catalog: CATALOG, title: 'Refused', ...changes };
    const refused = await world.changesNothing(() => world.refused('createConsumerOrg', input));
    expect(refused).toMatchObject(expected);
    expect(refused.message).not.toContain('carol-password');
  });

  it('lets the same person own one in another catalog', async () => {
    await createCustomers();
    await world.mutate('createCatalog', { title: 'Preview' });
    const input = { catalog: 'preview', title: 'Customers of Acme', owner: carol };
    expect(await world.mutate('createConsumerOrg', input, '{ members }')).toEqual({ members: ['carol'] });
  });
});

describe('consumer orgs', () => {
  it('are found by name and title, counted, and read one by one', async () => {
    const found = async (search: string) =>
      (
        await world.query<{ catalog: unknown }>(
          `query ($search: String) { catalog(name: "${CATALOG}") {
            consumerOrgCount(search: $search) consumerOrgs(search: $search) { name }
          } }`,
          { search },
        )
      ).catalog;
    await createCustomers();
    expect(await found('OF ACME')).toEqual({
      consumerOrgCount: 1,
      consumerOrgs: [{ name: 'customers-of-acme' }],
    });
    expect(await found('%')).toEqual({ consumerOrgCount: 0, consumerOrgs: [] });
    await expect(found('a '.repeat(11))).rejects.toThrow(
      'search has 11 words: give at most 10 words of at most 100 characters each.',
    );
    const one = (name: string) =>
      world.query(`{ consumerOrg(catalog: "${CATALOG}", name: "${name}") { title applicationCount } }`);
    await world.client('First');
    expect(await one('consumers')).toEqual({ consumerOrg: { title: 'Consumers', applicationCount: 1 } });
    expect(await one('nobody')).toEqual({ consumerOrg: null });
  });
});

describe('deleteConsumerOrg', () => {
  it('deletes its people, applications, credentials and subscriptions with it', async () => {
    await createCustomers();
    await world.client('Ends', ['customer:1.0.0', 'default-plan']);
    expect(await world.mutate('deleteConsumerOrg', { catalog: CATALOG, name: 'consumers' }, '')).toBe(true);
    const { prisma } = world.database;
    expect(await prisma.application.count()).toBe(0);
    expect(await prisma.credential.count()).toBe(0);
    expect(await prisma.subscription.count()).toBe(0);
    expect(await world.query(`{ catalog(name: "${CATALOG}") { consumerOrgs { name } } }`)).toEqual({
      catalog: { consumerOrgs: [{ name: 'customers-of-acme' }] },
    });
  });

  it('refuses one that does not exist', async () => {
    expect(await world.refused('deleteConsumerOrg', { catalog: CATALOG, name: 'nobody' }, '')).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
      path: ['input', 'name'],
    });
  });
});

describe('the people of a consumer org', () => {
  const address = { catalog: CATALOG, consumerOrg: 'the-people' };
  const members = '{ members }';
  const sessionsOf = (username: string) =>
    world.database.prisma.portalSession.count({ where: { member: { username } } });

  beforeEach(() =>
    world.mutate('createConsumerOrg', {
      catalog: CATALOG,
      title: 'The People',
      owner: { username: 'owner', password: 'owner-password' },
    }),
  );

  it('are added and removed; who is removed has no session any more, and the next one is the owner', async () => {
    const second = { ...address, username: 'second', password: 'second-password', email: 's@example.com' };
    expect(await world.mutate('addMember', second, members)).toEqual({ members: ['owner', 'second'] });
    const { id: memberId } = await world.database.prisma.member.findFirstOrThrow({
      where: { username: 'owner' },
    });
    const expiresAt = new Date('2100-01-01');
    await world.database.prisma.portalSession.create({
      data: { memberId, tokenHash: 'of the owner', expiresAt },
    });
    expect(await sessionsOf('owner')).toBe(1);
    const removal = { ...address, username: 'owner' };
    expect(await world.mutate('removeMember', removal, members)).toEqual({ members: ['second'] });
    expect(await sessionsOf('owner')).toBe(0);
    expect(await world.query('{ auditEvents(org: "acme", first: 2) { nodes { action subject } } }')).toEqual({
      auditEvents: {
        nodes: [
          { action: 'removeMember', subject: 'sandbox/the-people/owner' },
          { action: 'addMember', subject: 'sandbox/the-people/second' },
        ],
      },
    });
    const again = { ...address, username: 'owner', password: 'another-password' };
    expect(await world.mutate('addMember', again, members)).toEqual({ members: ['second', 'owner'] });
  });

  it('gives people the role that is asked for, and keeps an owner', async () => {
    await createCustomers();
    const people = '{ memberships { username role isPlaced } }';
    const second = { ...address, username: 'second', password: 'second-password', role: 'VIEWER' };
    expect(await world.mutate('addMember', second, people)).toEqual({
      memberships: [
        { username: 'owner', role: 'OWNER', isPlaced: false },
        { username: 'second', role: 'VIEWER', isPlaced: false },
      ],
    });
    const last = { ...address, username: 'owner', role: 'DEVELOPER' };
    expect(await world.changesNothing(() => world.refused('setMemberRole', last, '{ role }'))).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/^.+ would have no owner: make somebody/),
    });
    const heir = { ...address, username: 'second', role: 'OWNER' };
    expect(await world.mutate('setMemberRole', heir, '{ username role }')).toEqual({
      username: 'second',
      role: 'OWNER',
    });
    expect(await world.mutate('setMemberRole', last, '{ role }')).toEqual({ role: 'DEVELOPER' });
  });

  it.each([
    ['addMember', { username: 'owner', password: 'long-enough' }, [409, 'NAME_TAKEN', 'username']],
    ['addMember', { username: 'third', password: 'short' }, [400, 'BAD_USER_INPUT', 'password']],
    ['addMember', { username: 'a\u0000b', password: 'long-enough' }, [400, 'BAD_USER_INPUT', 'username']],
    [
      'addMember',
      { username: 'third', password: 'long-enough', consumerOrg: 'none' },
      [404, 'NOT_FOUND', 'consumerOrg'],
    ],
    ['setMemberRole', { username: 'nobody', role: 'VIEWER' }, [404, 'NOT_FOUND', 'username']],
    ['setMemberRole', { username: 'carol', role: 'VIEWER' }, [404, 'NOT_FOUND', 'username']],
    ['removeMember', { username: 'nobody' }, [404, 'NOT_FOUND', 'username']],
    ['removeMember', { username: 'carol' }, [404, 'NOT_FOUND', 'username']],
    ['removeMember', { username: 'owner', catalog: 'none' }, [404, 'NOT_FOUND', 'catalog']],
  ] as const)('%s refuses %j, and changes nothing', async (mutation, input, [status, code, member]) => {
    await createCustomers();
    const refused = await world.changesNothing(() =>
      world.refused(mutation, { ...address, ...input }, mutation === 'setMemberRole' ? '{ role }' : members),
    );
    expect(refused).toMatchObject({ status, code, path: ['input', member] });
  });
});
