import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Transformation } from '../../../src/domain/api/transformations.ts';
import { until } from '../../support/eventually.ts';
import { type GatewayWorld, openGateway, problemOf } from '../../support/gateway.ts';
import { api, catalog, client, snapshot } from '../../support/snapshot.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const openapi = { paths: { '/customers': { get: {}, post: {} } } };
const onRequest = (json: string, more: Partial<Transformation> = {}): Transformation => ({
  on: 'REQUEST',
  operations: [],
  json,
  ...more,
});
const onAnswer = (json: string, more: Partial<Transformation> = {}): Transformation => ({
  on: 'ANSWER',
  operations: [],
  json,
  ...more,
});
const ENDLESS = '($f := function($x) { $f($x) }; $f(1))';

let upstream: Upstream;
let world: GatewayWorld;
beforeAll(async () => {
  upstream = await recordingUpstream();
  world = await openGateway(snapshot(catalog({ apis: [] })));
});
afterAll(() => Promise.all([world.close(), upstream.close()]));
afterEach(() => {
  upstream.seen.length = 0;
  world.writes.length = 0;
});

const apiWith = (steps: readonly Transformation[], rest: Partial<Parameters<typeof api>[0]> = {}) =>
  api({
    basePath: '/shop',
    upstreamUrl: upstream.url,
    openapi,
    transformations: { transformations: steps },
    ...rest,
  });
const clients = () => [client({ key: 'key', plans: { 'customer-1': {} } })];
function serve(steps: readonly Transformation[], rest: Partial<Parameters<typeof api>[0]> = {}): void {
  world.use(snapshot(catalog({ apis: [apiWith(steps, rest)], clients: clients() })));
}
function answerWith(body: string | Buffer, headers: Record<string, string> = JSON_TYPE, status = 200): void {
  upstream.answer = (_, response) => response.writeHead(status, headers).end(body);
}
const call = (init: RequestInit = {}) =>
  world.call('/acme/sandbox/shop/customers', { ...init, headers: { 'x-client-id': 'key', ...init.headers } });
const post = (body: string, headers: Record<string, string> = JSON_TYPE) =>
  call({ method: 'POST', body, headers });

/** The facts of the newest refused call. */
async function factsOfRefusal(): Promise<unknown> {
  let facts: unknown;
  await until(async () => {
    await world.gateway.flush();
    const calls = world.writes.flatMap(([first]) =>
      typeof first === 'string' && first.startsWith('[{"requestId"') ? JSON.parse(first) : [],
    );
    facts = calls.at(-1)?.decision.at(-1)?.facts;
    return calls.length > 0;
  });
  return facts;
}

describe('JSON of requests', () => {
  it('is changed by steps one after another, and its length and digests with it', async () => {
    serve([
      onRequest('{"full": first & " " & last, "age": age}'),
      onRequest('$merge([$, {"age": age + 1}])'),
    ]);
    answerWith('{}');
    const headers = { ...JSON_TYPE, 'content-digest': 'sha-256=:x:' };
    expect((await post('{"first":"Ada","last":"Lovelace","age":36}', headers)).status).toBe(200);
    const [seen] = upstream.seen;
    expect(JSON.parse(seen?.body ?? '')).toEqual({ full: 'Ada Lovelace', age: 37 });
    expect(seen?.headers['content-length']).toBe(`${seen?.body.length}`);
    expect(seen?.headers).not.toHaveProperty('content-digest');
  });

  it('stays where the condition does not hold, and a body of another type streams as it is', async () => {
    serve([onRequest('{"a": 2}', { condition: 'caller.headers["x-old"] == "1"' })]);
    answerWith('{}');
    await post('{"a": 1}');
    await post('a=1', { 'content-type': 'application/x-www-form-urlencoded', 'x-old': '1' });
    await post('{"a": 1}', { ...JSON_TYPE, 'x-old': '1' });
    expect(upstream.seen.map(({ body }) => body)).toEqual(['{"a": 1}', 'a=1', '{"a":2}']);
  });

  it('is refused where it turns out to be too large, also where a contract has looked at it before', async () => {
    const content = { 'application/json': { schema: { type: 'string' } } };
    const document = JSON.stringify({
      openapi: '3.0.3',
      paths: { '/customers': { post: { requestBody: { content } } } },
    });
    const contract = { requests: 'ENFORCE', answers: 'OFF', sample: 1, mock: null, document } as const;
    serve([onRequest('{"a": 2}')], { contract });
    const chunks = new Blob(['"', 'x'.repeat(100_000), '"']).stream();
    const answer = call({ method: 'POST', body: chunks, headers: JSON_TYPE, duplex: 'half' } as RequestInit);
    expect(await problemOf(await answer)).toMatchObject({
      status: 413,
      code: 'REQUEST_TOO_LARGE',
      detail: 'Send at most 100000 bytes.',
    });
    expect(upstream.seen).toEqual([]);
  });

  it.each<[string, string, Record<string, string>, [number, string, string]]>([
    ['no JSON', '{', JSON_TYPE, [400, 'BAD_USER_INPUT', 'The body is no JSON.']],
    [
      'too large',
      `"${'x'.repeat(100_000)}"`,
      JSON_TYPE,
      [413, 'REQUEST_TOO_LARGE', 'Send at most 100000 bytes.'],
    ],
    [
      'compressed',
      'zip',
      { ...JSON_TYPE, 'content-encoding': 'gzip' },
      [415, 'UNSUPPORTED_MEDIA_TYPE', 'This operation takes no compressed JSON: send it as it is.'],
    ],
  ])('is refused where it is %s, and the back-end is not called', async (...row) => {
    const [, body, headers, expected] = row;
    serve([onRequest('{"a": 1}')]);
    const refused = await post(body, headers);
    const { code, detail } = await problemOf(refused);
    expect([refused.status, code, detail]).toEqual(expected);
    expect(upstream.seen).toEqual([]);
  });
});

