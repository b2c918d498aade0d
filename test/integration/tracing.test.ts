import { getRequestListener } from '@hono/node-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createManagement } from '../../src/control-plane/management/handler.ts';
import { tracedDatabase } from '../../src/infrastructure/database/traced-database.ts';
import { served } from '../../src/infrastructure/observability/traced-handler.ts';
import type { Tracing } from '../../src/infrastructure/observability/tracing.ts';
import { type Collector, openCollector, tracingTo, treeOf } from '../support/collector.ts';
import { until } from '../support/eventually.ts';
import { type GatewayWorld, listen, openGateway } from '../support/gateway.ts';
import { openManagement } from '../support/management.ts';
import { api, catalog, client, snapshot } from '../support/snapshot.ts';
import { recordingUpstream, type Upstream } from '../support/upstream.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';
const REST = '/acme/sandbox/customerdb/v1';
const GRAPHQL = '/acme/sandbox/sample';
const key = { 'x-client-id': 'app' };

let upstream: Upstream;
let collector: Collector;
let tracing: Tracing;
let world: GatewayWorld;
let closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  upstream = await recordingUpstream();
});
afterAll(() => upstream.close());
beforeEach(async () => {
  collector = await openCollector();
  upstream.seen.length = 0;
  upstream.answer = (_, response) => response.end('{"data":{}}');
  closing = [() => collector.close()];
});
afterEach(async () => {
  for (const close of closing.reverse()) await close();
});

async function openTraced(settings: Parameters<typeof tracingTo>[1] = {}, url = collector.url) {
  tracing = tracingTo(url, settings);
  const sdl = 'type Query { a(b: String): Int }';
  const apis = [
    api({ upstreamUrl: `${upstream.url}/target` }),
    api({ kind: 'GRAPHQL', name: 'sample', basePath: '/sample', upstreamUrl: upstream.url, sdl }),
    api({ basePath: '/gone', upstreamUrl: 'http://127.0.0.1:1' }),
  ];
  world = await openGateway(
    snapshot(catalog({ apis, clients: [client({ key: 'app', plans: { 'customer-1': {} } })] })),
    { tracing },
  );
  closing.push(() => world.close());
}
/** The spans of all calls so far. */
async function spans() {
  await tracing.close();
  return collector.spans();
}
const recorded = (count: number) => until(() => world.records.length === count);

describe('a call of a REST API', () => {
  it('is a span under that of its caller, and its back-end is told of the span of the call to it', async () => {
    await openTraced();
    const headers = { ...key, traceparent: `00-${TRACE}-${SPAN}-01`, tracestate: 'rojo=1' };
    const answer = await world.call(`${REST}/customers?secret=1`, { headers });
    await recorded(1);
    const [outer, inner, ...others] = (await spans()).sort((a, b) =>
      a.name.length < b.name.length ? 1 : -1,
    );
    expect(others).toEqual([]);
    expect(outer).toMatchObject({
      name: `GET ${REST}`,
      traceId: TRACE,
      parentSpanId: SPAN,
      failed: false,
      attributes: {
        'http.request.method': 'GET',
        'http.route': REST,
        'http.response.status_code': 200,
        'url.path': `${REST}/customers`,
        'gatehouse.request_id': answer.headers.get('x-request-id'),
        'gatehouse.outcome': 'ANSWERED',
        'gatehouse.api': 'customerdb:1.0.0',
        'gatehouse.plan': 'gold',
      },
    });
    expect(inner).toMatchObject({
      name: 'GET',
      traceId: TRACE,
      parentSpanId: outer?.spanId,
      attributes: {
        'url.full': `${upstream.url}/target/customers`,
        'server.address': '127.0.0.1',
        'http.response.status_code': 200,
      },
    });
    expect(upstream.seen[0]?.headers).toMatchObject({
      traceparent: `00-${TRACE}-${inner?.spanId}-01`,
      tracestate: 'rojo=1',
    });
    expect(world.records[0]?.traceId).toBe(TRACE);
  });

  it('that was refused has no span but its own, which tells the code', async () => {
    await openTraced();
    await world.call(`${REST}/customers`);
    await recorded(1);
    expect(await spans()).toMatchObject([
      { name: `GET ${REST}`, attributes: { 'gatehouse.outcome': 'CLIENT_ID_MISSING' } },
    ]);
  });

  it('whose back-end cannot be reached fails, and each try has a span under it', async () => {
    await openTraced();
    await world.call('/acme/sandbox/gone/x', { headers: key });
    await recorded(1);
    const found = await spans();
    const outer = found.find(({ name }) => name !== 'GET');
    expect(outer).toMatchObject({ failed: true, attributes: { 'error.type': '502' } });
    const tries = found.filter(({ name }) => name === 'GET');
    expect(tries).toHaveLength(2);
    for (const each of tries)
      expect(each).toMatchObject({
        parentSpanId: outer?.spanId,
        failed: true,
        attributes: { 'error.type': 'ECONNREFUSED' },
      });
  });
});

