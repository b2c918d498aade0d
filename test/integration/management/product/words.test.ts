import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CATALOG, type CatalogWorld, openCatalog } from '../../../support/catalog.ts';

const WORDS = '{ summary description tags links { title url } }';
const words = {
  summary: 'Rates of the day.',
  description: '# Rates\n\nOf the *central* bank.',
  tags: ['money', 'Europe'],
  links: [{ title: 'Terms', url: 'https://example.com/terms' }],
};
const none = { summary: null, description: null, tags: [], links: [] };

let world: CatalogWorld;
beforeAll(async () => {
  world = await openCatalog();
  await world.api('customerdb:1.0.0');
});
afterAll(() => world.close());
afterEach(() => expect(world.faults, 'no refusal was a fault').toEqual([]));

const inCatalog = (product: string) => world.inCatalog(product, WORDS);
const update = (product: string, changes: object) =>
  world.mutate('updateProduct', { product, ...changes }, WORDS);

describe('words of a product', () => {
  it('are in the catalog once it is published, and stay there until it is published again', async () => {
    await world.product('rates:1.0.0', { ...words, publishTo: CATALOG });
    expect(await inCatalog('rates:1.0.0')).toEqual(words);
    expect(await update('rates:1.0.0', { summary: 'Better rates.', tags: [] })).toEqual({
      ...words,
      summary: 'Better rates.',
      tags: [],
    });
    expect(await inCatalog('rates:1.0.0')).toEqual(words);
    await world.lifecycle('publishProduct', { product: 'rates:1.0.0' });
    expect(await inCatalog('rates:1.0.0')).toMatchObject({ summary: 'Better rates.', tags: [] });
  });

  it('go to a new version of the product', async () => {
    await world.product('copied:1.0.0', words);
    const input = { product: 'copied:1.0.0', version: '2.0.0' };
    expect(await world.mutate('saveProductAsNewVersion', input, WORDS)).toEqual(words);
  });

  it('are none unless given, and taken away by null', async () => {
    await world.product('silent:1.0.0');
    expect(await update('silent:1.0.0', { title: 'Silent' })).toEqual(none);
    await update('silent:1.0.0', words);
    const nothing = { summary: null, description: null, tags: null, links: null };
    expect(await update('silent:1.0.0', nothing)).toEqual(none);
  });

  it('are refused with the place of the fault, and nothing is changed', async () => {
    await world.product('kept:1.0.0', words);
    const links = [...words.links, { title: 'Bad', url: 'data:text/html,x' }];
    expect(await world.refused('updateProduct', { product: 'kept:1.0.0', links }, WORDS)).toMatchObject({
      status: 400,
      code: 'BAD_USER_INPUT',
      path: ['input', 'links', 1],
    });
    expect(await update('kept:1.0.0', {})).toEqual(words);
  });

  it('come back by a manifest as they were exported', async () => {
    await world.product('written:1.0.0', { ...words, publishTo: CATALOG });
    await update('written:1.0.0', { summary: 'Another summary than the published one.' });
    const { exportManifest } = await world.query<{ exportManifest: { products: { name: string }[] } }>(
      '{ exportManifest }',
    );
    const written = exportManifest.products.find(({ name }) => name === 'written');
    expect(written).toMatchObject({ ...words, summary: 'Another summary than the published one.' });
    const { changes } = await world.mutate<{ changes: unknown[] }>(
      'applyManifest',
      { manifest: { ...exportManifest, apis: undefined } },
      '{ changes { kind } }',
    );
    expect(changes).toEqual([]);
  });
});
