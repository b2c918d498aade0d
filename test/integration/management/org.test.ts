import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ManagementWorld, openManagement } from '../../support/management.ts';

let world: ManagementWorld;

beforeEach(async () => {
  world = await openManagement();
});
afterEach(() => world.close());

/** Creates orgs of these titles. */
async function create(...titles: string[]): Promise<void> {
  for (const title of titles) await world.mutate('createOrg', { title });
}

describe('createOrg', () => {
  it('gives an org without a catalog, named after its title, and an audit event', async () => {
    const org = await world.mutate(
      'createOrg',
      { title: 'Acme Ltd' },
      '{ name title revision catalogs { name } userRegistries { name } oauthProviders { name } apis { name } graphqlServers { name } }',
    );
    expect(org).toEqual({
      name: 'acme-ltd',
      title: 'Acme Ltd',
      revision: 0,
      catalogs: [],
      userRegistries: [],
      oauthProviders: [],
      apis: [],
      graphqlServers: [],
    });
    const events = await world.database.prisma.auditEvent.findMany({ where: { org: { name: 'acme-ltd' } } });
    expect(events).toMatchObject([{ action: 'createOrg', subject: 'acme-ltd' }]);
    expect(events[0]?.actor).toMatch(/^token:/);
  });

  it.each(['assets', 'console', 'graphql', 'management', 'portal'])(
    'refuses the name %s, which is an address of the platform, given or made from the title',
    async (name) => {
      for (const input of [{ title: 'Org', name }, { title: `${name}!` }])
        expect(await world.refused('createOrg', input)).toMatchObject({
          status: 400,
          code: 'BAD_USER_INPUT',
          message: `${name} is an address of the platform itself: give the org another name.`,
          path: ['input', 'name'],
        });
      expect(await world.database.prisma.org.count({ where: { name } })).toBe(0);
    },
  );

  it('refuses a taken name with NAME_TAKEN and leaves nothing behind', async () => {
    await create('Acme Ltd');
    const orgs = await world.database.prisma.org.count();
    expect(await world.refused('createOrg', { title: 'Other', name: 'acme-ltd' })).toMatchObject({
      status: 409,
      code: 'NAME_TAKEN',
      path: ['input', 'name'],
    });
    expect(await world.database.prisma.org.count()).toBe(orgs);
  });

  it.each([
    ['a title without letters', { title: '???' }, ['input', 'title']],
    ['an empty title', { title: ' ' }, ['input', 'title']],
    ['a name with capitals', { title: 'Fine', name: 'Acme' }, ['input', 'name']],
    ['a name that leaves its folder', { title: 'Fine', name: '..' }, ['input', 'name']],
  ])('refuses %s with BAD_USER_INPUT and the path', async (_what, input, path) => {
    expect(await world.refused('createOrg', input)).toMatchObject({
      status: 400,
      code: 'BAD_USER_INPUT',
      path,
    });
  });

  it('is for an administrator of the platform: one of an org is refused', async () => {
    await create('Acme Ltd');
    const administrator = await world.as('ADMINISTRATOR', 'acme-ltd');
    expect(await administrator.refused('createOrg', { title: 'Mine' })).toEqual({
      status: 403,
      code: 'FORBIDDEN',
      message: 'Orgs are created by an administrator of the platform.',
      path: undefined,
    });
  });
});

describe('the caller', () => {
  beforeEach(() => create('Acme Ltd', 'Beta'));

  it('sees who it is and the orgs that it reaches', async () => {
    const everyone = await world.query<{ viewer: { orgs: unknown[] } }>('{ viewer { role orgs { name } } }');
    expect(everyone).toEqual({
      viewer: { role: 'ADMINISTRATOR', orgs: [{ name: 'acme-ltd' }, { name: 'beta' }] },
    });
    const viewer = await world.as('VIEWER', 'beta');
    expect(await viewer.query('{ viewer { role orgs { name } } orgs { name } org { name } }')).toEqual({
      viewer: { role: 'VIEWER', orgs: [{ name: 'beta' }] },
      orgs: [{ name: 'beta' }],
      org: { name: 'beta' },
    });
  });

  it('who reaches several orgs must name one', async () => {
    const { status, errors } = await world.send('{ org { name } }');
    expect(errors[0]).toMatchObject({
      message: 'Name the org: you belong to more than one, or none exists.',
      extensions: { code: 'BAD_USER_INPUT' },
    });
    expect(status).toBe(400);
  });

  it('learns nothing of an org that is not its own: it is refused like one that does not exist', async () => {
    const viewer = await world.as('VIEWER', 'beta');
    const [foreign, unknown] = await Promise.all([
      viewer.send('{ org(name: "acme-ltd") { name } }'),
      viewer.send('{ org(name: "no-such") { name } }'),
    ]);
    expect(foreign.errors[0]).toMatchObject({
      message: 'There is no org acme-ltd.',
      extensions: { code: 'NOT_FOUND' },
    });
    expect(unknown.errors[0]).toMatchObject({
      message: 'There is no org no-such.',
      extensions: { code: 'NOT_FOUND', path: ['name'] },
    });
  });

  it('is told where it named one that does not exist: a query has no input', async () => {
    for (const query of [
      'product(org: "no-such", product: "a:1.0.0") { name }',
      'exportManifest(org: "no-such")',
    ])
      expect((await world.send(`{ ${query} }`)).errors[0]?.extensions).toMatchObject({
        code: 'NOT_FOUND',
        path: ['org'],
      });
  });
});

