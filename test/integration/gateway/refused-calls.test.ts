import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Provider } from '../../../src/data-plane/snapshot/snapshot.ts';
import type { DecisionStep } from '../../../src/domain/call/decision-step.ts';
import { refusedCallsKept } from '../../../src/domain/call/refused-call.ts';
import type { Database } from '../../../src/infrastructure/database/database.ts';
import { stored } from '../../../src/infrastructure/database/json-columns.ts';
import { emptyDatabase } from '../../support/database.ts';
import { until } from '../../support/eventually.ts';
import { type GatewayWorld, openGateway, problemOf } from '../../support/gateway.ts';
import {
  api,
  byToken,
  catalog,
  client,
  issued,
  byKey as keyOf,
  type Plan,
  provider,
  snapshot,
  together,
} from '../../support/snapshot.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const KEYED = '/acme/sandbox/keyed';
const TOKENED = '/acme/sandbox/tokened';
const GRAPHQL = '/acme/sandbox/sample/graphql';
const CATALOG = randomUUID();
let database: Database;
let upstream: Upstream;
let native: Provider;
let world: GatewayWorld;
let now: Date;
let isDown = false;
const applications = new Map<string, string>();
const planId = randomUUID();
const subscriptionId = randomUUID();

/** A client whose ids a database takes. */
function member(key: string, plans: Readonly<Record<string, Plan>>, more: { suspended?: boolean } = {}) {
  const made = client({ key, plans, ...more });
  const id = applications.get(key) ?? randomUUID();
  applications.set(key, id);
  const subscriptions = [...made.subscriptions].map(
    ([product, each]) =>
      [product, { ...each, id: subscriptionId, plan: { ...each.plan, id: planId } }] as const,
  );
  return {
    ...made,
    credentialId: randomUUID(),
    application: { ...made.application, id },
    subscriptions: new Map(subscriptions),
  };
}

beforeAll(async () => {
  [database, upstream, native] = await Promise.all([emptyDatabase(), recordingUpstream(), provider()]);
});
afterAll(() => Promise.all([database.close(), upstream.close()]));

const openapi = { paths: { '/x': { get: {} }, '/s3cret': { get: {} } } };
beforeEach(async () => {
  await database.prisma.refusedCall.deleteMany();
  now = new Date('2027-03-04T05:06:07Z');
  isDown = false;
  const apis = [
    api({ basePath: '/keyed', upstreamUrl: upstream.url, openapi }),
    api({ basePath: '/tokened', upstreamUrl: upstream.url, openapi, security: [byToken()] }),
    api({
      basePath: '/sample',
      kind: 'GRAPHQL',
      upstreamUrl: upstream.url,
      sdl: 'type Query { a(b: Int): Query }',
    }),
  ];
  const tight = { name: 'bronze', title: 'Bronze', limit: 1, windowSeconds: 60 };
  const clients = [
    member('tight', { 'customer-1': tight }),
    member('free', { 'customer-1': { maxGraphQLCost: 2, maxGraphQLDepth: 3 } }),
    member('stranger', {}),
    member('suspended', { 'customer-1': {} }, { suspended: true }),
  ];
  world = await openGateway(snapshot({ ...catalog({ apis, clients, providers: [native] }), id: CATALOG }), {
    clock: () => now,
    query: async (sql, values) => {
      if (isDown) throw new Error('down');
      return (await database.query(sql, values)) as never[];
    },
  });
  return () => world.close();
});

const byKey = (key: string, path = `${KEYED}/x`, more = {}) =>
  world.call(path, { headers: { 'x-client-id': key, ...more } });
const byBearer = (token: string) =>
  world.call(`${TOKENED}/x`, { headers: { authorization: `Bearer ${token}` } });
const tokenOf = async (clientKey: string, more = {}) =>
  (await issued(native, { clientKey, now, ...more })).token;

async function kept() {
  await world.gateway.flush();
  return database.prisma.refusedCall.findMany({ orderBy: [{ at: 'asc' }, { id: 'asc' }] });
}
async function only() {
  const [call, ...others] = await kept();
  if (!call || others.length > 0) throw new Error(`There are ${others.length + 1} refused calls.`);
  const decision = stored<DecisionStep[]>(call.decision);
  return { ...call, decision, last: decision.at(-1) };
}

