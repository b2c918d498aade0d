import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerAsGraphQLServer, customerSdl } from '../../../support/apis.ts';
import { CATALOG } from '../../../support/catalog.ts';
import { document, type ManifestWorld, openManifest } from '../../../support/manifest.ts';
import { recordingUpstream, type Upstream } from '../../../support/upstream.ts';

let world: ManifestWorld;
let server: Upstream;
let org: string;
let round = 0;

beforeAll(async () => {
  [world, server] = await Promise.all([openManifest(), recordingUpstream()]);
});
afterAll(async () => {
  await Promise.all([world.close(), server.close()]);
});
beforeEach(async () => {
  round += 1;
  org = `org-${round}`;
  await world.emptyOrg(org);
  server.seen.length = 0;
  answerAsGraphQLServer(server, customerSdl);
});

const withApis = (...apis: object[]) => ({ gatehouse: '1', apis });

describe('a GraphQL API in a manifest', () => {
  const proxy = () => ({ name: 'graph', version: '1.0.0', graphqlUrl: `${server.url}/api/sample` });

  it('needs no schema: the server is asked once, and not again', async () => {
    await world.apply(withApis(proxy()), { org });
    expect((await world.export(org)).apis).toEqual([
      {
        ...proxy(),
        title: 'graph',
        basePath: '/graph',
        sdl: expect.stringContaining('getCustomer(id: ID!): Customer'),
      },
    ]);
    server.seen.length = 0;
    expect((await world.apply(withApis(proxy()), { org })).changes).toEqual([]);
    expect(server.seen).toEqual([]);
  });

  it('brings its schema along: then no server is asked', async () => {
    const sdl = 'type Query {\n  hello: String\n}';
    await world.apply(withApis({ ...proxy(), sdl }), { org });
    expect(server.seen).toEqual([]);
    expect((await world.export(org)).apis[0]).toMatchObject({ sdl });
  });

  it('is Offline in a catalog, unless it is said to be online', async () => {
    const manifest = (position: object) => ({
      ...withApis(proxy()),
      products: [{ name: 'graph', version: '1.0.0', apis: ['graph:1.0.0'] }],
      catalogs: [{ name: CATALOG, products: [{ product: 'graph:1.0.0', state: 'PUBLISHED', ...position }] }],
    });
    await world.apply(manifest({}), { org });
    expect((await world.apply(manifest({ online: { 'graph:1.0.0': true } }), { org })).changes).toEqual([
      {
        action: 'UPDATE',
        kind: 'CatalogProduct',
        name: 'sandbox/graph:1.0.0',
        diff: { online: { before: [], after: ['graph:1.0.0'] } },
      },
    ]);
    expect((await world.export(org)).catalogs[0]?.products).toEqual([
      { product: 'graph:1.0.0', state: 'PUBLISHED', online: { 'graph:1.0.0': true } },
    ]);
  });

  it.each<[string, object, string, string]>([
    ['a server that is none', { graphqlUrl: 'http://127.0.0.1:1/' }, 'GRAPHQL_SERVER_UNUSABLE', 'graphqlUrl'],
    ['a server in a private network', { graphqlUrl: 'http://10.0.0.1/' }, 'TARGET_NOT_ALLOWED', 'graphqlUrl'],
    ['a schema that is none', { sdl: 'type Query { a: Missing }' }, 'GRAPHQL_SERVER_UNUSABLE', 'sdl'],
    ['a target besides', { targetUrl: 'http://127.0.0.1/' }, 'BAD_USER_INPUT', 'targetUrl'],
  ])('is refused with %s', async (_what, ...[changes, code, member]) => {
    expect(await world.applyRefused(withApis({ ...proxy(), ...changes }), { org })).toMatchObject({
      code,
      path: ['input', 'manifest', 'apis', 0, member],
    });
    expect((await world.export(org)).apis).toEqual([]);
  });
});

