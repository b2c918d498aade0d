import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ServedRehearsal } from '../../../src/data-plane/snapshot/snapshot.ts';
import type { SteppedSettings } from '../../../src/domain/api/compat.ts';
import { until } from '../../support/eventually.ts';
import { type GatewayWorld, openGateway } from '../../support/gateway.ts';
import { api, byKey, catalog, client, snapshot } from '../../support/snapshot.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const string = { type: 'string' };
const person = (properties: object) => ({
  type: 'object',
  required: ['name'],
  properties: {
    name: string,
    tags: { type: 'array', items: { type: 'object', properties: { id: string } } },
    ...properties,
  },
});
const answering = (schema: object) => ({
  responses: { 200: { content: { 'application/json': { schema } } }, 404: {} },
});
const pathsOf = (properties: object, more: object = {}) => ({
  '/people/{id}': { get: answering(person(properties)), head: answering({}), post: answering({}) },
  ...more,
});
const before = pathsOf({ old: string, number: {} }, { '/gone': { get: answering({}) } });
const after = pathsOf({ number: { type: 'integer' }, fresh: string });
const served = (paths: object) =>
  ({
    requests: 'OFF',
    answers: 'OFF',
    sample: 1,
    mock: null,
    document: JSON.stringify({ openapi: '3.1.0', paths }),
  }) as const;
const CANARY = 'canary-of-somebody';

type Operation = { readonly operation: string; compared: number; unread: number; dropped: number };
type Difference = {
  readonly operation: string;
  readonly kind: string;
  readonly pointer: string;
  was: string;
  now: string;
  calls: number;
};

let [old, successor]: [Upstream, Upstream] = [] as never;
let world: GatewayWorld;
let isBusy = false;
const written: { readonly sql: string; readonly rows: string }[] = [];

beforeAll(async () => {
  [old, successor] = await Promise.all([recordingUpstream(), recordingUpstream()]);
  world = await openGateway(worldOf(), {
    isBusy: () => isBusy,
    query: async (sql, values = []) => {
      if (sql.includes('"Rehearsal')) written.push({ sql, rows: String(values[0]) });
      return [];
    },
  });
});
beforeEach(() => {
  json(old, { name: 'Ada' });
  json(successor, { name: 'Ada' });
});
afterEach(async () => {
  isBusy = false;
  await world.gateway.flush();
  written.length = 0;
  old.seen.length = 0;
  successor.seen.length = 0;
  expect(world.faults.splice(0)).toEqual([]);
});
afterAll(() => Promise.all([world.close(), old.close(), successor.close()]));

type WorldParts = {
  readonly rehearsal?: Partial<ServedRehearsal>;
  readonly oldApi?: Parameters<typeof api>[0];
  readonly newApi?: Parameters<typeof api>[0];
};

function worldOf({ rehearsal = {}, oldApi = {}, newApi = {} }: WorldParts = {}) {
  const first = api({ id: 'old', upstreamUrl: old.url, openapi: { paths: before }, ...oldApi });
  const next = api({
    id: 'new',
    version: '2.0.0',
    basePath: '/customerdb/v2',
    product: 'customer-2',
    upstreamUrl: `${successor.url}/v2`,
    openapi: { paths: after },
    ...newApi,
  });
  const running: ServedRehearsal = {
    id: '00000000-0000-7000-8000-000000000001',
    successor: next,
    sample: 1,
    endsAt: Number.MAX_SAFE_INTEGER,
    ignored: [],
    documents: { before: served(before), after: served(after) },
    ...rehearsal,
  };
  const clients = [client({ key: 'key', plans: { 'customer-1': {} } })];
  return snapshot(catalog({ apis: [first], clients, rehearsals: new Map([['old', running]]) }));
}

