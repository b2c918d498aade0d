import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type GatewayWorld, openGateway, PORTAL_URL } from '../../support/gateway.ts';
import { ALICE, client as credentials, oauthWorld, TOKEN_PATH, urlEncoded } from '../../support/oauth.ts';
import { api, byToken, catalog, client, provider, snapshot } from '../../support/snapshot.ts';
import { type Answerer, recordingUpstream, type Upstream } from '../../support/upstream.ts';

const PATH = '/acme/sandbox/customerdb/v1/customers';
const WITHIN = 'Path=/acme/sandbox/customerdb/v1';
const ALLOWED = { origin: PORTAL_URL, exposed: '*', credentials: null };
const ok: Answerer = (_, response) => response.end('{"ok":true}');

let upstream: Upstream;
let world: GatewayWorld;

beforeAll(async () => {
  upstream = await recordingUpstream();
  const upstreamUrl = upstream.url;
  const apis = [
    api({ upstreamUrl }),
    api({ upstreamUrl, basePath: '/scoped', security: [byToken()] }),
    api({ upstreamUrl, basePath: '/off', online: false }),
    api({
      upstreamUrl,
      basePath: '/gone',
      openapi: { openapi: '3.0.3', paths: { '/customers': { get: {} } } },
    }),
    api({ upstreamUrl: 'http://127.0.0.1:1', basePath: '/down' }),
    api({ upstreamUrl, basePath: '/graph', kind: 'GRAPHQL', sdl: 'type Query { a: Int }' }),
  ];
  const clients = [
    client({ key: 'free', plans: { 'customer-1': {} } }),
    client({ key: 'tight', plans: { 'customer-1': { limit: 1, windowSeconds: 60 } } }),
  ];
  world = await openGateway(snapshot(catalog({ apis, clients, providers: [await provider()] })));
});
afterAll(() => Promise.all([world.close(), upstream.close()]));
beforeEach(() => {
  upstream.answer = ok;
  upstream.seen.length = 0;
});

type Init = { readonly key?: string; readonly origin?: string; readonly method?: string };
const call = (path = PATH, { key = 'free', origin = PORTAL_URL, method = 'GET' }: Init = {}) =>
  world.call(path, { method, headers: { 'x-client-id': key, origin } });
const at = (path: string) => PATH.replace('/customerdb/v1', path);

/** What a browser reads of an answer before it lets a page have it. */
function allowance({ headers }: Response) {
  const [origin, exposed, credentials] = ['allow-origin', 'expose-headers', 'allow-credentials'].map((name) =>
    headers.get(`access-control-${name}`),
  );
  return { origin, exposed, credentials };
}
async function told(answer: Promise<Response>) {
  const response = await answer;
  return { status: response.status, ...allowance(response), vary: response.headers.get('vary') };
}

describe('a page of the portal may read', () => {
  it('an answer, with all its headers and without credentials', async () => {
    expect(await told(call())).toEqual({ status: 200, ...ALLOWED, vary: 'Origin' });
  });

  it('an answer in place of what the back-end says to browsers; caches are told of both', async () => {
    upstream.answer = (_, response) => {
      response.writeHead(200, {
        'Access-Control-Allow-Origin': 'http://elsewhere.test',
        'Access-Control-Allow-Credentials': 'true',
        'Access-Control-Expose-Headers': 'X-Total',
        Vary: 'Accept-Encoding',
        'Set-Cookie': ['a=1', 'b=2'],
      });
      response.end();
    };
    const answer = await call();
    expect(allowance(answer)).toEqual(ALLOWED);
    expect(answer.headers.get('vary')).toBe('Accept-Encoding, Origin');
    expect(answer.headers.getSetCookie()).toEqual([`a=1; ${WITHIN}`, `b=2; ${WITHIN}`]);
  });

  it.each([
    ['of a caller who is not known', () => call(PATH, { key: 'nobody' }), 401],
    ['without a token', () => call(at('/scoped')), 401],
    ['over the limit', () => call(PATH, { key: 'tight' }).then(() => call(PATH, { key: 'tight' })), 429],
    ['of an API that is Offline', () => call(at('/off')), 503],
    ['of an operation that is not there', () => call(`${at('/gone')}/unknown`), 404],
    ['by a back-end that is down', () => call(at('/down')), 502],
    ['of a GraphQL API', () => call('/acme/sandbox/graph/graphql'), 400],
    ['of a path that nothing serves', () => call('/acme/sandbox/unknown'), 404],
    ['of an address that cannot be read', () => call('/acme/%zz'), 400],
  ])('a refusal %s', async (_which, refused, status) => {
    expect(await told(refused())).toEqual({ status, ...ALLOWED, vary: 'Origin' });
  });
});

