import type { IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ResponseCache } from '../../../src/domain/api/response-cache.ts';
import { until } from '../../support/eventually.ts';
import { type GatewayWorld, openGateway, problemOf } from '../../support/gateway.ts';
import { api, catalog, client, snapshot } from '../../support/snapshot.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const ETAG = '"v1"';
const MODIFIED = 'Thu, 31 Dec 2026 00:00:00 GMT';
const FRESH = { 'cache-control': 'max-age=60', etag: ETAG };
let upstream: Upstream;
let world: GatewayWorld;
let now = 0;
/** Answers of the back-end in turn; the last one stays. */
let script: readonly (readonly [status: number, headers: Record<string, string>, body?: string])[] = [];

beforeAll(async () => {
  upstream = await recordingUpstream();
  world = await openGateway(snapshot(catalog({ apis: [] })), { clock: () => new Date(now) });
});
afterAll(() => Promise.all([world.close(), upstream.close()]));
beforeEach(() => {
  now = Date.parse('2027-01-01T00:00:00Z');
  upstream.seen.length = 0;
  upstream.answer = (_, response) => {
    const [status, headers, body = ''] = script[Math.min(upstream.seen.length, script.length) - 1] ?? [
      500,
      {},
    ];
    response.writeHead(status, headers).end(body);
  };
});

function serve(responseCache: ResponseCache = { operations: [] }, upstreamUrl = upstream.url) {
  const openapi = { paths: { '/rates': { get: {}, put: {} } } };
  const apis = [api({ basePath: '/shop', upstreamUrl, openapi, responseCache })];
  const plans = { 'customer-1': { name: 'gold', id: 'plan-gold' } };
  world.use(snapshot(catalog({ apis, clients: [client({ key: 'a', plans })] })));
}
/** Calls. Without a Cache-Control of its own, fetch says `no-cache` beside conditions. */
const call = (headers: Record<string, string> = {}, method = 'GET') =>
  world.call('/acme/sandbox/shop/rates', {
    method,
    headers: { 'x-client-id': 'a', 'cache-control': 'no-transform', ...headers },
  });
/** The status, the body and what the cache says of a call. */
async function told(...request: Parameters<typeof call>): Promise<string> {
  const answered = await call(...request);
  const status = answered.headers.get('cache-status')?.replace('gatehouse; ', '') ?? '';
  return [answered.status, await answered.text(), status].join(' | ');
}
const asked = (): IncomingHttpHeaders => upstream.seen.at(-1)?.headers ?? {};