function json(upstream: Upstream, body: unknown, status = 200): void {
  upstream.answer = (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
}

const call = (path = '/people/7', init: RequestInit = {}) =>
  world.call(`/acme/sandbox/customerdb/v1${path}`, {
    ...init,
    headers: { 'x-client-id': 'key', ...init.headers },
  });

/** Makes calls, one after another, and reads what was found once all of them are compared. */
async function rehearsed(calls: readonly (() => Promise<Response>)[] = [() => call()]) {
  for (const each of calls) await (await each()).arrayBuffer();
  return found();
}

async function found() {
  await until(() => world.records.length > 0);
  await world.gateway.flush();
  const rowsOf = <Row>(table: string) =>
    written
      .filter(({ sql }) => sql.includes(`INTO "${table}"`))
      .flatMap(({ rows }) => JSON.parse(rows) as Row[]);
  // A gateway may have written in between.
  const operations = new Map<string, Operation>();
  for (const row of rowsOf<Operation>('RehearsalOperation')) {
    const known = operations.get(row.operation);
    if (!known) operations.set(row.operation, row);
    else for (const each of ['compared', 'unread', 'dropped'] as const) known[each] += row[each];
  }
  return {
    operations: [...operations.values()],
    differences: rowsOf<Difference>('RehearsalDifference'),
  };
}

const inShort = ({ kind, pointer, was, now }: Difference) =>
  [kind, pointer, was && `${was} →`, now].filter(Boolean).join(' ');

describe('a rehearsal', () => {
  it('sends each sampled call to the successor after its answer, with the mark, and compares the answers', async () => {
    world.use(worldOf({ rehearsal: { sample: 0.25 } }));
    const { operations, differences } = await rehearsed(
      Array.from({ length: 8 }, () => () => call('/people/7?page=2')),
    );
    expect(
      successor.seen.map(({ method, url, headers }) => [method, url, headers['x-gatehouse-rehearsal']]),
    ).toEqual([
      ['GET', '/v2/people/7?page=2', '1'],
      ['GET', '/v2/people/7?page=2', '1'],
    ]);
    expect(old.seen).toHaveLength(8);
    expect(old.seen[0]?.headers).not.toHaveProperty('x-gatehouse-rehearsal');
    expect(operations).toMatchObject([{ operation: 'GET /people/{id}', compared: 2, unread: 0, dropped: 0 }]);
    expect(differences).toEqual([]);
  });

  it('sends no call that could change something, has a body or asks under conditions', async () => {
    world.use(worldOf());
    await rehearsed([
      () => call('/people/7', { method: 'POST', body: '{}' }),
      () => call('/people/7', { headers: { 'if-none-match': '"1"' } }),
      () => call('/people/7', { headers: { range: 'bytes=0-1' } }),
      () => call('/people/7', { method: 'HEAD' }),
    ]);
    expect(successor.seen.map(({ method }) => method)).toEqual(['HEAD']);
  });

  it('finds fields that are missing, added or of another type, and what breaks the new document', async () => {
    world.use(worldOf());
    json(old, { name: 'Ada', old: 'x', number: '7', tags: [{ id: '1' }, { id: '2', extra: 1 }] });
    json(successor, { fresh: 'y', name: null, number: 'seven', tags: [{ id: 1 }] });
    const { differences } = await rehearsed();
    expect(differences.map(inShort).sort()).toEqual([
      'DOCUMENT_VIOLATION /body/name type',
      'FIELD_ADDED /body/fresh string',
      'FIELD_MISSING /body/old string →',
      'FIELD_MISSING /body/tags/*/* number →',
      'TYPE_CHANGED /body/name string → null',
      'TYPE_CHANGED /body/tags/*/id string → number',
    ]);
  });

  it('finds another status, another media type, an operation that is gone and a successor that is silent', async () => {
    world.use(worldOf());
    json(successor, {}, 404);
    const status = await rehearsed([() => call(), () => call('/gone')]);
    expect(status.differences.map((each) => [each.operation, inShort(each)])).toEqual([
      ['GET /gone', 'OPERATION_MISSING'],
      ['GET /people/{id}', 'STATUS /status 200 → 404'],
    ]);
    written.length = 0;
    successor.answer = (_, response) => {
      response.writeHead(200, { 'content-type': `text/html; charset=${CANARY}` });
      response.end('<p>');
    };
    const type = await rehearsed();
    expect(type.differences.map(inShort)).toContain('MEDIA_TYPE /header/Content-Type JSON → HTML');
    written.length = 0;
    successor.answer = (request) => request.socket.destroy();
    const silent = await rehearsed();
    expect(silent.differences.map(inShort)).toEqual(['NO_ANSWER BACKEND_UNREACHABLE']);
  });

  it('reads compressed answers, and leaves those uncompared that are too large or no JSON', async () => {
    world.use(worldOf());
    const zipped = gzipSync(JSON.stringify({ name: 'Ada', old: 'x' }));
    old.answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end(zipped);
    };
    const { differences } = await rehearsed();
    expect(differences.map(inShort)).toEqual(['FIELD_MISSING /body/old string →']);
    written.length = 0;
    json(old, { name: 'x'.repeat(100_001) });
    await rehearsed();
    json(old, { name: 'x' });
    json(successor, { name: 'x'.repeat(100_001) });
    const { operations } = await rehearsed();
    expect(operations.reduce((sum, { unread }) => sum + unread, 0)).toBe(2);
  });

  it('keeps no value of an answer, and no name that no document has', async () => {
    world.use(worldOf());
    json(old, { name: CANARY, [CANARY]: CANARY, tags: [{ id: CANARY, [CANARY]: 1 }], old: CANARY });
    json(successor, {
      name: 7,
      tags: [{ id: CANARY, [`${CANARY}2`]: CANARY }],
      [`${CANARY}3`]: { [CANARY]: 1 },
    });
    const { differences } = await rehearsed();
    expect(differences.map(inShort)).toContain('TYPE_CHANGED /body/* string → object');
    expect(JSON.stringify(written)).not.toContain('canary');
  });

  it('leaves out what the list ignores', async () => {
    const ignored = [
      { kind: null, operation: null, pointer: '/body/tags' },
      { kind: 'FIELD_MISSING', operation: 'GET /people/{id}', pointer: null },
      { kind: null, operation: 'GET /gone', pointer: null },
    ] as const;
    world.use(worldOf({ rehearsal: { ignored } }));
    json(old, { name: 'Ada', old: 'x', tags: [{ id: '1' }] });
    json(successor, { name: 'Ada', fresh: 1, tags: [{ id: 1 }] });
    const { differences, operations } = await rehearsed([() => call(), () => call('/gone')]);
    expect(differences.map(inShort)).toEqual(['FIELD_ADDED /body/fresh number']);
    expect(operations).toMatchObject([{ operation: 'GET /gone', compared: 1 }, { compared: 1 }]);
  });

  it('compares what callers get: the steps of both versions have changed it', async () => {
    const step = { operations: [], json: '{"name": first}' };
    const transformations: SteppedSettings = {
      transformations: [
        { on: 'REQUEST', operations: [], setHeader: { name: 'X-Step', value: 'new' } },
        { on: 'ANSWER', ...step },
      ],
    };
    world.use(worldOf({ newApi: { transformations } }));
    json(successor, { first: 'Ada' });
    const { differences, operations } = await rehearsed();
    expect([differences, operations]).toMatchObject([[], [{ compared: 1 }]]);
    expect(successor.seen[0]?.headers).toMatchObject({ 'x-step': 'new', 'accept-encoding': 'identity' });
    written.length = 0;
    json(successor, { first: 'x'.repeat(1_100_000) });
    const large = await rehearsed();
    expect(large.differences.map(inShort)).toEqual(['NO_ANSWER TRANSFORMATION_FAILED']);
  });

  it('gives back what it holds of calls that the gateway refuses after all', async () => {
    const transformations: SteppedSettings = {
      transformations: [{ on: 'ANSWER', operations: [], json: 'name' }],
    };
    world.use(worldOf({ oldApi: { transformations } }));
    json(old, { name: 'x'.repeat(1_100_000) });
    await rehearsed(Array.from({ length: 60 }, () => () => call()));
    json(old, { name: 'Ada' });
    const { operations } = await rehearsed();
    expect(operations.map(({ dropped, unread, compared }) => [dropped, unread + compared])).toEqual([[0, 1]]);
  });

  it('ends at its time', async () => {
    world.use(worldOf({ rehearsal: { endsAt: Date.now() } }));
    await rehearsed();
    expect(successor.seen).toEqual([]);
  });
});