describe('a refused call is kept', () => {
  it('with the id that the problem document tells, who called, what was called, and the decision in its order', async () => {
    await byKey('tight');
    const answer = await byKey('tight', `${KEYED}/x?a=1`);
    const { requestId } = await answer.clone().json();
    expect(await only()).toMatchObject({
      requestId,
      requestIdIsOwn: true,
      at: now,
      catalogId: CATALOG,
      applicationId: applications.get('tight'),
      subscriptionId,
      planId,
      method: 'GET',
      path: `${KEYED}/x`,
      api: 'customerdb:1.0.0',
      status: 429,
      code: 'RATE_LIMIT_EXCEEDED',
      detail: (await problemOf(answer)).detail,
      last: {
        step: 'rateLimit',
        outcome: 'REFUSED',
        facts: {
          plan: 'bronze',
          limit: 1,
          windowSeconds: 60,
          remaining: 0,
          resetsInSeconds: expect.any(Number),
          counter: 'tight to customer-1:bronze',
        },
      },
    });
    const { decision } = await only();
    expect(decision.map(({ step }) => step)).toEqual([
      'request',
      'loop',
      'online',
      'client',
      'token',
      'application',
      'subscription',
      'person',
      'security',
      'concurrency',
      'operation',
      'bodySize',
      'document',
      'contract',
      'jsonBody',
      'operationConcurrency',
      'bounds',
      'depth',
      'cost',
      'backend',
      'backendToken',
      'rateLimit',
    ]);
    expect(decision.slice(0, -1).every(({ outcome }) => outcome === 'PASSED')).toBe(true);
  });

  it('also where nobody can be told: without an application, and with what was sent', async () => {
    const answer = await world.call(`${KEYED}/x`);
    expect(answer.status).toBe(401);
    expect(await only()).toMatchObject({
      applicationId: null,
      subscriptionId: null,
      api: null,
      code: 'CLIENT_ID_MISSING',
      last: {
        step: 'client',
        facts: { knownBy: null, keySent: false, tokenSent: false, keyPlaces: ['header x-client-id'] },
      },
    });
  });

  it('with whether its id was made here: one that the caller chose can be guessed', async () => {
    await byKey('stranger', `${KEYED}/x`, { 'x-request-id': 'chosen-1' });
    await byKey('stranger', `${KEYED}/x`, { 'x-request-id': 'not fit for a log' });
    expect((await kept()).map(({ requestId, requestIdIsOwn }) => [requestId, requestIdIsOwn])).toEqual([
      ['chosen-1', false],
      [expect.stringMatching(/^[0-9a-f-]{36}$/), true],
    ]);
  });

  it('under the application of an expired token, whose signature still says whose it was', async () => {
    const token = await tokenOf('free', { lifetimeSeconds: 60 });
    now = new Date(now.getTime() + 60_000);
    await byBearer(token);
    expect(await only()).toMatchObject({
      applicationId: applications.get('free'),
      code: 'TOKEN_INVALID',
      last: { step: 'client', facts: { rule: 'IN_TIME', expiresAt: now.toISOString() } },
    });
  });

  it.each([
    ['HEADER', 'CLIENT_ID_MISSING', 0],
    ['SIGNATURE', 'TOKEN_INVALID', 1],
    ['SIGNATURE', 'TOKEN_INVALID', 2],
  ])('with the part of the token that is at fault: %s, %s', async (part, code, segment) => {
    const parts = (await tokenOf('free')).split('.');
    const altered = parts.map((text, at) =>
      at === segment ? `${text.slice(0, 9)}${text[9] === 'A' ? 'B' : 'A'}${text.slice(10)}` : text,
    );
    await byBearer(altered.join('.'));
    expect(await only()).toMatchObject({
      applicationId: null,
      code,
      last: { step: 'client', outcome: 'REFUSED', facts: { part, tokenSent: true } },
    });
  });

  it('with the scopes that were wanted and had', async () => {
    await byBearer(await tokenOf('free', { scopes: ['profile'] }));
    expect(await only()).toMatchObject({
      code: 'SCOPE_MISSING',
      api: 'customerdb:1.0.0',
      last: {
        step: 'security',
        facts: {
          scopes: ['profile'],
          versions: [{ waysIn: [{ type: 'OAUTH2', oauthProvider: 'native', scopes: ['customer'] }] }],
        },
      },
    });
  });

  it('with the operation that has a security of its own, and all that it asks for together', async () => {
    const apis = [
      api({
        basePath: '/tokened',
        upstreamUrl: upstream.url,
        openapi: { paths: { '/x': { get: {} } } },
        security: [byToken()],
        operationSecurity: [{ operation: 'GET /x', security: [together(byToken(['erase']), keyOf())] }],
      }),
    ];
    const clients = [member('free', { 'customer-1': {} })];
    world.use(snapshot({ ...catalog({ apis, clients, providers: [native] }), id: CATALOG }));
    await byBearer(await tokenOf('free'));
    expect(await only()).toMatchObject({
      code: 'CLIENT_ID_MISSING',
      last: {
        step: 'security',
        facts: {
          versions: [
            {
              api: 'customerdb:1.0.0',
              operation: 'GET /x',
              waysIn: [
                {
                  all: [
                    { type: 'OAUTH2', oauthProvider: 'native', scopes: ['erase'] },
                    { type: 'API_KEY', place: 'header x-client-id' },
                  ],
                },
              ],
            },
          ],
        },
      },
    });
  });

  it('of an OAuth endpoint as well, with the name of its provider', async () => {
    const call = { method: 'POST', path: '/acme/sandbox/native/oauth2/token', durationMs: 1.5 };
    const refused = { status: 401, code: 'CLIENT_INVALID', detail: 'Unknown.', decision: [] };
    const nobody = { applicationId: null, subscriptionId: null, planId: null, api: null, operation: null };
    const request = {
      requestId: 'token-1',
      requestIdIsOwn: true,
      oauthProvider: 'native',
      catalogId: CATALOG,
    };
    const noted = { ...call, ...refused, ...nobody, ...request };
    world.gateway.noteRefused({ ...noted, at: now.toISOString() });
    expect(await only()).toMatchObject({ ...noted, at: now });
  });

  const refusals = [
    {
      code: 'APPLICATION_SUSPENDED',
      step: 'application',
      facts: { suspended: true },
      call: () => byKey('suspended'),
    },
    {
      code: 'SUBSCRIPTION_MISSING',
      step: 'subscription',
      facts: { subscriptions: [] },
      call: () => byKey('stranger'),
    },
    {
      code: 'API_NOT_FOUND',
      step: 'operation',
      facts: { method: 'GET' },
      call: () => byKey('free', `${KEYED}/y`),
    },
    {
      code: 'METHOD_NOT_ALLOWED',
      step: 'operation',
      facts: { method: 'DELETE', allowed: 'GET, HEAD' },
      call: () => world.call(`${KEYED}/x`, { method: 'DELETE', headers: { 'x-client-id': 'free' } }),
    },
    {
      code: 'GRAPHQL_DEPTH_EXCEEDED',
      step: 'depth',
      facts: { depth: 4, max: 3 },
      call: () => ask('{ a { a { a { __typename } } } }'),
    },
    {
      code: 'GRAPHQL_COST_EXCEEDED',
      step: 'cost',
      facts: { cost: 4, max: 2 },
      call: () => ask('{ a { __typename } b: a { __typename } c: a { __typename } }'),
    },
    {
      code: 'GRAPHQL_PARSE_FAILED',
      step: 'document',
      facts: { places: [{ line: 1, column: 4 }] },
      call: () => ask('{ a'),
    },
  ];
  it.each(refusals)('with the step and its facts: $code', async ({ code, step, facts, call }) => {
    await call();
    expect(await only()).toMatchObject({ code, last: { step, outcome: 'REFUSED', facts } });
  });

  it('where the back-end cannot be reached, too: it was admitted', async () => {
    upstream.answer = (_, response) => void response.socket?.destroy();
    await world.call(`${KEYED}/x`, { method: 'GET', headers: { 'x-client-id': 'free' } });
    upstream.answer = (_, response) => response.end();
    expect(await only()).toMatchObject({
      status: 502,
      code: 'BACKEND_UNREACHABLE',
      last: { step: 'forward' },
    });
  });
});

