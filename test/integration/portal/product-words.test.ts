import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openPortal, type PortalWorld } from '../../support/portal.ts';

const words = {
  summary: 'Rates of the day.',
  description: 'From the *Bundesbank*, at noon.',
  tags: ['money', 'Europe'],
  links: [{ title: 'Terms', url: 'https://example.com/terms' }],
};
let portal: PortalWorld;
beforeAll(async () => {
  portal = await openPortal();
  await portal.product({ name: 'rates', words });
  await portal.product({ name: 'weather', words: { ...words, summary: 'Sun and rain.', tags: ['Europe'] } });
  await portal.product({ name: 'secret', words, visibility: 'AUTHENTICATED' });
  await portal.product({ name: 'silent' });
});
afterAll(() => portal.close());
afterEach(() => expect(portal.faults, 'no refusal was a fault').toEqual([]));

const PAGE = `query ($search: String, $tag: String) {
  productPage(search: $search, tag: $tag) { total nodes { name } } }`;
async function found(variables: { search?: string; tag?: string }): Promise<string[]> {
  type Answer = { productPage: { total: number; nodes: { name: string }[] } };
  const { productPage } = await portal.run<Answer>(PAGE, variables);
  expect(productPage.total).toBe(productPage.nodes.length);
  return productPage.nodes.map(({ name }) => name);
}

describe('words of a product in the portal', () => {
  it('are what the provider wrote, and none where there are none', async () => {
    const document = `{ rates: product(product: "rates:1.0.0") { ...W } silent: product(product: "silent:1.0.0") { ...W } }
      fragment W on PortalProduct { summary description tags links { title url } }`;
    expect(await portal.run(document)).toEqual({
      rates: words,
      silent: { summary: null, description: null, tags: [], links: [] },
    });
  });

  it('are searched, in any case', async () => {
    expect(await found({ search: 'RAIN' })).toEqual(['weather']);
    expect(await found({ search: 'bundesbank noon' })).toEqual(['rates', 'weather']);
    expect(await found({ search: 'money' })).toEqual(['rates']);
    expect(await found({ search: '50% off' })).toEqual([]);
  });

  it('find products by a tag, of those that the viewer may see, and with a search as well', async () => {
    expect(await found({ tag: 'Europe' })).toEqual(['rates', 'weather']);
    expect(await found({ tag: 'europe' })).toEqual([]);
    expect(await found({ tag: 'Europe', search: 'sun' })).toEqual(['weather']);
    expect(await found({ tag: 'Eur' })).toEqual([]);
    expect(await found({ tag: '\0' })).toEqual([]);
    const carol = await portal.signIn('carol');
    const { products } = await carol.run<{ products: { name: string }[] }>(
      '{ products(tag: "money") { name } }',
    );
    expect(products.map(({ name }) => name)).toEqual(['rates', 'secret']);
  });
});
