import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../../support/eventually.ts';
import { type GatewayWorld, openGateway } from '../../support/gateway.ts';
import { api, catalog, snapshot } from '../../support/snapshot.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const PATH = '/acme/sandbox/open/a';
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';
const VALID = `00-${TRACE}-${SPAN}-01`;

let upstream: Upstream;
let world: GatewayWorld;

beforeAll(async () => {
  upstream = await recordingUpstream();
  const open = api({ basePath: '/open', security: [], upstreamUrl: upstream.url });
  world = await openGateway(snapshot(catalog({ apis: [open] })));
});
afterAll(() => Promise.all([world.close(), upstream.close()]));
beforeEach(() => {
  upstream.answer = (_, response) => response.end('{}');
  upstream.seen.length = 0;
  world.records.length = 0;
});

/** What the back-end and the access record got of a call with these headers. */
async function passed(headers: Record<string, string>) {
  expect((await world.call(PATH, { headers })).status).toBe(200);
  await until(() => world.records.length === 1);
  const { traceparent, tracestate } = upstream.seen[0]?.headers ?? {};
  return { traceparent, tracestate, traceId: world.records[0]?.traceId };
}

describe('the W3C trace context of a call', () => {
  it.each([VALID, `00-${TRACE}-${SPAN}-00`, `cc-${TRACE}-${SPAN}-01`, `cc-${TRACE}-${SPAN}-01-later`])(
    'reaches the back-end as it came, with its state, and is recorded: %s',
    async (traceparent) => {
      const tracestate = 'rojo=00f067aa0ba902b7,congo=t61rcWkgMzE';
      expect(await passed({ traceparent, tracestate })).toEqual({ traceparent, tracestate, traceId: TRACE });
    },
  );

  it.each([
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `ff-${TRACE}-${SPAN}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
    `cc-${TRACE}-${SPAN}-01.later`,
    `${VALID}, ${VALID}`,
    'nonsense',
  ])('goes no further where it is wrong, nor does its state: %s', async (traceparent) => {
    const nothing = { traceparent: undefined, tracestate: undefined, traceId: undefined };
    expect(await passed({ traceparent, tracestate: 'rojo=1' })).toEqual(nothing);
  });

  it('is no state alone, and none is made up', async () => {
    const nothing = { traceparent: undefined, tracestate: undefined, traceId: undefined };
    expect(await passed({ tracestate: 'rojo=1' })).toEqual(nothing);
  });
});

describe("a call's id", () => {
  it.each(['mine_1-A', 'a'.repeat(64)])("is the caller's where it is fit: %s", async (id) => {
    const answer = await world.call(PATH, { headers: { 'x-request-id': id } });
    expect([answer.headers.get('x-request-id'), upstream.seen[0]?.headers['x-request-id']]).toEqual([id, id]);
  });

  it.each(['', 'a'.repeat(65), 'a b', 'a,b', '{"a":1}'])('is made where it is not: %j', async (id) => {
    const answer = await world.call(PATH, { headers: { 'x-request-id': id } });
    const made = answer.headers.get('x-request-id');
    expect(made).toMatch(/^[0-9a-f-]{36}$/);
    expect(upstream.seen[0]?.headers['x-request-id']).toBe(made);
  });
});

describe('compression is between caller and back-end:', () => {
  const text = 'what is said again and again '.repeat(200);
  it.each([
    ['gzip', gzipSync(text)],
    ['br', brotliCompressSync(text)],
  ])('%s passes with its length, and is read at the other end', async (coding, bytes) => {
    upstream.answer = (_, response) =>
      response.writeHead(200, { 'Content-Encoding': coding, 'Content-Length': bytes.length }).end(bytes);
    const answer = await world.call(PATH, { headers: { 'accept-encoding': coding } });
    expect(upstream.seen[0]?.headers['accept-encoding']).toBe(coding);
    expect(answer.headers.get('content-encoding')).toBe(coding);
    expect(answer.headers.get('content-length')).toBe(`${bytes.length}`);
    expect(await answer.text()).toBe(text);
  });
});
