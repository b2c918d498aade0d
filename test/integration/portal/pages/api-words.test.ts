import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toStore } from '../../../../src/infrastructure/database/json-columns.ts';
import { hrefsOf } from '../../../support/page-elements.ts';
import { type Browser, openPages, type PagesWorld } from '../../../support/portal-pages.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>';
const icon = { type: 'image/svg+xml', data: Buffer.from(SVG).toString('base64') };
const openapi = {
  openapi: '3.0.3',
  info: {
    title: 'Rates',
    version: '1.0.0',
    description: 'By the *document* itself.',
    contact: { email: 'inside@example.com' },
    license: { name: 'MIT' },
    termsOfService: 'https://example.com/terms-of-the-document',
  },
  tags: [{ name: 'operations' }],
  paths: { '/rates': { get: { tags: ['operations'], responses: {} } } },
};
/** The own words of an API, beside its tags and icon. */
const told = {
  summary: 'What *coins* are worth.',
  description: `## Of all banks\n\nThe **daily** rates. <script>alert(1)</script>\n\n${'More of it. '.repeat(100)}The end.`,
  links: [
    { title: 'Terms of the API', url: 'https://example.com/api-terms' },
    { title: 'Ask the team', url: 'mailto:rates@example.com' },
  ],
};

let world: PagesWorld;
let visitor: Browser;
beforeAll(async () => {
  world = await openPages();
  visitor = world.browser();
  const words = { tags: ['R&D', 'money'], icon, ...told };
  const api = { title: 'Rates API', basePath: '/rates', openapi, words };
  await world.portal.product({ name: 'rates', title: 'Rates', api: { name: 'rates', ...api } });
  await world.portal.product({
    name: 'inner',
    title: 'Inner',
    visibility: 'AUTHENTICATED',
    api: { name: 'inner', ...api, words: { tags: ['inner-tag'], icon } },
  });
  await world.portal.product({
    name: 'graph',
    title: 'Graph',
    api: {
      name: 'graph',
      title: 'Graph API',
      kind: 'GRAPHQL',
      sdl: 'type Query { a: String }',
      words: { tags: ['topology'], ...told },
    },
  });
  await world.portal.product({
    name: 'documented',
    title: 'Documented',
    api: { name: 'documented', openapi },
  });
  await world.portal.product({ name: 'silent', title: 'Silent' });
});
afterAll(() => world.close());

const found = async (variables: object) => {
  const document = `query ($search: String, $tag: String) {
    productPage(search: $search, tag: $tag) { total nodes { name } } }`;
  type Found = { productPage: { total: number; nodes: { name: string }[] } };
  const { total, nodes } = (await world.portal.run<Found>(document, { ...variables })).productPage;
  expect(total).toBe(nodes.length);
  return nodes.map(({ name }) => name);
};
const WORDS = `query ($product: VersionedName!) { product(product: $product) {
  apis { tags icon iconPath } } }`;
const wordsOf = (product: string) => world.portal.run(WORDS, { product });

describe('words of an API in the portal API', () => {
  it('are what the provider wrote, none where there are none, and never the tags of the document', async () => {
    expect(await wordsOf('rates:1.0.0')).toEqual({
      product: {
        apis: [
          {
            tags: ['R&D', 'money'],
            icon: `data:image/svg+xml;base64,${icon.data}`,
            iconPath: expect.stringMatching(/^\/apis\/rates:1\.0\.0\/rates:1\.0\.0\/icon\?[\w-]{10}$/),
          },
        ],
      },
    });
    expect(await wordsOf('silent:1.0.0')).toEqual({
      product: { apis: [{ tags: [], icon: null, iconPath: null }] },
    });
    expect(await wordsOf('inner:1.0.0')).toEqual({ product: null });
  });

  it('find the products that hold it, by a tag and by a search, of those that the viewer may see', async () => {
    expect(await found({ tag: 'money' })).toEqual(['rates']);
    expect(await found({ tag: 'Money' })).toEqual([]);
    expect(await found({ search: 'MONEY' })).toEqual(['rates']);
    expect(await found({ search: 'topology' })).toEqual(['graph']);
    expect(await found({ search: 'inner-tag' })).toEqual([]);
    expect(await found({ tag: 'inner-tag' })).toEqual([]);
    expect(await found({ tag: 'operations' })).toEqual([]);
    const carol = await world.portal.signIn('carol');
    expect(await carol.run('{ products(tag: "inner-tag") { name } }')).toEqual({
      products: [{ name: 'inner' }],
    });
  });

  it('are found anew after they change', async () => {
    const { prisma } = world.portal.database;
    const put = (tags: string[]) =>
      prisma.catalogApi.updateMany({ where: { name: 'graph' }, data: { words: toStore({ tags, ...told }) } });
    const revise = () => prisma.org.updateMany({ data: { revision: { increment: 1 } } });
    await put(['networks']);
    await revise();
    expect(await found({ search: 'networks' })).toEqual(['graph']);
    expect(await found({ search: 'topology' })).toEqual([]);
    await put(['topology']);
    await revise();
    expect(await found({ search: 'topology' })).toEqual(['graph']);
  });
});

