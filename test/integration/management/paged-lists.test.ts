import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementWorld, openManagement } from '../../support/management.ts';
import { inOneTurn, watchStatements } from '../../support/statements.ts';

const COUNT = 60;
const numbered = Array.from({ length: COUNT }, (_, index) => String(index).padStart(3, '0'));

/** Rows of lists whose late pages are read. */
const MANY = 230;

let world: ManagementWorld;
beforeAll(async () => {
  world = await openManagement();
  const { prisma } = world.database;
  const { id: orgId } = await prisma.org.create({ data: { name: 'acme', title: 'Acme' } });
  await prisma.org.createMany({ data: numbered.map((name) => ({ name: `org-${name}`, title: name })) });
  await prisma.catalog.createMany({ data: numbered.map((name) => ({ orgId, name, title: name })) });
  await prisma.api.createMany({
    data: numbered.map((name) => ({
      orgId,
      name: `api-${name}`,
      title: name,
      version: '1.0.0',
      kind: 'GRAPHQL' as const,
      basePath: `/${name}`,
      securityDefinitions: [],
      security: [],
    })),
  });
  const catalogs = await prisma.catalog.findMany({ take: 2, orderBy: { id: 'asc' } });
  for (const { id: catalogId } of catalogs)
    await prisma.consumerOrg.createMany({
      data: numbered.map((name) => ({ catalogId, name: `consumers-${name}`, title: name })),
    });
  const { id: ofMany } = await prisma.org.create({ data: { name: 'many', title: 'Many' } });
  const [third] = await prisma.catalog.createManyAndReturn({
    data: [{ orgId: ofMany, name: 'sandbox', title: 'Sandbox' }],
  });
  for (let at = 0; at < MANY; at += 1) await manyOf(at, { orgId: ofMany, catalogId: third?.id ?? '' });
});
afterAll(() => world.close());

/** A product with a plan, and a consumer org with an application. */
async function manyOf(at: number, { orgId, catalogId }: { orgId: string; catalogId: string }): Promise<void> {
  const name = `row-${String(at).padStart(3, '0')}`;
  const { prisma } = world.database;
  const plan = { position: 0, name: `plan-${at}`, title: name, rateLimit: 1, rateLimitUnit: 'HOUR' as const };
  await prisma.product.create({
    data: { orgId, name, title: name, version: '1.0.0', plans: { create: plan } },
  });
  const application = { name: `application-${at}`, title: name };
  await prisma.consumerOrg.create({
    data: { catalogId, name, title: name, applications: { create: application } },
  });
}

const nested = (selection: string) => `{ org(name: "acme") { ${selection} } }`;

const lists: readonly [kind: string, field: string, document: (args: string) => string][] = [
  ['of the root', 'orgs', (args) => `{ orgs${args} { name } }`],
  ['of rows of another', 'catalogs', (args) => nested(`catalogs${args} { name }`)],
  ['that is sorted here', 'apis', (args) => nested(`apis${args} { name }`)],
];

describe.each(lists)('a list %s', (_kind, field, document) => {
  const read = async (args: string) => {
    const data = await world.query<Record<string, never>>(document(args));
    return (data[field] ?? (data['org'] as unknown as Record<string, unknown[]>)[field]) as {
      name: string;
    }[];
  };

  it('has 50 entries unless more are asked for, and goes on after them', async () => {
    const [first, all] = [await read(''), await read('(first: 200)')];
    expect([first.length, all.length >= COUNT]).toEqual([50, true]);
    expect([...first, ...(await read('(offset: 50)'))]).toEqual(all);
  });

  it.each([
    ['(first: 201)', 'first', 'first is 201: ask for 1 to 200.'],
    ['(first: 0)', 'first', 'first is 0: ask for 1 to 200.'],
    ['(offset: -1)', 'offset', 'offset is -1: give 0 or more.'],
  ])('is refused with %s', async (args, path, message) => {
    const { status, errors } = await world.send(document(args));
    expect(errors).toMatchObject([{ message, extensions: { code: 'BAD_USER_INPUT', path: [path] } }]);
    expect(status).toBe(400);
  });
});

