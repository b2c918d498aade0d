import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Prisma } from '../../../bundles/prisma.js';
import { DAY_MS, HOUR_MS } from '../../../src/domain/call/usage.ts';
import { writeOpenApi } from '../../../src/infrastructure/database/documents.ts';
import { toStore } from '../../../src/infrastructure/database/json-columns.ts';
import { openPortal, type PortalClient, type PortalWorld } from '../../support/portal.ts';
import { countFields, countUsage } from '../../support/usage.ts';

const OPTION = 'name type keyName keyLocation flow tokenUrl authorizeUrl scopes { name description }';
const CHANGES = `changes {
  security { api before { ${OPTION} } after { ${OPTION} } }
  breaking { api operation message } addedApis { name version } removedApis { name version } }`;
const SUCCESSOR = `query ($product: VersionedName!) { product(product: $product) { successor {
  product { version state } plans { from { name } to { name } } ${CHANGES} } } }`;
const TARGET = `{ application(name: "mover") { subscriptions(first: 1) {
  migrationTarget { product { version } plan { name } ${CHANGES} } } } }`;

let portal: PortalWorld;
let carol: PortalClient;
let dave: PortalClient;
let oldId: string;
let newId: string;

const operations = (...paths: string[]) =>
  Object.fromEntries(paths.map((path) => [path, { get: { responses: { 200: { description: 'It.' } } } }]));
const document = (...paths: string[]) =>
  toStore({ openapi: '3.0.3', info: { title: 'c', version: '1.0.0' }, paths: operations(...paths) });
const byToken = {
  name: 'oauth-1',
  type: 'OAUTH2',
  flow: 'RESOURCE_OWNER_PASSWORD',
  oauthProvider: 'customer-oauth',
};

beforeEach(async () => {
  portal = await openPortal();
  const { prisma } = portal.database;
  await portal.oauthProvider();
  oldId = (
    await portal.product({
      plans: [{}, { name: 'unmapped', title: 'Unmapped' }],
      api: { openapi: document('/customers', '/orders') },
    })
  ).id;
  await addApi(oldId, 'mail');
  newId = (
    await portal.product({
      version: '2.0.0',
      plans: [{ name: 'bronze', title: 'Bronze' }],
      api: {
        openapi: document('/customers'),
        securityDefinitions: toStore([byToken]),
        security: toStore([{ definition: 'oauth-1', scopes: ['customer'] }]),
      },
    })
  ).id;
  await addApi(newId, 'chat');
  [carol, dave] = [await portal.signIn('carol'), await portal.signIn('dave')];
  await carol.run('mutation { createApplication(title: "Mover") { clientKey } }');
  await carol.run(
    'mutation { subscribe(application: "mover", product: "customer:1.0.0", plan: "default-plan") { id } }',
  );
  const migrationPlans = toStore([{ source: 'default-plan', target: 'bronze' }]);
  await prisma.catalogProduct.update({
    where: { id: oldId },
    data: { migrationTargetId: newId, migrationPlans },
  });
});
afterEach(() => portal.close());
afterEach(() => expect(portal.faults, 'no refusal was a fault').toEqual([]));

/** Puts one more API into a product, past every rule. */
async function addApi(catalogProductId: string, name: string, sdl: string | null = null) {
  const { prisma } = portal.database;
  const { version } = await prisma.catalogProduct.findUniqueOrThrow({ where: { id: catalogProductId } });
  const none = toStore([]);
  await prisma.catalogApi.create({
    data: {
      catalogProductId,
      name,
      version,
      title: name,
      basePath: `/${name}`,
      position: 1,
      kind: sdl === null ? 'REST' : 'GRAPHQL',
      sdl,
      securityDefinitions: none,
      security: none,
    },
  });
}
const successorOf = async (client: PortalClient, product = 'customer:1.0.0') =>
  (await client.run<{ product: { successor: Record<string, unknown> | null } }>(SUCCESSOR, { product }))
    .product.successor;

const none = { keyName: null, keyLocation: null, flow: null, tokenUrl: null, authorizeUrl: null, scopes: [] };
const changes = {
  security: [
    {
      api: 'customerdb',
      before: [
        { ...none, name: 'client-key', type: 'API_KEY', keyName: 'X-Client-Id', keyLocation: 'HEADER' },
      ],
      after: [
        {
          ...none,
          name: 'oauth-1',
          type: 'OAUTH2',
          flow: 'RESOURCE_OWNER_PASSWORD',
          tokenUrl: 'http://gateway.test/acme/sandbox/customer-oauth/oauth2/token',
          scopes: [{ name: 'customer', description: 'access to the customer API' }],
        },
      ],
    },
  ],
  breaking: [{ api: 'customerdb', operation: 'GET /orders', message: 'the path is removed' }],
  addedApis: [{ name: 'chat', version: '2.0.0' }],
  removedApis: [{ name: 'mail', version: '1.0.0' }],
};

