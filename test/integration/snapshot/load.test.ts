import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { AnnouncedChanges } from '../../../src/data-plane/snapshot/announced-changes.ts';
import {
  type Catalogs,
  createLoader,
  type LoadContext,
  type LoadedCatalog,
  type Loader,
} from '../../../src/data-plane/snapshot/load.ts';
import type { CatalogSnapshot } from '../../../src/data-plane/snapshot/snapshot.ts';
import { limitKeyOf } from '../../../src/domain/plan/limit-keys.ts';
import { change } from '../../../src/infrastructure/database/change.ts';
import { type Database, PUBLISHED } from '../../../src/infrastructure/database/database.ts';
import type { Subscription } from '../../../src/infrastructure/database/generated/prisma/client.ts';
import { Secrets, UnsealError } from '../../../src/infrastructure/secrets/secrets.ts';
import { everyDatabase } from '../../support/database.ts';
import {
  createApplicationRow,
  createCatalogProduct,
  createProvider,
  createSandbox,
  type Published,
} from '../../support/published.ts';
import { watchStatements } from '../../support/statements.ts';

const secrets = new Secrets('the secret key of these tests, which is long');
const gatewayUrl = 'http://gateway.test';
const states = ['STAGED', 'PUBLISHED', 'DEPRECATED', 'RETIRED', 'ARCHIVED'] as const;

const all = (context: LoadContext) => createLoader(context).all(new Map());