describe('pages', () => {
  it('show the tags of an API on the card of its product and on its own, and lead to the products with a tag', async () => {
    const home = await visitor.get('/');
    const [href = ''] = hrefsOf(home, 'R&D');
    expect(href).toMatch(/\/\?tag=R%26D$/);
    expect(home.text).toMatch(/Rates Version 1\.0\.0 .* R&D money REST 1 plan/);
    expect((await visitor.get('/?tag=R%26D')).text).toContain('1 product with the tag “R&D”');
    for (const path of ['/products/rates:1.0.0', '/apis/rates:1.0.0/rates:1.0.0/operations'])
      expect(hrefsOf(await visitor.get(path), 'money')).toEqual([expect.stringMatching(/\/\?tag=money$/)]);
  });

  it('show its icon beside its name on the card of its product', async () => {
    const { html } = await visitor.get('/');
    const icon =
      '<img class="mark mark-tiny mark-icon" src="[^"]*/apis/rates:1.0.0/rates:1.0.0/icon[^"]*"[^>]*>';
    expect(html).toMatch(new RegExp(`${icon}<bdi>Rates API</bdi>`));
    expect(html).toMatch(/<li class="api-name"><bdi>Graph API<\/bdi>/);
  });

  it('show its icon on each page of it, at an address that is kept for ever', async () => {
    for (const path of ['/products/rates:1.0.0', '/apis/rates:1.0.0/rates:1.0.0/operations']) {
      const [, src] =
        /<img[^>]*src="[^"]*(\/apis\/[^"]*\/icon\?[^"]*)"/.exec((await visitor.get(path)).html) ?? [];
      const { status, headers, html } = await visitor.get(src ?? '/none');
      expect([path, status, headers.get('content-type'), html]).toEqual([path, 200, 'image/svg+xml', SVG]);
      expect(headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    }
    expect((await visitor.get('/products/silent:1.0.0')).html).not.toContain('mark-icon');
  });

  it('answer no icon of a product that the viewer may not see, of an API that it does not hold, or of none', async () => {
    for (const path of [
      '/apis/inner:1.0.0/inner:1.0.0/icon',
      '/apis/rates:1.0.0/inner:1.0.0/icon',
      '/apis/silent:1.0.0/customerdb:1.0.0/icon',
      '/apis/none/none/icon',
    ])
      expect([path, (await visitor.get(path)).status]).toEqual([path, 404]);
    const carol = await world.signedIn('carol');
    expect((await carol.get('/apis/inner:1.0.0/inner:1.0.0/icon')).status).toBe(200);
  });
});

