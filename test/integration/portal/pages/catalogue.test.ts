import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { elementsOf, hrefsOf } from '../../../support/page-elements.ts';
import { openPages, type PagesWorld } from '../../../support/portal-pages.ts';

let world: PagesWorld;
beforeAll(async () => {
  world = await openPages();
  await world.portal.product({ name: 'public', title: 'For everybody' });
  await world.portal.product({ name: 'inner', title: 'For people', visibility: 'AUTHENTICATED' });
});
afterAll(() => world.close());

describe('the catalogue page', () => {
  it('shows what the viewer may see, and where each product is', async () => {
    const page = await world.browser().get('/');
    expect(page.status).toBe(200);
    expect(page.text).toContain('For everybody');
    expect(page.text).not.toContain('For people');
    expect(hrefsOf(page, 'For everybody')).toEqual(['/portal/acme/sandbox/products/public:1.0.0']);
    const carol = await world.signedIn('carol');
    expect((await carol.get('/')).text).toContain('For people');
  });

  it('finds operations, and says how much it found', async () => {
    const page = await world.browser().get('/?search=customers');
    expect(page.text).toContain('1 product for “customers”');
    expect((await world.browser().get('/?search=nothing')).text).toContain('No product matches.');
  });

  it('forgives typing errors, says what it looked for, and helps where nothing is found', async () => {
    const page = await world.browser().get('/?search=custmoers');
    expect(page.text).toContain('Nothing has “custmoers”. 1 product for “customers”');
    const german = await world.browser('de').get('/?search=custmoers');
    expect(german.text).toContain('„custmoers“ gibt es nicht. 1 Produkt');
    expect((await world.browser().get('/?search=zebra')).text).toContain('Try fewer or other words');
  });

  it('filters by kind and state, keeps both in its links, and takes what is neither for none', async () => {
    const found = async (query: string) =>
      (await world.browser().get(`/?${query}`)).text.includes('For everybody');
    expect([await found('kind=REST'), await found('kind=GRAPHQL')]).toEqual([true, false]);
    expect([await found('state=PUBLISHED'), await found('state=DEPRECATED')]).toEqual([true, false]);
    expect([await found('kind=x&state=y'), await found('search=everybody&kind=REST')]).toEqual([true, true]);
  });

  it('says how many words it looks for, in the language of the page', async () => {
    const tooMany = '/?search=one+two+three+four+five+six+seven+eight+nine+ten+eleven';
    const page = await world.browser().get(tooMany);
    expect(page.status).toBe(400);
    expect(page.text).toContain('Search for at most 10 words, each of at most 100 characters.');
    expect(page.text).toContain('BAD_USER_INPUT');
    const german = await world.browser('de').get(tooMany);
    expect(german.text).toContain('Suchen Sie nach höchstens 10 Wörtern, jedes mit höchstens 100 Zeichen.');
  });

  it('is where the address of its menu entry leads', async () => {
    const page = await world.browser().get('/products');
    expect([page.status, page.location]).toEqual([301, '/']);
  });

  it('speaks the language of the browser', async () => {
    for (const [accepted, language, title] of [
      ['de-AT,de;q=0.9', 'de', 'Produkte'],
      ['es, fr-CA;q=0.9, en;q=0.1', 'fr', 'Trouvez une API'],
    ] as const) {
      const page = await world.browser(accepted).get('/');
      const [html] = elementsOf(page).all();
      expect(html?.attributes['lang']).toBe(language);
      expect(page.text).toContain(title);
    }
  });
});