describe('an answer that is stale', () => {
  it('is validated, updated by a 304, and fresh again', async () => {
    serve();
    script = [
      [200, { ...FRESH, 'last-modified': MODIFIED, 'x-note': 'old', 'content-type': 'text/plain' }, 'one'],
      [304, { etag: ETAG, 'cache-control': 'max-age=30', 'x-note': 'new', 'content-type': 'text/html' }],
    ];
    expect(await told()).toBe('200 | one | fwd=miss; stored');
    now += 61_000;
    const validated = await call();
    expect([validated.status, await validated.text()]).toEqual([200, 'one']);
    expect(Object.fromEntries(validated.headers)).toMatchObject({
      'cache-status': 'gatehouse; fwd=stale; fwd-status=304',
      'x-note': 'new',
      'content-type': 'text/plain',
      age: '0',
    });
    expect(asked()).toMatchObject({ 'if-none-match': ETAG, 'if-modified-since': MODIFIED });
    now += 20_000;
    expect(await told()).toBe('200 | one | hit; ttl=10');
    expect(upstream.seen).toHaveLength(2);
  });

  it('is replaced where the back-end has another one', async () => {
    serve();
    script = [
      [200, FRESH, 'one'],
      [200, { ...FRESH, etag: '"v2"' }, 'two'],
    ];
    await told();
    now += 61_000;
    expect(await told()).toBe('200 | two | fwd=stale; fwd-status=200; stored');
    expect(await told()).toBe('200 | two | hit; ttl=60');
  });

  it('is validated each time where it is no-cache, and where the caller asks for a new one', async () => {
    serve();
    script = [
      [200, { 'cache-control': 'no-cache', etag: ETAG }, 'one'],
      [304, { etag: ETAG }],
    ];
    await told();
    expect(await told({ 'cache-control': 'max-stale' })).toBe('200 | one | fwd=stale; fwd-status=304');
    expect(await told({ 'cache-control': 'no-cache' })).toBe('200 | one | fwd=request; fwd-status=304');
  });

  it('is asked for anew, and kept no more, where a 304 is of another answer', async () => {
    serve();
    script = [
      [200, FRESH, 'one'],
      [304, { etag: '"of somebody else"' }],
      [200, { ...FRESH, etag: '"v2"' }, 'two'],
    ];
    await told();
    now += 61_000;
    expect(await told()).toBe('200 | two | fwd=miss; stored');
    expect(asked()).not.toHaveProperty('if-none-match');
    expect(upstream.seen).toHaveLength(3);
  });

  it('is not asked for without end, where each 304 is of another answer', async () => {
    serve();
    script = [[200, FRESH, 'one']];
    await told();
    now += 61_000;
    script = [[304, { etag: '"of somebody else"' }]];
    expect(await told()).toBe('304 |  | fwd=miss');
    expect(upstream.seen).toHaveLength(3);
  });

  it.each<[string, Record<string, string>]>([
    ['no-store', { 'cache-control': 'no-store' }],
    ['private, in any case', { 'cache-control': 'Private' }],
    ['Vary: *', { vary: 'Accept, *' }],
    ['a cookie', { 'set-cookie': 'session=1' }],
  ])('goes where a 304 says %s, which its caller gets', async (_, headers) => {
    serve();
    script = [
      [200, FRESH, 'one'],
      [304, { etag: ETAG, ...headers }],
      [200, { ...FRESH, etag: '"v2"' }, 'two'],
    ];
    await told();
    now += 61_000;
    expect(await told()).toBe('200 | one | fwd=stale; fwd-status=304');
    expect(await told()).toBe('200 | two | fwd=miss; stored');
  });

  it('is not validated in the name of a caller whom it was not for', async () => {
    serve();
    script = [
      [200, FRESH, 'for all'],
      [200, FRESH, 'for one'],
      [304, { etag: ETAG }],
    ];
    await told();
    now += 61_000;
    expect(await told({ authorization: 'Basic eDp5' })).toBe('200 | for one | fwd=stale; fwd-status=200');
    expect(asked()).not.toHaveProperty('if-none-match');
    expect(await told()).toBe('200 | for all | fwd=stale; fwd-status=304');
  });

  it('is not validated by a request that Vary tells apart', async () => {
    serve();
    script = [
      [200, { ...FRESH, vary: 'X-Role' }, 'guest'],
      [200, { ...FRESH, vary: 'X-Role' }, 'admin'],
    ];
    await told({ 'x-role': 'guest' });
    expect(await told({ 'x-role': 'admin' })).toBe('200 | admin | fwd=vary-miss; fwd-status=200; stored');
    expect(asked()).not.toHaveProperty('if-none-match');
    expect(await told({ 'x-role': 'admin' })).toBe('200 | admin | hit; ttl=60');
  });

  it('is not kept where a call changed what is there while it was validated', async () => {
    serve();
    script = [
      [200, FRESH, 'one'],
      [304, { etag: ETAG }],
    ];
    await told();
    now += 61_000;
    const answer = upstream.answer;
    let validate = () => {};
    upstream.answer = (request, response) => {
      validate = () => answer(request, response);
    };
    const early = told();
    await until(() => Promise.resolve(upstream.seen.length === 2));
    const finish = validate;
    script = [[204, {}]];
    upstream.answer = answer;
    await told({}, 'PUT');
    script = [[304, { etag: ETAG }]];
    finish();
    expect(await early).toBe('200 | one | fwd=stale; fwd-status=304');
    script = [[200, { ...FRESH, etag: '"v2"' }, 'two']];
    expect(await told()).toBe('200 | two | fwd=miss; stored');
  });
});

describe('a caller that goes while its answer is validated', () => {
  it('leaves the answer to the next one', async () => {
    serve();
    script = [
      [200, FRESH, 'one'],
      [304, { etag: ETAG }],
    ];
    await told();
    now += 61_000;
    const { answer } = upstream;
    let validate = () => {};
    upstream.answer = (request, response) => {
      validate = () => answer(request, response);
    };
    const leaving = new AbortController();
    const left = world.call('/acme/sandbox/shop/rates', {
      headers: { 'x-client-id': 'a' },
      signal: leaving.signal,
    });
    await until(() => Promise.resolve(upstream.seen.length === 2));
    leaving.abort();
    await expect(left).rejects.toThrow('aborted');
    upstream.answer = answer;
    validate();
    // Whether the gateway hears of the 304 or of the caller first, it goes on.
    expect(await told()).toMatch(/^200 \| one \| (?:hit; ttl=60|fwd=stale; fwd-status=304)$/);
  });
});

