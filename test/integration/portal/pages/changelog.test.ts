import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toStore } from '../../../../src/infrastructure/database/json-columns.ts';
import { openPages, type PagesWorld } from '../../../support/portal-pages.ts';
import { watchStatements } from '../../../support/statements.ts';

const document = (paths: Record<string, unknown>) => ({
  openapi: '3.0.3',
  info: { title: 'Orders', version: '1.0.0' },
  paths,
});
const answering = (properties: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  ...more,
  responses: {
    200: {
      description: 'Orders',
      content: {
        'application/json': { schema: { type: 'object', required: Object.keys(properties), properties } },
      },
    },
  },
});
const text = { type: 'string' };
const before = document({
  '/orders': { get: answering({ id: text, total: text }) },
  '/old': { get: answering({ id: text }) },
  '/kept': { get: answering({ id: text }) },
  '/gone': { get: answering({ id: text }) },
});
const after = document({
  '/orders': { get: answering({ id: text, currency: text }) },
  '/old': { get: answering({ id: text }, { deprecated: true }) },
  '/kept': { get: answering({ id: { ...text, description: 'Its number.' } }) },
  '/new': { get: answering({ id: text }) },
});

let world: PagesWorld;
beforeAll(async () => {
  world = await openPages();
  const { portal } = world;
  const api = { name: 'orders', title: 'Orders', basePath: '/orders' };
  await portal.product({
    name: 'shop',
    title: 'Shop',
    state: 'DEPRECATED',
    api: { ...api, openapi: before },
  });
  const shop = await portal.product({
    name: 'shop',
    title: 'Shop & <Co>',
    version: '2.0.0',
    api: { ...api, version: '2.0.0', openapi: after },
  });
  await portal.database.prisma.catalogProduct.update({
    where: { id: shop.id },
    data: {
      words: toStore({
        summary: null,
        description: null,
        tags: [],
        links: [],
        releaseNotes: 'Now with *currencies*.',
      }),
    },
  });
  const graph = { name: 'graph', kind: 'GRAPHQL', openapi: undefined } as const;
  const plans = [{ name: 'few', title: 'Few', hiddenGraphQL: ['Customer.salary'] }];
  await portal.product({
    name: 'graph',
    state: 'RETIRED',
    api: {
      ...graph,
      basePath: '/g1',
      sdl: 'type Query { a: Int b: Customer } type Customer { name: String }',
    },
    plans,
  });
  await portal.product({
    name: 'graph',
    version: '2.0.0',
    api: {
      ...graph,
      version: '2.0.0',
      basePath: '/g1',
      sdl: 'type Query { b: Customer @deprecated c: Int } type Customer { name: String salary: Int }',
    },
    plans,
  });
  const orders = { ...api, openapi: before };
  await portal.product({ name: 'guarded', state: 'DEPRECATED', api: orders });
  const byToken = {
    securityDefinitions: toStore([{ name: 'oauth', type: 'OAUTH2', flow: null, oauthProvider: 'main' }]),
    security: toStore([{ definition: 'oauth', scopes: ['read'] }]),
  };
  await portal.product({
    name: 'guarded',
    version: '2.0.0',
    api: { ...orders, version: '2.0.0', ...byToken },
  });
  await portal.product({
    name: 'secret',
    visibility: 'AUTHENTICATED',
    state: 'DEPRECATED',
    api: { ...api, openapi: before },
  });
  await portal.product({
    name: 'secret',
    version: '2.0.0',
    api: { ...api, version: '2.0.0', openapi: after },
  });
});
afterAll(() => world.close());

const CHANGES = `query ($product: String) {
  changelog(product: $product) { version previousVersion releaseNotes changes { kind operation message } }
}`;
type Entry = {
  version: string;
  previousVersion: string | null;
  changes: { kind: string; operation: string | null; message: string }[];
};
async function entriesOf(product: string): Promise<Entry[]> {
  return (await world.portal.run<{ changelog: Entry[] }>(CHANGES, { product })).changelog;
}
const lines = (entries: Entry[]) =>
  entries.flatMap(({ changes }) =>
    changes.map(({ kind, operation, message }) => `${kind} ${operation ?? ''} ${message}`),
  );