describe('what a gateway holds of a catalog', () => {
  let database: Database;
  let sandbox: Published;
  let loader: Loader;
  let subscription: Subscription;
  let held: Catalogs = new Map();
  let followed: Catalogs = new Map();
  const announced = new AnnouncedChanges();
  const follow = async () => {
    followed = (await loader.changed(followed, announced.take(sandbox.orgId, followed))).catalogs;
    return followed.get('/acme/sandbox');
  };
  /** Read anew; what was read again where it has changed, or followed by its changes, is no other. */
  const load = async (): Promise<CatalogSnapshot> => {
    const catalog = (await all({ database, secrets, gatewayUrl })).get('/acme/sandbox');
    if (!catalog) throw new Error('there is no catalog');
    held = await loader.all(held);
    const read = mapsOf(catalog);
    expect(mapsOf(held.get('/acme/sandbox'))).toMatchObject(read);
    expect(mapsOf(await follow())).toMatchObject(read);
    // A change packs its clients as reading all does: those that are the same by bytes stay the same object.
    const again = await loader.all(followed);
    expect(again.get('/acme/sandbox')?.clients).toBe(followed.get('/acme/sandbox')?.clients);
    return catalog;
  };
  /** In which order the database gives products is its own affair. */
  const mapsOf = (catalog: Pick<LoadedCatalog, 'routes' | 'plans' | 'products'> | undefined) => ({
    routes: new Map(catalog?.routes),
    plans: new Map(catalog?.plans),
    products: new Map(catalog?.products),
  });

  beforeAll(async () => {
    const [embedded] = await everyDatabase();
    database = (await embedded?.open()) as Database;
    await database.listen(
      (notice) => notice?.startsWith('[') && announced.add(JSON.parse(notice)),
      PUBLISHED,
    );
    sandbox = await createSandbox(database);
    loader = createLoader({ database, secrets, gatewayUrl });
    for (const [index, state] of states.entries())
      await createCatalogProduct(database, sandbox, { version: `${9 + index}.0.0`, state });
    await createCatalogProduct(database, sandbox, { version: '2.0.0', apiVersion: '10.0.0' });
    const { id: catalogProductId, plans } = await database.prisma.catalogProduct.findFirstOrThrow({
      where: { version: '10.0.0' },
      include: { plans: true },
    });
    const { id: applicationId } = await createApplicationRow(database, sandbox, { name: 'client-1' });
    subscription = await database.prisma.subscription.create({
      data: { applicationId, catalogProductId, catalogPlanId: plans[0]?.id ?? '' },
    });
    await createProvider(database, sandbox, secrets);
  });
  afterAll(() => database.close());

  it('is found by the path of its calls', async () => {
    expect(await load()).toMatchObject({
      id: sandbox.catalogId,
      orgId: sandbox.orgId,
      path: '/acme/sandbox',
    });
  });

  it('are the APIs of Published and Deprecated products alone, the newest version first', async () => {
    const { routes } = await load();
    expect([...routes.keys()]).toEqual(['/customerdb/v1']);
    expect(routes.get('/customerdb/v1')).toMatchObject([
      { name: 'customerdb', version: '11.0.0', product: { name: 'customer', version: '11.0.0' } },
      { version: '10.0.0', product: { version: '10.0.0' } },
      { version: '10.0.0', product: { version: '2.0.0' } },
    ]);
    expect(routes.get('/customerdb/v1')?.[0]).toMatchObject({
      kind: 'REST',
      online: true,
      upstreamUrl: 'http://crm.test/v1',
      security: [
        {
          parts: [
            { definition: { type: 'API_KEY', keyLocation: 'HEADER', keyName: 'X-Client-Id' }, scopes: [] },
          ],
        },
      ],
    });
  });

  it('joins requirements in either form with their definitions, also those of operations', async () => {
    const product = await createCatalogProduct(database, sandbox, { version: '77.0.0', state: 'PUBLISHED' });
    const where = { catalogProductId: product.id };
    const operationSecurity = [{ operation: 'GET /customers', security: [] }];
    await database.prisma.catalogApi.updateMany({
      where,
      data: {
        securityDefinitions: [
          { name: 'id', type: 'API_KEY', keyLocation: 'HEADER', keyName: 'X-Client-Id' },
          { name: 'key', type: 'API_KEY', kind: 'KEY', keyLocation: 'HEADER', keyName: 'X-API-Key' },
        ],
        security: [
          { definition: 'id', scopes: [] },
          { all: ['id', 'key'].map((definition) => ({ definition, scopes: [] })) },
        ],
        settings: { operationSecurity },
      },
    });
    const { routes } = (await all({ database, secrets, gatewayUrl })).get('/acme/sandbox') ?? {};
    const api = [...(routes?.values() ?? [])].flat().find((each) => each.product.version === '77.0.0');
    expect(api?.security.map(({ parts }) => parts.map(({ definition }) => definition.name))).toEqual([
      ['id'],
      ['id', 'key'],
    ]);
    expect(api?.operationSecurity).toEqual(operationSecurity);
    await database.prisma.catalogProduct.delete({ where: { id: product.id } });
  });

  it('follows a change of a product by its announcement, and looks at no other', async () => {
    const { prisma } = database;
    const { id } = await createCatalogProduct(database, sandbox, { version: '20.0.0' });
    await load();
    const held = () => followed.get('/acme/sandbox')?.products;
    const known = held();
    const statements = watchStatements();
    await prisma.catalogProduct.update({ where: { id }, data: { title: 'Changed' } });
    await follow();
    await prisma.catalogPlan.deleteMany({ where: { catalogProductId: id } });
    await follow();
    expect(held()?.get(id)?.plans.size).toBe(0);
    await prisma.catalogProduct.update({ where: { id }, data: { state: 'RETIRED' } });
    await follow();
    expect(held()?.has(id)).toBe(false);
    await prisma.catalogProduct.update({ where: { id }, data: { state: 'PUBLISHED' } });
    await follow();
    expect(held()?.get(id)?.state).toBe('PUBLISHED');
    await prisma.catalogProduct.delete({ where: { id } });
    await follow();
    expect(held()?.has(id)).toBe(false);
    for (const [other, product] of known ?? []) if (other !== id) expect(held()?.get(other)).toBe(product);
    expect(statements.some(({ text }) => /LATERAL .* WHERE p\."catalogId"/s.test(text))).toBe(false);
  });

  it('says by its title what an API is called, and whether everybody may see it, also after a change', async () => {
    const { prisma } = database;
    const { id } = await createCatalogProduct(database, sandbox, { version: '40.0.0' });
    const shown = async () => {
      const [newest] = (await load()).routes.get('/customerdb/v1') ?? [];
      return [newest?.title, newest?.product.isPublic];
    };
    expect(await shown()).toEqual(['Customer database', true]);
    for (const visibility of ['AUTHENTICATED', 'CUSTOM'] as const) {
      await prisma.catalogProduct.update({ where: { id }, data: { visibility } });
      expect(await shown(), visibility).toEqual(['Customer database', false]);
    }
    await prisma.catalogProduct.delete({ where: { id } });
  });

  it('has the headers that tell of the end of a deprecated product, and of its successor', async () => {
    const { prisma } = database;
    const successor = await createCatalogProduct(database, sandbox, { version: '31.0.0' });
    const { id } = await createCatalogProduct(database, sandbox, { version: '30.0.0', state: 'DEPRECATED' });
    await prisma.catalogProduct.update({
      where: { id },
      data: {
        deprecatedAt: new Date('2027-01-01T00:00:00.500Z'),
        sunsetAt: new Date('2027-07-01T12:00:00Z'),
        migrationTargetId: successor.id,
      },
    });
    const noticesOf = async (version: string) =>
      (await load()).routes.get('/customerdb/v1')?.find((api) => api.version === version)?.notices;
    const ends = ['Deprecation', '@1798761600', 'Sunset', 'Thu, 01 Jul 2027 12:00:00 GMT'];
    const link = (path: string) => [
      'Link',
      `<http://gateway.test/acme/sandbox${path}>; rel="successor-version"`,
    ];
    expect(await noticesOf('30.0.0')).toEqual([...ends, ...link('/customerdb/v1')]);
    expect(await noticesOf('31.0.0')).toEqual([]);

    const where = { catalogProductId: successor.id };
    await prisma.catalogApi.updateMany({ where, data: { kind: 'GRAPHQL', basePath: '/customerdb' } });
    expect(await noticesOf('30.0.0')).toEqual([...ends, ...link('/customerdb/graphql')]);
    await prisma.catalogApi.updateMany({ where, data: { name: 'orders' } });
    expect(await noticesOf('30.0.0'), 'the successor has no such API').toEqual(ends);
    await prisma.catalogApi.updateMany({ where, data: { name: 'customerdb' } });
    await prisma.catalogProduct.update({ where: { id: successor.id }, data: { state: 'DEPRECATED' } });
    expect(await noticesOf('30.0.0'), 'the successor takes nobody any more').toEqual(ends);
    await prisma.catalogProduct.update({ where: { id: successor.id }, data: { state: 'PUBLISHED' } });
    const portals = { control: 'https://control.test' };
    const catalog = (await all({ database, secrets, gatewayUrl, portals })).get('/acme/sandbox');
    const known = catalog?.routes.get('/customerdb/v1')?.find((api) => api.version === '30.0.0');
    expect(catalog?.portalUrl).toBe('https://control.test/portal/acme/sandbox');
    const portal = 'https://control.test/portal/acme/sandbox';
    const changes = `<${portal}/changes?product=customer>`;
    expect(known?.notices, 'pages of a portal that is known').toEqual([
      ...ends,
      'Link',
      `<${portal}/products/customer:31.0.0>; rel="successor-version", ${changes}; rel="deprecation"; type="text/html", ${changes}; rel="sunset"; type="text/html"`,
    ]);
    await prisma.catalogProduct.deleteMany({ where: { version: { in: ['30.0.0', '31.0.0'] } } });
  });

  it('are the newest 200 retired products, by what callers are told', async () => {
    const { prisma } = database;
    const at = (second: number) => new Date(Date.UTC(2026, 10, 1, 0, 0, second));
    const template = await createCatalogProduct(database, sandbox, { version: '90.0.0', state: 'RETIRED' });
    const {
      apis: _apis,
      plans: _plans,
      id: _id,
      words,
      migrationPlans: _none,
      subscriptionForm: _form,
      ...columns
    } = template;
    await prisma.catalogProduct.update({
      where: { id: template.id },
      data: { retiredAt: at(1000), successorId: template.id, visibility: 'AUTHENTICATED' },
    });
    const older = Array.from({ length: 205 }, (_, second) => ({
      ...columns,
      words: words as object,
      version: `91.0.${second}`,
      state: second % 2 ? ('RETIRED' as const) : ('ARCHIVED' as const),
      retiredAt: at(second),
    }));
    await prisma.catalogProduct.createMany({ data: older });
    const { retired } = await load();
    expect(retired).toHaveLength(200);
    expect(retired.map(({ product }) => product)).toEqual([
      'customer:90.0.0',
      ...Array.from({ length: 199 }, (_, from) => `customer:91.0.${204 - from}`),
    ]);
    expect(retired[0]).toEqual({
      id: template.id,
      product: 'customer:90.0.0',
      visibility: 'AUTHENTICATED',
      retiredAt: at(1000),
      successorId: template.id,
      basePaths: ['/customerdb/v1'],
    });
    expect(held.get('/acme/sandbox')?.retired).toEqual(retired);
    expect(followed.get('/acme/sandbox')?.retired, 'followed by the notices of products').toEqual(retired);
    await prisma.catalogProduct.update({ where: { id: template.id }, data: { state: 'STAGED' } });
    expect((await load()).retired[0]?.product).toBe('customer:91.0.204');
    expect(followed.get('/acme/sandbox')?.retired[0]?.product).toBe('customer:91.0.204');
    const theirs = { version: { startsWith: '91.0' } };
    await prisma.catalogProduct.deleteMany({ where: { OR: [theirs, { id: template.id }] } });
    expect((await load()).retired).toEqual([]);
  });

  it('are the clients with their active subscriptions, and the plan that each counts against', async () => {
    const { applicationId, catalogProductId, catalogPlanId } = subscription;
    const client = (await load()).clients.get('client-1');
    expect(client).toMatchObject({
      clientKey: 'client-1',
      secretHash: 'hash of client-1',
      previousSecret: null,
      application: {
        name: 'client-1',
        suspended: false,
        consumerOrg: 'consumers',
        consumerOrgTitle: 'Consumers',
      },
    });
    expect([...(client?.subscriptions ?? [])]).toEqual([
      [
        catalogProductId,
        {
          id: subscription.id,
          limitKey: limitKeyOf(applicationId, catalogPlanId),
          plan: {
            id: catalogPlanId,
            name: 'bronze',
            title: 'Bronze',
            callLimits: [
              {
                limit: 2,
                windowSeconds: 60,
                words: '60 seconds',
                name: 'rateLimit',
                keySuffix: '',
                policy: '"bronze"',
                unit: 'calls',
                isMeasured: false,
              },
            ],
            concurrencyLimits: [],
            costLimits: [],
            usageLimits: [],
            callPolicies: '"bronze";q=2;w=60',
            costPolicies: '',
            usagePolicies: '',
            maxConcurrentCalls: 100,
            maxGraphQLCost: null,
            maxGraphQLDepth: null,
            hiddenGraphQL: [],
            registeredOperationsOnly: false,
          },
        },
      ],
    ]);
  });

  it.each(['PENDING_APPROVAL', 'REJECTED'] as const)('are no subscriptions that are %s', async (state) => {
    const rejectionReason = state === 'REJECTED' ? 'Say "what for".\n' : null;
    await database.prisma.subscription.updateMany({ data: { state, rejectionReason } });
    const refused = (await load()).clients.get('client-1');
    expect(refused?.subscriptions.size).toBe(0);
    expect([...(refused?.unapproved.values() ?? [])]).toEqual([{ state, reason: rejectionReason }]);
    await database.prisma.subscription.updateMany({ data: { state: 'ACTIVE', rejectionReason: null } });
    const admitted = (await load()).clients.get('client-1');
    expect([admitted?.subscriptions.size, admitted?.unapproved.size]).toEqual([1, 0]);
  });

  it('marks the clients of a suspended application, which are told so', async () => {
    await createApplicationRow(database, sandbox, { name: 'client-2', state: 'SUSPENDED' });
    expect((await load()).clients.get('client-2')?.application.suspended).toBe(true);
  });

  it('has the old secret of a credential as long as it is valid', async () => {
    await createApplicationRow(database, sandbox, { name: 'client-3' });
    const previousSecretExpiresAt = new Date('2027-01-01T01:00:00Z');
    await database.prisma.credential.update({
      where: { clientKey: 'client-3' },
      data: { previousSecretHash: 'old hash', previousSecretExpiresAt },
    });
    expect((await load()).clients.get('client-3')?.previousSecret).toEqual({
      hash: 'old hash',
      expiresAt: previousSecretExpiresAt.getTime(),
    });
  });

  it('has the end of a secret that ends', async () => {
    await createApplicationRow(database, sandbox, { name: 'client-4' });
    expect((await load()).clients.get('client-4')?.secretEndsAt).toBeNull();
    const secretExpiresAt = new Date('2027-01-01T01:00:00.123Z');
    await database.prisma.credential.update({ where: { clientKey: 'client-4' }, data: { secretExpiresAt } });
    expect((await load()).clients.get('client-4')?.secretEndsAt).toBe(secretExpiresAt.getTime());
  });

  it('are the OAuth providers that are assigned to it, with their keys and registry', async () => {
    const { providers } = await load();
    expect([...providers.keys()]).toEqual(['native']);
    expect(providers.get('native')).toMatchObject({
      issuer: 'http://gateway.test/acme/sandbox/native',
      scopes: ['customer'],
      registry: {
        id: expect.any(String),
        name: 'people',
        isAssigned: true,
        type: 'AUTHENTICATION_URL',
        url: 'http://people.test/auth',
      },
      accessTokenSeconds: 3600,
      keys: [{ algorithm: 'ES256' }],
    });
    await database.prisma.catalog.update({
      where: { id: sandbox.catalogId },
      data: { userRegistries: { set: [] } },
    });
    expect((await load()).providers.get('native')).toMatchObject({ registry: { isAssigned: false } });
    await database.prisma.catalog.update({
      where: { id: sandbox.catalogId },
      data: { oauthProviders: { set: [] } },
    });
    expect((await load()).providers.size).toBe(0);
    await database.prisma.catalog.update({
      where: { id: sandbox.catalogId },
      data: { oauthProviders: { connect: { orgId_name: { orgId: sandbox.orgId, name: 'native' } } } },
    });
  });

  it('cannot be read with another secret key, and says so', async () => {
    const others = new Secrets('another secret key of these tests, also long');
    await expect(all({ database, secrets: others, gatewayUrl })).rejects.toThrow(UnsealError);
  });

  it('is nothing of another org', async () => {
    await createSandbox(database, 'other');
    const catalog = (await all({ database, secrets, gatewayUrl })).get('/other/sandbox');
    expect([catalog?.routes.size, catalog?.clients.size, catalog?.providers.size]).toEqual([0, 0, 0]);
  });

  it('is never an API that is open because its security definition is missing', async () => {
    const broken = { securityDefinitions: [], security: [{ definition: 'oauth-1', scopes: ['customer'] }] };
    const product = await createCatalogProduct(database, sandbox, { version: '20.0.0', security: broken });
    await expect(load()).rejects.toThrow('customerdb:20.0.0 has no security definition oauth-1');
    await database.prisma.catalogProduct.delete({ where: { id: product.id } });
  });
});