describe('the successor of a rehearsal', () => {
  const credentials = {
    authorization: `Bearer ${CANARY}`,
    cookie: `session=${CANARY}`,
    'x-client-id': 'key',
    'x-other-key': CANARY,
    'x-tenant': 'blue',
  };
  const seen = async () => {
    await rehearsed([() => call('/people/7?key=abc&page=2', { headers: credentials })]);
    expect(successor.seen).toHaveLength(1);
    return successor.seen[0] as (typeof successor.seen)[number];
  };

  it('gets no key, token or cookie of the caller that is not for it', async () => {
    world.use(
      worldOf({
        oldApi: {
          forwardAuthorization: true,
          security: [byKey(), byKey({ keyLocation: 'QUERY', keyName: 'key' })],
        },
        newApi: { security: [byKey({ keyName: 'X-Other-Key' })] },
      }),
    );
    const { headers, url } = await seen();
    expect(JSON.stringify([headers, url])).not.toContain(CANARY);
    expect([headers['x-client-id'], headers['x-tenant'], url]).toEqual([
      undefined,
      'blue',
      '/v2/people/7?page=2',
    ]);
    expect(old.seen[0]?.headers.authorization).toBe(credentials.authorization);
  });

  it('gets the caller’s token and cookies where a call of it would bring them', async () => {
    world.use(
      worldOf({
        newApi: { forwardAuthorization: true, basePath: '/customerdb/v1' },
      }),
    );
    const { headers } = await seen();
    expect([headers.authorization, headers.cookie]).toEqual([credentials.authorization, credentials.cookie]);
  });

  it('holds up no caller when it hangs, costs them nothing and opens no breaker', async () => {
    world.use(worldOf());
    successor.answer = () => {};
    const before = world.records.length;
    const answers = await Promise.all(Array.from({ length: 60 }, () => call()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await until(() => world.records.length === before + 60);
    expect(world.records.slice(before).every(({ outcome }) => outcome === 'ANSWERED')).toBe(true);
    expect(successor.seen.length).toBeLessThanOrEqual(4);
    expect(world.gateway.metrics().backendsLeftAlone).toBe(0);
    world.use(snapshot(catalog({ apis: [] })));
    await successor.close();
    successor = await recordingUpstream();
  });
});

describe('a gateway with much to do', () => {
  it('leaves rehearsals out first, and counts them', async () => {
    world.use(worldOf());
    isBusy = true;
    const { operations } = await rehearsed([() => call(), () => call()]);
    expect([successor.seen, operations]).toMatchObject([[], [{ compared: 0, dropped: 2 }]]);
  });

  it('holds at most fifty calls of an org, whatever another does', async () => {
    world.use(worldOf());
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    successor.answer = (_, response) => void released.then(() => response.end('{"name":"Ada"}'));
    await Promise.all(Array.from({ length: 70 }, () => call().then((answer) => answer.text())));
    await until(() => successor.seen.length === 4);
    release();
    const { operations } = await found();
    const [{ compared, dropped }] = operations as [Operation];
    expect([compared, dropped]).toEqual([50, 20]);
  });
});

describe('the rehearsals of one org', () => {
  it('do not hold up those of another, however long its successors hang', async () => {
    const loud = worldOf();
    const [first] = loud.catalogs.values();
    const quietApi = api({ id: 'quiet', upstreamUrl: old.url, openapi: { paths: before } });
    const other = await recordingUpstream();
    json(other, { name: 'Ada' });
    const rehearsal = [...(first?.rehearsals?.values() ?? [])][0] as ServedRehearsal;
    const successorOf = { ...(rehearsal.successor as NonNullable<ServedRehearsal['successor']>) };
    const quiet = catalog({
      path: '/quiet/sandbox',
      apis: [quietApi],
      clients: [client({ key: 'key', plans: { 'customer-1': {} } })],
      rehearsals: new Map([
        [
          'quiet',
          {
            ...rehearsal,
            id: '00000000-0000-7000-8000-000000000002',
            successor: { ...successorOf, upstreamUrl: other.url },
          },
        ],
      ]),
    });
    world.use(snapshot(first as never, quiet));
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    successor.answer = (_, response) => void released.then(() => response.end('{"name":"Ada"}'));
    await Promise.all(Array.from({ length: 70 }, () => call().then((answer) => answer.text())));
    await until(() => successor.seen.length === 4);
    const answer = await world.call('/quiet/sandbox/customerdb/v1/people/7', {
      headers: { 'x-client-id': 'key' },
    });
    expect(answer.status).toBe(200);
    await until(() => other.seen.length === 1);
    expect(successor.seen).toHaveLength(4);
    release();
    await found();
    await other.close();
  });
});

describe('a call that its caller leaves', () => {
  it('is not rehearsed', async () => {
    world.use(worldOf());
    old.answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"name":');
    };
    const request = httpRequest(`${world.url}/acme/sandbox/customerdb/v1/people/7`, {
      headers: { 'x-client-id': 'key' },
    });
    request.end();
    await once(request, 'response');
    const before = world.records.length;
    request.on('error', () => {}).destroy();
    await until(() => world.records.length > before);
    const { operations } = await found();
    expect([operations, successor.seen]).toEqual([[], []]);
  });
});

describe('a rehearsal of a GraphQL API', () => {
  const sdl = `
    type Customer { id: ID name: String friends: [Customer] extra: JSON }
    scalar JSON
    type Query { customer(id: ID): Customer }
    type Mutation { rename: Customer }`;
  const graphql = { kind: 'GRAPHQL', sdl, openapi: null } as const;
  const ask = (query: string) =>
    call('/graphql', {
      method: 'POST',
      body: JSON.stringify({ query }),
      headers: { 'content-type': 'application/json' },
    });
  const use = () =>
    world.use(
      worldOf({ oldApi: graphql, newApi: graphql, rehearsal: { documents: { before: null, after: null } } }),
    );

  it('sends queries alone, and finds differences by field, not by alias', async () => {
    use();
    const document = `query { ${CANARY.replaceAll('-', '_')}: customer(id: "1") { id ...F extra } }
      fragment F on Customer { friends { n: name id } }`;
    const alias = CANARY.replaceAll('-', '_');
    json(
      old,
      JSON.parse(
        JSON.stringify({
          data: { [alias]: { id: '1', friends: [{ n: 'x', id: '1' }], extra: { [CANARY]: 1 } } },
        }),
      ),
    );
    json(successor, {
      data: { [alias]: { id: 1, friends: [{ n: 'x' }], extra: {} } },
      errors: [{ message: CANARY }],
    });
    const { differences, operations } = await rehearsed([
      () => ask(document),
      () => ask('mutation { rename { id } }'),
    ]);
    expect(successor.seen.map(({ method, url, body }) => [method, url, JSON.parse(body)])).toEqual([
      ['POST', '/v2', { query: document }],
    ]);
    expect(operations).toMatchObject([{ operation: 'query', compared: 1 }]);
    expect(differences.map(inShort).sort()).toEqual([
      'FIELD_ADDED /errors array',
      'FIELD_MISSING /data/customer/extra/* number →',
      'FIELD_MISSING /data/customer/friends/*/id string →',
      'TYPE_CHANGED /data/customer/id string → number',
    ]);
    expect(JSON.stringify(written)).not.toContain('canary');
  });
});