describe('what changes between two products', () => {
  it('is told on the subscription that can be migrated', async () => {
    const target = { product: { version: '2.0.0' }, plan: { name: 'bronze' }, changes };
    expect(await carol.run(TARGET)).toEqual({
      application: { subscriptions: [{ migrationTarget: target }] },
    });
  });

  it('is told on the old product, with where each of its plans leads', async () =>
    expect(await successorOf(carol)).toEqual({
      product: { version: '2.0.0', state: 'PUBLISHED' },
      plans: [
        { from: { name: 'default-plan' }, to: { name: 'bronze' } },
        { from: { name: 'unmapped' }, to: null },
      ],
      changes,
    }));

  it('is nothing where nothing takes the place of a product', async () =>
    expect(await successorOf(carol, 'customer:2.0.0')).toBeNull());

  it('is compared once, until something of the org changes', async () => {
    const { prisma } = portal.database;
    const { id } = await prisma.catalogApi.findFirstOrThrow({
      where: { catalogProductId: newId, name: 'customerdb' },
    });
    expect(await successorOf(carol)).toMatchObject({ changes });
    const wider = JSON.stringify(document('/customers', '/orders'));
    await writeOpenApi(prisma, { table: 'CatalogApi', id }, wider);
    expect(await successorOf(carol)).toMatchObject({ changes: { breaking: changes.breaking } });
    await carol.run('mutation { createApplication(title: "Any change") { clientKey } }');
    expect(await successorOf(carol)).toMatchObject({ changes: { ...changes, breaking: [] } });
  });
});

describe('the product that takes the place of another one', () => {
  const show = async (data: Parameters<typeof portal.database.prisma.catalogProduct.update>[0]['data']) => {
    await portal.database.prisma.catalogProduct.update({ where: { id: newId }, data });
  };

  it('is there for everybody who may see it', async () => {
    for (const client of [portal, dave, carol])
      expect(await successorOf(client)).toMatchObject({ product: { version: '2.0.0' } });
  });

  it('is otherwise there for its audience alone: subscribers of the old one, too, may not know of it', async () => {
    await show({ visibility: 'CUSTOM' });
    for (const client of [portal, dave, carol]) expect(await successorOf(client)).toBeNull();
    const { id } = await portal.database.prisma.consumerOrg.findFirstOrThrow({
      where: { name: 'consumers' },
    });
    await show({ visibility: 'CUSTOM', visibleTo: [`org:${id}`] });
    expect([await successorOf(portal), await successorOf(dave)]).toEqual([null, null]);
    expect(await successorOf(carol)).toMatchObject({ product: { version: '2.0.0' } });
  });

  it('is not there before it is published', async () => {
    await show({ visibility: 'PUBLIC', state: 'STAGED' });
    expect(await successorOf(carol)).toBeNull();
  });
});

