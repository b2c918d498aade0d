import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Provider } from '../../../src/data-plane/snapshot/snapshot.ts';
import type { SteppedSettings } from '../../../src/domain/api/compat.ts';
import { documentBoundsOf } from '../../../src/domain/api/document-bounds.ts';
import type { DecisionStep } from '../../../src/domain/call/decision-step.ts';
import type { GatewayRefusalCode } from '../../../src/domain/call/refused-call.ts';
import { remedies } from '../../../src/domain/call/remedies.ts';
import { externalIssuerFrom } from '../../../src/domain/oauth/external-issuer.ts';
import type { PlanLimit } from '../../../src/domain/plan/plan-limit.ts';
import { trustedProxies } from '../../../src/http/ingress/client-address.ts';
import { formatsOf } from '../../../src/ui/kit/formats.ts';
import { translations } from '../../../src/ui/languages/translations.ts';
import { until } from '../../support/eventually.ts';
import { type GatewayWorld, openGateway, PSEUDONYM } from '../../support/gateway.ts';
import {
  api,
  byCertificate,
  byKey,
  byPerson,
  byToken,
  catalog,
  client,
  issued,
  provider,
  snapshot,
} from '../../support/snapshot.ts';
import { testLimits } from '../../support/test-limits.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

/** Every code that a gateway refuses calls with, and what its decision must hold, so that an operator need not guess. */
const AT = '/acme/sandbox';
const openapi = { paths: { '/x': { get: {}, post: {} } } };
/** The first takes longer to build than twenty-one calls to come: twenty wait, and one is too many. */
const large = Array.from(
  { length: 30_000 },
  (_, at) => `type T${at} { next(a: Int): T${(at + 1) % 30_000} }`,
);
const schemas = [
  `type Query { a: T0 } ${large.join(' ')}`,
  ...Array.from({ length: 21 }, (_, at) => `type Query { a${at}: Int }`),
];
const oneKilobyte: PlanLimit = {
  name: 'kilobytes-per-hour',
  counts: 'KILOBYTES',
  limit: 1,
  per: 'HOUR',
  every: 1,
  timeZone: null,
  operations: [],
};
const page = { name: 'page', in: 'query', required: true, schema: { type: 'integer' } };
const failing: SteppedSettings = {
  transformations: [
    { on: 'REQUEST', operations: [], condition: 'int(operation.path) > 1', removeHeader: 'X-Old' },
  ],
};
const contract = {
  requests: 'ENFORCE',
  answers: 'OFF',
  sample: 1,
  mock: null,
  document: JSON.stringify({ openapi: '3.1.0', paths: { '/x': { get: { parameters: [page] } } } }),
} as const;
let upstream: Upstream;
let native: Provider;
let world: GatewayWorld;
let sockets: Socket[] = [];

afterAll(() => Promise.all([world.close(), upstream.close()]));
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  world.writes.length = 0;
});

