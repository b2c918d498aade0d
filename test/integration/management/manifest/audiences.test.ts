import { afterAll, beforeAll, expect, it } from 'vitest';
import { CATALOG } from '../../../support/catalog.ts';
import { fill, type ManifestWorld, openManifest, type Written } from '../../../support/manifest.ts';

let world: ManifestWorld;
let product: string;
let plan: string;
beforeAll(async () => {
  world = await openManifest();
  await fill(world);
  const { prisma } = world.database;
  const found = await prisma.catalogProduct.findFirstOrThrow({
    where: { state: 'PUBLISHED', catalog: { name: CATALOG } },
    include: { plans: true },
  });
  product = `${found.name}:${found.version}`;
  plan = found.plans[0]?.name ?? '';
});
afterAll(() => world.close());

type Item = Record<string, unknown>;
const positionIn = (manifest: Written) => {
  const catalog = manifest.catalogs.find(({ name }) => name === CATALOG) as Item | undefined;
  const products = (catalog?.['products'] ?? []) as Item[];
  return { catalog: catalog ?? {}, position: products.find((each) => each['product'] === product) ?? {} };
};
/** A manifest with other members of the catalog, and of the product in it. */
async function manifestWith(ofCatalog: Item, ofPosition: Item): Promise<Written> {
  const manifest = await world.export();
  const { catalog, position } = positionIn(manifest);
  Object.assign(catalog, ofCatalog);
  Object.assign(position, ofPosition);
  return manifest;
}

const groups = [{ name: 'gold', title: 'Gold', mailDomains: ['partner.example'] }, { name: 'staff' }];
const audiences = {
  visibility: 'CUSTOM',
  visibleTo: { groups: ['gold'], mailDomains: ['acme.example'] },
  planAudiences: [{ plan: '', subscribableBy: { groups: ['staff'] } }],
  subscriptionForm: {
    fields: [{ name: 'use-case', label: 'Use case', required: true }],
    terms: [{ name: 'terms', title: 'Terms', version: '1', markdown: 'Be kind.' }],
  },
};

it('groups, audiences and forms are applied, exported as they are, and nothing is left to change', async () => {
  const wanted = { ...audiences, planAudiences: [{ plan, subscribableBy: { groups: ['staff'] } }] };
  const { changes } = await world.apply(await manifestWith({ consumerGroups: groups }, wanted));
  expect(changes).toMatchObject([
    { action: 'UPDATE', kind: 'Catalog', name: CATALOG },
    { action: 'UPDATE', kind: 'CatalogProduct', name: `${CATALOG}/${product}` },
  ]);
  const exported = await world.export();
  expect(positionIn(exported).catalog['consumerGroups']).toEqual(groups);
  expect(positionIn(exported).position).toMatchObject(wanted);
  expect((await world.apply(exported)).changes).toEqual([]);
});

it('what a manifest leaves out stays, and who is in a group does', async () => {
  const { prisma } = world.database;
  const { id: catalogId } = await prisma.catalog.findFirstOrThrow({ where: { name: CATALOG } });
  const org = { catalogId, name: 'partners', title: 'Partners' };
  const { id } = await prisma.consumerOrg.create({ data: org });
  await prisma.consumerGroup.update({
    where: { catalogId_name: { catalogId, name: 'gold' } },
    data: { consumerOrgs: { connect: { id } } },
  });
  const manifest = await world.export();
  const { catalog, position } = positionIn(manifest);
  for (const member of ['visibleTo', 'planAudiences', 'subscriptionForm']) delete position[member];
  delete catalog['consumerGroups'];
  expect((await world.apply(manifest)).changes).toEqual([]);
  expect(positionIn(await world.export()).position).toMatchObject({ visibleTo: audiences.visibleTo });
  const apply = { consumerGroups: [{ name: 'gold', title: 'Golden' }, { name: 'staff' }] };
  await world.apply(await manifestWith(apply, {}));
  expect(
    await prisma.consumerGroup.count({ where: { title: 'Golden', consumerOrgs: { some: { id } } } }),
  ).toBe(1);
});

it('an empty audience of a plan is nobody, never all', async () => {
  await world.apply(await manifestWith({}, { planAudiences: [{ plan, visibleTo: {} }] }));
  const row = await world.database.prisma.catalogPlan.findFirstOrThrow({
    where: {
      name: plan,
      catalogProduct: { catalog: { name: CATALOG }, state: 'PUBLISHED' },
      NOT: { visibleTo: { isEmpty: true } },
    },
  });
  expect(row.visibleTo).toEqual(['nobody']);
  const exported = await world.export();
  expect(positionIn(exported).position['planAudiences']).toEqual([{ plan, visibleTo: {} }]);
  expect((await world.apply(exported)).changes).toEqual([]);
});

it.each([
  ['a group', { visibleTo: { groups: ['none'] } }],
  ['a consumer org', { visibleTo: { consumerOrgs: ['none'] } }],
  ['a plan', { planAudiences: [{ plan: 'none', visibleTo: { groups: ['gold'] } }] }],
])('is refused whole with %s that there is not', async (_what, wanted) => {
  const manifest = await manifestWith({}, wanted);
  await world.changesNothing(() => world.applyRefused(manifest));
});
