import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ManagementClient, type ManagementWorld, openManagement } from '../../support/management.ts';

let world: ManagementWorld;
let administrator: ManagementClient;
const address = { org: 'acme', catalog: 'sandbox' };
const consumer = { ...address, consumerOrg: 'consumers' };

const openapi = (title: string) => ({
  openapi: '3.0.3',
  info: { title, version: '1.0.0' },
  servers: [{ url: `http://127.0.0.1:9/${title.replace(' ', '-')}` }],
  paths: { '/things': { get: { responses: { 200: { description: 'The things.' } } } } },
});

beforeEach(async () => {
  world = await openManagement();
  await world.mutate('createOrg', { title: 'Acme' }, '{ name }');
  await world.mutate('createCatalog', { org: 'acme', title: 'Sandbox' }, '{ name }');
  await world.mutate('createConsumerOrg', { ...address, title: 'Consumers' }, '{ name }');
  administrator = await world.as('ADMINISTRATOR');
});
afterEach(() => world.close());
afterEach(() => expect(world.faults, 'no refusal was a fault').toEqual([]));

const quotasOf = async (resource: string, named: object = {}) => {
  const { quotas } = await world.query<{ quotas: { resource: string }[] }>(
    `query ($org: String, $catalog: String, $consumerOrg: String, $application: String) {
      quotas(org: $org, catalog: $catalog, consumerOrg: $consumerOrg, application: $application) {
        resource per limit defaultLimit used } }`,
    { org: 'acme', ...named },
  );
  return quotas.find((quota) => quota.resource === resource);
};
const setQuota = (input: object, by: ManagementClient = world) =>
  by.mutate('setQuota', { org: 'acme', ...input }, '{ resource limit used }');

describe('the quota of applications', () => {
  it('is 50 of a consumer org unless set; a catalog may have its own, within that of the org', async () => {
    expect(await quotasOf('APPLICATIONS', consumer)).toEqual({
      resource: 'APPLICATIONS',
      per: 'CONSUMER_ORG',
      limit: 50,
      defaultLimit: 50,
      used: 0,
    });
    await setQuota({ catalog: 'sandbox', resource: 'APPLICATIONS', limit: 3 }, administrator);
    expect(await quotasOf('APPLICATIONS', consumer)).toMatchObject({ limit: 3 });
    expect(await quotasOf('APPLICATIONS')).toMatchObject({ limit: 50, used: null });
  });

  it('lets exactly one of 20 at once through where one fits, and says which quota, of whom, and what to do', async () => {
    await setQuota({ catalog: 'sandbox', resource: 'APPLICATIONS', limit: 3 });
    for (const title of ['one', 'two'])
      await world.mutate('createApplication', { ...consumer, title }, '{ clientKey }');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        world.send(
          'mutation ($input: CreateApplicationInput!) { createApplication(input: $input) { clientKey } }',
          { input: { ...consumer, title: `at once ${at}` } },
        ),
      ),
    );
    const refusals = answers.flatMap(({ errors }) => errors);
    expect(refusals).toHaveLength(19);
    for (const { message, extensions } of refusals) {
      expect(extensions.code).toBe('QUOTA_EXCEEDED');
      expect(message).toBe(
        'The quota APPLICATIONS allows 3 applications, and the consumer org consumers has 3: delete one, which counts for another hour, or have an administrator of the org raise it.',
      );
    }
    expect(
      await world.refused('createApplication', { ...consumer, title: 'More' }, '{ clientKey }'),
    ).toMatchObject({
      status: 409,
      code: 'QUOTA_EXCEEDED',
    });
    expect(await quotasOf('APPLICATIONS', consumer)).toMatchObject({ limit: 3, used: 3 });
  });

  it('counts one that was deleted for another hour: making it again opens no new windows of limits', async () => {
    await setQuota({ catalog: 'sandbox', resource: 'APPLICATIONS', limit: 3 });
    for (const title of ['one', 'two', 'three'])
      await world.mutate('createApplication', { ...consumer, title }, '{ clientKey }');
    await world.mutate('deleteApplication', { ...consumer, name: 'one' }, '');
    const again = () =>
      world.send(
        'mutation ($input: CreateApplicationInput!) { createApplication(input: $input) { clientKey } }',
        { input: { ...consumer, title: 'Again' } },
      );
    expect((await again()).errors[0]?.extensions.code).toBe('QUOTA_EXCEEDED');
    world.pass(3_599_000);
    expect((await again()).errors[0]?.extensions.code).toBe('QUOTA_EXCEEDED');
    world.pass(1_000);
    expect((await again()).errors).toEqual([]);
  });
});

