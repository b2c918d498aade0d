import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPortal, type PortalClient, type PortalWorld } from '../../support/portal.ts';
import { runs } from '../../support/runs.ts';
import { watchStatements } from '../../support/statements.ts';
import { subscribed } from '../../support/subscribed.ts';

const PRODUCTS = ['bowler', 'beret', 'fez'] as const;

let portal: PortalWorld;
let readers: Readonly<Record<string, PortalClient>>;
let audiences: readonly string[];

beforeAll(async () => {
  portal = await openPortal();
  for (const name of PRODUCTS) await portal.product({ name, title: `Hats: ${name}` });
  readers = {
    nobody: portal,
    carol: await portal.signIn('carol'),
    dave: await portal.signIn('dave'),
  };
  const { prisma } = portal.database;
  const orgs = await prisma.consumerOrg.findMany({ orderBy: { name: 'asc' } });
  audiences = orgs.map(({ id }) => `org:${id}`);
});
afterAll(() => portal.close());

const revise = () => portal.database.prisma.org.updateMany({ data: { revision: { increment: 1 } } });

type Listed = { readonly products: readonly { readonly name: string }[] };
type Found = { readonly productPage: { readonly total: number; readonly nodes: Listed['products'] } };

/** The names that a reader is shown: in the list, which the database reads each time, and by a search. */
async function seenBy(
  reader: PortalClient,
): Promise<{ listed: string[]; found: string[]; titled: string[] }> {
  const names = (nodes: Listed['products']) => nodes.map(({ name }) => name).sort();
  const page = async (args: string) =>
    names(
      (await reader.run<Found>(`{ productPage(first: 10 ${args}) { total nodes { name } } }`)).productPage
        .nodes,
    );
  const { products } = await reader.run<Listed>('{ products(first: 10) { name } }');
  return { listed: names(products), found: await page('search: "hats"'), titled: await page('order: TITLE') };
}

const change = fc.record({
  name: fc.constantFrom(...PRODUCTS),
  state: fc.constantFrom('PUBLISHED' as const, 'DEPRECATED' as const, 'STAGED' as const, 'RETIRED' as const),
  visibility: fc.constantFrom('PUBLIC' as const, 'AUTHENTICATED' as const, 'CUSTOM' as const),
  visibleTo: fc.subarray([0, 1]),
});

it('a search finds for each reader what the list shows them, after any change, and again without one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
      for (const { name, visibleTo, ...columns } of changes) {
        await portal.database.prisma.catalogProduct.updateMany({
          where: { name },
          data: { ...columns, visibleTo: visibleTo.map((at) => audiences[at] ?? '') },
        });
        await revise();
        for (const [name, reader] of Object.entries(readers))
          for (const time of ['first', 'again']) {
            const { listed, found, titled } = await seenBy(reader);
            expect({ found, titled }, `${name}, ${time}`).toEqual({ found: listed, titled: listed });
          }
      }
    }),
    { numRuns: runs(60) },
  );
});

it('a search finds a product that is for subscribers alone until the subscription ends', async () => {
  const { prisma } = portal.database;
  const set = (data: object) => prisma.catalogProduct.updateMany({ where: { name: 'fez' }, data });
  await set({ state: 'PUBLISHED', visibility: 'PUBLIC', visibleTo: [] });
  await revise();
  const { carol, dave } = readers as { carol: PortalClient; dave: PortalClient };
  const fez = { found: expect.arrayContaining(['fez']) };
  const id = await subscribed(carol, { application: 'Shop', product: 'fez:1.0.0' });
  await set({ visibility: 'CUSTOM' });
  await revise();
  for (const _ of ['first', 'again']) {
    expect(await seenBy(carol)).toMatchObject(fez);
    expect(await seenBy(dave)).not.toMatchObject(fez);
  }
  await carol.run('mutation ($id: ID!) { unsubscribe(id: $id) }', { id });
  expect(await seenBy(carol)).not.toMatchObject(fez);
});

it('after a change of anything else than products, their plans and APIs, no product is read again for a search', async () => {
  const { prisma } = portal.database;
  const statements = watchStatements();
  const search = async () => {
    const before = statements.length;
    await portal.run('{ productPage(first: 1, search: "hats") { total } }');
    const texts = statements.slice(before).map(({ text }) => text);
    return {
      stamps: texts.some((text) => text.includes('string_agg(a.xmin')),
      words: texts.some((text) => text.includes('jsonb_path_query')),
    };
  };
  const shown = { state: 'PUBLISHED', visibility: 'PUBLIC', visibleTo: [] as string[] } as const;
  await prisma.catalogProduct.updateMany({ where: { name: 'beret' }, data: shown });
  await revise();
  await search();
  await revise();
  expect(await search()).toEqual({ stamps: false, words: false });
  const product = { catalogProduct: { name: 'beret' } };
  const changes = [
    () => prisma.catalogPlan.updateMany({ where: product, data: { title: 'Another' } }),
    () => prisma.catalogApi.updateMany({ where: product, data: { title: 'Another' } }),
    () => prisma.catalogProduct.updateMany({ where: { name: 'beret' }, data: { title: 'Hats: another' } }),
  ];
  for (const change of changes) {
    expect((await change()).count).toBeGreaterThan(0);
    await revise();
    expect(await search()).toEqual({ stamps: true, words: true });
  }
});

it('an org has the index of one catalog made at a time', async () => {
  const { prisma } = portal.database;
  const { id: catalogId } = await prisma.catalog.findFirstOrThrow({ where: { name: 'preview' } });
  for (const name of ['one', 'two']) await portal.product({ name, title: `Hats: ${name}` });
  await prisma.catalogProduct.updateMany({ where: { name: 'two' }, data: { catalogId } });
  await revise();
  const preview = portal.withToken(undefined, { org: 'acme', catalog: 'preview' });
  const statements = watchStatements();
  const search = (reader: PortalClient) =>
    reader.run<Found>('{ productPage(first: 1, search: "hats two") { total nodes { name } } }');
  const [, { productPage }] = await Promise.all([search(portal), search(preview)]);
  expect(productPage).toEqual({ total: 1, nodes: [{ name: 'two' }] });
  const steps = statements.flatMap(({ text }) => {
    if (text.includes('string_agg(a.xmin')) return ['begins'];
    return text.includes('jsonb_path_query') ? ['reads words'] : [];
  });
  expect(steps).toEqual(['begins', 'reads words', 'begins', 'reads words']);
});