describe('a caller that has an answer already', () => {
  it('is told so from the cache, by tag or by date', async () => {
    serve();
    script = [
      [200, { ...FRESH, 'last-modified': MODIFIED, 'content-type': 'text/plain', 'x-note': 'n' }, 'one'],
    ];
    await told();
    const known = await call({ 'if-none-match': `"other", W/${ETAG}` });
    expect([known.status, await known.text()]).toEqual([304, '']);
    expect(Object.fromEntries(known.headers)).toMatchObject({ etag: ETAG, 'cache-control': 'max-age=60' });
    expect([known.headers.has('content-type'), known.headers.has('x-note')]).toEqual([false, false]);
    expect(await told({ 'if-none-match': '*' })).toBe('304 |  | hit; ttl=60');
    expect(await told({ 'if-modified-since': MODIFIED })).toBe('304 |  | hit; ttl=60');
    expect(await told({ 'if-modified-since': 'Wed, 30 Dec 2026 00:00:00 GMT' })).toBe(
      '200 | one | hit; ttl=60',
    );
    // A tag counts alone where there is a date besides.
    const both = { 'if-none-match': '"other"', 'if-modified-since': MODIFIED };
    expect(await told(both)).toBe('200 | one | hit; ttl=60');
    expect(upstream.seen).toHaveLength(1);
  });

  it('is told so after the validation of a stale one, which is by the tag of the cache', async () => {
    serve();
    script = [
      [200, FRESH, 'one'],
      [304, { etag: ETAG }],
    ];
    await told();
    now += 61_000;
    expect(await told({ 'if-none-match': '"mine", "v1"' })).toBe('304 |  | fwd=stale; fwd-status=304');
    expect(asked()['if-none-match']).toBe(ETAG);
    now += 61_000;
    expect(await told({ 'if-none-match': '"mine"' })).toBe('200 | one | fwd=stale; fwd-status=304');
  });

  it('gets the 304 of the back-end where nothing is kept, which is kept for nobody', async () => {
    serve();
    script = [
      [304, FRESH],
      [200, FRESH, 'one'],
    ];
    expect(await told({ 'if-none-match': ETAG })).toBe('304 |  | fwd=miss');
    expect(await told()).toBe('200 | one | fwd=miss; stored');
  });
});

describe('a back-end that lets stale answers be given', () => {
  const whileRevalidate = { 'cache-control': 'max-age=60, stale-while-revalidate=30', etag: ETAG };
  const ifError = { 'cache-control': 'max-age=60, stale-if-error=30', etag: ETAG };

  it('is asked behind the back of the caller, once for all of them', async () => {
    serve();
    script = [
      [200, whileRevalidate, 'one'],
      [200, { ...whileRevalidate, etag: '"v2"' }, 'two'],
    ];
    await told();
    now += 70_000;
    const { answer } = upstream;
    let refresh = () => {};
    upstream.answer = (request, response) => {
      refresh = () => answer(request, response);
    };
    expect(await Promise.all([told(), told(), told()])).toEqual(Array(3).fill('200 | one | hit; ttl=-10'));
    await until(() => Promise.resolve(upstream.seen.length === 2));
    upstream.answer = answer;
    refresh();
    await until(async () => (await told()) === '200 | two | hit; ttl=60');
    expect(upstream.seen).toHaveLength(2);
    expect(asked()['if-none-match']).toBe(ETAG);
  });

  it('is waited for when the time for that is over, however long it said', async () => {
    serve();
    const endless = { 'cache-control': 'max-age=60, stale-while-revalidate=99999999999', etag: ETAG };
    script = [
      [200, endless, 'one'],
      [503, {}, 'down'],
    ];
    await told();
    now += 86_459_000;
    expect(await told()).toBe('200 | one | hit; ttl=-86399');
    await until(() => Promise.resolve(upstream.seen.length === 2));
    now += 2_000;
    expect(await told()).toBe('503 | down | fwd=stale; fwd-status=503');
  });

  it('may fail for a while', async () => {
    serve();
    script = [
      [200, ifError, 'one'],
      [503, {}, 'down'],
    ];
    await told();
    now += 70_000;
    expect(await told()).toBe('200 | one | fwd=stale; fwd-status=503; detail=stale-if-error');
    expect(await told({ 'cache-control': 'no-cache' })).toBe('503 | down | fwd=request; fwd-status=503');
    now += 30_000;
    expect(await told()).toBe('503 | down | fwd=stale; fwd-status=503');
  });

  it('may break off', async () => {
    serve();
    script = [[200, ifError, 'one']];
    await told();
    now += 70_000;
    upstream.answer = (_, response) => response.destroy();
    expect(await told()).toBe('200 | one | fwd=stale; detail=stale-if-error');
    now += 30_000;
    const refused = await call();
    expect([refused.status, (await problemOf(refused)).code]).toEqual([502, 'BACKEND_UNREACHABLE']);
  });

  it.each(['must-revalidate', 'proxy-revalidate', 'no-cache', 's-maxage=60', 'Must-Revalidate'])(
    'is waited for where it says %s besides',
    async (directive) => {
      serve();
      const both = `max-age=60, stale-while-revalidate=30, stale-if-error=30, ${directive}`;
      script = [
        [200, { 'cache-control': both, etag: ETAG }, 'one'],
        [503, {}, 'down'],
      ];
      await told();
      now += 70_000;
      expect(await told()).toBe('503 | down | fwd=stale; fwd-status=503');
    },
  );
});