const ask = (query: string) =>
  world.call(GRAPHQL, {
    method: 'POST',
    body: JSON.stringify({ query }),
    headers: { 'content-type': 'application/json', 'x-client-id': 'free' },
  });

it('a refused call leaves no secret behind: no query, header, token, or text of a document', async () => {
  const canary = 'canary-4f1c9';
  const headers = {
    authorization: `Bearer ${canary}`,
    cookie: canary,
    'x-client-id': canary,
    'x-any': canary,
  };
  for (const path of [KEYED, TOKENED]) await world.call(`${path}/x?password=${canary}`, { headers });
  await ask(`{ a(b: "${canary}") { __typename } }`);
  await ask(`{ a "${canary}"`);
  const body = JSON.stringify({ query: '{ a { __typename } }', operationName: canary });
  const type = { 'content-type': 'application/json', 'x-client-id': 'free' };
  await world.call(GRAPHQL, { method: 'POST', body, headers: type });
  const token = await tokenOf('free', { scopes: [], subject: canary });
  await byBearer(token);
  await byBearer(`${token}A`);
  const calls = await kept();
  expect(calls).toHaveLength(7);
  const text = JSON.stringify(calls.map(({ id: _, ...call }) => call));
  expect(text).not.toContain(canary);
  for (const part of token.split('.')) expect(text).not.toContain(part);
});

