import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SteppedSettings } from '../../../src/domain/api/compat.ts';
import type { ResponseCache } from '../../../src/domain/api/response-cache.ts';
import { until } from '../../support/eventually.ts';
import { type GatewayWorld, openGateway } from '../../support/gateway.ts';
import { api, catalog, client, snapshot } from '../../support/snapshot.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const openapi = { paths: { '/rates': { get: {}, put: {} }, '/news': { get: {} } } };
const FRESH = { 'cache-control': 'max-age=60', 'content-type': 'application/json' };
let upstream: Upstream;
let world: GatewayWorld;
let now = 0;
/** A number for each answer of the back-end. */
let answers = 0;

beforeAll(async () => {
  upstream = await recordingUpstream();
  world = await openGateway(snapshot(catalog({ apis: [] })), { clock: () => new Date(now) });
});
afterAll(() => Promise.all([world.close(), upstream.close()]));
beforeEach(() => {
  now = Date.parse('2027-01-01T00:00:00Z');
  upstream.seen.length = 0;
});

const gold = { name: 'gold', id: 'plan-gold', limit: 100, windowSeconds: 60 };
function serve(
  responseCache: ResponseCache | null = { operations: [] },
  rest: Partial<Parameters<typeof api>[0]> = {},
) {
  const apis = [api({ basePath: '/shop', upstreamUrl: upstream.url, openapi, responseCache, ...rest })];
  const clients = [
    client({ key: 'a', plans: { 'customer-1': gold } }),
    client({ key: 'b', plans: { 'customer-1': gold } }),
    client({ key: 'silver', plans: { 'customer-1': { name: 'silver', id: 'plan-silver' } } }),
  ];
  world.use(snapshot(catalog({ apis, clients })));
}
function answerWith(headers: Record<string, string> = FRESH, status = 200): void {
  answers = 0;
  upstream.answer = (_, response) => {
    answers += 1;
    response.writeHead(status, headers).end(`{"answer":${answers}}`);
  };
}
const call = (path = '/rates', headers: Record<string, string> = {}, method = 'GET') =>
  world.call(`/acme/sandbox/shop${path}`, { method, headers: { 'x-client-id': 'a', ...headers } });
const body = async (...request: Parameters<typeof call>) => (await call(...request)).text();

