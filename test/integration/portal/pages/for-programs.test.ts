import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, openPages, type PagesWorld } from '../../../support/portal-pages.ts';

let world: PagesWorld;
let visitor: Browser;
beforeAll(async () => {
  world = await openPages();
  visitor = world.browser();
  const words = { summary: 'Rates_of [the] day.', description: null, tags: [], links: [] };
  const openapi = { openapi: '3.0.3', info: { title: 'Rates', version: '1.0.0' }, paths: {} };
  await world.portal.product({ name: 'rates', title: 'Rates', words, api: { basePath: '/rates', openapi } });
  await world.portal.product({ name: 'old', title: 'Old', state: 'RETIRED' });
  await world.portal.product({ name: 'secret', title: 'Secret', visibility: 'AUTHENTICATED' });
});
afterAll(() => world.close());

type Linkset = { linkset: { anchor: string; [relation: string]: unknown }[] };
const linkset = async (browser: Browser) =>
  (JSON.parse((await browser.get('/.well-known/api-catalog')).html) as Linkset).linkset;

describe('the catalog of APIs', () => {
  it('names each API with its document and the pages of its products, as RFC 9727 has it', async () => {
    const { status, headers } = await visitor.get('/.well-known/api-catalog');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe(
      'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    );
    expect(headers.get('link')).toMatch(/^<http.*\/\.well-known\/api-catalog>; rel="api-catalog"$/);
    const [own, ...apis] = await linkset(visitor);
    expect(own).toEqual({
      anchor: expect.stringMatching(/\/\.well-known\/api-catalog$/),
      item: apis.map(({ anchor }) => ({ href: anchor })),
    });
    const rates = apis.find(({ anchor }) => anchor.endsWith('/rates'));
    expect(rates).toMatchObject({
      'service-desc': [
        { href: expect.stringMatching(/\/apis\/[^/]+\/openapi\.json/), type: 'application/json' },
        { href: expect.stringMatching(/\/apis\/[^/]+\/openapi\.yaml/), type: 'application/yaml' },
      ],
      'service-doc': [
        { href: expect.stringMatching(/\/products\/rates:1\.0\.0$/), type: 'text/html', title: 'Rates' },
      ],
    });
  });

  it('names what the viewer may see alone', async () => {
    const told = async (browser: Browser) => JSON.stringify(await linkset(browser));
    for (const hidden of ['secret', 'old:']) expect(await told(visitor)).not.toContain(hidden);
    const signedIn = await told(await world.signedIn('carol'));
    expect(signedIn).toContain('secret:1.0.0');
    expect(signedIn).not.toContain('old:');
  });
});

describe('the list for language models', () => {
  it('is Markdown in which titles and summaries of a provider are text', async () => {
    const { status, headers, html } = await visitor.get('/llms.txt');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(html).toMatch(/^# sandbox\n\n> /);
    expect(html).toMatch(
      /- \[Rates 1\.0\.0\]\(http[^)]*\/products\/rates:1\.0\.0\.md\): Rates\\_of \\\[the\\\] day\./,
    );
    expect(html).toMatch(/ {2}- \[.*, OpenAPI document\]\(http[^)]*openapi\.json[^)]*\), called at http/);
    for (const hidden of ['Secret', 'Old']) expect(html).not.toContain(hidden);
  });
});