describe('JSON of answers', () => {
  it('is changed, also where it is compressed, and goes without headers of its old bytes', async () => {
    serve([onAnswer('{"list": [items.{"id": $string(id)}]}')]);
    answerWith(gzipSync('{"items":[{"id":1},{"id":2}]}'), {
      ...JSON_TYPE,
      'content-encoding': 'gzip',
      etag: '"old"',
      'x-kept': 'yes',
    });
    const answered = await call({ headers: { range: 'bytes=0-3', 'accept-encoding': 'br' } });
    expect(await answered.json()).toEqual({ list: [{ id: '1' }, { id: '2' }] });
    expect(Object.fromEntries(answered.headers)).toMatchObject({ 'x-kept': 'yes', 'content-length': '32' });
    for (const name of ['etag', 'content-encoding']) expect(answered.headers.has(name)).toBe(false);
    expect(upstream.seen[0]?.headers).toMatchObject({ 'accept-encoding': 'identity' });
    expect(upstream.seen[0]?.headers).not.toHaveProperty('range');
  });

  it('is changed by the status of the answer; what is no JSON, or has no body, passes', async () => {
    serve([
      onAnswer('{"error": message}', { condition: 'response.status >= 400' }),
      onAnswer('{"ok": true}', { condition: 'response.status < 400' }),
    ]);
    answerWith('{"message":"gone"}', JSON_TYPE, 404);
    expect(await (await call()).json()).toEqual({ error: 'gone' });
    answerWith('{"x":1}');
    expect(await (await call()).json()).toEqual({ ok: true });
    answerWith('text', { 'content-type': 'text/plain' });
    expect(await (await call()).text()).toBe('text');
    answerWith('', JSON_TYPE);
    expect(await (await call()).text()).toBe('');
    const head = await call({ method: 'HEAD' });
    expect([head.status, head.headers.has('content-length')]).toEqual([200, false]);
    upstream.answer = (_, response) => response.writeHead(204, JSON_TYPE).end();
    expect((await call()).status).toBe(204);
  });

  it.each<[string, string, () => void, object]>([
    ['never ends', ENDLESS, () => answerWith('{}'), { fault: 'TOO_MUCH', code: 'D1012' }],
    [
      'takes more memory than it may',
      '($x := [1..99999]; $y := $map($x, function($i) { $pad("", 100000) & $i }); $count($y))',
      () => answerWith('{}'),
      { fault: 'TOO_MUCH' },
    ],
    [
      'fails with this body',
      '$uppercase(id)',
      () => answerWith('{"id":1}'),
      { fault: 'FAILED', code: 'T0410' },
    ],
    ['gives nothing', 'nowhere', () => answerWith('{"secret":"canary"}'), { fault: 'NOTHING' }],
    ['gets no JSON', '{"a": 1}', () => answerWith('<p>canary</p>'), { fault: 'NOT_JSON' }],
    ['gets too much', '{"a": 1}', () => answerWith(`"${'x'.repeat(100_000)}"`), { fault: 'TOO_LARGE' }],
    [
      'gets what it cannot read',
      '{"a": 1}',
      () => answerWith('x', { ...JSON_TYPE, 'content-encoding': 'gzip' }),
      { fault: 'UNREADABLE' },
    ],
  ])('is refused where the expression %s, so that nothing passes unchanged', async (...row) => {
    const [, json, answer, facts] = row;
    serve([onAnswer('$'), onAnswer(json)]);
    answer();
    const refused = await call();
    const text = await refused.text();
    expect([refused.status, JSON.parse(text).code]).toEqual([502, 'TRANSFORMATION_FAILED']);
    expect(text).not.toContain('canary');
    expect(await factsOfRefusal()).toMatchObject(facts);
  });

  it('keeps no caller of another org waiting for an expression that never ends', async () => {
    const slow = catalog({ apis: [apiWith([onAnswer(ENDLESS)])], clients: clients() });
    const other = catalog({
      path: '/other/sandbox',
      apis: [apiWith([onAnswer('{"a": 1}')])],
      clients: clients(),
    });
    world.use(snapshot(slow, other));
    answerWith('{}');
    await (await world.call('/other/sandbox/shop/customers', { headers: { 'x-client-id': 'key' } })).text();
    const done: string[] = [];
    const waiting = Array.from({ length: 12 }, () => call().then(() => done.push('slow')));
    await until(() => Promise.resolve(upstream.seen.length >= 12));
    const quick = Array.from({ length: 4 }, async () => {
      const answered = await world.call('/other/sandbox/shop/customers', {
        headers: { 'x-client-id': 'key' },
      });
      expect(await answered.json()).toEqual({ a: 1 });
      done.push('quick');
    });
    await Promise.all([...waiting, ...quick]);
    // Twelve of them take three seconds; those of the other org have a child process in turn.
    expect(done.lastIndexOf('quick')).toBeLessThan(done.length - 1);
    expect(done.slice(0, 10)).toContain('quick');
  });

  it('leaves a caller that is gone, and the next call is served', async () => {
    serve([onAnswer('{"a": 1}')]);
    let hold = () => {};
    upstream.answer = (_, response) => {
      hold = () => response.writeHead(200, JSON_TYPE).end('{}');
    };
    const leaving = new AbortController();
    const gone = call({ signal: leaving.signal }).catch(() => 'gone');
    await until(() => Promise.resolve(upstream.seen.length === 1));
    hold();
    leaving.abort();
    expect(await gone).toBe('gone');
    answerWith('{}');
    expect(await (await call()).json()).toEqual({ a: 1 });
  });
});
