import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CATALOG, type CatalogWorld, openCatalog } from '../../../support/catalog.ts';

let world: CatalogWorld;

beforeEach(async () => {
  world = await openCatalog();
  await world.mutate('createConsumerOrg', { catalog: CATALOG, title: 'Partners' });
});
afterEach(() => world.close());

const GROUP = '{ name title mailDomains consumerOrgCount consumerOrgs { name } }';
const gold = {
  catalog: CATALOG,
  title: 'Gold customers',
  consumerOrgs: ['partners'],
  mailDomains: ['Example.COM', 'acme.example', 'example.com'],
};
const created = {
  name: 'gold-customers',
  title: 'Gold customers',
  mailDomains: ['acme.example', 'example.com'],
  consumerOrgCount: 1,
  consumerOrgs: [{ name: 'partners' }],
};
const createGold = () => world.mutate('createConsumerGroup', gold, GROUP);
const address = { catalog: CATALOG, name: 'gold-customers' };

describe('a consumer group', () => {
  it('is created with consumer orgs and mail domains, in lower case and each once', async () => {
    expect(await createGold()).toEqual(created);
  });

  it('takes consumer orgs in and out, and is told by them', async () => {
    await createGold();
    await world.mutate('createConsumerOrg', { catalog: CATALOG, title: 'Others' });
    const others = { ...address, consumerOrg: 'others' };
    expect(await world.mutate('addToConsumerGroup', others, GROUP)).toMatchObject({ consumerOrgCount: 2 });
    // Again, it changes nothing.
    expect(await world.mutate('addToConsumerGroup', others, GROUP)).toMatchObject({ consumerOrgCount: 2 });
    const partners = { ...address, consumerOrg: 'partners' };
    expect(await world.mutate('removeFromConsumerGroup', partners, GROUP)).toMatchObject({
      consumerOrgs: [{ name: 'others' }],
    });
  });

  it('keeps what an update leaves out', async () => {
    await createGold();
    expect(
      await world.mutate('updateConsumerGroup', { ...address, mailDomains: [], title: 'Gold' }, GROUP),
    ).toEqual({ ...created, title: 'Gold', mailDomains: [] });
    expect(await world.mutate('updateConsumerGroup', { ...address, consumerOrgs: [] }, GROUP)).toMatchObject({
      title: 'Gold',
      consumerOrgCount: 0,
    });
  });

  it('is deleted without its consumer orgs, and goes with its catalog', async () => {
    await createGold();
    await world.mutate('deleteConsumerGroup', address, '');
    expect(await world.database.prisma.consumerGroup.count()).toBe(0);
    expect(await world.database.prisma.consumerOrg.count({ where: { name: 'partners' } })).toBe(1);
  });

  it('leaves the group when the consumer org is deleted', async () => {
    await createGold();
    await world.mutate('deleteConsumerOrg', { catalog: CATALOG, name: 'partners' }, '');
    const group = await world.database.prisma.consumerGroup.findFirstOrThrow({
      include: { consumerOrgs: true },
    });
    expect(group.consumerOrgs).toEqual([]);
  });

  it.each([
    ['createConsumerGroup', { title: 'Gold customers' }, [409, 'NAME_TAKEN', ['input', 'title']]],
    [
      'createConsumerGroup',
      { title: 'New', consumerOrgs: ['partners', 'nobody'] },
      [404, 'NOT_FOUND', ['input', 'consumerOrgs', 1]],
    ],
    [
      'createConsumerGroup',
      { title: 'New', mailDomains: ['a@example.com'] },
      [400, 'BAD_USER_INPUT', ['input', 'mailDomains', 0]],
    ],
    [
      'createConsumerGroup',
      { title: 'New', mailDomains: Array.from({ length: 101 }, (_, at) => `d${at}.example`) },
      [400, 'BAD_USER_INPUT', ['input', 'mailDomains']],
    ],
    ['updateConsumerGroup', { name: 'nothing' }, [404, 'NOT_FOUND', ['input', 'name']]],
    ['updateConsumerGroup', { ...address, title: null }, [400, 'BAD_USER_INPUT', ['input', 'title']]],
    [
      'addToConsumerGroup',
      { ...address, consumerOrg: 'nobody' },
      [404, 'NOT_FOUND', ['input', 'consumerOrg']],
    ],
  ] as const)('refuses %s of %j, and changes nothing', async (mutation, input, [status, code, path]) => {
    await createGold();
    const refused = await world.changesNothing(() => world.refused(mutation, { catalog: CATALOG, ...input }));
    expect(refused).toMatchObject({ status, code, path });
  });
});

describe('an email address', () => {
  const emailOf = () =>
    world.database.prisma.member.findFirstOrThrow({
      where: { username: 'carol' },
      select: { email: true, emailVerifiedAt: true },
    });

  it('is vouched for where the provider entered it', async () => {
    const owner = { username: 'carol', password: 'carol-password', email: 'carol@example.com' };
    await world.mutate('createConsumerOrg', { catalog: CATALOG, title: 'Carols', owner });
    expect((await emailOf()).emailVerifiedAt).not.toBeNull();
  });
});