describe('a browser that asks first', () => {
  const ask = (path: string, headers: Record<string, string>) =>
    world.call(path, { method: 'OPTIONS', headers });
  const question = {
    origin: PORTAL_URL,
    'access-control-request-method': 'DELETE',
    'access-control-request-headers': 'authorization,x-client-id',
  };

  it.each([PATH, at('/scoped'), at('/off'), '/acme/sandbox/unknown'])(
    'is told that the portal may call, before any admission: %s',
    async (path) => {
      const answer = await ask(path, question);
      expect(answer.status).toBe(204);
      expect(allowance(answer)).toEqual(ALLOWED);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'access-control-allow-methods': 'DELETE',
        'access-control-allow-headers': 'authorization,x-client-id',
        'access-control-max-age': '600',
        vary: 'Origin',
      });
      expect(upstream.seen).toEqual([]);
    },
  );

  it('for a page of another origin is answered as any call: the back-end may let it in', async () => {
    const headers = { ...question, origin: 'http://elsewhere.test', 'x-client-id': 'free' };
    expect((await ask(PATH, headers)).status).toBe(200);
    expect(upstream.seen.map(({ method }) => method)).toEqual(['OPTIONS']);
  });

  it('is one only when it says what it asks for: OPTIONS is a method of APIs too', async () => {
    expect((await call(PATH, { method: 'OPTIONS' })).status).toBe(200);
    expect(upstream.seen.map(({ method }) => method)).toEqual(['OPTIONS']);
  });
});

describe('a page of any other origin', () => {
  it.each([
    'http://elsewhere.test',
    'https://portal.test',
    'http://portal.test:81',
    'http://portal.test.evil',
    'null',
  ])('is told nothing by the gateway: %s', async (origin) => {
    const nothing = { origin: null, exposed: null, credentials: null, vary: 'Origin' };
    expect(await told(call(PATH, { origin }))).toEqual({ status: 200, ...nothing });
    expect(await told(call(PATH, { origin, key: 'nobody' }))).toEqual({ status: 401, ...nothing });
  });

  it('gets what the back-end says to browsers', async () => {
    upstream.answer = (_, response) =>
      response.writeHead(200, { 'Access-Control-Allow-Origin': 'http://elsewhere.test' }).end();
    expect(allowance(await call(PATH, { origin: 'http://elsewhere.test' })).origin).toBe(
      'http://elsewhere.test',
    );
  });
});

it('a portal on this machine has all names of it', async () => {
  const local = await openGateway(snapshot(catalog({ apis: [api({ upstreamUrl: upstream.url })] })), {
    portalUrl: 'http://127.0.0.1:9000',
  });
  const allowedFor = async (origin: string) =>
    (await local.call(PATH, { headers: { origin } })).headers.get('access-control-allow-origin');
  try {
    for (const origin of ['http://127.0.0.1:9000', 'http://localhost:9000', 'http://[::1]:9000'])
      expect(await allowedFor(origin)).toBe(origin);
    expect(await allowedFor('http://localhost:9001')).toBeNull();
  } finally {
    await local.close();
  }
});

describe('the token endpoint', () => {
  it('gives the portal its tokens and its refusals, and lets a browser ask first', async () => {
    const oauth = await oauthWorld();
    const beside = await openGateway(oauth.state.snapshot, {
      endpoints: [oauth.handle],
    });
    const post = (form: Record<string, string>) =>
      beside.call(TOKEN_PATH, {
        method: 'POST',
        headers: { origin: PORTAL_URL, 'content-type': 'application/x-www-form-urlencoded' },
        body: urlEncoded(form),
      });
    try {
      const good = { ...ALICE, ...credentials() };
      expect(await told(post(good))).toEqual({ status: 200, ...ALLOWED, vary: 'Origin' });
      expect(await told(post({ ...good, password: 'wrong' }))).toEqual({
        status: 400,
        ...ALLOWED,
        vary: 'Origin',
      });
      const asked = await beside.call(TOKEN_PATH, {
        method: 'OPTIONS',
        headers: {
          origin: PORTAL_URL,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization',
        },
      });
      expect([asked.status, asked.headers.get('access-control-allow-headers')]).toEqual([
        204,
        'authorization',
      ]);
    } finally {
      await Promise.all([beside.close(), oauth.close()]);
    }
  });
});