describe('the calls of a subscription that would break', () => {
  const BROKEN = `{ application(name: "mover") { subscriptions(first: 1) {
    migrationTarget { brokenCalls { api operation field certain calls lastCallAt } } } } }`;
  type Broken = {
    application: { subscriptions: [{ migrationTarget: { brokenCalls: Record<string, unknown>[] } }] };
  };
  const broken = async () =>
    (await carol.run<Broken>(BROKEN)).application.subscriptions[0].migrationTarget.brokenCalls;

  it('are those of removed operations and APIs that it called of late, and no other', async () => {
    expect(await broken()).toEqual([]);
    const { prisma } = portal.database;
    const { id: subscriptionId } = await prisma.subscription.findFirstOrThrow();
    const { orgId } = await prisma.catalog.findFirstOrThrow();
    const hour = new Date(Math.floor(portal.deps.clock().getTime() / HOUR_MS) * HOUR_MS);
    const long = new Date(hour.getTime() - 40 * DAY_MS);
    const count = { orgId, subscriptionId, product: 'customer:1.0.0', outcome: 'ANSWERED' } as const;
    const of = (api: string, operation: string) => ({ ...count, api: `${api}:1.0.0`, operation, hour });
    await countUsage(portal.database, [
      { ...of('customerdb', 'GET /customers'), calls: 50 },
      { ...of('customerdb', 'GET /orders'), calls: 3 },
      { ...of('customerdb', 'GET /orders'), calls: 4, hour: long },
      { ...of('mail', 'POST /letters'), calls: 1 },
      { ...of('mail', 'GET /letters'), calls: 9, hour: long },
      { ...of('customerdb', 'GET /orders'), calls: 8, product: 'another:1.0.0' },
    ]);
    const lastCallAt = hour.toISOString();
    expect(await broken()).toEqual([
      { api: 'customerdb:1.0.0', operation: 'GET /orders', field: null, certain: true, calls: 3, lastCallAt },
      { api: 'mail:1.0.0', operation: 'POST /letters', field: null, certain: true, calls: 1, lastCallAt },
    ]);
  });

  it('are those of GraphQL documents that use what breaks, and those of which that is not known', async () => {
    const { prisma } = portal.database;
    await addApi(oldId, 'graph', 'type Query { a: Int b: Int c(in: Int): Int }');
    await addApi(newId, 'graph', 'type Query { a: Int c(in: String): Int }');
    const { id: subscriptionId } = await prisma.subscription.findFirstOrThrow();
    const { orgId } = await prisma.catalog.findFirstOrThrow();
    const minute = new Date(Math.floor(portal.deps.clock().getTime() / HOUR_MS) * HOUR_MS);
    const count = { orgId, subscriptionId, product: 'customer:1.0.0', api: 'graph:1.0.0', minute } as const;
    await countFields(portal.database, [
      { ...count, operation: 'query', calls: 3, coordinates: ['Query.a', 'Query.b'] },
      { ...count, operation: 'query', calls: 4, coordinates: ['Query.c', 'Query.c(in:)'] },
      { ...count, operation: 'query', calls: 5, coordinates: ['Query.a', 'Query.c'] },
    ]);
    const lastCallAt = minute.toISOString();
    const of = { api: 'graph:1.0.0', operation: 'query', lastCallAt };
    const known = [
      { ...of, field: 'Query.b', certain: true, calls: 3 },
      { ...of, field: 'Query.c(in:)', certain: false, calls: 4 },
    ];
    expect(await broken()).toEqual(known);
    await countFields(portal.database, [{ ...count, operation: 'mutation', calls: 9, coordinates: null }]);
    expect(await broken()).toEqual([
      { ...of, operation: 'mutation', field: null, certain: false, calls: 9 },
      ...known,
    ]);
  });
});

describe('the estimate of a plan that costs something', () => {
  const ESTIMATE = `{ application(name: "mover") { subscriptions(first: 1) {
    migrationTarget { estimate { currency amount } } } } }`;
  type Estimated = { application: { subscriptions: [{ migrationTarget: { estimate: unknown } }] } };
  const estimate = async () =>
    (await carol.run<Estimated>(ESTIMATE)).application.subscriptions[0].migrationTarget.estimate;

  it('is what the last month would have cost, and none without usage or a price', async () => {
    const { prisma } = portal.database;
    const now = portal.deps.clock();
    const lastMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 3));
    const { id: subscriptionId } = await prisma.subscription.findFirstOrThrow();
    const { orgId } = await prisma.catalog.findFirstOrThrow();
    const count = { orgId, subscriptionId, product: 'customer:1.0.0', plan: 'default-plan' };
    const price = {
      currency: 'EUR',
      amount: '5.00',
      charges: [{ counts: 'CALLS', included: 100, unitPrice: '0.1', per: 1 }],
    };
    await prisma.catalogPlan.updateMany({ where: { name: 'bronze' }, data: { price } });
    expect(await estimate()).toBeNull();
    await countUsage(portal.database, [
      { ...count, hour: lastMonth, outcome: 'ANSWERED', calls: 130 },
      { ...count, hour: lastMonth, outcome: 'REFUSED', code: 'TOKEN_INVALID', calls: 99 },
      { ...count, hour: now, outcome: 'ANSWERED', calls: 500 },
    ]);
    expect(await estimate()).toEqual({ currency: 'EUR', amount: '8.00' });
    await prisma.catalogPlan.updateMany({ where: { name: 'bronze' }, data: { price: Prisma.DbNull } });
    expect(await estimate()).toBeNull();
  });
});