describe('the changelog', () => {
  it('finds what an operation gained, lost and became, without a word of the provider', async () => {
    const entries = await entriesOf('shop');
    expect(entries).toMatchObject([
      { version: '2.0.0', previousVersion: '1.0.0', releaseNotes: 'Now with *currencies*.' },
    ]);
    expect(lines(entries)).toEqual([
      'BROKEN GET /gone the path is removed',
      'BROKEN GET /orders total in the response 200 is removed',
      'DEPRECATED GET /old the operation is deprecated',
      'CHANGED GET /kept its description or its schemas changed',
      'ADDED GET /new the operation is new',
      'ADDED GET /orders currency in the response 200 is added',
    ]);
  });

  it.each([
    ['de', 'total (Antwort 200) ist entfallen', 'Die Operation ist neu'],
    ['fr', 'total (réponse 200) n’existe plus', 'l’opération est nouvelle'],
  ])(
    'tells it in the language of the reader, on the page and in the feed: %s',
    async (language, ...sentences) => {
      const reader = world.browser(language);
      for (const path of ['/changes?product=shop', '/changes.atom?product=shop']) {
        const { html } = await reader.get(path);
        for (const sentence of sentences) expect(html, path).toContain(sentence);
      }
    },
  );

  it('finds that an API asks for something else to admit a call, though its document is the same', async () => {
    expect(lines(await entriesOf('guarded'))).toEqual([
      expect.stringMatching(/^BROKEN {2}it asks for .*read.* now, asked for /),
    ]);
  });

  it('finds fields of a GraphQL schema, but none that a plan hides', async () => {
    expect(lines(await entriesOf('graph'))).toEqual([
      'BROKEN  Query.a was removed',
      'DEPRECATED  Query.b is deprecated',
      'ADDED  Query.c: Int is new',
    ]);
  });

  it('compares with no version that the viewer could not see', async () => {
    expect(await entriesOf('secret')).toMatchObject([
      { version: '2.0.0', previousVersion: null, changes: [] },
    ]);
    const dave = await world.portal.signIn('dave');
    const { changelog } = await dave.run<{ changelog: Entry[] }>(CHANGES, { product: 'secret' });
    expect(changelog).toMatchObject([{ version: '2.0.0', previousVersion: '1.0.0' }]);
    expect(await entriesOf('nothing')).toEqual([]);
  });

  it('compares two documents once, whoever asks', async () => {
    await entriesOf('shop');
    const statements = watchStatements();
    await entriesOf('shop');
    expect(statements.filter(({ text: sql }) => sql.includes('"openapi"::text'))).toEqual([]);
  });

  it('is a page, in the language of the reader', async () => {
    const page = await world.browser().get('/changes?product=shop');
    expect(page.status).toBe(200);
    expect(page.text).toContain('Now with currencies . Breaks callers orders: GET /gone the path is removed');
    expect((await world.browser('de').get('/changes')).text).toContain('verglichen mit 1.0.0');
  });
});

describe('the feed', () => {
  it('is Atom with ids that stay, and is not sent again while nothing changed', async () => {
    const feed = await world.browser().get('/changes.atom?product=shop');
    expect(feed.status).toBe(200);
    expect(feed.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    const { id } = await world.portal.database.prisma.catalogProduct.findFirstOrThrow({
      where: { name: 'shop', version: '2.0.0' },
    });
    expect(feed.html).toContain(`<id>urn:uuid:${id}</id>`);
    expect(feed.html).toContain('<title>Shop &#38; &#60;Co&#62; 2.0.0</title>');
    expect(feed.html).toContain('&#60;em&#62;currencies&#60;/em&#62;');
    expect(feed.html).toMatch(
      /^<\?xml version="1.0" encoding="utf-8"\?>\n<feed xmlns="http:\/\/www.w3.org\/2005\/Atom"/,
    );
    const again = await world.browser().get('/changes.atom?product=shop');
    expect(again.headers.get('etag')).toBe(feed.headers.get('etag'));
    const all = await world.browser().get('/changes.atom');
    expect(all.html.match(/<entry>/g)).toHaveLength(4);
    expect(all.html).not.toContain('salary');
  });

  it('has a time and an id also where it has no entry', async () => {
    const { status, html } = await world.browser().get('/changes.atom?product=nothing');
    expect(status).toBe(200);
    expect(html).toContain('<updated>1970-01-01T00:00:00.000Z</updated>');
    expect(html).toMatch(/<id>urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}<\/id>/);
  });
});
