import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toStore } from '../../../../src/infrastructure/database/json-columns.ts';
import { Assets } from '../../../../src/ui/kit/assets.ts';
import { allByRole, byRole, elementsOf, fieldOf, hrefsOf } from '../../../support/page-elements.ts';
import { type Browser, openPages, type Page, type PagesWorld } from '../../../support/portal-pages.ts';

let world: PagesWorld;
let folder: string;
let carol: Browser;
const keys = new Map<string, string>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-islands-'));
  world = await openPages({ assets: new Assets({ islands: join(folder, 'built') }) });
  const { portal } = world;
  await portal.oauthProvider('reads </script><b>customers</b>');
  await portal.product();
  await portal.product({ name: 'orders', title: 'Orders', api: graphqlApi({}) });
  await portal.product({ name: 'secured', api: graphqlApi({ ...byToken('RESOURCE_OWNER_PASSWORD') }) });
  await portal.product({ name: 'graphql-keyed', api: graphqlApi({ ...byKey }) });
  await portal.product({ name: 'by-person', api: graphqlApi({ ...byPerson }) });
  await portal.product({ name: 'by-code', api: graphqlApi({ ...byToken('ACCESS_CODE') }) });
  const { kind: _kind, sdl: _sdl, ...rest } = graphqlApi(byToken('ACCESS_CODE'));
  await portal.product({ name: 'rest-by-code', api: { ...rest, basePath: '/by-code' } });
  await portal.product({ name: 'keyed', api: { name: 'keyed', basePath: '/keyed', ...byKey } });
  await portal.product({ name: 'closed', subscribability: 'DISABLED', api: { online: false } });
  const owner = await portal.signIn('carol');
  for (const title of ['Shop', 'Till']) {
    const { createApplication } = await owner.run<{ createApplication: { clientKey: string } }>(
      'mutation ($title: String!) { createApplication(title: $title) { clientKey } }',
      { title },
    );
    keys.set(title, createApplication.clientKey);
    for (const product of [
      'customer',
      'orders',
      'secured',
      'by-code',
      'rest-by-code',
      'keyed',
      'graphql-keyed',
    ])
      await owner.run(
        'mutation ($a: String!, $p: VersionedName!) { subscribe(application: $a, product: $p, plan: "default-plan") { id } }',
        { a: title.toLowerCase(), p: `${product}:1.0.0` },
      );
  }
  carol = await world.signedIn('carol');
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await world.close();
});

const graphqlApi = (more: object) => ({
  kind: 'GRAPHQL' as const,
  name: 'orders',
  title: 'Orders API',
  basePath: '/orders',
  sdl: 'type Query { orders: [String!]! }',
  ...more,
});

const byKey = {
  securityDefinitions: toStore([
    { name: 'key', type: 'API_KEY', kind: 'KEY', keyLocation: 'HEADER', keyName: 'X-API-Key' },
  ]),
  security: toStore([{ definition: 'key', scopes: [] }]),
};

const byPerson = {
  securityDefinitions: toStore([{ name: 'basic-1', type: 'HTTP_BASIC', userRegistry: 'people' }]),
  security: toStore([{ definition: 'basic-1', scopes: [] }]),
};

const byToken = (flow: string) => ({
  securityDefinitions: toStore([{ name: 'oauth-1', type: 'OAUTH2', flow, oauthProvider: 'customer-oauth' }]),
  security: toStore([{ definition: 'oauth-1', scopes: ['customer'] }]),
});

/** What the page tells its island. */
function propsOf({ html }: Page) {
  const [, json = 'null'] =
    /<script type="application\/json" id="island-props">(.*?)<\/script>/s.exec(html) ?? [];
  return JSON.parse(json);
}

/** Seconds after which a page asks again. */
const refreshOf = (page: Page) =>
  elementsOf(page)
    .all()
    .find(({ attributes }) => attributes['http-equiv'] === 'refresh')?.attributes['content'];