describe('a copy in a catalog that is not the draft any more', () => {
  it('is described in full, and comes so to an empty org', async () => {
    const api = { org, api: 'customerdb:1.0.0' };
    await world.mutate('createCatalog', { org, title: 'Sandbox' });
    await world.mutate('createApi', { org, name: 'customerdb', openapi: document() });
    await world.mutate('createProduct', {
      org,
      title: 'Customer',
      apis: ['customerdb:1.0.0'],
      publishTo: CATALOG,
    });
    await world.mutate('updateApi', { ...api, basePath: '/customerdb/v2' });
    const manifest = await world.export(org);
    expect(manifest.catalogs[0]?.products[0]).toMatchObject({
      copy: { apis: [{ name: 'customerdb', version: '1.0.0', basePath: '/customerdb/v1' }] },
    });
    await world.emptyOrg(`${org}-b`);
    await world.apply(manifest, { org: `${org}-b` });
    expect(JSON.stringify(await world.export(`${org}-b`))).toBe(JSON.stringify(manifest));
  });

  it('is held to the rules of APIs: a requirement needs its definition, an address must be allowed', async () => {
    const api = { name: 'customerdb', version: '1.0.0', openapi: document() };
    const copy = (changes: object) => ({
      gatehouse: '1',
      catalogs: [
        {
          name: CATALOG,
          products: [
            {
              product: 'customer:1.0.0',
              state: 'PUBLISHED',
              copy: { apis: [{ ...api, ...changes }], plans: [{ name: 'gold' }] },
            },
          ],
        },
      ],
    });
    const path = ['input', 'manifest', 'catalogs', 0, 'products', 0, 'copy', 'apis', 0];
    for (const [changes, code, member] of [
      [{ security: [{ definition: 'oauth-9' }] }, 'BAD_USER_INPUT', 'security'],
      [{ targetUrl: 'http://10.0.0.1/' }, 'TARGET_NOT_ALLOWED', 'targetUrl'],
      [{ openapi: { openapi: '2.0' } }, 'OPENAPI_INVALID', 'openapi'],
      [{ colour: 'red' }, 'BAD_USER_INPUT', 'colour'],
    ] as const) {
      const refused = await world.applyRefused(copy(changes), { org });
      expect({ code: refused.code, path: refused.path?.slice(0, 10) }).toEqual({
        code,
        path: [...path, member],
      });
    }
    expect((await world.apply(copy({}), { org })).changes).toHaveLength(2);
  });
});

describe('a version that breaks its predecessor', () => {
  const api = (version: string, paths: object) => ({
    name: 'customerdb',
    version,
    basePath: '/customerdb',
    openapi: { ...document(), paths },
  });
  const old = () => api('1.0.0', document().paths);
  const broken = api('1.1.0', { '/clients': { get: { responses: { 200: { description: 'All.' } } } } });

  it('is refused as it is by the mutations, unless it is accepted', async () => {
    await world.apply(withApis(old()), { org });
    expect(await world.applyRefused(withApis(old(), broken), { org })).toMatchObject({
      code: 'VERSION_BREAKS',
      path: ['input', 'manifest', 'apis', 1, 'openapi'],
    });
    const applied = await world.apply(withApis(old(), broken), { org, acceptBreaking: true });
    expect(applied.changes).toHaveLength(1);
    expect((await world.apply(withApis(old(), broken), { org })).changes).toEqual([]);
  });

  it('comes to an org that had none of the API, as it was accepted elsewhere', async () => {
    expect((await world.apply(withApis(old(), broken), { org })).changes).toHaveLength(2);
  });
});

it('a REST API of OpenAPI 2.0 is the same when it is applied again, and as its export says it', async () => {
  const openapi = {
    swagger: '2.0',
    info: { title: 'Old pets', version: '1.0.0' },
    paths: { '/pet': { get: { responses: { 200: { description: 'A pet', schema: { type: 'file' } } } } } },
  };
  const old = withApis({ name: 'old', version: '1.0.0', openapi });
  await world.apply(old, { org });
  expect((await world.apply(old, { org })).changes).toEqual([]);
  const { apis } = await world.export(org);
  expect(apis[0]).toMatchObject({ openapi: { openapi: '3.0.3' } });
  expect((await world.apply(withApis(...apis), { org })).changes).toEqual([]);
});

it('a document whose paths are one to the gateway is the same when it is said again, as it was or as it is kept', async () => {
  const get = { responses: { 200: { description: 'fine' } } };
  const by = (name: string) => ({
    ...get,
    parameters: [{ name, in: 'path', required: true, schema: { type: 'string' } }],
  });
  const paths = {
    '/?Action=List': { get },
    '/?Action=Read': { get },
    '/{a}': { get: by('a') },
    '/{b}': { put: by('b') },
  };
  const openapi = { openapi: '3.0.3', info: { title: 'Queues', version: '1.0.0' }, paths };
  const manifest = withApis({ name: 'queues', version: '1.0.0', openapi });
  await world.apply(manifest, { org });
  expect((await world.apply(manifest, { org })).changes).toEqual([]);
  const kept = await world.export(org);
  expect(Object.keys((kept.apis[0] as { openapi: typeof openapi }).openapi.paths).sort()).toEqual([
    '/',
    '/{a}',
  ]);
  expect((await world.apply(kept, { org })).changes).toEqual([]);
});
