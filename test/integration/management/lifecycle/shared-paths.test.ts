import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CatalogWorld, openCatalog } from '../../../support/catalog.ts';
import type { Variables } from '../../../support/management.ts';

let world: CatalogWorld;
beforeAll(async () => {
  world = await openCatalog();
  const openapi = {
    openapi: '3.0.3',
    info: { title: 'any', version: '1.0.0' },
    paths: { '/orders': { get: { responses: { 200: { description: 'fine' } } } } },
  };
  for (const [name, basePath] of [
    ['shop', '/shop_a'],
    ['orders', '/shop_a/orders'],
    ['other', '/shopxa/orders'],
  ]) {
    const targetUrl = 'http://127.0.0.1:1';
    await world.mutate('createApi', { title: name, name, version: '1.0.0', openapi, basePath, targetUrl });
    await world.product(`${name}:1.0.0`, { apis: [`${name}:1.0.0`] });
  }
});
afterAll(() => world.close());

const warningsOf = async (mutation: string, input: Variables) =>
  (await world.lifecycle(mutation, input)).warnings.map(({ code, message }) => [code, message]);

it('who takes calls of another API is told before, by each way into the catalog, as long as the other is served', async () => {
  const publish = () => warningsOf('publishProduct', { product: 'orders:1.0.0', dryRun: true });
  expect(await warningsOf('publishProduct', { product: 'other:1.0.0' })).toEqual([]);
  await world.lifecycle('stageProduct', { product: 'shop:1.0.0' });
  expect(await publish()).toEqual([]);

  await world.lifecycle('publishProduct', { product: 'shop:1.0.0' });
  const taken = [
    'PATH_SHARED',
    'Calls at /shop_a/orders and below go to orders:1.0.0, and no more to shop:1.0.0, which is at /shop_a.',
  ];
  expect(await publish()).toEqual([taken]);
  expect(await warningsOf('stageProduct', { product: 'orders:1.0.0' })).toEqual([taken]);
  const succession = {
    old: 'other:1.0.0',
    new: 'orders:1.0.0',
    dryRun: true,
    plans: [{ source: 'default-plan', target: 'default-plan' }],
  };
  expect(await warningsOf('supersedeProduct', succession)).toContainEqual(taken);

  await world.lifecycle('deprecateProduct', { product: 'shop:1.0.0' });
  expect(await publish()).toEqual([taken]);
  await world.lifecycle('retireProduct', { product: 'shop:1.0.0' });
  expect(await publish()).toEqual([]);
});