/** The islands as a build leaves them. */
function build(): void {
  mkdirSync(join(folder, 'built'), { recursive: true });
  const entry = (name: string) => [`${name}.ts`, { file: `${name}-1.js`, name, isEntry: true }];
  const manifest = Object.fromEntries(['reference', 'explorer'].map(entry));
  writeFileSync(join(folder, 'built/manifest.json'), JSON.stringify(manifest));
}

const REFERENCE = '/apis/customer:1.0.0/customerdb:1.0.0/reference';
const EXPLORER = '/apis/orders:1.0.0/orders:1.0.0/explorer';

it('says that it is being prepared, and asks again, until its island is built', async () => {
  const page = await carol.get(REFERENCE);
  expect(page.status).toBe(200);
  expect(page.text).toContain('Being prepared');
  expect(refreshOf(page)).toBe('5');
  expect(propsOf(page)).toBeNull();

  build();
  const built = await carol.get(REFERENCE);
  const elements = elementsOf(built).all();
  expect(elements.map(({ attributes }) => attributes['src'])).toContain('/assets/islands/reference-1.js');
  expect(elements.find(({ attributes }) => attributes['id'] === 'island')?.text).toBe('');
  expect(refreshOf(built)).toBeUndefined();
});

describe('the reference of a REST API', () => {
  beforeAll(build);

  it('tells its island where the document of consumers is, and the key of the application that calls', async () => {
    const page = await carol.get(REFERENCE);
    expect(page.status).toBe(200);
    const { documentUrl } = propsOf(page);
    const document = await carol.get(documentUrl.replace('/portal/acme/sandbox', ''));
    expect(JSON.parse(document.html)).toMatchObject({
      info: { version: '1.0.0' },
      servers: [{ url: 'http://gateway.test/acme/sandbox/customerdb/v1' }],
    });
    expect(propsOf(page)).toMatchObject({
      clientKey: keys.get('Shop'),
      outcome: { whyUrl: '/portal/acme/sandbox/calls/', texts: { answered: 'Answered with {status}' } },
    });
    expect(page.html).not.toContain('crm.internal');
  });

  it('is read before any script runs, and its island is fetched for whoever presses a button', async () => {
    const page = await carol.get(REFERENCE);
    expect(hrefsOf(page, 'GET /customers')).toEqual([
      '/portal/acme/sandbox/apis/customer:1.0.0/customerdb:1.0.0/operations/GET?path=%2Fcustomers',
    ]);
    // A press before the script has come would be lost.
    expect(byRole(page, 'button', 'Try it GET /customers').attributes).toMatchObject({
      disabled: '',
      'data-method': 'get',
      'data-path': '/customers',
    });
    expect(byRole(page, 'button', 'Open the interactive reference').attributes).toHaveProperty('disabled');
  });

  it('asks for the API key that calls need, which no browser remembers: nothing is sent without it', async () => {
    const page = await carol.get('/apis/keyed:1.0.0/keyed:1.0.0/reference');
    const field = elementsOf(page)
      .all()
      .find(({ attributes }) => attributes['name'] === 'apiKey');
    expect(field?.attributes).toMatchObject({ type: 'password', autocomplete: 'off', required: '' });
    expect(hrefsOf(page, 'Create an API key')).toEqual([
      '/portal/acme/sandbox/applications/shop#api-keys-heading',
    ]);
    expect(propsOf(page)).toMatchObject({ apiKeyNames: ['X-API-Key'] });
    const { attributes } = byRole(page, 'button', 'Try it GET /customers');
    expect(attributes).toMatchObject({ 'data-needs-key': 'true', 'data-is-secured': 'true' });
    expect(attributes, 'a token is no part of the call').not.toHaveProperty('data-needs-token');
    const open = await world.browser().get('/apis/keyed:1.0.0/keyed:1.0.0/reference');
    expect(open.text, 'nobody calls').not.toContain('API key');
    expect(byRole(open, 'button', 'Try it GET /customers').attributes).not.toHaveProperty('data-is-secured');
  });

  it('says in one sentence what it is for', async () => {
    const { prisma } = world.portal.database;
    const where = { name: 'customerdb', catalogProduct: { name: 'customer' } };
    const words = { tags: [], summary: 'Who buys what.' };
    await prisma.catalogApi.updateMany({ where, data: { words: toStore(words) } });
    expect((await carol.get(REFERENCE)).text).toContain('Who buys what.');
  });

  it('may call the gateway, and no other host', async () => {
    const policy = (await carol.get(REFERENCE)).headers.get('content-security-policy');
    expect(policy).toContain("connect-src 'self' http://gateway.test;");
    expect(policy).toContain("script-src 'self';");
  });

  it('calls as the application that was chosen', async () => {
    expect(propsOf(await carol.get(`${REFERENCE}?application=till`)).clientKey).toBe(keys.get('Till'));
    expect(propsOf(await carol.get(`${REFERENCE}?application=somebody-elses`)).clientKey).toBe(
      keys.get('Shop'),
    );
    expect(fieldOf(await carol.get(`${REFERENCE}?application=till`), 'Application that calls').value).toBe(
      'till',
    );
  });

  it('calls as an application that is not suspended, and says of one that is, and was chosen, that calls are refused and why', async () => {
    const { prisma } = world.portal.database;
    const suspend = (state: 'SUSPENDED' | 'ENABLED', suspensionReason: string | null) =>
      prisma.application.updateMany({ where: { name: 'shop' }, data: { state, suspensionReason } });
    await suspend('SUSPENDED', 'Too many failed calls.');
    const other = await carol.get(REFERENCE);
    expect([propsOf(other).clientKey, other.text.includes('has suspended')]).toEqual([
      keys.get('Till'),
      false,
    ]);
    for (const path of [REFERENCE, EXPLORER]) {
      const { text } = await carol.get(`${path}?application=shop`);
      expect(text).toContain('its calls are refused. The reason: Too many failed calls.');
    }
    await suspend('ENABLED', null);
    expect((await carol.get(`${REFERENCE}?application=shop`)).text).not.toContain('has suspended');
  });

  it('has no client key for a viewer, who may call with none', async () => {
    const { prisma } = world.portal.database;
    const setRole = (role: 'VIEWER' | 'DEVELOPER') =>
      prisma.member.updateMany({ where: { username: 'erin' }, data: { role } });
    await setRole('VIEWER');
    expect(propsOf(await (await world.signedIn('erin')).get(REFERENCE)).clientKey).toBeNull();
    await setRole('DEVELOPER');
    expect(propsOf(await (await world.signedIn('erin')).get(REFERENCE)).clientKey).toBe(keys.get('Shop'));
  });

  it('leads who is not signed in to signing in, and back', async () => {
    const page = await world.browser().get(REFERENCE);
    expect(page.status).toBe(200);
    expect(hrefsOf(page, 'Sign in to call it as your application.')).toContain(
      `/portal/acme/sandbox/sign-in?returnTo=${encodeURIComponent(`/portal/acme/sandbox${REFERENCE}`)}`,
    );
    expect(propsOf(page).clientKey).toBeNull();
  });

  it('leads who has no subscription to the plans, where there may be one', async () => {
    const dave = await world.signedIn('dave');
    const page = await dave.get(REFERENCE);
    expect(page.text).toContain('None of your applications may call it yet. Subscribe to a plan');
    expect(hrefsOf(page, 'Subscribe to a plan')).toEqual([
      '/portal/acme/sandbox/products/customer:1.0.0/subscribe',
    ]);
    expect(propsOf(page).clientKey).toBeNull();
    const closed = await dave.get('/apis/closed:1.0.0/customerdb:1.0.0/reference');
    expect(closed.text).toContain('None of your applications may call it yet.');
    expect(closed.text).not.toContain('Subscribe to a plan');
    expect(closed.text).toContain('Offline');
  });

  describe('where people sign in for it', () => {
    const BY_CODE = '/apis/rest-by-code:1.0.0/orders:1.0.0/reference';
    const RETURN = '/portal/acme/sandbox/signed-in';

    it('holds on to the window that it opens for that; other pages, and windows that open this one, hold nothing', async () => {
      const policyOf = async (path: string) =>
        (await carol.get(path)).headers.get('cross-origin-opener-policy');
      expect(await policyOf(BY_CODE)).toBe('same-origin-allow-popups');
      for (const path of [REFERENCE, EXPLORER, '/']) expect(await policyOf(path)).toBe('same-origin');
    });

    it('leads back to a page that every application may use', async () => {
      const page = await carol.get(BY_CODE);
      expect(page.text).not.toContain('redirect URI');
      expect(propsOf(page).returnPath).toBe(RETURN);
    });

    it('the window ends at a page that its opener can read the address of, that sends it to nobody, and shows nobody’s name', async () => {
      const { status, headers, html } = await carol.get('/signed-in?code=ac_1&state=s');
      expect(status).toBe(200);
      expect(headers.get('cross-origin-opener-policy')).toBeNull();
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(html).toContain('You can go back');
      for (const absent of ['carol', 'ac_1', '<script', '<form']) expect(html).not.toContain(absent);
    });
  });

  it('is in the language of its reader, its script too', async () => {
    const page = await world.browser('de').get(REFERENCE);
    expect(page.text).toContain('Customer Database: API-Referenz');
    expect(propsOf(page).outcome.texts.why).toBe('Warum wurde er abgewiesen?');
  });
});

