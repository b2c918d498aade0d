import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hrefsOf } from '../../../support/page-elements.ts';
import { type Browser, openPages, type PagesWorld } from '../../../support/portal-pages.ts';

let world: PagesWorld;
let visitor: Browser;
beforeAll(async () => {
  world = await openPages();
  visitor = world.browser();
  const words = {
    summary: 'Rates of the day.',
    description: '# How to\n\nAsk <b>once</b> a day. See [the guide](https://example.com/guide).',
    tags: ['R&D'],
    links: [{ title: 'Terms', url: 'https://example.com/terms' }],
  };
  await world.portal.product({ name: 'rates', title: 'Rates', words });
  await world.portal.product({ name: 'silent', title: 'Silent' });
});
afterAll(() => world.close());

describe('pages of products', () => {
  it('show the summary and the tags on the card, and lead to the products with a tag', async () => {
    const page = await visitor.get('/');
    expect(page.text).toMatch(/Rates Version 1\.0\.0 Rates of the day\. .* R&D REST 1 plan/);
    const [href = ''] = hrefsOf(page, 'R&D');
    expect(href).toMatch(/\/\?tag=R%26D$/);
    const tagged = await visitor.get('/?tag=R%26D');
    expect(tagged.text).toContain('1 product with the tag “R&D”');
    expect(tagged.text).not.toContain('Silent');
  });

  it('show the description, where markup of a provider is text, and the links', async () => {
    const page = await visitor.get('/products/rates:1.0.0');
    expect(page.html).toContain('<h3>How to</h3>');
    expect(page.text).toContain('Ask <b>once</b> a day.');
    expect(hrefsOf(page, 'the guide')).toEqual(['https://example.com/guide']);
    expect(hrefsOf(page, 'Terms')).toEqual(['https://example.com/terms']);
    expect(page.text).toContain('About it');
    expect((await visitor.get('/products/silent:1.0.0')).text).not.toContain('About it');
  });
});