it.each([
  ['auditEvents(org: "acme", first: 201) { nodes { id } }'],
  ['usage(org: "acme", from: "2026-12-01T00:00:00Z", first: 201) { nodes { calls } }'],
  ['viewer { memberships(first: 201) { role } }'],
  ['failingDeliveries(org: "acme", first: 201) { id }'],
])('%s is refused', async (field) => {
  const { errors } = await world.send(`{ ${field} }`);
  expect(errors).toMatchObject([
    { message: 'first is 201: ask for 1 to 200.', extensions: { code: 'BAD_USER_INPUT', path: ['first'] } },
  ]);
});

it('reads lists within lists with one statement, and of each its page alone', async () => {
  const statements = watchStatements();
  const { org } = await world.query<{ org: { catalogs: { consumerOrgs: { name: string }[] }[] } }>(
    nested('catalogs(first: 40) { name consumerOrgs(first: 3, offset: 1) { name } }'),
  );
  expect(org.catalogs).toHaveLength(40);
  expect(org.catalogs.slice(0, 2).map(({ consumerOrgs }) => consumerOrgs.map(({ name }) => name))).toEqual([
    ['consumers-001', 'consumers-002', 'consumers-003'],
    ['consumers-001', 'consumers-002', 'consumers-003'],
  ]);
  const ofConsumers = statements.filter(({ text }) => text.includes('"ConsumerOrg"'));
  expect(ofConsumers.map(({ rows }) => rows)).toEqual([1]);
  expect(ofConsumers[0]?.text).toMatch(/LATERAL.*LIMIT/s);
});

it('reads of consumer orgs and applications the columns that are asked for, of which a list may have thousands', async () => {
  const statements = watchStatements();
  const selection = 'catalogs(first: 1) { consumerOrgs(first: 2) { name applications { title } } }';
  const { org } = await world.query<{ org: object }>(`{ org(name: "many") { ${selection} } }`);
  const consumerOrgs = ['row-000', 'row-001'].map((name) => ({ name, applications: [{ title: name }] }));
  expect(org).toEqual({ catalogs: [{ consumerOrgs }] });
  const [read] = statements.filter(({ text }) => text.includes('"Application"'));
  for (const column of ['signInKey', 'applicationsEndedAt', 'redirectUris', 'clientType'])
    expect(read?.text).not.toContain(`"${column}"`);
});