describe.each(await everyDatabase())('a snapshot of $name', ({ open }) => {
  it('is of one moment: no call falls between an old and a new version', { timeout: 60_000 }, async () => {
    const database = await open();
    onTestFinished(() => database.close());
    const sandbox = await createSandbox(database);
    const application = await createApplicationRow(database, sandbox, { name: 'client-1' });
    const [one, two] = [
      await createCatalogProduct(database, sandbox, { version: '1.0.0' }),
      await createCatalogProduct(database, sandbox, { version: '2.0.0', state: 'STAGED' }),
    ];
    const data = {
      applicationId: application.id,
      catalogProductId: one.id,
      catalogPlanId: one.plans[0]?.id ?? '',
    };
    const { id } = await database.prisma.subscription.create({ data });

    /** One version is staged and the other published with the subscription, again and again the other way round. */
    async function supersede(from: typeof one, to: typeof one): Promise<void> {
      const request = {
        orgId: sandbox.orgId,
        actor: 'token:test',
        action: 'supersedeProduct',
        subject: 'customer',
      };
      await change(database, request, async (tx) => {
        await tx.catalogProduct.update({ where: { id: to.id }, data: { state: 'PUBLISHED' } });
        await tx.subscription.update({
          where: { id },
          data: { catalogProductId: to.id, catalogPlanId: to.plans[0]?.id ?? '' },
        });
        await tx.catalogProduct.update({ where: { id: from.id }, data: { state: 'STAGED' } });
      });
    }
    let isOver = false;
    const changes = (async () => {
      for (let round = 0; round < 20; round += 1) {
        await supersede(one, two);
        await supersede(two, one);
      }
      isOver = true;
    })();
    let readings = 0;
    while (!isOver) {
      const catalog = (await all({ database, secrets, gatewayUrl })).get('/acme/sandbox');
      const published = catalog?.routes.get('/customerdb/v1')?.map(({ product }) => product.id);
      expect(published).toEqual([...(catalog?.clients.get('client-1')?.subscriptions.keys() ?? [])]);
      readings += 1;
    }
    await changes;
    expect(readings).toBeGreaterThan(5);
  });
});