beforeAll(async () => {
  [upstream, native] = await Promise.all([recordingUpstream(), provider()]);
  const rest = { upstreamUrl: upstream.url, openapi };
  const bounds = {
    maxAliases: 1,
    maxDirectives: 1,
    maxRootFields: 2,
    maxTokens: 60,
    maxBatch: 2,
    maxOperations: 2,
    maxFragments: 3,
  };
  const graphql = {
    kind: 'GRAPHQL',
    upstreamUrl: upstream.url,
    sdl: 'type Query { a(b: Int): Query c: Query }  type Mutation { m: Int } type Subscription { s: Int }',
    documentBounds: documentBoundsOf(bounds),
    timeouts: { idleMs: 100 },
  } as const;
  const apis = [
    api({ ...rest, basePath: '/keyed', maxRequestBytes: 10 }),
    api({ ...rest, basePath: '/checked', contract }),
    api({ ...rest, basePath: '/offline', online: false }),
    api({ ...rest, basePath: '/tokened', security: [byToken()] }),
    api({ ...rest, basePath: '/apikeyed', security: [byKey({ kind: 'KEY', keyName: 'X-API-Key' })] }),
    api({
      ...rest,
      basePath: '/conditioned',
      security: [{ ...byKey(), condition: 'operation.path == "/y"' }],
    }),
    api({ ...rest, basePath: '/by-certificate', security: [byCertificate()] }),
    api({ ...rest, basePath: '/by-person', security: [byPerson()] }),
    api({ ...rest, basePath: '/secret', security: [byKey({ kind: 'CLIENT_ID_AND_SECRET' })] }),
    api({ ...rest, basePath: '/changed', transformations: failing }),
    api({ ...rest, basePath: '/late', timeouts: { answerMs: 30 } }),
    api({ ...rest, basePath: '/busy', timeouts: { answerMs: 100 } }),
    api({ ...rest, basePath: '/lacking', backend: 'customers' }),
    api({ ...rest, basePath: '/without-token', backend: 'with-token' }),
    api({ ...rest, basePath: '/external', security: [byToken([], 'company', null)] }),
    api({ ...rest, basePath: '/gone', upstreamUrl: 'http://127.0.0.1:1' }),
    api({ ...rest, basePath: '/left-alone', upstreamUrl: 'http://127.0.0.1:2' }),
    api({ ...graphql, basePath: '/graph' }),
    api({ ...graphql, basePath: '/registered', product: 'registered' }),
    api({ ...graphql, basePath: '/broken', sdl: null }),
    api({ ...graphql, basePath: '/large', documentBounds: documentBoundsOf({ maxTokens: 20_000 }) }),
    ...schemas.map((sdl, at) => api({ ...graphql, basePath: `/schema-${at}`, sdl })),
  ];
  const plan = { maxGraphQLDepth: 3, maxGraphQLCost: 3 };
  const registered = { registeredOperationsOnly: true };
  const clients = [
    client({ key: 'free', plans: { 'customer-1': plan, registered } }),
    client({ key: 'spender', plans: { 'customer-1': { costLimit: { limit: 4, windowSeconds: 60 } } } }),
    client({ key: 'tight', plans: { 'customer-1': { name: 'bronze', limit: 0, windowSeconds: 60 } } }),
    client({ key: 'crowd', plans: { 'customer-1': { maxConcurrentCalls: 0 } } }),
    client({ key: 'used-up', plans: { 'customer-1': { limits: [oneKilobyte] } } }),
    client({ key: 'stranger' }),
    client({ key: 'reader', plans: { 'customer-1': plan } }),
    client({ key: 'suspended', plans: { 'customer-1': {} }, suspended: true }),
  ];
  const grant = {
    key: 'unreachable',
    orgId: '/acme/sandbox',
    isExchange: false,
    tokenUrl: 'http://127.0.0.1:1/token',
    clientId: 'gate',
    clientSecret: 'secret',
    scopes: [],
    audience: null,
  };
  const company = {
    ...externalIssuerFrom({ url: 'http://127.0.0.1:1', audiences: [] }),
    id: 'company',
    name: 'company',
    orgId: '/acme/sandbox',
    clientSecret: '',
    key: 'company',
  };
  const targets = [{ url: upstream.url, weight: 1, drained: false, health: 'UNKNOWN' as const, since: 0 }];
  const spread = { healthCheck: null, sticky: null, slowStartMs: 0 };
  const backends = {
    'with-token': {
      id: 'with-token',
      targets,
      ...spread,
      headers: [],
      parameter: null,
      timeouts: {},
      signingKey: null,
      tls: null,
      grant,
    },
  };
  world = await openGateway(
    snapshot(catalog({ apis, clients, providers: [native], backends, issuers: [company] })),
    {
      isTrustedProxy: trustedProxies(['127.0.0.0/8']),
      limits: testLimits(),
    },
  );
});

type Refused = { readonly code: string; readonly decision: readonly DecisionStep[] };

/** What the gateway writes of the newest call. */
async function refused(): Promise<Refused> {
  let calls: Refused[] = [];
  await until(async () => {
    await world.gateway.flush();
    calls = world.writes.flatMap(([first]) =>
      typeof first === 'string' && first.startsWith('[{"requestId"') ? JSON.parse(first) : [],
    );
    return calls.length > 0;
  });
  return calls.at(-1) as Refused;
}

const called = (path: string, init: RequestInit = {}, key = 'free') =>
  world.call(`${AT}${path}`, { ...init, headers: { 'x-client-id': key, ...init.headers } });