describe('a late page', () => {
  it.each([
    ['of rows of another', `products(first: 2, offset: 226) { name plans { name } }`, ['row-226', 'row-227']],
    ['at the end', `products(first: 50, offset: 228) { name plans { name } }`, ['row-228', 'row-229']],
    ['behind the end', `products(first: 50, offset: 230) { name plans { name } }`, []],
    ['of a search', `products(first: 1, offset: 201, search: "row") { name plans { name } }`, ['row-201']],
  ])('%s has its rows in order, with what belongs to them', async (_kind, selection, names) => {
    const { org } = await world.query<{ org: { products: { name: string; plans: { name: string }[] }[] } }>(
      `{ org(name: "many") { ${selection} } }`,
    );
    expect(org.products).toEqual(
      names.map((name) => ({ name, plans: [{ name: `plan-${Number(name.slice(4))}` }] })),
    );
  });

  it('within a list has its rows, with what belongs to them', async () => {
    const { org } = await world.query<{ org: object }>(
      `{ org(name: "many") { catalogs { name consumerOrgs(first: 1, offset: 229) { name applications { name } } } } }`,
    );
    const consumers = [{ name: 'row-229', applications: [{ name: 'application-229' }] }];
    expect(org).toEqual({ catalogs: [{ name: 'sandbox', consumerOrgs: consumers }] });
  });

  it('is read in two statements: ids alone, then its rows, so that nothing is joined to rows left out', async () => {
    const statements = watchStatements();
    await world.query(`{ org(name: "many") { products(first: 2, offset: 226) { name plans { name } } } }`);
    const ofProducts = statements.filter(({ text }) => text.includes('"Product"'));
    expect(ofProducts.map(({ text }) => [text.includes('"Plan"'), text.includes('OFFSET')])).toEqual([
      [false, true],
      [true, false],
    ]);
    // As JSON, each id that is left out would be made first.
    expect(ofProducts[0]?.text).not.toContain('JSONB');
    expect(ofProducts[0]?.rows).toBe(2);
  });

  it('of subscriptions is read so from the first page on: of all those of a product none is joined but the page', async () => {
    const { prisma } = world.database;
    const { id: catalogId } = await prisma.catalog.findFirstOrThrow({ where: { org: { name: 'many' } } });
    const open = { visibility: 'PUBLIC', subscribability: 'AUTHENTICATED', state: 'PUBLISHED' } as const;
    const plan = { position: 0, name: 'gold', title: 'Gold', rateLimit: 1, rateLimitUnit: 'HOUR' as const };
    const product = await prisma.catalogProduct.create({
      data: {
        catalogId,
        name: 'beloved',
        title: 'Beloved',
        version: '1.0.0',
        ...open,
        plans: { create: plan },
      },
      include: { plans: true },
    });
    const applications = await prisma.application.findMany({ take: 5, orderBy: { id: 'asc' } });
    const ids = { catalogProductId: product.id, catalogPlanId: product.plans[0]?.id ?? '' };
    for (const { id: applicationId } of applications)
      await prisma.subscription.create({ data: { applicationId, ...ids } });
    const statements = watchStatements();
    const { catalogProduct } = await world.query<{ catalogProduct: { subscriptions: object[] } }>(
      `{ catalogProduct(org: "many", catalog: "sandbox", product: "beloved:1.0.0") {
        subscriptions(first: 2, offset: 1) { application { name } } } }`,
    );
    expect(catalogProduct.subscriptions).toEqual(
      applications.slice(1, 3).map(({ name }) => ({ application: { name } })),
    );
    const ofSubscriptions = statements.filter(({ text }) => text.includes('"Subscription"'));
    expect(ofSubscriptions.map(({ text }) => text.includes('"Application"'))).toEqual([false, true]);
  });

  it('in another order than that of ids is read so from the first page on', async () => {
    const { prisma } = world.database;
    const { id: catalogId } = await prisma.catalog.findFirstOrThrow({ where: { org: { name: 'many' } } });
    const open = { visibility: 'PUBLIC', subscribability: 'AUTHENTICATED' } as const;
    await prisma.catalogProduct.createMany({
      data: (['RETIRED', 'STAGED', 'PUBLISHED'] as const).map((state) => {
        const name = state.toLowerCase();
        return { catalogId, name, title: name, version: '1.0.0', state, ...open };
      }),
    });
    const statements = watchStatements();
    const { org } = await world.query<{ org: { catalogs: object[] } }>(
      `{ org(name: "many") { catalogs { products(first: 2, offset: 1, order: STATE, name: ["staged", "published", "retired"]) { name apis { name } } } } }`,
    );
    expect(org.catalogs).toEqual([
      {
        products: [
          { name: 'published', apis: [] },
          { name: 'retired', apis: [] },
        ],
      },
    ]);
    const ofProducts = statements.filter(({ text }) => text.includes('"CatalogProduct"'));
    expect(ofProducts.map(({ text }) => text.includes('"CatalogApi"'))).toEqual([false, true]);
  });
});

it('reads the copies of products in catalogs together, whatever the number of products', async () => {
  const { prisma } = world.database;
  const { id: catalogId } = await prisma.catalog.findFirstOrThrow({ where: { org: { name: 'many' } } });
  const drafts = await prisma.product.findMany({ where: { org: { name: 'many' } }, take: 20 });
  await prisma.catalogProduct.createMany({
    data: drafts.map(({ name, title, version }) => {
      const open = { visibility: 'PUBLIC', subscribability: 'AUTHENTICATED' } as const;
      return { catalogId, name, title, version, state: 'STAGED', ...open };
    }),
  });
  const copies = async (first: number) => {
    const { org } = await world.query<{ org: { products: { catalogProducts: object[] }[] } }>(
      `{ org(name: "many") { products(first: ${first}) { catalogProducts { catalog { name } } } } }`,
    );
    return org.products.flatMap(({ catalogProducts }) => catalogProducts);
  };
  await copies(1);
  const statements = watchStatements();
  inOneTurn();
  // The world may note meanwhile who has called.
  const ofCopies = () => statements.filter(({ text }) => text.includes('"CatalogProduct"')).length;
  expect(await copies(2)).toHaveLength(2);
  const ofTwo = ofCopies();
  expect(ofTwo).toBeGreaterThan(0);
  expect(await copies(20)).toHaveLength(20);
  expect(ofCopies()).toBe(2 * ofTwo);
});
