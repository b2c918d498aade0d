import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PlanLimit } from '../../../src/domain/plan/plan-limit.ts';
import { until } from '../../support/eventually.ts';
import { type GatewayWorld, openGateway, problemOf } from '../../support/gateway.ts';
import { api, catalog, client, type Plan, snapshot } from '../../support/snapshot.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

let upstream: Upstream;
const worlds: GatewayWorld[] = [];
beforeAll(async () => {
  upstream = await recordingUpstream();
  upstream.answer = ({ url }, response) => {
    if (url === '/broken') response.destroy();
    else if (url === '/cut') response.writeHead(200).write('x', () => response.destroy());
    else if (url === '/quick') response.end('{"data":{"a":1}}');
    else response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n');
  };
});
afterAll(() => Promise.all([...worlds.map((world) => world.close()), upstream.close()]));

const atOnce = (limit: number, operations: string[], mode: PlanLimit['mode'] = 'ENFORCE'): PlanLimit => ({
  name: `concurrent-${limit}`,
  counts: 'CONCURRENT',
  limit,
  per: null,
  every: 1,
  timeZone: null,
  operations,
  mode,
});

const REPORTS = ['GET /stream', 'GET /quick', 'GET /broken', 'GET /cut'];

async function opened(plan: Plan) {
  const { url: upstreamUrl } = upstream;
  const paths = Object.fromEntries(
    ['/stream', '/quick', '/broken', '/cut', '/other'].map((path) => [path, { get: {}, put: {} }]),
  );
  const sdl = 'type Query { a: Int } type Subscription { a: Int }';
  const apis = [
    api({ basePath: '/a', upstreamUrl, openapi: { paths } }),
    api({ basePath: '/gone', upstreamUrl: 'http://127.0.0.1:1', openapi: { paths } }),
    api({ kind: 'GRAPHQL', basePath: '/graph', upstreamUrl: `${upstreamUrl}/graph`, sdl }),
  ];
  const plans = { 'customer-1': { title: 'Gold', ...plan } };
  const world = await openGateway(snapshot(catalog({ apis, clients: [client({ key: 'app', plans })] })));
  worlds.push(world);
  const call = (path: string, init: RequestInit = {}) =>
    world.call(`/acme/sandbox${path}`, { ...init, headers: { 'x-client-id': 'app', ...init.headers } });
  /** Begins an event stream. The function that is returned ends it. */
  const stream = async (path = '/a/stream') => {
    const leaving = new AbortController();
    const { status } = await call(path, { signal: leaving.signal });
    return { status, end: () => leaving.abort() };
  };
  return { ...world, call, stream };
}

/** The place of the calls of each minute among the values of a write of usage. */
const MINUTES = 7;

describe('a limit on calls at the same time of some operations', () => {
  it('refuses one more of them, says so, and lets others pass', async () => {
    const { call, stream } = await opened({ limits: [atOnce(2, REPORTS)] });
    const streams = [await stream(), await stream()];
    const refused = await call('/a/quick');
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(await problemOf(refused)).toEqual({
      status: 429,
      bodyStatus: 429,
      code: 'CONCURRENCY_EXCEEDED',
      detail:
        'Gold allows 2 calls at the same time of GET /stream, GET /quick, GET /broken, GET /cut: wait until one of them has ended.',
    });
    const other = await stream('/a/other');
    expect(other.status).toBe(200);
    streams[0]?.end();
    await until(async () => (await call('/a/quick')).status === 200);
    for (const each of [...streams, other]) each.end();
  });

  it('holds for all operations where it names none, and together with others', async () => {
    const { call, stream } = await opened({ limits: [atOnce(2, []), atOnce(1, ['GET /stream'])] });
    const first = await stream();
    expect((await stream()).status).toBe(429);
    const second = await stream('/a/other');
    expect((await problemOf(await call('/a/quick'))).detail).toBe(
      'Gold allows 2 calls at the same time: wait until one of them has ended.',
    );
    first.end();
    second.end();
  });

  it('gives each place back once, however a call ends, and none to a call that is refused', async () => {
    const { call, stream } = await opened({
      limits: [atOnce(2, REPORTS)],
      maxConcurrentCalls: 3,
    });
    const fates: (() => Promise<unknown>)[] = [
      () => call('/a/quick').then((answer) => answer.text()),
      () => call('/a/broken'),
      () => call('/a/cut').then((answer) => answer.text().catch(() => {})),
      () => call('/gone/quick'),
      () => call('/a/quick', { method: 'DELETE' }),
      () => call('/a/nowhere'),
      async () => (await stream()).end(),
      () => Promise.all(Array.from({ length: 8 }, () => call('/a/quick').then((answer) => answer.text()))),
    ];
    for (const fate of [...fates, ...fates.toReversed()]) await fate();
    const held: Awaited<ReturnType<typeof stream>>[] = [];
    await until(async () => {
      held.push(await stream());
      return held.filter(({ status }) => status === 200).length === 2;
    });
    for (let at = 0; at < 5; at += 1) expect((await stream()).status).toBe(429);
    // Those that were refused hold none of the three places of the plan.
    const third = await stream('/a/other');
    expect(third.status).toBe(200);
    expect((await stream('/a/other')).status).toBe(429);
    for (const each of [...held, third]) each.end();
  });

  it('counts GraphQL by the operation of the document', async () => {
    const { call } = await opened({ limits: [atOnce(1, ['query'])] });
    const leaving = new AbortController();
    const ask = (query: string) =>
      call('/graph/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: JSON.stringify({ query }),
        signal: leaving.signal,
      });
    const first = ask('{ a }').catch(() => undefined);
    await until(() => upstream.seen.some(({ url }) => url === '/graph'));
    const refused = await ask('{ a }');
    expect([refused.status, JSON.stringify(await refused.json())]).toEqual([
      429,
      expect.stringContaining('Gold allows 1 call at the same time of query'),
    ]);
    const subscribed = upstream.seen.length;
    void ask('subscription { a }').catch(() => undefined);
    await until(() => upstream.seen.length > subscribed);
    leaving.abort();
    await first;
  });

  it('refuses nothing where it only measures: usage tells what it would have refused', async () => {
    const { stream, gateway, writes } = await opened({ limits: [atOnce(1, REPORTS, 'MEASURE')] });
    const streams = [await stream(), await stream()];
    expect(streams.map(({ status }) => status)).toEqual([200, 200]);
    for (const each of streams) each.end();
    /** Codes of the calls that were counted by the minute. */
    const codes = () =>
      writes
        .flatMap((values) => JSON.parse(`${values[MINUTES]}`) as { readonly code: string }[])
        .map(({ code }) => code);
    await until(async () => {
      await gateway.flush();
      return codes().length === 2;
    });
    expect(codes().toSorted()).toEqual(['', 'MEASURED']);
  });
});
