import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { documentBoundsOf } from '../../../src/domain/api/document-bounds.ts';
import type { RateLimits } from '../../../src/infrastructure/limits/calls/rate-limits.ts';
import { type GatewayWorld, openGateway } from '../../support/gateway.ts';
import { api, catalog, client, type Plan, snapshot } from '../../support/snapshot.ts';
import { testLimits } from '../../support/test-limits.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const sdl = `
  type User { name: String age: Int @cost(weight: "2.0") }
  type Bot @cost(weight: "9") { name: String! }
  type Ghost { name: String! }
  union Found = Bot | Ghost
  type Part @cost(weight: "0.25") { name: String! }
  type Query { found: Found parts(max: Int): [Part] @listSize(slicingArguments: ["max"]) users(max: Int): [User] @listSize(slicingArguments: ["max"]) me: User }`;
const PATH = '/acme/sandbox/users/graphql';
/** At most 1 + 10 × 2 = 21, and 1 + 2 for each user that there is. */
const TEN = '{ users(max: 10) { age } }';

let upstream: Upstream;
let world: GatewayWorld;
let limits: RateLimits;
let key: string;
let keys = 0;

beforeAll(async () => {
  limits = testLimits();
  upstream = await recordingUpstream();
  const gone = await recordingUpstream();
  await gone.close();
  const documentBounds = documentBoundsOf({ maxBatch: 2 });
  const users = api({ kind: 'GRAPHQL', upstreamUrl: upstream.url, sdl, basePath: '/users', documentBounds });
  const unreached = { ...users, id: 'unreached', basePath: '/unreached', upstreamUrl: gone.url };
  const costLimit = { limit: 50, windowSeconds: 60 };
  const plans: Plan[] = [
    { name: 'metered', title: 'Metered', costLimit },
    { name: 'both', title: 'Both', costLimit, limit: 3, windowSeconds: 3600 },
    {
      name: 'two',
      title: 'Two',
      costLimit,
      limits: [
        {
          name: 'fair',
          counts: 'GRAPHQL_COST',
          limit: 70,
          per: 'HOUR',
          every: 1,
          timeZone: null,
          operations: [],
        },
      ],
    },
    { name: 'free' },
  ];
  const clients = plans.flatMap((plan) =>
    Array.from({ length: 30 }, (_, at) =>
      client({ key: `${plan.name}-${at}`, plans: { 'customer-1': plan } }),
    ),
  );
  world = await openGateway(snapshot(catalog({ apis: [users, unreached], clients })), { limits });
});
afterAll(() => Promise.all([world.close(), upstream.close(), limits.close()]));
beforeEach(() => {
  keys += 1;
  key = `metered-${keys}`;
  answer({ data: { users: ages(10) } });
});

const ages = (count: number) => Array.from({ length: count }, () => ({ age: 40 }));
function answer(body: object | string, headers: Record<string, string> = {}): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  upstream.answer = (_, response) =>
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(text);
}

type Init = { as?: string; path?: string; operationName?: string; extensions?: object };
const post = (body: object, { as = key, path = PATH }: Init = {}) =>
  world.call(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'x-client-id': as },
  });
const ask = (query: string, { as, path, ...body }: Init = {}) =>
  post({ query, ...body }, { ...(as !== undefined && { as }), ...(path !== undefined && { path }) });
/** What is left of the window, once what was given back is back. */
async function leftNow(): Promise<number> {
  const limit = { limit: 50, windowSeconds: 60 };
  return (await limits.peek(`${key} to customer-1:metered:cost`, limit)).remaining;
}
async function leftAfter(query: string): Promise<number> {
  await (await ask(query)).text();
  return leftNow();
}

describe('a plan with a limit on cost', () => {
  it('charges what a document costs at most, says what is left, and refuses what is more than that', async () => {
    const first = await ask(TEN);
    expect([first.status, first.headers.get('x-graphql-cost')]).toEqual([200, '21']);
    expect(first.headers.get('ratelimit-policy')).toBe('"metered/graphql-cost";q=50;w=60');
    expect(first.headers.get('ratelimit')).toMatch(/^"metered\/graphql-cost";r=29;t=(?:59|60)$/);
    expect((await ask(TEN)).status).toBe(200);
    const third = await ask(TEN);
    const seconds = third.headers.get('retry-after');
    expect(third.status).toBe(429);
    expect((await third.json()).errors[0]).toMatchObject({
      message: `The document costs 21, and of the 50 that Metered allows in 60 seconds 8 are left: try again in ${seconds} seconds.`,
      extensions: { code: 'GRAPHQL_COST_LIMIT_EXCEEDED' },
    });
    expect((await ask('{ me { age } }')).status).toBe(200);
  });

  it('gives back what the answer cost less', async () => {
    answer({ data: { users: ages(3) } });
    // The worked example of the specification: with three users returned it is 7.
    expect(await leftAfter('{ users(max: 5) { age } }')).toBe(43);
    answer({ data: { users: null } });
    expect(await leftAfter(TEN)).toBe(42);
    upstream.answer = (_, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
        .end(gzipSync('{"data":{"users":[{"age":1}]}}'));
    await leftAfter(TEN);
    await expect.poll(() => leftNow()).toBe(39);
  });

  it('charges, refunds and refuses in each of its windows, and in none what one has no room for', async () => {
    key = 'two-0';
    const left = async () => {
      const windows = [
        [':cost', 50, 60],
        [':cost:fair', 70, 3600],
      ] as const;
      const states = windows.map(([suffix, limit, windowSeconds]) =>
        limits.peek(`two-0 to customer-1:two${suffix}`, { limit, windowSeconds }),
      );
      return (await Promise.all(states)).map(({ remaining }) => remaining);
    };
    answer({ data: { users: ages(3) } });
    const first = await ask('{ users(max: 5) { age } }');
    expect(first.headers.get('ratelimit-policy')).toBe(
      '"two/graphql-cost";q=50;w=60, "two/fair";q=70;w=3600',
    );
    expect(first.headers.get('ratelimit')).toMatch(/^"two\/graphql-cost";r=39;t=(?:59|60)$/);
    await first.text();
    expect(await left()).toEqual([43, 63]);
    answer({ data: { users: ages(10) } });
    await (await ask(TEN)).text();
    await (await ask(TEN)).text();
    expect(await left()).toEqual([1, 21]);
    expect((await ask(TEN)).status).toBe(429);
    expect(await left()).toEqual([1, 21]);
  });

  it('charges whole points: of a part of one, all of it', async () => {
    answer({ data: { parts: [{ name: 'one' }] } });
    // 1 + 5 × 0.25 at most, and 1.25 for the one that there is.
    const first = await ask('{ parts(max: 5) { name } }');
    expect(first.headers.get('x-graphql-cost')).toBe('2.25');
    expect(first.headers.get('ratelimit')).toContain(';r=47;');
    await first.text();
    expect(await leftNow()).toBe(48);
  });

  it('gives all back, and says so, of a document that no back-end was sent', async () => {
    const unreached = await ask(TEN, { path: PATH.replace('users', 'unreached') });
    expect([unreached.status, unreached.headers.get('ratelimit')]).toEqual([
      502,
      expect.stringContaining(';r=50;'),
    ]);
    expect(await leftNow()).toBe(50);
  });

  it.each([
    ['has no data', { errors: [{ message: 'x' }] }, {}],
    ['has null for data', { data: null, errors: [{ message: 'x' }] }, {}],
    ['tells of errors beside it', { data: { users: null }, errors: [{ message: 'x' }] }, {}],
    ['is no JSON', 'x', {}],
    ['says that it is something else', { data: { users: [] } }, { 'content-type': 'text/plain' }],
    ['is too large to be read', `{"data":{"users":[]}}${' '.repeat(1_000_000)}`, {}],
    ['has longer lists than it was allowed', { data: { users: ages(30) } }, {}],
  ])('gives nothing back of an answer that %s', async (_, body, headers) => {
    answer(body, headers);
    expect(await leftAfter(TEN)).toBe(29);
  });

  it('takes no field that callers may fill for the name of a type', async () => {
    answer({ data: { found: { is: 'Ghost' } } });
    const alias = '{ found { ... on Ghost { is: __typename } ... on Bot { is: name } } }';
    // What is found may be either: the dearer one is charged, 1 of the root and 9 of it.
    expect(await leftAfter(alias)).toBe(40);
    expect(await leftAfter('{ found { is: __typename } }')).toBe(38);
  });

  it('admits what takes a whole window, and refuses what no window could admit as too dear', async () => {
    const all = await ask('{ users(max: 24) { age } me { name } }');
    expect([all.status, all.headers.get('x-graphql-cost')]).toEqual([200, '50']);
    const dear = await ask('{ users(max: 30) { age } }');
    expect([dear.status, dear.headers.get('ratelimit')]).toEqual([400, null]);
    expect((await dear.json()).errors[0]).toMatchObject({
      message: 'The document costs 61; the plan allows 50 in 60 seconds for all together.',
      extensions: { code: 'GRAPHQL_COST_EXCEEDED' },
    });
  });

  it('takes no call of the limit on calls for a document that it refuses', async () => {
    const as = `both-${keys}`;
    const first = await ask(TEN, { as });
    expect(first.headers.get('ratelimit-policy')).toBe('"both";q=3;w=3600, "both/graphql-cost";q=50;w=60');
    await ask(TEN, { as });
    const third = await ask(TEN, { as });
    expect([third.status, third.headers.get('x-ratelimit-remaining')]).toEqual([429, '1']);
    expect((await ask('{ me { name } }', { as })).headers.get('x-ratelimit-remaining')).toBe('0');
    const last = await ask('{ me { name } }', { as });
    expect((await last.json()).errors[0].extensions.code).toBe('RATE_LIMIT_EXCEEDED');
  });

  it('takes no call for any document of a batch that it refuses', async () => {
    const as = `both-${keys}`;
    await ask(TEN, { as });
    const batch = await post([{ query: TEN }, { query: TEN }], { as });
    expect([batch.status, batch.headers.get('x-ratelimit-remaining')]).toEqual([429, '2']);
    expect((await ask('{ me { name } }', { as })).headers.get('x-ratelimit-remaining')).toBe('1');
  });

  it('admits exactly what its window holds of many at once', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => ask('{ users(max: 2) { age } }')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  });
});

describe('extensions.cost', () => {
  const cost = { cost: true };

  it('tells what was asked for and what the answer cost, and leaves the rest of the text as it came', async () => {
    answer('{ "data": {"users": [{"age": 12345678901234567890}]} , "extensions" : {"cost":1, "a": {"b":2}}}');
    const response = await ask(TEN, { as: 'free-1', extensions: cost });
    const text = await response.text();
    expect(text).toContain('"data": {"users": [{"age": 12345678901234567890}]}');
    expect(JSON.parse(text).extensions).toEqual({
      a: { b: 2 },
      cost: {
        requestCosts: { fieldCost: 21, typeCost: 11 },
        responseCosts: { fieldCost: 3, typeCost: 2 },
      },
    });
    expect(response.headers.get('content-length')).toBe(`${text.length}`);
  });

  it('is told of the one operation of a document, too, whose name is sent empty', async () => {
    answer({ data: { users: [] } });
    const response = await ask(TEN, { as: 'free-1', operationName: '', extensions: cost });
    expect([response.status, (await response.json()).extensions.cost.responseCosts]).toEqual([
      200,
      { fieldCost: 1, typeCost: 1 },
    ]);
  });

  it('is asked of a server without compression, and is not in an answer of one that compresses all the same', async () => {
    answer({ data: { users: [] } });
    expect(await (await ask(TEN, { as: 'free-1', extensions: cost })).json()).toMatchObject({
      extensions: { cost: { responseCosts: { fieldCost: 1, typeCost: 1 } } },
    });
    expect(upstream.seen.at(-1)?.headers['accept-encoding']).toBe('identity');
    upstream.answer = (_, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
        .end(gzipSync('{"data":{"users":[]}}'));
    expect(await (await ask(TEN, { as: 'free-1', extensions: cost })).json()).toEqual({
      data: { users: [] },
    });
  });

  it('gives back what the answer cost less, as without it', async () => {
    answer({ data: { users: [] } });
    await (await ask(TEN, { extensions: cost })).text();
    expect(await leftNow()).toBe(49);
  });

  it('is not in an answer that is no JSON, has no data or is too large, which passes as it came', async () => {
    for (const body of ['x', '{"errors":[]}', `{"data":{"users":[]}}${' '.repeat(1_100_000)}`]) {
      answer(body);
      expect(await (await ask(TEN, { as: 'free-1', extensions: cost })).text()).toBe(body);
    }
  });
});
