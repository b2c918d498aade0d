import { afterAll, beforeAll, expect, it } from 'vitest';
import { Prisma } from '../../../../bundles/prisma.js';
import { openManagement } from '../../../support/management.ts';
import { type Applied, document, type ManifestWorld, openManifest } from '../../../support/manifest.ts';
import { watchStatements } from '../../../support/statements.ts';

const COUNT = 105;
const numbers = Array.from({ length: COUNT }, (_, index) => index);

const manifest = {
  gatehouse: '1',
  apis: numbers.map((number) => ({
    name: `api-${number}`,
    version: '1.0.0',
    basePath: `/api-${number}`,
    openapi: document(`API ${number}`),
  })),
  products: numbers.map((number) => ({
    name: `product-${number}`,
    version: '1.0.0',
    apis: [`api-${number}:1.0.0`],
  })),
  catalogs: [
    {
      name: 'sandbox',
      title: 'Sandbox',
      products: numbers.map((number) => ({ product: `product-${number}:1.0.0`, state: 'PUBLISHED' })),
    },
  ],
};

/** How long it takes is told, not held: it depends on the machine. */
async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  console.log(`${what}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return result;
}

let world: ManifestWorld;
let applied: Applied;
beforeAll(async () => {
  world = await openManifest();
  applied = await timed('from empty', () => world.apply(manifest));
}, 120_000);
afterAll(() => world.close());

it(`${COUNT} APIs and ${COUNT} published products are applied in one transaction, and again without a change`, async () => {
  expect(applied.changes).toHaveLength(3 * COUNT);
  const again = await timed('nothing changes', () => world.apply(manifest));
  expect(again).toEqual({ dryRun: false, revision: applied.revision, changes: [] });
  const exported = await timed('export', () => world.export());
  expect(exported.apis).toHaveLength(COUNT);
  expect((await timed('what was exported', () => world.apply(exported))).changes).toEqual([]);
}, 120_000);

it('what is exported is read by one statement a table, and a document that a catalog shares with its draft once', async () => {
  const statements = watchStatements();
  await world.export();
  const cursors = statements.filter(({ text }) => text.startsWith('DECLARE'));
  expect(cursors.map(({ text }) => /FROM "(\w+)" r\b/.exec(text)?.[1])).toEqual([
    'Api',
    'Product',
    'CatalogProduct',
  ]);
  const withDocuments = statements.filter(({ text }) => /"openapi"::text/.test(text));
  expect(withDocuments.map(({ rows }) => rows)).toEqual([COUNT]);
  // As many for an org of any size, but a page of 200 rows is fetched by one.
  expect(statements.length).toBeLessThan(40);
});

it('a catalog that holds another document than the draft is exported with that', async () => {
  const [api] = manifest.apis;
  const [product] = manifest.products;
  const [catalog] = manifest.catalogs;
  const small = {
    ...manifest,
    apis: [api],
    products: [product],
    catalogs: [{ ...catalog, products: catalog?.products.slice(0, 1) }],
  };
  await world.emptyOrg('small');
  await world.apply(small, { org: 'small' });
  const changed = { ...small, apis: [{ ...api, openapi: document('Another') }], catalogs: [] };
  await world.apply(changed, { org: 'small' });
  const { catalogs } = await world.export('small');
  expect(catalogs[0]?.products.filter(({ copy }) => copy)).toMatchObject([
    { product: 'product-0:1.0.0', copy: { apis: [{ openapi: api?.openapi }] } },
  ]);
});

it('a database that is too busy for it is told as that, with 503 and Retry-After', async () => {
  const { database } = world;
  const busy = new Prisma.PrismaClientKnownRequestError('Unable to start a transaction in the given time.', {
    code: 'P2028',
    clientVersion: '',
  });
  const busyClient = (prisma: typeof database.prisma): typeof prisma =>
    new Proxy(prisma, {
      get(client, member) {
        if (member === '$transaction') return async () => Promise.reject(busy);
        if (member === '$extends')
          return (extension: never) => busyClient(client.$extends(extension) as never);
        return client[member as never];
      },
    });
  const management = await openManagement({ ...database, prisma: busyClient(database.prisma) });
  const { status, headers, errors } = await management.send('{ exportManifest(org: "acme") }');
  expect([status, headers.get('retry-after')]).toEqual([503, '5']);
  expect(errors).toMatchObject([
    { message: 'This is temporarily unavailable.', extensions: { code: 'TEMPORARILY_UNAVAILABLE' } },
  ]);
  expect(management.faults).toEqual([]);
});