describe('what the provider says of an API', () => {
  const APIS = [
    ['rates', 'rates:1.0.0', 'Rates API'],
    ['graph', 'graph:1.0.0', 'Graph API'],
  ] as const;

  it('stands on the card of its product: the summary, the first paragraph, and its links', async () => {
    for (const [name, api, title] of APIS) {
      const page = await visitor.get(`/products/${name}:1.0.0`);
      expect(page.text, name).toContain(
        'What *coins* are worth. The daily rates. <script>alert(1)</script> More about it',
      );
      expect(page.html, name).toContain('<strong>daily</strong>');
      expect(page.text, name).not.toContain('The end.');
      expect(hrefsOf(page, `More about it of ${title}`), name).toEqual([
        expect.stringContaining(`/apis/${name}:1.0.0/${api}/operations`),
      ]);
      expect(page.text, name).toContain('Links Terms of the API Ask the team');
      expect(hrefsOf(page, 'Ask the team'), name).toEqual(['mailto:rates@example.com']);
    }
  });

  it('stands on its own page in full', async () => {
    for (const [name, api] of APIS) {
      const page = await visitor.get(`/apis/${name}:1.0.0/${api}/operations`);
      expect(page.text, name).toMatch(
        /What \*coins\* are worth\. .* Of all banks The daily rates\. .* The end\./,
      );
      expect(hrefsOf(page, 'Terms of the API'), name).toEqual(['https://example.com/api-terms']);
    }
  });

  it('takes the place of the words of its document, which stand where it says nothing', async () => {
    for (const page of ['/products/rates:1.0.0', '/apis/rates:1.0.0/rates:1.0.0/operations']) {
      const { text } = await visitor.get(page);
      for (const ofDocument of ['By the document itself.', 'inside@example.com', 'terms-of-the-document'])
        expect(text, page).not.toContain(ofDocument);
      expect(text, page).toContain('Licence MIT');
    }
    for (const page of ['/products/documented:1.0.0', '/apis/documented:1.0.0/documented:1.0.0/operations']) {
      const { text } = await visitor.get(page);
      expect(text, page).toContain('By the document itself.');
      expect(text, page).toContain(
        'Contact inside@example.com Licence MIT Terms of service https://example.com/terms-of-the-document',
      );
    }
    const document = JSON.parse((await visitor.get('/apis/rates:1.0.0/openapi.json')).html);
    expect(document.info.description).toBe(told.description);
  });

  it('is read through the API of the portal', async () => {
    const query = `query ($product: VersionedName!) {
      product(product: $product) { apis { summary description links { title url } } } }`;
    const read = (product: string) => world.portal.run(query, { product });
    for (const [name] of APIS)
      expect(await read(`${name}:1.0.0`), name).toEqual({ product: { apis: [told] } });
    const none = { summary: null, description: null, links: [] };
    expect(await read('silent:1.0.0')).toEqual({ product: { apis: [none] } });
    const documented = { ...none, description: 'By the *document* itself.' };
    expect(await read('documented:1.0.0')).toEqual({ product: { apis: [documented] } });
  });
});

describe('programs', () => {
  it('read the tags in Markdown, in the list for language models and in the catalog of APIs', async () => {
    expect((await visitor.get('/products/rates:1.0.0.md')).html).toMatch(
      /\[money\]\(http[^)]*\/\?tag=money\)/,
    );
    const { html } = await visitor.get('/llms.txt');
    expect(html).toMatch(/called at http[^ ]*\/rates: What \\\*coins\\\* are worth\. \[tags: R&D, money\]\n/);
    const { html: markdown } = await visitor.get('/apis/rates:1.0.0/rates:1.0.0/operations.md');
    expect(markdown).toContain('The **daily** rates.');
    expect(markdown).toContain('[Terms of the API](https://example.com/api-terms)');
    expect(html).not.toContain('inner-tag');
    const { linkset } = JSON.parse((await visitor.get('/.well-known/api-catalog')).html);
    const rates = linkset.find(({ anchor }: { anchor: string }) => anchor.endsWith('/rates'));
    expect(rates).toMatchObject({
      tag: [
        { href: expect.stringMatching(/\/\?tag=R%26D$/), title: 'R&D' },
        { href: expect.stringMatching(/\/\?tag=money$/), title: 'money' },
      ],
      related: [
        { href: 'https://example.com/api-terms', title: 'Terms of the API' },
        { href: 'mailto:rates@example.com', title: 'Ask the team' },
      ],
      icon: [{ href: expect.stringMatching(/\/apis\/rates:1\.0\.0\/rates:1\.0\.0\/icon\?/) }],
    });
    expect(JSON.stringify(linkset)).not.toContain('inner-tag');
  });
});
