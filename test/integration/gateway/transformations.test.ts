import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Transformation } from '../../../src/domain/api/transformations.ts';
import { type GatewayWorld, openGateway, problemOf } from '../../support/gateway.ts';
import { api, byKey, catalog, client, snapshot } from '../../support/snapshot.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const CANARY = 'canary-of-a-secret';
const openapi = {
  paths: {
    '/customers/{id}': { get: {}, post: {} },
    '/files/{name}.{ending}': { get: {} },
    '/orders': { get: {} },
  },
};
const request = (step: Partial<Transformation>): Transformation => ({
  on: 'REQUEST',
  operations: [],
  ...step,
});
const answer = (step: Partial<Transformation>): Transformation => ({ on: 'ANSWER', operations: [], ...step });
const own = [
  { name: 'X-Backend-Key', value: CANARY },
  { name: 'X-Api-Version', value: '3' },
];

let upstream: Upstream;
let world: GatewayWorld;
beforeAll(async () => {
  upstream = await recordingUpstream();
  world = await openGateway(snapshot(catalog({ apis: [] })));
});
afterAll(() => Promise.all([world.close(), upstream.close()]));
afterEach(() => {
  upstream.seen.length = 0;
  upstream.answer = (_, response) => response.end('{"ok":true}');
});

/** Serves an API with steps, whose back-end has headers of its own. */
function serve(steps: readonly Transformation[], rest: Partial<Parameters<typeof api>[0]> = {}): void {
  const transformations = { transformations: steps };
  const target = {
    url: `${upstream.url}/base?fixed=1`,
    weight: 1,
    drained: false,
    health: 'UNKNOWN',
    since: 0,
  } as const;
  const backend = {
    id: 'own',
    targets: [target],
    healthCheck: null,
    sticky: null,
    slowStartMs: 0,
    headers: own.flatMap(({ name, value }) => [name, value]),
    parameter: null,
    timeouts: {},
    signingKey: null,
    tls: null,
    grant: null,
  };
  const security = [byKey({ keyName: 'x-private' })];
  const apis = [api({ basePath: '/shop', openapi, backend: 'own', transformations, security, ...rest })];
  const plans = { 'customer-1': { name: 'gold' } };
  world.use(
    snapshot(catalog({ apis, clients: [client({ key: 'key', plans })], backends: { own: backend } })),
  );
}

const call = (path: string, init: RequestInit = {}) =>
  world.call(`/acme/sandbox/shop${path}`, { ...init, headers: { 'x-private': 'key', ...init.headers } });
const sent = () => upstream.seen.at(-1);