describe('the explorer of a GraphQL API', () => {
  beforeAll(build);

  it('what a schema says is not in the page, which is as small whatever the schema: its script reads it', async () => {
    const sdl = '"""</script><script>alert(1)</script>"""\ntype Query { a: Int }';
    await world.portal.product({ name: 'hostile', api: { kind: 'GRAPHQL', sdl } });
    const page = await carol.get('/apis/hostile:1.0.0/customerdb:1.0.0/explorer');
    expect(page.html).not.toContain('alert(1)');
    expect(propsOf(page)).not.toHaveProperty('sdl');
    const schema = await carol.get(propsOf(page).schemaUrl.slice('/portal/acme/sandbox'.length));
    expect(schema.headers.get('content-type')).toContain('application/graphql');
    expect(schema.html).toContain('<script>alert(1)</script>');
  });

  const CUSTOMER = 'type Customer { id: ID! orders(of: Int!): [Customer] }';
  it.each([
    [
      'a query without arguments that asks for several things',
      `type Query { customer(id: ID!): Customer now: Int customers(page: Int): [Customer!]! } ${CUSTOMER}`,
      { query: 'query Customers {\n  customers {\n    id\n  }\n}\n', variables: '' },
    ],
    [
      'a value, where there is nothing else',
      'type Query { now: Int }',
      { query: 'query Now {\n  now\n}\n', variables: '' },
    ],
    [
      'a query with its variables, where each has some',
      `type Query { customer(id: ID!): Customer } ${CUSTOMER}`,
      {
        query: 'query Customer($id: ID!) {\n  customer(id: $id) {\n    id\n  }\n}\n',
        variables: '{"id":"1"}',
      },
    ],
  ])('begins with %s, in a plain editor that asks for no script', async (_, sdl, first) => {
    const name = `first-${crypto.randomUUID()}`;
    await world.portal.product({ name, api: { kind: 'GRAPHQL', sdl } });
    const page = await carol.get(`/apis/${name}:1.0.0/customerdb:1.0.0/explorer`);
    expect(page.status).toBe(200);
    expect(propsOf(page).first).toEqual(first);
    const fields = elementsOf(page)
      .all()
      .filter(({ tag }) => tag === 'textarea');
    expect(fields.map(({ attributes }) => [attributes['name'], attributes['autocomplete']])).toEqual([
      ['query', 'off'],
      ['variables', 'off'],
      ['headers', 'off'],
    ]);
  });

  it('tells its island the schema, where documents go, and how the client key travels', async () => {
    const page = await carol.get(EXPLORER);
    expect(page.status).toBe(200);
    expect(propsOf(page)).toMatchObject({
      url: 'http://gateway.test/acme/sandbox/orders/graphql',
      schemaUrl:
        '/portal/acme/sandbox/apis/orders:1.0.0/schema.graphql?product=orders%3A1.0.0&plan=default-plan',
      clientKey: keys.get('Shop'),
      entrance: [{ type: 'API_KEY', keyName: 'X-Client-Id', keyLocation: 'HEADER', isTyped: false }],
    });
    expect(allByRole(page, 'form', 'Access token')).toEqual([]);
  });

  it('has a form for a token where one is needed, whose fields no browser remembers', async () => {
    const page = await carol.get('/apis/secured:1.0.0/orders:1.0.0/explorer');
    expect(propsOf(page).entrance).toEqual([
      {
        type: 'OAUTH2',
        issuer: 'http://gateway.test/acme/sandbox/customer-oauth',
        tokenUrl: 'http://gateway.test/acme/sandbox/customer-oauth/oauth2/token',
        authorizeUrl: null,
        returnUrl: 'http://control.test/portal/acme/sandbox/signed-in',
        flows: ['RESOURCE_OWNER_PASSWORD'],
        scopes: ['customer'],
      },
    ]);
    const form = byRole(page, 'form', 'Access token');
    const inputs = form.all().filter(({ tag }) => tag === 'input');
    expect(inputs.map(({ attributes: { name, autocomplete } }) => [name, autocomplete])).toEqual([
      ['secret', 'off'],
      ['username', 'off'],
      ['password', 'off'],
      ['pasted', 'off'],
    ]);
    expect(allByRole(form, 'status')).toHaveLength(1);
    expect(form.attributes['method']).toBe('dialog');
  });

  it('has a form for the API key of an API that asks for one, which no browser remembers and nothing sends', async () => {
    const page = await carol.get('/apis/graphql-keyed:1.0.0/orders:1.0.0/explorer');
    expect(propsOf(page).entrance).toEqual([
      { type: 'API_KEY', keyName: 'X-API-Key', keyLocation: 'HEADER', isTyped: true },
    ]);
    const [field] = elementsOf(page).all('#api-key input');
    expect(field?.attributes).toMatchObject({ name: 'apiKey', autocomplete: 'off', required: '' });
    expect(elementsOf(page).all('#api-key')[0]?.attributes['method']).toBe('dialog');
    expect(page.text).not.toContain('This API asks for a kind of access token');
    const nobody = await world.browser().get('/apis/graphql-keyed:1.0.0/orders:1.0.0/explorer');
    expect(nobody.html).not.toContain('id="api-key"');
  });

  it('has a form for the person of HTTP Basic, which no browser remembers and nothing sends', async () => {
    const page = await carol.get('/apis/by-person:1.0.0/orders:1.0.0/explorer');
    expect(propsOf(page).entrance).toEqual([{ type: 'HTTP_BASIC', keyName: 'X-Client-Id' }]);
    const form = byRole(page, 'form', 'The person to call as');
    const inputs = form.all().filter(({ tag }) => tag === 'input');
    expect(inputs.map(({ attributes: { name, autocomplete } }) => [name, autocomplete])).toEqual([
      ['username', 'off'],
      ['password', 'off'],
    ]);
    expect(form.attributes['method']).toBe('dialog');
  });

  it('gets a token by a window in which somebody signs in, and holds on to that window', async () => {
    const page = await carol.get('/apis/by-code:1.0.0/orders:1.0.0/explorer');
    expect(propsOf(page).entrance).toMatchObject([
      { type: 'OAUTH2', flows: ['ACCESS_CODE'], authorizeUrl: expect.stringContaining('/oauth2/authorize') },
    ]);
    expect(byRole(page, 'form', 'Access token').text).toContain('Sign in, in a window of its own');
    expect(page.headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
  });
});

it.each([
  '/apis/customer:1.0.0/customerdb:1.0.0/explorer',
  '/apis/orders:1.0.0/orders:1.0.0/reference',
  '/apis/customer:1.0.0/orders:1.0.0/reference',
  '/apis/nobody:1.0.0/customerdb:1.0.0/reference',
  '/apis/nonsense/customerdb:1.0.0/reference',
])('there is no page %s', async (path) => {
  const { status, text } = await carol.get(path);
  expect(status).toBe(404);
  expect(text).toContain('There is no such page');
});
