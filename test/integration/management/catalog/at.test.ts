import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATALOG, type CatalogWorld, openCatalog } from '../../../support/catalog.ts';
import { instant } from '../../../support/instant.ts';

let world: CatalogWorld;
beforeAll(async () => {
  world = await openCatalog();
  await world.api('customerdb:1.0.0');
});
afterAll(() => world.close());

async function at(when: Date | string): Promise<Record<string, string>> {
  const { catalog } = await world.query<{ catalog: { at: { product: string; state: string }[] } }>(
    `query ($instant: DateTime!) { catalog(name: "${CATALOG}") { at(instant: $instant) { product state } } }`,
    { instant: when },
  );
  return Object.fromEntries(catalog.at.map(({ product, state }) => [product, state]));
}

describe('Catalog.at', () => {
  it('tells what was in the catalog then, whatever has happened since', async () => {
    const empty = await instant();
    await world.product('customer:1.0.0', { publishTo: CATALOG });
    await world.product('customer:2.0.0');
    await world.lifecycle('stageProduct', { product: 'customer:2.0.0' });
    const staged = await instant();
    const move = { old: 'customer:1.0.0', new: 'customer:2.0.0', plans: [] };
    const { undoToken } = (await world.lifecycle('supersedeProduct', move, '{ undoToken }')) as unknown as {
      undoToken: string;
    };
    const superseded = await instant();
    await world.mutate('undoLifecycleChange', { token: undoToken }, '{ dryRun }');
    const undone = await instant();
    await world.lifecycle('removeProduct', { product: 'customer:2.0.0' });
    const removed = await instant();
    await world.lifecycle('retireProduct', { product: 'customer:1.0.0', dryRun: true });

    expect(await at(empty)).toEqual({});
    expect(await at(staged)).toEqual({ 'customer:1.0.0': 'PUBLISHED', 'customer:2.0.0': 'STAGED' });
    expect(await at(superseded)).toEqual({ 'customer:1.0.0': 'DEPRECATED', 'customer:2.0.0': 'PUBLISHED' });
    expect(await at(undone)).toEqual({ 'customer:1.0.0': 'PUBLISHED', 'customer:2.0.0': 'STAGED' });
    expect(await at(removed)).toEqual({ 'customer:1.0.0': 'PUBLISHED' });
    expect(await at('2999-01-01T00:00:00Z')).toEqual({ 'customer:1.0.0': 'PUBLISHED' });
  });

  it('goes with its catalog', async () => {
    await world.mutate('createCatalog', { title: 'Preview' });
    await world.mutate('createProduct', { title: 'x', apis: ['customerdb:1.0.0'], publishTo: 'preview' });
    const { id: catalogId } = await world.database.prisma.catalog.findFirstOrThrow({
      where: { name: 'preview' },
    });
    expect(await world.database.prisma.productStateChange.count({ where: { catalogId } })).toBe(1);
    await world.mutate('deleteCatalog', { name: 'preview' }, '');
    expect(await world.database.prisma.productStateChange.count({ where: { catalogId } })).toBe(0);
  });
});
