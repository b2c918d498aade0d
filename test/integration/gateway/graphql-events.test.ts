import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RateLimits } from '../../../src/infrastructure/limits/calls/rate-limits.ts';
import { until } from '../../support/eventually.ts';
import { type GatewayWorld, openGateway } from '../../support/gateway.ts';
import { api, catalog, client, snapshot } from '../../support/snapshot.ts';
import { testLimits } from '../../support/test-limits.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const sdl = `
  type Item { id: ID }
  type Half @cost(weight: "0.5") { id: ID }
  type Query { item: Item }
  type Subscription { renamed: Item halved: Half }`;
const EVENT = 'event: next\ndata: {"data":{"renamed":{"id":"1"}}}\n\n';
const costLimit = { limit: 50, windowSeconds: 3600 };

let upstream: Upstream;
let world: GatewayWorld;
let limits: RateLimits;
/** What the server has under way. */
let stream: ServerResponse | undefined;

beforeAll(async () => {
  limits = testLimits();
  upstream = await recordingUpstream();
  const base = { kind: 'GRAPHQL', upstreamUrl: upstream.url, sdl } as const;
  const apis = [
    api({ ...base, id: 'impatient', basePath: '/impatient', timeouts: { idleMs: 300 } }),
    api({ ...base, id: 'patient', basePath: '/patient', timeouts: { idleMs: 2_000 } }),
  ];
  const limited = (key: string, limit: number) =>
    client({ key, plans: { 'customer-1': { name: key, costLimit: { ...costLimit, limit } } } });
  const clients = [limited('metered', 50), limited('poor', 5), limited('asking', 10)];
  const { refund } = limits;
  const consume: RateLimits['consume'] = (key, ...counted) => {
    const standing = limits.consume(key, ...counted);
    return key.startsWith('asking') ? Promise.resolve(standing) : standing;
  };
  world = await openGateway(snapshot(catalog({ apis, clients })), {
    limits: { consume, prepare() {}, refund },
  });
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

const headers = {
  'content-type': 'application/json',
  accept: 'text/event-stream',
  'x-client-id': 'metered',
  connection: 'close',
};
const subscribe = (name: string, init: RequestInit = {}) =>
  world.call(`/acme/sandbox/${name}/graphql`, {
    method: 'POST',
    body: JSON.stringify({ query: 'subscription { renamed { id } }' }),
    headers,
    ...init,
  });
const left = async () => (await limits.peek('metered to customer-1:metered:cost', costLimit)).remaining;

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

  it('is charged for each event what it cost, however they come, and for nothing that only keeps it alive', async () => {
    const before = await left();
    const answer = await subscribe('patient');
    expect(answer.headers.get('x-graphql-cost')).toBe('2');
    expect(upstream.seen.at(-1)?.headers).toMatchObject({
      accept: 'text/event-stream',
      'accept-encoding': 'identity',
    });
    const none = 'event: next\r\ndata: {"data":\r\ndata: {"renamed":null}}\r\n\r\n';
    const rest = `${EVENT}:\n\n${none}event: complete\ndata:\n\n`;
    for (const byte of rest) stream?.write(byte);
    stream?.end();
    expect(await answer.text()).toBe(EVENT + rest);
    await until(() => world.records.at(-1)?.outcome === 'ANSWERED');
    // Two of 2, and one of 1: of the subscription itself there is an object in each.
    expect(await left()).toBe(before - 5);
  });

  it('is charged whole points for each event: of a part of one, all of it', async () => {
    const before = await left();
    const event = 'event: next\ndata: {"data":{"halved":{"id":"1"}}}\n\n';
    upstream.answer = (_, response) =>
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(event.repeat(2));
    const body = JSON.stringify({ query: 'subscription { halved { id } }' });
    const answer = await subscribe('patient', { body });
    expect([answer.headers.get('x-graphql-cost'), await answer.text()]).toEqual(['1.5', event.repeat(2)]);
    expect(await left()).toBe(before - 4);
  });

  it('ends with the refusal, at the server too, before the event that its window has no room for', async () => {
    const answer = await subscribe('patient', { headers: { ...headers, 'x-client-id': 'poor' } });
    stream?.write(EVENT.repeat(5));
    const text = await answer.text();
    expect(text.startsWith(`${EVENT.repeat(2)}event: next\ndata: {"errors":[`)).toBe(true);
    expect(text.endsWith('}]}\n\nevent: complete\ndata:\n\n')).toBe(true);
    const { errors } = JSON.parse(text.split('data: ')[3]?.split('\n')[0] ?? '');
    expect(errors[0]).toMatchObject({
      message: expect.stringContaining('The next event costs 2, and of the 5 that'),
      extensions: { code: 'GRAPHQL_COST_LIMIT_EXCEEDED', status: 429 },
    });
    await until(() => stream?.closed);
    await until(() => world.records.at(-1)?.outcome === 'GRAPHQL_COST_LIMIT_EXCEEDED');
    expect(world.faults).toEqual([]);
  });

  it('is charged by what is shared, too, where that has to be asked', async () => {
    const answer = await subscribe('patient', { headers: { ...headers, 'x-client-id': 'asking' } });
    stream?.end(EVENT.repeat(9));
    expect((await answer.text()).split(EVENT)).toHaveLength(5 + 1);
    const limit = { ...costLimit, limit: 10 };
    const standing = await limits.peek('asking to customer-1:asking:cost', limit);
    expect(standing.remaining).toBe(0);
  });

  it('passes in no form whose events cannot be read, and in one that says of its coding none', async () => {
    const begin = (head: Record<string, string>) => {
      upstream.answer = (_, response) => {
        stream = response;
        response.writeHead(200, { 'content-type': 'text/event-stream', ...head }).write(EVENT);
      };
    };
    const unread: Record<string, string>[] = [
      { 'content-encoding': 'gzip' },
      { 'content-type': 'multipart/mixed; boundary="-"' },
    ];
    for (const head of unread) {
      begin(head);
      const answer = await subscribe('patient');
      expect([answer.status, (await answer.json()).errors[0].extensions.code]).toEqual([
        502,
        'BACKEND_ANSWER_INVALID',
      ]);
      await until(() => stream?.closed);
    }
    begin({ 'content-encoding': 'none' });
    const before = await left();
    const answer = await subscribe('patient');
    stream?.end(EVENT);
    await answer.text();
    expect(await left()).toBe(before - 4);
  });

  it('is given in no form whose events cannot be told apart', async () => {
    const answer = await subscribe('patient', { headers: { ...headers, accept: 'multipart/mixed' } });
    expect([answer.status, (await answer.json()).errors[0].message]).toEqual([
      406,
      'A subscription is answered event by event: accept text/event-stream.',
    ]);
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
