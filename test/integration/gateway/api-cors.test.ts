import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Cors, corsFrom } from '../../../src/domain/api/cors.ts';
import { type GatewayWorld, openGateway, PORTAL_URL } from '../../support/gateway.ts';
import { api, byToken, catalog, client, provider, snapshot } from '../../support/snapshot.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const SHOP = 'https://shop.example';
const PARTNER = 'https://partner.example';
const NEWER = 'https://newer.example';
const CLOSED = 'none: the API does not allow calls from pages of this origin (CORS), its provider can';
const STRANGER = 'https://stranger.example';

let upstream: Upstream;
let world: GatewayWorld;

const openapi = {
  openapi: '3.0.3',
  paths: { '/customers': { get: {}, post: {} }, '/customers/{id}': { delete: {} } },
};
const cors = (more: Partial<Cors> = {}) => corsFrom({ allowedOrigins: [SHOP], ...more });

beforeAll(async () => {
  upstream = await recordingUpstream();
  const upstreamUrl = upstream.url;
  const apis = [
    api({ upstreamUrl, openapi, basePath: '/shop', cors: cors({ exposedHeaders: ['X-Total'] }) }),
    api({ upstreamUrl, basePath: '/tokens', security: [byToken()], cors: cors() }),
    api({ upstreamUrl, basePath: '/public', cors: cors({ allowedOrigins: ['*'], allowedHeaders: ['*'] }) }),
    api({ upstreamUrl, basePath: '/cookies', cors: cors({ allowCredentials: true }) }),
    api({ upstreamUrl, basePath: '/graph', kind: 'GRAPHQL', sdl: 'type Query { a: Int }', cors: cors() }),
    api({ upstreamUrl, basePath: '/silent' }),
    api({
      upstreamUrl,
      openapi,
      basePath: '/both',
      version: '2.0.0',
      product: 'new',
      security: [byToken()],
      cors: cors({ allowedOrigins: [SHOP, NEWER], maxAgeSeconds: 60 }),
    }),
    api({
      upstreamUrl,
      openapi: { paths: { '/old': { put: {} } } },
      basePath: '/both',
      cors: cors({ allowedOrigins: [SHOP, PARTNER], allowedHeaders: ['X-Old'] }),
    }),
  ];
  const clients = [client({ key: 'key', plans: { 'customer-1': {} } })];
  world = await openGateway(snapshot(catalog({ apis, clients, providers: [await provider()] })));
});
afterAll(() => Promise.all([world.close(), upstream.close()]));
beforeEach(() => {
  upstream.answer = (_, response) => {
    response.writeHead(200, { 'Access-Control-Allow-Origin': STRANGER, 'Access-Control-Max-Age': '9' });
    response.end('{}');
  };
  upstream.seen.length = 0;
});

/** What an answer says to browsers, and to caches of it. */
async function told(answer: Promise<Response>) {
  const { status, headers } = await answer;
  const said = [...headers].filter(([name]) => name.startsWith('access-control-') || name === 'vary');
  return {
    status,
    ...Object.fromEntries(said.map(([name, value]) => [name.replace('access-control-', ''), value])),
  };
}
const call = (path: string, origin: string, headers: Record<string, string> = { 'x-client-id': 'key' }) =>
  told(world.call(`/acme/sandbox${path}`, { headers: { ...headers, origin } }));
const ask = (
  path: string,
  origin: string,
  [method, names]: readonly [string, string] = ['DELETE', 'x-client-id'],
) =>
  told(
    world.call(`/acme/sandbox${path}`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': names,
      },
    }),
  );

