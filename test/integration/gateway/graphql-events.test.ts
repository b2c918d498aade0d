import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRateLimits, type RateLimits } from '../../../src/limits/rate-limits.ts';
import { costKeyOf } from '../../../src/snapshot/snapshot.ts';
import { until } from '../../support/eventually.ts';
import { type GatewayWorld, openGateway } from '../../support/gateway.ts';
import { api, catalog, client, snapshot } from '../../support/snapshot.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const sdl = `
  type Item { id: ID }
  type Query { item: Item }
  type Subscription { renamed: Item }`;
const EVENT = 'event: next\ndata: {"data":{"renamed":{"id":"1"}}}\n\n';
const costLimit = { limit: 50, windowSeconds: 3600 };

let upstream: Upstream;
let world: GatewayWorld;
let limits: RateLimits;
/** What the server has under way. */
let stream: ServerResponse | undefined;

beforeAll(async () => {
  limits = createRateLimits();
  upstream = await recordingUpstream();
  const base = { kind: 'GRAPHQL', upstreamUrl: upstream.url, sdl } as const;
  const apis = [
    api({ ...base, id: 'impatient', basePath: '/impatient', timeouts: { idleMs: 300 } }),
    api({ ...base, id: 'patient', basePath: '/patient', timeouts: { idleMs: 2_000 } }),
  ];
  const clients = [client({ key: 'metered', plans: { 'customer-1': { name: 'metered', costLimit } } })];
  world = await openGateway(snapshot(catalog({ apis, clients })), { limits });
});
afterAll(() => Promise.all([world.close(), upstream.close(), limits.close()]));
beforeEach(() => {
  world.records.length = 0;
  upstream.answer = (_, response) => {
    stream = response;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(EVENT);
  };
});
afterEach(() => stream?.destroy());

const subscribe = (name: string, init: RequestInit = {}) =>
  world.call(`/acme/sandbox/${name}/graphql`, {
    method: 'POST',
    body: JSON.stringify({ query: 'subscription { renamed { id } }' }),
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      'x-client-id': 'metered',
      connection: 'close',
    },
    ...init,
  });
const left = async () =>
  (await limits.peek(costKeyOf({ limitKey: 'metered to customer-1:metered' }), costLimit)).remaining;

describe('a stream of events', () => {
  it('of a server that falls silent for longer than the API lets it is cut off, so that it does not look complete', async () => {
    const body = JSON.stringify({ query: 'subscription { renamed { id } }' });
    const head = [
      'POST /acme/sandbox/impatient/graphql HTTP/1.1',
      'Host: a',
      'Content-Type: application/json',
      'Accept: text/event-stream',
      'X-Client-Id: metered',
      `Content-Length: ${body.length}`,
    ];
    const answer = await world.send(`${head.join('\r\n')}\r\n\r\n${body}`);
    expect(answer).toMatch(/^HTTP\/1.1 200 /);
    expect(answer).toContain(EVENT);
    // A chunked answer that is complete ends in an empty chunk.
    expect(answer).not.toMatch(/\r\n0\r\n\r\n$/);
    await until(() => stream?.closed);
    await until(() => world.records.length === 1);
    expect(world.records).toMatchObject([{ status: 200, outcome: 'BACKEND_TIMEOUT' }]);
    expect(world.faults).toEqual([]);
  });

  it('goes on for as long as the server says that it lives, be it for longer than it may be silent', async () => {
    const answer = await subscribe('patient');
    let beats = 0;
    const beat = setInterval(() => {
      beats += 1;
      if (beats < 5) stream?.write(':\n\n');
      else stream?.end('event: complete\n\n');
    }, 500);
    const text = await answer.text().finally(() => clearInterval(beat));
    expect(text).toBe(`${EVENT}${':\n\n'.repeat(4)}event: complete\n\n`);
    await until(() => world.records.at(-1)?.outcome === 'ANSWERED');
  });

  it('is charged once, for what one event costs at most, however many come', async () => {
    const before = await left();
    const answer = await subscribe('patient');
    expect(answer.headers.get('x-graphql-cost')).toBe('2');
    stream?.write(EVENT);
    stream?.end(EVENT);
    expect(await answer.text()).toBe(EVENT.repeat(3));
    await until(() => world.records.at(-1)?.outcome === 'ANSWERED');
    expect(await left()).toBe(before - 2);
  });

  it('that its caller leaves ends at the server too', async () => {
    const gone = new AbortController();
    const answer = await subscribe('patient', { signal: gone.signal });
    expect(new TextDecoder().decode((await answer.body?.getReader().read())?.value)).toBe(EVENT);
    gone.abort();
    await until(() => stream?.closed);
    await until(() => world.records.at(-1)?.outcome === 'ABANDONED');
  });
});