describe('deleteOrg', () => {
  it('takes an org away with all that it holds', async () => {
    await world.mutate('createOrg', { title: 'Gone' });
    const org = 'gone';
    await world.mutate('createCatalog', { org, title: 'Sandbox' });
    await world.mutate('createUserRegistry', {
      org,
      title: 'People',
      displayName: 'People',
      url: 'http://127.0.0.1:9/auth',
    });
    await world.mutate('createOAuthProvider', { org, title: 'OAuth' });
    await world.mutate('assignOAuthProvider', { org, catalog: 'sandbox', oauthProvider: 'oauth' });
    const announced = new Promise((resolve) => void world.database.listen(resolve));
    const { id } = await world.database.prisma.org.findUniqueOrThrow({ where: { name: org } });

    expect(await world.mutate('deleteOrg', { name: org }, '')).toBe(true);

    expect(await announced).toBe(id);
    expect(await world.database.prisma.org.count({ where: { name: org } })).toBe(0);
    expect(await world.database.prisma.signingKey.count()).toBe(0);
  });

  it('is refused while a product of its catalogs has subscriptions', async () => {
    await world.mutate('createOrg', { title: 'Kept' });
    await world.mutate('createCatalog', { org: 'kept', title: 'Sandbox' });
    await subscribe(world, { org: 'kept', catalog: 'sandbox' });
    expect(await world.refused('deleteOrg', { name: 'kept' }, '')).toEqual({
      status: 409,
      code: 'IN_USE',
      message: 'The product customer:1.0.0 in the catalog sandbox has subscriptions: delete them first.',
      path: ['input', 'name'],
    });
    expect(await world.query('{ org(name: "kept") { revision catalogs { name } } }')).toEqual({
      org: { revision: 1, catalogs: [{ name: 'sandbox' }] },
    });
  });

  it("is NOT_FOUND for another's org, and for one that does not exist", async () => {
    await create('Kept', 'Beta');
    const administrator = await world.as('ADMINISTRATOR', 'beta');
    for (const name of ['kept', 'no-such'])
      expect(await administrator.refused('deleteOrg', { name }, '')).toEqual({
        status: 404,
        code: 'NOT_FOUND',
        message: `There is no org ${name}.`,
        path: ['input', 'name'],
      });
  });
});

/** A published product with one subscription, straight into the database. */
async function subscribe(
  { database: { prisma } }: ManagementWorld,
  { org, catalog }: { org: string; catalog: string },
): Promise<void> {
  const { id: catalogId } = await prisma.catalog.findFirstOrThrow({
    where: { name: catalog, org: { name: org } },
  });
  const product = await prisma.catalogProduct.create({
    data: {
      catalogId,
      name: 'customer',
      title: 'Customer',
      version: '1.0.0',
      state: 'PUBLISHED',
      visibility: 'PUBLIC',
      subscribability: 'AUTHENTICATED',
      plans: { create: { position: 0, name: 'default-plan', title: 'Default Plan' } },
    },
    include: { plans: true },
  });
  const consumers = await prisma.consumerOrg.create({
    data: { catalogId, name: 'consumers', title: 'Consumers' },
  });
  const application = await prisma.application.create({
    data: { consumerOrgId: consumers.id, name: 'demo', title: 'Demo' },
  });
  for (const { id } of product.plans)
    await prisma.subscription.create({
      data: { applicationId: application.id, catalogProductId: product.id, catalogPlanId: id },
    });
}