describe('an answer that is kept', () => {
  it('is given again to callers on the same plan while it is fresh, says so, and counts as any other call', async () => {
    serve();
    answerWith();
    const first = await call();
    expect([await first.text(), first.headers.get('cache-status')]).toEqual([
      '{"answer":1}',
      'gatehouse; fwd=miss; stored',
    ]);
    now += 20_000;
    const again = await call('/rates', { 'x-client-id': 'b' });
    expect(await again.text()).toBe('{"answer":1}');
    expect(Object.fromEntries(again.headers)).toMatchObject({
      'cache-status': 'gatehouse; hit; ttl=40',
      age: '20',
      'content-type': 'application/json',
      'x-ratelimit-remaining': '99',
    });
    const head = await call('/rates', {}, 'HEAD');
    expect([head.headers.get('cache-status'), await head.text()]).toEqual(['gatehouse; hit; ttl=40', '']);
    expect(await body('/rates', { 'x-client-id': 'silver' })).toBe('{"answer":2}');
    expect(await body('/rates?page=2')).toBe('{"answer":3}');
    now += 50_000;
    expect(await body()).toBe('{"answer":4}');
  });

  it.each<[string, Record<string, string>, Record<string, string>]>([
    ['the back-end forbids it', { 'cache-control': 'no-store' }, {}],
    ['it is for one caller alone', { 'cache-control': 'private, max-age=60' }, {}],
    ['it sets a cookie', { ...FRESH, 'set-cookie': 'a=b' }, {}],
    ['nothing says how long it is fresh', {}, {}],
    ['the request has Authorization', FRESH, { authorization: 'Basic eDp5' }],
    ['the request has a cookie', FRESH, { cookie: 'a=b' }],
    ['the request asks for a part', FRESH, { range: 'bytes=0-1' }],
    ['the request says no-store', FRESH, { 'cache-control': 'no-store' }],
    ['the request says no-cache', FRESH, { 'cache-control': 'no-cache' }],
  ])('is not one where %s', async (_, headers, request) => {
    serve();
    answerWith(headers);
    await body('/rates', request);
    expect(await body('/rates', request)).toBe('{"answer":2}');
  });

  it.each<[string, ResponseCache, Record<string, string>]>([
    ['the back-end says that it is public', { operations: [] }, { 'cache-control': 'public, max-age=60' }],
    ['the provider says so', { operations: [], authorized: true }, FRESH],
  ])('is one with Authorization where %s', async (_, rules, headers) => {
    serve(rules);
    answerWith(headers);
    const request = { authorization: 'Basic eDp5' };
    await body('/rates', request);
    expect(await body('/rates', request)).toBe('{"answer":1}');
  });

  it('is fresh for the seconds of the API where the back-end says nothing, and only of its operations', async () => {
    serve({ operations: ['GET /rates'], seconds: 10 });
    answerWith({});
    await body();
    expect(await body()).toBe('{"answer":1}');
    now += 11_000;
    expect(await body()).toBe('{"answer":2}');
    await body('/news');
    expect(await body('/news')).toBe('{"answer":4}');
  });

  it('is another one where Vary names a header that differs', async () => {
    serve();
    answerWith({ ...FRESH, vary: 'Accept-Language' });
    await body('/rates', { 'accept-language': 'en' });
    expect(await body('/rates', { 'accept-language': 'en' })).toBe('{"answer":1}');
    expect(await body('/rates', { 'accept-language': 'de' })).toBe('{"answer":2}');
  });

  it('is another one for each value of a header that a step writes, and passes the steps on answers each time', async () => {
    const transformations: SteppedSettings = {
      transformations: [
        { on: 'REQUEST', operations: [], setHeader: { name: 'X-Tenant', expression: 'client.application' } },
        { on: 'ANSWER', operations: [], json: '$merge([$, {"changed": true}])' },
      ],
    };
    serve({ operations: [] }, { transformations });
    answerWith();
    expect(await body()).toBe('{"answer":1,"changed":true}');
    expect(await body()).toBe('{"answer":1,"changed":true}');
    expect(upstream.seen).toHaveLength(1);
  });

  it('goes when a call changes what is at its address, and when the API is published again', async () => {
    serve();
    answerWith();
    await body();
    await call('/rates', {}, 'PUT');
    expect(await body()).toBe('{"answer":3}');
    serve();
    expect(await body()).toBe('{"answer":4}');
  });

  it('is not kept where its call began before one that changed what is there', async () => {
    serve();
    let end = () => {};
    upstream.answer = (_, response) => {
      end = () => response.writeHead(200, FRESH).end('before');
    };
    const early = body();
    await until(() => Promise.resolve(upstream.seen.length === 1));
    const finish = end;
    answerWith();
    await call('/rates', {}, 'PUT');
    finish();
    expect(await early).toBe('before');
    expect(await body()).toBe('{"answer":2}');
  });

  it('is none of an API that does not say so', async () => {
    serve(null);
    answerWith();
    await body();
    const second = await call();
    expect([await second.text(), second.headers.has('cache-status')]).toEqual(['{"answer":2}', false]);
  });

  it('is not kept where it broke off, or is larger than a megabyte', async () => {
    serve();
    upstream.answer = (_, response) => response.writeHead(200, FRESH).end('x'.repeat(1_000_001));
    await body();
    await body();
    expect(upstream.seen).toHaveLength(2);
    upstream.answer = (_, response) => {
      response.writeHead(200, { ...FRESH, 'content-length': '100' });
      response.write('half');
      setImmediate(() => response.destroy());
    };
    await body().catch(() => 'broken');
    answerWith();
    expect(await body()).toBe('{"answer":1}');
  });
});
