import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toStore } from '../../../../src/infrastructure/database/json-columns.ts';
import { hrefsOf } from '../../../support/page-elements.ts';
import { openPages, type PagesWorld } from '../../../support/portal-pages.ts';

let world: PagesWorld;
beforeAll(async () => {
  world = await openPages();
  const { prisma } = world.portal.database;
  const page = { audience: 'EVERYBODY', order: 0 };
  const pages = [
    { ...page, path: '/', title: 'Welcome', markdown: 'We **sell** data. [Begin](pages/start)' },
    {
      ...page,
      path: 'guides/errors',
      title: 'Errors',
      markdown: 'See [start](../start). <script>alert(1)</script> [x](javascript:alert(1))',
    },
    { ...page, path: 'start', title: 'Start', markdown: '![pixel](https://tracker.example/a.png) Begin.' },
    { ...page, path: 'members', title: 'For members', markdown: 'Hidden words.', audience: 'SIGNED_IN' },
    { ...page, path: 'shop/orders', title: 'Orders', markdown: 'Of the shop.', product: 'shop' },
    { ...page, path: 'club/rules', title: 'Rules', markdown: 'Of the club.', product: 'club' },
  ];
  await prisma.catalog.updateMany({ where: { name: 'sandbox' }, data: { pages: toStore(pages) } });
  await world.portal.product({ name: 'shop', title: 'Shop' });
  await world.portal.product({ name: 'shop', title: 'New shop', version: '2.0.0' });
  await world.portal.product({ name: 'club', title: 'Club', visibility: 'AUTHENTICATED' });
});
afterAll(() => world.close());

describe('the home page', () => {
  it('has the words of the provider above the products, and links to the other pages', async () => {
    const page = await world.browser().get('/');
    expect(page.text).toMatch(
      /^Welcome We sell data. Begin Search .* Guides Errors Start All products 2 products/,
    );
    expect(page.text).toContain('Shop');
    expect(hrefsOf(page, 'Begin')).toEqual(['pages/start']);
    expect(hrefsOf(page, 'Errors')).toEqual(['/portal/acme/sandbox/pages/guides/errors']);
    expect((await world.browser().get('/?search=shop')).text).not.toContain('Welcome');
  });
});

describe('a search', () => {
  it('finds pages by title, path and text, forgives, and knows nothing of pages of others', async () => {
    const found = async (search: string) => {
      const document = `{ pages(search: ${JSON.stringify(search)}) { path } }`;
      const { pages } = await world.portal.run<{ pages: { path: string }[] }>(document);
      return pages.map(({ path }) => path);
    };
    expect(await found('begin')).toEqual(['start']);
    expect(await found('strat')).toEqual(['start', 'guides/errors']);
    expect(await found('guides errors')).toEqual(['guides/errors']);
    expect(await found('welcome')).toEqual([]);
    expect(await found('hidden')).toEqual([]);
    const stranger = await world.browser().get('/?search=begin');
    expect(stranger.text).toMatch(/Guides Start /);
    expect(hrefsOf(stranger, 'Start')).toEqual(['/portal/acme/sandbox/pages/start']);
    expect((await world.browser().get('/?search=hidden')).text).not.toContain('For members');
    const carol = await world.signedIn('carol');
    expect((await carol.get('/?search=hidden')).text).toMatch(/Guides For members /);
    const tooMany = Array.from({ length: 11 }, (_, at) => `w${at}`).join('+');
    expect((await world.browser().get(`/?search=${tooMany}`)).status).toBe(400);
  });
});

describe('a page of the provider', () => {
  it('is Markdown without HTML, scripts and images, with links to other pages', async () => {
    const page = await world.browser().get('/pages/guides/errors');
    expect(page.status).toBe(200);
    expect(page.text).toContain('Errors See start . <script>alert(1)</script> [x](javascript:alert(1))');
    expect(hrefsOf(page, 'start')).toEqual(['../start']);
    expect((await world.browser().get('/pages/start')).html).not.toContain('<img');
  });

  it('for members is a page for nobody else', async () => {
    const stranger = world.browser();
    expect((await stranger.get('/pages/members')).status).toBe(404);
    expect((await stranger.get('/')).text).not.toContain('For members');
    const query = '{ pages { path } page(path: "members") { markdown } }';
    expect(await world.portal.run(query)).toEqual({
      pages: [{ path: 'guides/errors' }, { path: 'start' }, { path: 'shop/orders' }],
      page: null,
    });
    const carol = await world.signedIn('carol');
    expect((await carol.get('/pages/members')).text).toContain('Hidden words.');
    expect((await carol.get('/')).text).toContain('For members');
  });

  it('about a product is listed with each of its versions, and leads to the newest', async () => {
    const stranger = world.browser();
    expect((await stranger.get('/')).text).not.toContain('Orders');
    for (const version of ['1.0.0', '2.0.0']) {
      const product = await stranger.get(`/products/shop:${version}`);
      expect(product.text).toMatch(/Guides Orders /);
      expect(hrefsOf(product, 'Orders')).toEqual(['/portal/acme/sandbox/pages/shop/orders']);
    }
    const page = await stranger.get('/pages/shop/orders');
    expect(page.text).toContain('Orders Of the shop.');
    expect(hrefsOf(page, 'New shop 2.0.0')).toEqual(['/portal/acme/sandbox/products/shop:2.0.0']);
    expect(page.text).not.toContain('Errors');
  });

  it('about a product is there for those who may see the product, and in no list of others', async () => {
    const stranger = world.browser();
    expect((await stranger.get('/pages/club/rules')).status).toBe(404);
    expect((await stranger.get('/?search=rules')).text).not.toContain('Rules');
    expect((await stranger.get('/llms.txt')).text).not.toContain('Rules');
    const carol = await world.signedIn('carol');
    expect((await carol.get('/pages/club/rules')).text).toContain('Rules Of the club.');
    expect((await carol.get('/?search=rules')).text).toMatch(/Guides Rules /);
    expect((await carol.get('/products/club:1.0.0')).text).toMatch(/Guides Rules /);
  });

  it.each(['/pages/nothing', '/pages/', '/pages/%2F'])('is not at %s', async (path) => {
    expect((await world.browser().get(path)).status).toBe(404);
  });
});