describe('steps on requests', () => {
  it('set and remove headers for the back-end, in their order, under conditions', async () => {
    serve([
      request({ setHeader: { name: 'X-Tier', value: 'all' } }),
      request({
        condition: 'client.plan == "gold"',
        setHeader: { name: 'x-tier', expression: 'client.plan' },
      }),
      request({ condition: 'client.plan == "silver"', setHeader: { name: 'X-Tier', value: 'silver' } }),
      request({ operations: ['GET /orders'], setHeader: { name: 'X-Orders', value: 'yes' } }),
      request({ removeHeader: 'X-Old' }),
      request({ setHeader: { name: 'X-Page', expression: 'caller.headers["x-offset"]' } }),
      request({ setHeader: { name: 'X-Lost', expression: 'caller.headers["x-nowhere"]' } }),
    ]);
    const { status } = await call('/customers/7', {
      headers: { 'X-Old': '1', X_old: '2', 'X-Offset': '20' },
    });
    expect(status).toBe(200);
    const { headers } = sent() ?? {};
    expect(headers).toMatchObject({ 'x-tier': 'gold', 'x-page': '20', 'x-offset': '20' });
    for (const name of ['x-old', 'x_old', 'x-lost', 'x-orders']) expect(headers).not.toHaveProperty(name);
  });

  it('never change what the gateway and the settings of the back-end write, whatever was saved', async () => {
    const names = [
      'Host',
      'Content-Length',
      'Via',
      'X-Forwarded-For',
      'X-Gatehouse-Plan',
      'X-Backend-Key',
      'x_api_version',
    ];
    serve(
      names.flatMap((name) => [
        request({ removeHeader: name }),
        request({ setHeader: { name, value: 'changed' } }),
      ]),
    );
    const { status } = await call('/customers/7', { method: 'POST', body: 'text' });
    expect(status).toBe(200);
    expect(sent()?.body).toBe('text');
    expect(sent()?.headers).toMatchObject({
      'x-gatehouse-plan': 'gold',
      'x-backend-key': CANARY,
      'x-api-version': '3',
      'content-length': '4',
    });
    expect(sent()?.rawHeaders).not.toContain('changed');
  });

  it('see no key of the caller, where the API takes it in a header of its own', async () => {
    serve([request({ setHeader: { name: 'X-Copy', expression: 'caller.headers["x-private"]' } })]);
    await call('/customers/7');
    expect(sent()?.headers).not.toHaveProperty('x-copy');
    expect(sent()?.headers).not.toHaveProperty('x-private');
  });

  it.each([
    [
      'the parameters of the operation',
      {
        rewritePath: '/v2/people/{id}',
        path: '/customers/a%2Fb?x=1',
        expected: '/base/v2/people/a%2Fb?fixed=1&x=1',
      },
    ],
    [
      'the path as it was called',
      { rewritePath: '/v2{+path}', path: '/customers/7', expected: '/base/v2/customers/7?fixed=1' },
    ],
    [
      'a query, in which values are encoded',
      {
        rewritePath: '/find?id={id}',
        path: '/customers/7&admin=1?x=2',
        expected: '/base/find?fixed=1&id=7%26admin%3D1&x=2',
      },
    ],
  ])('rewrite the path by %s', async (_, { rewritePath, path, expected }) => {
    serve([request({ operations: ['GET /customers/{id}'], rewritePath })]);
    expect((await call(path)).status).toBe(200);
    expect(sent()?.url).toBe(expected);
  });

  it('rename, set and remove query parameters, in their order, before the query of the target', async () => {
    serve([
      request({ operations: ['GET /orders'], rewritePath: '/search?kind=order' }),
      request({ renameQuery: { from: 'q', to: 'query' } }),
      request({ removeQuery: 'debug' }),
      request({ condition: 'client.plan == "gold"', setQuery: { name: 'tier', expression: 'client.plan' } }),
      request({ setQuery: { name: 'page', expression: 'caller.headers["x-page"]' } }),
      request({ setQuery: { name: 'kept', value: 'a&b' } }),
    ]);
    const path = '/orders?q=a%20b&%64ebug=1&debug&tier=silver&query=mine&x=1&kept=c&kept=d';
    expect((await call(path)).status).toBe(200);
    expect(sent()?.url).toBe('/base/search?fixed=1&kind=order&query=a%20b&x=1&tier=gold&kept=a%26b');
  });

  it('change no key in the query into what the back-end would get', async () => {
    const security = [byKey({ keyLocation: 'QUERY', keyName: 'client_id' })];
    serve([request({ renameQuery: { from: 'client_id', to: 'copy' } })], { security });
    expect((await world.call('/acme/sandbox/shop/orders?client_id=key&x=1')).status).toBe(200);
    expect(sent()?.url).toBe('/base/orders?fixed=1&x=1');
  });

  it('take a parameter that is repeated as often as a request can be long', async () => {
    serve([
      ...Array.from({ length: 19 }, () => request({ renameQuery: { from: 'a', to: 'b' } })),
      request({ removeQuery: 'b' }),
    ]);
    expect((await call(`/orders?x=1&${'a&'.repeat(3_000)}`)).status).toBe(200);
    expect(sent()?.url).toBe('/base/orders?fixed=1&x=1&');
  });

  it('refuse a call whose values would lead out of the path of the back-end', async () => {
    const operations = ['GET /files/{name}.{ending}'];
    serve([request({ operations, rewritePath: '/a/{name}{ending}/b' })]);
    const refused = await call('/files/...');
    expect([refused.status, (await problemOf(refused)).code]).toEqual([502, 'TRANSFORMATION_FAILED']);
    expect(upstream.seen).toEqual([]);
  });

  it('refuse a call whose expression cannot be evaluated, so that nothing passes unchanged', async () => {
    serve([request({ condition: 'int(caller.headers["x-number"]) > 1', removeHeader: 'X-Internal' })]);
    const refused = await call('/orders', { headers: { 'X-Number': 'none', 'X-Internal': '1' } });
    expect(refused.status).toBe(502);
    expect(await refused.json()).toMatchObject({
      code: 'TRANSFORMATION_FAILED',
      detail: 'The call could not be transformed for the back-end, or its answer for the caller.',
    });
    expect(upstream.seen).toEqual([]);
  });

  it('refuse a value that no header can carry', async () => {
    serve([request({ setHeader: { name: 'X-Path', expression: '"a\\r\\nX-Admin: 1"' } })]);
    expect((await call('/orders')).status).toBe(502);
    expect(upstream.seen).toEqual([]);
  });
});