const byBearer = async (parts = {}) =>
  world.call(`${AT}/tokened/x`, {
    headers: { authorization: `Bearer ${(await issued(native, { clientKey: 'free', ...parts })).token}` },
  });
const post = (path: string, body: unknown, { type = 'application/json', key = 'free' } = {}) =>
  called(path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': type } }, key);
const ask = (query: string, path = '/graph/graphql', key = 'free') => post(path, { query }, { key });
const raw = (line: string, ...headers: string[]) =>
  world.send([line, 'Host: a', 'X-Client-Id: free', 'Connection: close', ...headers, '', ''].join('\r\n'));

/** Begins a body, and says nothing more. */
async function fallSilent() {
  const socket = connect(world.port, '127.0.0.1');
  sockets.push(socket);
  socket.write(
    `POST ${AT}/graph/graphql HTTP/1.1\r\nHost: a\r\nX-Client-Id: free\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
  );
}

/** Begins a body that may go on for long. */
function beginUpload(path: string) {
  const socket = connect(world.port, '127.0.0.1');
  sockets.push(socket);
  socket.write(
    `POST ${AT}${path} HTTP/1.1\r\nHost: a\r\nX-Client-Id: free\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n`,
  );
}

type Row = { readonly step: string; readonly facts: object; readonly call: () => Promise<unknown> };
const number = expect.any(Number);

const rows: Readonly<Record<GatewayRefusalCode, Row>> = {
  API_KEY_INVALID: {
    step: 'client',
    facts: { knownBy: null, keySent: true, keyPlaces: ['header x-api-key'] },
    call: () => called('/apikeyed/x', { headers: { 'x-api-key': 'gk_none' } }),
  },
  API_KEY_MISSING: {
    step: 'client',
    facts: { knownBy: null, keySent: false, keyPlaces: ['header x-api-key'] },
    call: () => called('/apikeyed/x'),
  },
  API_NOT_FOUND: { step: 'operation', facts: { method: 'GET' }, call: () => called('/keyed/y') },
  API_OFFLINE: { step: 'online', facts: { versionsOnline: 0 }, call: () => called('/offline/x') },
  APPLICATION_SUSPENDED: {
    step: 'application',
    facts: { suspended: true },
    call: () => called('/keyed/x', {}, 'suspended'),
  },
  BACKEND_ANSWER_INVALID: {
    step: 'forward',
    facts: { fault: 'a page with status 200' },
    call: async () => {
      upstream.answer = (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end();
      await ask('{ __typename }');
      upstream.answer = (_, response) => response.end('{}');
    },
  },
  BACKEND_BUSY: {
    step: 'forward',
    facts: { connections: 128 },
    call: async () => {
      for (let n = 0; n < 128; n += 1) beginUpload('/busy/x');
      await until(async () => (await called('/busy/x')).status === 503);
    },
  },
  BACKEND_TIMEOUT: {
    step: 'forward',
    facts: { answerMs: 30, fault: 'UND_ERR_HEADERS_TIMEOUT' },
    call: async () => {
      upstream.answer = () => {};
      await called('/late/x');
      upstream.answer = (_, response) => response.end('{}');
    },
  },
  BACKEND_UNAVAILABLE: {
    step: 'backend',
    facts: { failures: 20, triedAgainAt: expect.stringMatching(/Z$/) },
    call: async () => {
      for (let n = 0; n <= 20; n += 1) await called('/left-alone/x', { method: 'POST' });
    },
  },
  BACKEND_MISSING: { step: 'backend', facts: { backend: 'customers' }, call: () => called('/lacking/x') },
  BACKEND_TOKEN_UNAVAILABLE: {
    step: 'backendToken',
    facts: { fault: 'it cannot be reached' },
    call: () => called('/without-token/x'),
  },
  ISSUER_UNAVAILABLE: {
    step: 'client',
    facts: { oauthProvider: 'company' },
    call() {
      const parts = ['{"alg":"ES256"}', '{"iss":"http://127.0.0.1:1"}', ''].map((part) => btoa(part));
      const token = parts.join('.').replaceAll('=', '');
      return called('/external/x', { headers: { authorization: `Bearer ${token}` } });
    },
  },
  BACKEND_UNREACHABLE: { step: 'forward', facts: { fault: 'ECONNREFUSED' }, call: () => called('/gone/x') },
  BAD_USER_INPUT: {
    step: 'request',
    facts: { header: 'Authorization', max: 1 },
    call: () => raw(`GET ${AT}/keyed/x HTTP/1.1`, 'Authorization: a', 'Authorization: b'),
  },
  CERTIFICATE_INVALID: {
    step: 'client',
    facts: {
      rule: 'UNREADABLE',
      knownBy: null,
      tokenSent: false,
      keySent: false,
      keyPlaces: ['header x-client-id'],
      certificateSent: true,
      proxyTrusted: true,
    },
    call: () => world.call(`${AT}/by-certificate/x`, { headers: { 'client-cert': ':AA==:' } }),
  },
  CERTIFICATE_MISSING: {
    step: 'security',
    facts: { versions: [expect.objectContaining({ api: 'customerdb:1.0.0' })], rule: 'MISSING' },
    call: () => called('/by-certificate/x'),
  },
  CONDITION_UNMET: {
    step: 'security',
    facts: {
      rule: 'CONDITION_HOLDS',
      evaluated: true,
      versions: [
        {
          api: 'customerdb:1.0.0',
          online: true,
          waysIn: [{ type: 'API_KEY', place: 'header x-client-id', underCondition: true }],
        },
      ],
    },
    call: () => called('/conditioned/x'),
  },
  CLIENT_ID_MISSING: {
    step: 'client',
    facts: { knownBy: null, keySent: true, tokenSent: false, keyPlaces: ['header x-client-id'] },
    call: () => called('/keyed/x', {}, 'nobody'),
  },
  CLIENT_SECRET_INVALID: {
    step: 'security',
    facts: { versions: [expect.objectContaining({ api: 'customerdb:1.0.0' })] },
    call: () => called('/secret/x', { headers: { 'x-client-secret': 'cs_wrong' } }),
  },
  CLIENT_SECRET_MISSING: {
    step: 'security',
    facts: {
      versions: [
        expect.objectContaining({
          waysIn: [{ type: 'API_KEY', kind: 'CLIENT_ID_AND_SECRET', place: 'header x-client-id' }],
        }),
      ],
    },
    call: () => called('/secret/x'),
  },
  CONCURRENCY_EXCEEDED: {
    step: 'concurrency',
    facts: { max: 0 },
    call: () => called('/keyed/x', {}, 'crowd'),
  },
  EXPECTATION_FAILED: {
    step: 'request',
    facts: { header: 'Expect' },
    call: () => raw(`GET ${AT}/keyed/x HTTP/1.1`, 'Expect: wonders'),
  },
  GRAPHQL_ALIASES_EXCEEDED: {
    step: 'bounds',
    facts: { aliases: 2, max: 1 },
    call: () => ask('{ x: a { y: __typename } }'),
  },
  GRAPHQL_BATCH_EXCEEDED: {
    step: 'document',
    facts: { documents: 3, max: 2 },
    call: () => post('/graph/graphql', Array(3).fill({ query: '{ __typename }' })),
  },
  GRAPHQL_COST_EXCEEDED: {
    step: 'cost',
    facts: { cost: 4, max: 3 },
    call: () => ask('{ a { c { __typename } } c { __typename } }'),
  },
  GRAPHQL_COST_LIMIT_EXCEEDED: {
    step: 'costLimit',
    facts: {
      limit: 4,
      windowSeconds: 60,
      cost: 3,
      remaining: 1,
      resetsInSeconds: number,
      counter: expect.any(String),
    },
    call: async () => {
      for (let n = 0; n < 2; n += 1) await ask('{ a { c { __typename } } }', '/graph/graphql', 'spender');
    },
  },
  GRAPHQL_DEPTH_EXCEEDED: {
    step: 'depth',
    facts: { depth: 4, max: 3 },
    call: () => ask('{ a { a { a { __typename } } } }'),
  },
  GRAPHQL_DIRECTIVES_EXCEEDED: {
    step: 'bounds',
    facts: { directives: 2, max: 1 },
    call: () => ask('{ a @include(if: true) { __typename @skip(if: false) } }'),
  },
  GRAPHQL_FRAGMENTS_EXCEEDED: {
    step: 'document',
    facts: { maxFragments: 3 },
    call: () => ask('{ ...F ...F ... { c { __typename } } } fragment F on Query { __typename }'),
  },
  GRAPHQL_OPERATIONS_EXCEEDED: {
    step: 'document',
    facts: { maxOperations: 2 },
    call: () => ask('query a { __typename } query b { __typename } query c { __typename }'),
  },
  GRAPHQL_PARSE_FAILED: {
    step: 'document',
    facts: { places: [{ line: 1, column: 4 }] },
    call: () => ask('{ a'),
  },
  GRAPHQL_ROOT_FIELDS_EXCEEDED: {
    step: 'bounds',
    facts: { rootFields: 3, max: 2 },
    call: () => ask('{ a { __typename } c { __typename } __typename }'),
  },
  GRAPHQL_TOKENS_EXCEEDED: {
    step: 'document',
    facts: { maxTokens: 60 },
    call: () => ask(`{ ${'__typename '.repeat(70)} }`),
  },
  GRAPHQL_VALIDATION_FAILED: {
    step: 'document',
    facts: { places: [{ line: 1, column: 3 }] },
    call: () => ask('{ z }'),
  },
  HEADERS_TOO_LARGE: {
    step: 'request',
    facts: { headers: 104, max: 100 },
    call: () => raw(`GET ${AT}/keyed/x HTTP/1.1`, ...Array.from({ length: 101 }, (_, n) => `A-${n}: b`)),
  },
  HTTP_VERSION_UNSUPPORTED: {
    step: 'request',
    facts: { httpVersion: '2.0' },
    call: () => raw(`GET ${AT}/keyed/x HTTP/2.0`),
  },
  INTERNAL: {
    step: 'document',
    facts: { registeredOperationsOnly: false },
    call: () => ask('{ a }', '/broken/graphql'),
  },
  LOOP_DETECTED: {
    step: 'loop',
    facts: { passes: 5, max: 5 },
    call: () => called('/keyed/x', { headers: { via: Array(5).fill(`1.1 ${PSEUDONYM}`).join(', ') } }),
  },
  METHOD_NOT_ALLOWED: {
    step: 'operation',
    facts: { method: 'DELETE', allowed: 'GET, POST, HEAD' },
    call: () => called('/keyed/x', { method: 'DELETE' }),
  },
  NOT_ACCEPTABLE: {
    step: 'document',
    facts: { header: 'Accept', takes: ['text/event-stream', 'multipart/mixed'] },
    call: () => ask('subscription { s }'),
  },
  NOT_YET_SUPPORTED: {
    step: 'operation',
    facts: { header: 'Upgrade' },
    call: () => raw(`GET ${AT}/keyed/x HTTP/1.1`, 'Upgrade: websocket'),
  },
  OPERATION_NOT_REGISTERED: {
    step: 'document',
    facts: { registeredOperationsOnly: true },
    call: () => ask('{ a { __typename } }', '/registered/graphql'),
  },
  PASSWORD_INVALID: {
    step: 'security',
    facts: {
      versions: [
        {
          api: 'customerdb:1.0.0',
          online: true,
          waysIn: [{ type: 'HTTP_BASIC', userRegistry: 'people' }],
        },
      ],
    },
    call: () => called('/by-person/x', { headers: { authorization: 'Basic YWxpY2U=' } }),
  },
  PASSWORD_MISSING: {
    step: 'security',
    facts: { versions: [expect.objectContaining({ api: 'customerdb:1.0.0' })] },
    call: () => called('/by-person/x'),
  },
  PERSISTED_QUERY_NOT_FOUND: {
    step: 'document',
    facts: { registeredOperationsOnly: false },
    call: () =>
      post('/graph/graphql', { extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } } }),
  },
  RATE_LIMIT_EXCEEDED: {
    step: 'rateLimit',
    facts: {
      plan: 'bronze',
      limit: 0,
      windowSeconds: 60,
      remaining: 0,
      resetsInSeconds: number,
      counter: 'tight to customer-1:bronze',
    },
    call: () => called('/keyed/x', {}, 'tight'),
  },
  REQUEST_INVALID: {
    step: 'contract',
    facts: { requests: 'ENFORCE', breaks: ['/query/page (required)'] },
    call: () => called('/checked/x'),
  },
  REQUEST_TIMEOUT: { step: 'document', facts: { idleMs: 100 }, call: fallSilent },
  REQUEST_TOO_LARGE: {
    step: 'bodySize',
    facts: { contentLength: 11, max: 10 },
    call: () => called('/keyed/x', { method: 'POST', body: 'x'.repeat(11) }),
  },
  SCOPE_MISSING: {
    step: 'security',
    facts: { scopes: ['profile'], missing: ['customer'] },
    call: () => byBearer({ scopes: ['profile'] }),
  },
  SUBSCRIPTION_MISSING: {
    step: 'subscription',
    facts: { subscriptions: [] },
    call: () => called('/keyed/x', {}, 'stranger'),
  },
  TEMPORARILY_UNAVAILABLE: {
    step: 'document',
    facts: {},
    call: () => Promise.all(schemas.map((_, at) => ask('{ __typename }', `/schema-${at}/graphql`))),
  },
  TOKEN_INVALID: {
    step: 'client',
    facts: { rule: 'IN_TIME', tokenSent: true },
    call: () => byBearer({ now: new Date(0) }),
  },
  TOKEN_MISSING: {
    step: 'security',
    facts: { header: 'Authorization', versions: [{ waysIn: [{ type: 'OAUTH2', oauthProvider: 'native' }] }] },
    call: () => called('/tokened/x'),
  },
  TOO_MANY_ATTEMPTS: {
    step: 'client',
    facts: { failures: 100, max: 100, windowSeconds: 60, resetsInSeconds: number },
    call: async () => {
      const headers = { authorization: 'Bearer a.b.c', 'x-forwarded-for': '8.8.8.8' };
      for (let n = 0; n <= 100; n += 1) await world.call(`${AT}/tokened/x`, { headers });
    },
  },
  TRANSFORMATION_FAILED: {
    step: 'forward',
    facts: { step: '/transformations/0', fault: 'EXPRESSION' },
    call: () => called('/changed/x'),
  },
  UNSUPPORTED_MEDIA_TYPE: {
    step: 'document',
    facts: { header: 'Content-Type', takes: ['application/json'] },
    call: () => post('/graph/graphql', {}, { type: 'text/plain' }),
  },
  USAGE_LIMIT_EXCEEDED: {
    step: 'usageLimit',
    facts: {
      unit: 'kilobytes',
      limit: 1,
      windowSeconds: 3600,
      remaining: 0,
      resetsInSeconds: number,
      counter: 'used-up to customer-1:gold:kilobytes:kilobytes-per-hour',
    },
    call: async () => {
      for (let n = 0; n < 2; n += 1) await called('/keyed/x', {}, 'used-up');
    },
  },
  VALIDATION_BUDGET_EXCEEDED: {
    step: 'document',
    facts: { maxTokens: 20_000, unitsPerSecond: 20_000, max: 100_000, resetsInSeconds: number },
    call: async () => {
      // What cannot be read costs as much as the largest document. A slow machine takes longer to spend all.
      const spend = (n: number) => ask(`}${' '.repeat(20_000 + n)}`, '/large/graphql', 'reader');
      for (let n = 0; (await spend(n)).status !== 429; n += 1);
    },
  },
};

const names = translations.en.pages.calls(formatsOf('en')).why.facts;

function keysIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => [key, ...keysIn(each)]);
}

describe('the decision on a refused call names its step, and holds what it rests on', () => {
  it.each(Object.entries(rows))('%s', async (code, { step, facts, call }) => {
    await call();
    const { decision, ...kept } = await refused();
    expect(kept.code).toBe(code);
    expect(decision.at(-1)).toMatchObject({ step, outcome: 'REFUSED', facts });
    expect(decision.slice(0, -1).every(({ outcome }) => outcome === 'PASSED')).toBe(true);
    const unnamed = decision
      .flatMap((each) => keysIn(each.facts))
      .filter((key) => !Object.hasOwn(names, key));
    expect(unnamed, 'each fact has a name in words').toEqual([]);
  });

  it('of every code that a consumer is told a remedy for', () => {
    expect(Object.keys(rows).sort()).toEqual(Object.keys(remedies).sort());
  });
});