describe('a browser that asks before a call of an API with CORS', () => {
  it('is told what pages of an allowed origin may, without proving anything, and no back-end is asked', async () => {
    expect(await ask('/shop/customers/7', SHOP)).toEqual({
      status: 204,
      'allow-origin': SHOP,
      'allow-methods': 'GET, POST, DELETE, HEAD',
      'allow-headers': 'x-client-id, Content-Type',
      'max-age': '600',
      vary: 'Origin',
    });
    expect(upstream.seen).toEqual([]);
  });

  it('learns nothing of the paths that there are', async () => {
    expect(await ask('/shop/unknown', SHOP)).toEqual(await ask('/shop/customers', SHOP));
  });

  it.each([STRANGER, 'http://shop.example', `${SHOP}:444`, 'https://shop.example.evil', 'null'])(
    'is told for another origin that its pages may not, in words that its console shows: %s',
    async (origin) => {
      expect(await ask('/shop/customers', origin)).toEqual({
        status: 204,
        vary: 'Origin',
        'allow-origin': CLOSED,
      });
      expect(upstream.seen).toEqual([]);
    },
  );

  it('may send the header that tokens travel in', async () => {
    expect(await ask('/tokens/a', SHOP, ['GET', 'authorization'])).toMatchObject({
      'allow-methods': 'GET, HEAD',
      'allow-headers': 'authorization, x-client-id, Content-Type',
    });
  });

  it('may send what it asks for where every header is allowed', async () => {
    expect(await ask('/public/a', STRANGER, ['PUT', 'x-anything'])).toMatchObject({
      'allow-origin': STRANGER,
      'allow-methods': 'PUT',
      'allow-headers': 'x-anything',
    });
  });

  it('is told that cookies go along where they do, and of the one method of GraphQL', async () => {
    expect(await ask('/cookies/a', SHOP)).toMatchObject({
      'allow-origin': SHOP,
      'allow-credentials': 'true',
    });
    expect(await ask('/graph/graphql', SHOP)).toMatchObject({ status: 204, 'allow-methods': 'POST' });
  });

  it('is told of all versions on a base path together, as far as they let its origin in', async () => {
    expect(await ask('/both/customers', SHOP)).toMatchObject({
      'allow-methods': 'GET, POST, DELETE, PUT, HEAD',
      'allow-headers': 'authorization, x-client-id, Content-Type, X-Old',
      'max-age': '60',
    });
    expect(await ask('/both/customers', PARTNER)).toMatchObject({
      'allow-origin': PARTNER,
      'allow-methods': 'PUT',
    });
  });

  it('is one call among others where no CORS is configured: the back-end decides for whom it admits', async () => {
    expect(await ask('/silent/a', SHOP)).toEqual({ status: 401, vary: 'Origin', 'allow-origin': CLOSED });
    const own = { 'access-control-request-method': 'GET', origin: STRANGER, 'x-client-id': 'key' };
    const answer = world.call('/acme/sandbox/silent/a', { method: 'OPTIONS', headers: own });
    expect(await told(answer)).toMatchObject({ status: 200, 'allow-origin': STRANGER });
    expect(upstream.seen.map(({ method }) => method)).toEqual(['OPTIONS']);
  });
});

describe('a page that calls an API with CORS', () => {
  it('of an allowed origin may read the answer and what is exposed, in place of what the back-end says', async () => {
    expect(await call('/shop/customers', SHOP)).toEqual({
      status: 200,
      'allow-origin': SHOP,
      'expose-headers': 'X-Total',
      vary: 'Origin',
    });
  });

  it('of another origin may read nothing, whatever the back-end says', async () => {
    expect(await call('/shop/customers', STRANGER)).toEqual({ status: 200, vary: 'Origin' });
  });

  it.each([
    ['/shop/customers', {}, 401],
    ['/shop/unknown', { 'x-client-id': 'key' }, 404],
  ])('may read why it is refused: %s %j', async (path, headers, status) => {
    expect(await call(path, SHOP, headers)).toMatchObject({ status, 'allow-origin': SHOP, vary: 'Origin' });
    expect(await call(path, STRANGER, headers)).toEqual({ status, vary: 'Origin' });
  });

  it('of any origin may read where every origin is allowed, and never with cookies', async () => {
    expect(await call('/public/a', STRANGER)).toEqual({ status: 200, 'allow-origin': '*', vary: 'Origin' });
  });

  it('may read with cookies where they are allowed', async () => {
    expect(await call('/cookies/a', SHOP)).toMatchObject({
      'allow-origin': SHOP,
      'allow-credentials': 'true',
    });
  });

  it('is let in by the version that serves it alone', async () => {
    expect(await ask('/both/old', NEWER)).toMatchObject({ 'allow-origin': NEWER });
    expect(await call('/both/old', NEWER, {})).toMatchObject({ status: 401, 'allow-origin': NEWER });
    expect(await call('/both/old', NEWER)).toEqual({ status: 405, vary: 'Origin' });
    expect(await call('/both/old', PARTNER)).toMatchObject({ status: 405, 'allow-origin': PARTNER });
  });

  it('of the portal reads all as ever', async () => {
    expect(await call('/shop/customers', PORTAL_URL)).toEqual({
      status: 200,
      'allow-origin': PORTAL_URL,
      'expose-headers': '*',
      vary: 'Origin',
    });
  });
});