describe('steps on answers', () => {
  it('set and remove headers for the caller, by the head of the answer', async () => {
    serve([
      answer({ removeHeader: 'X-Powered-By' }),
      answer({
        condition: 'response.status == 404',
        setHeader: { name: 'X-Missing', expression: 'operation.path' },
      }),
      answer({ setHeader: { name: 'X-Total', expression: 'response.headers["x-count"]' } }),
      answer({ operations: ['GET /orders'], setHeader: { name: 'X-Orders', value: 'yes' } }),
    ]);
    upstream.answer = (_, response) =>
      response.writeHead(404, { 'X-Powered-By': 'secret stack', 'X-Count': '3' }).end('gone');
    const answered = await call('/customers/7');
    expect(answered.status).toBe(404);
    expect(await answered.text()).toBe('gone');
    expect(Object.fromEntries(answered.headers)).toMatchObject({
      'x-missing': '/customers/7',
      'x-total': '3',
    });
    expect(answered.headers.has('x-powered-by')).toBe(false);
    expect(answered.headers.has('x-orders')).toBe(false);
  });

  it('never write what speaks for the origin or frames the answer, whatever was saved', async () => {
    const names = [
      'Content-Length',
      'Strict-Transport-Security',
      'X-Request-Id',
      'Transfer-Encoding',
      'Alt-Svc',
    ];
    serve(names.map((name) => answer({ setHeader: { name, value: 'changed' } })));
    const answered = await call('/orders');
    expect(await answered.text()).toBe('{"ok":true}');
    expect([...answered.headers.values()]).not.toContain('changed');
  });

  it('keep a page sandboxed, whatever type they give it', async () => {
    serve([answer({ setHeader: { name: 'Content-Type', value: 'text/html' } })]);
    const answered = await call('/orders');
    expect(answered.headers.get('content-type')).toBe('text/html');
    expect(answered.headers.get('content-security-policy')).toContain('sandbox');
  });

  it('refuse an answer that cannot be changed, so that nothing passes unchanged', async () => {
    serve([answer({ condition: 'int(response.headers["x-count"]) > 1', removeHeader: 'X-Internal' })]);
    upstream.answer = (_, response) =>
      response.writeHead(200, { 'X-Internal': CANARY, 'X-Count': 'many' }).end(CANARY);
    const refused = await call('/orders');
    expect(refused.status).toBe(502);
    expect(refused.headers.has('x-internal')).toBe(false);
    expect(await refused.text()).not.toContain(CANARY);
  });
});

describe('steps of a GraphQL API', () => {
  it('change headers of both sides, and nothing that the document needs', async () => {
    const steps = [
      request({ setHeader: { name: 'X-Tier', expression: 'client.plan' } }),
      request({ operations: ['mutation'], setHeader: { name: 'X-Writes', value: 'yes' } }),
      answer({ operations: ['query'], removeHeader: 'X-Powered-By' }),
    ];
    serve(steps, { kind: 'GRAPHQL', openapi: null, sdl: 'type Query { a: Int }' });
    upstream.answer = (_, response) =>
      response
        .writeHead(200, { 'X-Powered-By': 'secret stack', 'Content-Type': 'application/json' })
        .end('{"data":{"a":1}}');
    const answered = await call('/graphql', {
      method: 'POST',
      body: '{"query":"{ a }"}',
      headers: { 'Content-Type': 'application/json' },
    });
    expect(await answered.json()).toEqual({ data: { a: 1 } });
    expect(answered.headers.has('x-powered-by')).toBe(false);
    expect(sent()?.headers).toMatchObject({ 'x-tier': 'gold', 'content-type': 'application/json' });
    expect(sent()?.headers).not.toHaveProperty('x-writes');
  });
});

describe('error templates', () => {
  const errorTemplates = [
    { codes: ['CLIENT_ID_MISSING'], contentType: 'application/xml', body: '<e code="{code}">{detail}</e>' },
    {
      codes: [],
      contentType: 'application/json',
      body: '{"error":{"code":"{code}","status":{status},"text":"{detail}"}}',
    },
  ];

  it('write the refusals of the gateway, and leave the errors of the back-end', async () => {
    serve([], { transformations: null, errorTemplates });
    const missing = await world.call('/acme/sandbox/shop/orders');
    expect([missing.status, missing.headers.get('content-type'), await missing.text()]).toEqual([
      401,
      'application/xml',
      '<e code="CLIENT_ID_MISSING">Client id missing</e>',
    ]);
    const lost = await call('/nowhere');
    expect([lost.status, await lost.json()]).toEqual([
      404,
      { error: { code: 'API_NOT_FOUND', status: 404, text: 'The API has no operation at this path.' } },
    ]);
    upstream.answer = (_, response) => response.writeHead(500).end('its own');
    expect(await (await call('/orders')).text()).toBe('its own');
  });
});

describe('an API whose steps are for other operations', () => {
  it('passes calls as they are', async () => {
    serve([request({ operations: ['GET /customers/{id}'], setHeader: { name: 'X-Tier', value: 'gold' } })]);
    expect((await call('/orders')).status).toBe(200);
    expect(sent()?.headers).not.toHaveProperty('x-tier');
  });
});