it('a call of a GraphQL API has spans for the check of its document and for its back-end', async () => {
  await openTraced();
  const body = JSON.stringify({ query: '{ a(b: "canary") }' });
  const headers = { ...key, 'content-type': 'application/json' };
  await (await world.call(`${GRAPHQL}/graphql`, { method: 'POST', headers, body })).text();
  await recorded(1);
  const found = await spans();
  expect(treeOf(found)).toEqual({ [`POST ${GRAPHQL}`]: { 'graphql.validate': {}, POST: {} } });
  expect(found.find(({ name }) => name === 'graphql.validate')?.attributes).toMatchObject({
    'graphql.operation.type': 'query',
  });
  expect(collector.texts.join()).not.toContain('canary');
});

it('a request to an API of the platform has spans for its document, and under its execution the database', async () => {
  const management = await openManagement();
  closing.push(() => management.close());
  await management.mutate('createOrg', { title: 'Acme' });
  tracing = tracingTo(collector.url);
  const database = tracedDatabase(management.database, tracing);
  const handler = createManagement({ ...management.deps, database, tracing, onFault: () => {} });
  const server = await listen(
    served(
      tracing,
      getRequestListener(async (request) => handler.fetch(request, { network: 'any' })),
    ),
  );
  const token = 'gh_canary-of-the-token';
  await management.database.prisma.accessToken.create({
    data: { name: 'a', role: 'ADMINISTRATOR', tokenHash: management.deps.secrets.hash(token) },
  });
  const query = 'query Mine { org(name: "acme") { catalogs { name } } }';
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ query }),
  });
  expect(await answer.json()).toEqual({ data: { org: { catalogs: [] } } });
  await server.close();
  const found = await spans();
  expect(treeOf(found)).toMatchObject({
    POST: { 'graphql.parse': {}, 'graphql.validate': {}, query: { 'findMany Org': {} } },
  });
  expect(found.find(({ name }) => name === 'query')?.attributes).toEqual({
    'graphql.operation.type': 'query',
    'graphql.operation.name': 'Mine',
  });
  expect(collector.texts.join()).not.toContain('canary');
});

describe('which calls are exported', () => {
  const call = (flags: string) =>
    world.call(`${REST}/customers`, { headers: { ...key, traceparent: `00-${TRACE}-${SPAN}-${flags}` } });

  it('follows the caller, unless the operator says otherwise; the back-end is told which', async () => {
    await openTraced();
    await call('00');
    await recorded(1);
    expect(await spans()).toEqual([]);
    expect(upstream.seen[0]?.headers['traceparent']).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-00$`));
  });

  it('is none with a ratio of 0, of those that begin here', async () => {
    await openTraced({ sampler: 'parentbased_traceidratio', ratio: 0 });
    await world.call(`${REST}/customers`, { headers: key });
    await call('01');
    await recorded(2);
    expect(new Set((await spans()).map(({ traceId }) => traceId))).toEqual(new Set([TRACE]));
  });

  it('begins a trace of its own where the header of the caller is wrong', async () => {
    await openTraced();
    await world.call(`${REST}/customers`, { headers: { ...key, traceparent: '00-nonsense' } });
    await recorded(1);
    const [{ traceId } = { traceId: '' }] = await spans();
    expect(traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(world.records[0]?.traceId).toBe(traceId);
  });
});

it('a collector that is gone holds up no call and no end, and is told of once', async () => {
  const faults: unknown[] = [];
  await openTraced({ onFault: (fault) => faults.push(fault) }, 'http://127.0.0.1:1');
  for (let n = 0; n < 3; n += 1)
    expect((await world.call(`${REST}/customers`, { headers: key })).status).toBe(200);
  const began = performance.now();
  await tracing.close();
  expect(performance.now() - began).toBeLessThan(10_000);
  expect(faults.length).toBeLessThanOrEqual(1);
});