describe('quotas', () => {
  beforeEach(() => world.mutate('createApplication', { ...consumer, title: 'two' }, '{ clientKey }'));

  it.each([
    {
      resource: 'CREDENTIALS',
      mutation: 'createCredential',
      input: (at: number) => ({ ...consumer, application: 'two', title: `Key ${at}` }),
      selection: '{ clientKey }',
      already: 1,
      whose: 'the application two',
    },
    {
      resource: 'CONSUMER_ORGS',
      mutation: 'createConsumerOrg',
      input: (at: number) => ({ ...address, title: `Org ${at}` }),
      selection: '{ name }',
      already: 1,
      whose: 'the catalog sandbox',
    },
    {
      resource: 'WEBHOOKS',
      mutation: 'createWebhook',
      input: (at: number) => ({
        ...address,
        name: `hook-${at}`,
        url: 'http://127.0.0.1:9/x',
        types: ['SUBSCRIPTION'],
      }),
      selection: '{ secret }',
      already: 0,
      whose: 'the catalog sandbox',
    },
    {
      resource: 'CATALOGS',
      mutation: 'createCatalog',
      input: (at: number) => ({ org: 'acme', title: `Catalog ${at}` }),
      selection: '{ name }',
      already: 1,
      whose: 'the org acme',
    },
    {
      resource: 'USERS',
      mutation: 'inviteUser',
      input: (at: number) => ({ org: 'acme', email: `person-${at}@acme.example`, role: 'VIEWER' }),
      selection: '{ url }',
      already: 0,
      whose: 'the org acme',
    },
    {
      resource: 'APIS',
      mutation: 'createApi',
      input: (at: number) => ({ org: 'acme', openapi: openapi(`Api ${at}`) }),
      selection: '{ name }',
      already: 0,
      whose: 'the org acme',
    },
  ])('of $resource bound $mutation', async ({ resource, mutation, input, selection, already, whose }) => {
    await setQuota({ resource, limit: already + 1 });
    await world.mutate(mutation, input(1), selection);
    expect(await world.refused(mutation, input(2), selection)).toMatchObject({
      status: 409,
      code: 'QUOTA_EXCEEDED',
      message: expect.stringMatching(
        `^The quota ${resource} allows ${already + 1} .+, and ${whose} has ${already + 1}: `,
      ),
    });
    await setQuota({ resource, limit: null });
    await world.mutate(mutation, input(2), selection);
  });

  it('refuse a manifest before anything of it happens, at its first thing too many; a dry run tells it', async () => {
    const used = (await quotasOf('CATALOGS')) as unknown as { used: number };
    await setQuota({ resource: 'CATALOGS', limit: used.used + 1 });
    const manifest = {
      gatehouse: '1',
      org: { name: 'acme' },
      catalogs: [
        { name: 'third', title: 'Third' },
        { name: 'fourth', title: 'Fourth' },
      ],
    };
    const before = await world.database.prisma.catalog.count();
    for (const dryRun of [true, false])
      expect(
        await world.refused('applyManifest', { org: 'acme', manifest, dryRun }, '{ revision }'),
      ).toMatchObject({
        status: 409,
        code: 'QUOTA_EXCEEDED',
        message: expect.stringContaining('and is to have 2 more'),
      });
    expect(await world.database.prisma.catalog.count()).toBe(before);
    await setQuota({ resource: 'CATALOGS', limit: null });
  });

  it('of an org are set by an administrator of the platform alone, and a catalog gets no more than its org', async () => {
    const refused = (by: ManagementClient, input: object) =>
      by.refused('setQuota', { org: 'acme', ...input }, '{ limit }');
    expect(await refused(administrator, { resource: 'WEBHOOKS', limit: 21 })).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
      message:
        'The quotas of an org are set by an administrator of the platform; name a catalog to set its own.',
    });
    expect(
      await refused(administrator, { catalog: 'sandbox', resource: 'WEBHOOKS', limit: 21 }),
    ).toMatchObject({
      status: 400,
      code: 'BAD_USER_INPUT',
      path: ['input', 'limit'],
      message:
        'WEBHOOKS of the org is 20: give a catalog no more, or have an administrator of the platform raise that of the org first.',
    });
    expect(await refused(administrator, { catalog: 'sandbox', resource: 'APIS', limit: 1 })).toMatchObject({
      status: 400,
      code: 'BAD_USER_INPUT',
      path: ['input', 'catalog'],
    });
    expect(await refused(world, { resource: 'APIS', limit: -1 })).toMatchObject({
      status: 400,
      code: 'BAD_USER_INPUT',
      path: ['input', 'limit'],
    });
    const developer = await world.as('DEVELOPER');
    expect(await refused(developer, { catalog: 'sandbox', resource: 'WEBHOOKS', limit: 1 })).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
    });
  });
});