it('a token with characters that no database stores keeps out no other refused call', async () => {
  const scopes = ['a\u0000b', '\ud800', '\\u0000'];
  await byBearer(await tokenOf('stranger', { scopes }));
  await byKey('stranger');
  const calls = await kept();
  expect(calls).toHaveLength(2);
  const texts = calls.map(({ decision }) => JSON.stringify(decision)).join();
  expect(texts).toContain(JSON.stringify(['a\ufffdb', '\ufffd', '\\u0000']));
});

describe('a flood of refused calls', () => {
  const last = refusedCallsKept.perApplication;

  /** Each with an id of its own, in their order. Nothing is written meanwhile: it is one write afterwards. */
  async function flood(key: string, count: number, prefix = key): Promise<void> {
    isDown = true;
    for (let n = 0; n < count; n += 1)
      await byKey(key, `${KEYED}/x`, { 'x-request-id': `${prefix}-${n}` }).then((answer) => answer.text());
    isDown = false;
  }
  const idsOf = (calls: Awaited<ReturnType<typeof kept>>) => calls.map(({ requestId }) => requestId);
  const names = (prefix: string, from: number, count: number) =>
    Array.from({ length: count }, (_, index) => `${prefix}-${from + index}`);

  it('leaves the newest of each application, in one write and over several, and nothing of another is lost', async () => {
    await flood('stranger', 1);
    await flood('suspended', last + 7);
    expect(idsOf(await kept()).sort()).toEqual(['stranger-0', ...names('suspended', 7, last)].sort());
    now = new Date(now.getTime() + 1_000);
    await flood('suspended', 3, 'later');
    expect(idsOf(await kept()).sort()).toEqual(
      ['stranger-0', ...names('suspended', 10, last - 3), ...names('later', 0, 3)].sort(),
    );
  });

  it('of callers that cannot be told leaves the newest of the catalog', async () => {
    await flood('nobody', 230);
    expect(idsOf(await kept()).sort()).toEqual(names('nobody', 30, 200).sort());
    for (const n of [1, 2]) {
      now = new Date(now.getTime() + 1_000);
      await flood('nobody', 200, `more-${n}`);
      await kept();
    }
    const calls = idsOf(await kept());
    expect(calls).toHaveLength(refusedCallsKept.withoutClient);
    expect(calls.filter((id) => id.startsWith('nobody-')).sort()).toEqual(names('nobody', 130, 100).sort());
  });

  it('is bounded while the database is down, and written once when it is back', async () => {
    await flood('suspended', last);
    isDown = true;
    await world.gateway.flush();
    await flood('suspended', 5, 'later');
    isDown = true;
    await world.gateway.flush();
    isDown = false;
    expect(idsOf(await kept()).sort()).toEqual(
      [...names('suspended', 5, last - 5), ...names('later', 0, 5)].sort(),
    );
    expect(await kept()).toHaveLength(last);
    await until(() => world.faults.length >= 2);
  });
});

describe('a flood from many applications', () => {
  it('is bounded over all of them: the first of it goes first', async () => {
    const floods = Array.from({ length: 42 }, (_, index) => `flood-${index}`);
    const apis = [api({ basePath: '/keyed', upstreamUrl: upstream.url })];
    const clients = floods.map((key) => member(key, {}));
    world.use(snapshot({ ...catalog({ apis, clients }), id: CATALOG }));
    isDown = true;
    for (const key of floods)
      await Promise.all(
        Array.from({ length: refusedCallsKept.perApplication }, async () => (await byKey(key)).text()),
      );
    isDown = false;
    const calls = await kept();
    expect(calls).toHaveLength(2_000);
    const count = (key: string) =>
      calls.filter(({ applicationId }) => applicationId === applications.get(key)).length;
    expect([count('flood-0'), count('flood-1'), count('flood-2'), count('flood-41')]).toEqual([0, 0, 50, 50]);
  });
});

describe('a refused call is forgotten', () => {
  it('after a day, also when nothing is refused any more', async () => {
    await byKey('stranger');
    expect(await kept()).toHaveLength(1);
    now = new Date(now.getTime() + refusedCallsKept.milliseconds - 1);
    expect(await kept()).toHaveLength(1);
    now = new Date(now.getTime() + 600_000);
    expect(await kept()).toEqual([]);
  });
});
