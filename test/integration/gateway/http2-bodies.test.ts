import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  type OutgoingHttpHeaders,
} from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect as handshake } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Certificates } from '../../../src/infrastructure/certificates/certificates.ts';
import type { Tracing } from '../../../src/infrastructure/observability/tracing.ts';
import { selfSigned } from '../../support/certificates.ts';
import { openCollector, tracingTo } from '../../support/collector.ts';
import { until } from '../../support/eventually.ts';
import { type GatewayWorld, openGateway } from '../../support/gateway.ts';
import { FRAME, frameOf, PREFACE, postOf } from '../../support/http2-frames.ts';
import { api, catalog, client, snapshot } from '../../support/snapshot.ts';
import { hostileUpstream, recordingUpstream, type Upstream } from '../../support/upstream.ts';

const REST = '/acme/sandbox/rest/x';
const GRAPHQL = '/acme/sandbox/graph/graphql';
const QUERY = '{"query":"{ a }"}';
const MAX_BYTES = 100;
const LAST_CHUNK = '0\r\n\r\n';
const JSON_TYPE = { 'content-type': 'application/json' };

const folder = mkdtempSync(join(tmpdir(), 'http2-bodies-'));
let certificates: Certificates;
let upstream: Upstream;
beforeAll(async () => {
  const { cert, key } = selfSigned('api.test', { names: 'DNS:api.test' });
  writeFileSync(join(folder, 'api.pem'), `${cert}\n${key}`);
  certificates = await Certificates.read([join(folder, 'api.pem')], () => new Date());
  upstream = await recordingUpstream();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await upstream.close();
});

const closers: (() => unknown)[] = [];
beforeEach(() => {
  upstream.seen.length = 0;
  upstream.answer = (_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":{"a":1}}');
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

type World = GatewayWorld & { readonly session: ClientHttp2Session };

/** A gateway over HTTP/2, whose callers may be silent for so long, and a connection to it. */
async function open({
  idleMs = 60_000,
  upstreamUrl = upstream.url,
  tracing = undefined as Tracing | undefined,
} = {}): Promise<World> {
  const common = { upstreamUrl, security: [], timeouts: { idleMs } };
  const sdl = 'type Query { a: Int }';
  const apis = [
    api({ ...common, basePath: '/rest', maxRequestBytes: null }),
    api({ ...common, basePath: '/small', maxRequestBytes: MAX_BYTES }),
    api({ ...common, basePath: '/graph', kind: 'GRAPHQL', sdl, maxRequestBytes: MAX_BYTES }),
    api({ upstreamUrl, basePath: '/keyed', kind: 'GRAPHQL', sdl }),
  ];
  const clients = [
    client({ key: 'app', plans: { 'customer-1': { name: 'counted', limit: 2, windowSeconds: 60 } } }),
  ];
  const world = await openGateway(snapshot(catalog({ apis, clients })), {
    tls: { certificates, minVersion: 'TLSv1.2', asksClients: false },
    ...(tracing && { tracing }),
  });
  const session = connect(`https://127.0.0.1:${world.port}`, { rejectUnauthorized: false });
  session.on('error', () => {});
  closers.push(world.close, () => session.destroy());
  await once(session, 'connect');
  return { ...world, session };
}

const post = ({ session }: World, path: string, headers: OutgoingHttpHeaders = {}): ClientHttp2Stream =>
  session.request({ ':method': 'POST', ':path': path, ...headers }).on('error', () => {});

async function answerOf(stream: ClientHttp2Stream): Promise<{ status: unknown; body: string }> {
  const [headers] = await once(stream, 'response');
  return { status: headers[':status'], body: await text(stream) };
}

/** The ways in which a body comes: with its length and without, with its head and behind it. */
const ways: readonly [string, (stream: ClientHttp2Stream, body: string) => unknown, hasLength: boolean][] = [
  ['with its length', (stream, body) => stream.end(body), true],
  ['without a length', (stream, body) => stream.end(body), false],
  ['behind its head', (stream, body) => setImmediate(() => setImmediate(() => stream.end(body))), false],
  [
    'in two parts',
    (stream, body) => stream.write(body.slice(0, 3), () => setImmediate(() => stream.end(body.slice(3)))),
    true,
  ],
];

describe.each(ways)('a body over HTTP/2 that comes %s', (_, send, hasLength) => {
  function sent(world: World, path: string, { body = QUERY, headers = {} as OutgoingHttpHeaders } = {}) {
    const length = hasLength ? { 'content-length': Buffer.byteLength(body) } : {};
    const stream = post(world, path, { ...JSON_TYPE, ...length, ...headers });
    send(stream, body);
    return answerOf(stream);
  }

  it('reaches a REST back-end as it is', async () => {
    const world = await open();
    expect((await sent(world, REST)).status).toBe(200);
    expect(upstream.seen).toMatchObject([{ method: 'POST', body: QUERY }]);
    await until(() => world.records.length === 1);
    expect(world.records).toMatchObject([{ method: 'POST', path: REST, status: 200, outcome: 'ANSWERED' }]);
  });

  it('is traced with its call, whose back-end is asked within the trace of the caller', async () => {
    const collector = await openCollector();
    closers.push(collector.close);
    const tracing = tracingTo(collector.url);
    const world = await open({ tracing });
    const [traceId, parentSpanId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
    await sent(world, GRAPHQL, { headers: { traceparent: `00-${traceId}-${parentSpanId}-01` } });
    await until(() => world.records.length === 1);
    await tracing.close();
    expect(collector.spans()).toContainEqual(
      expect.objectContaining({
        name: 'POST /acme/sandbox/graph',
        traceId,
        parentSpanId,
        attributes: expect.objectContaining({ 'url.scheme': 'https', 'http.response.status_code': 200 }),
      }),
    );
    expect(upstream.seen[0]?.headers['traceparent']).toContain(traceId);
  });

  it('is read as a GraphQL document, and counted as a call', async () => {
    const world = await open();
    const path = '/acme/sandbox/keyed/graphql';
    const headers = { 'x-client-id': 'app' };
    const calls = [1, 2, 3].map(() => () => sent(world, path, { headers }));
    const statuses = [];
    for (const call of calls) statuses.push((await call()).status);
    expect(statuses).toEqual([200, 200, 429]);
    expect(upstream.seen.map(({ body }) => body)).toEqual([
      expect.stringContaining('{'),
      expect.stringContaining('{'),
    ]);
    await until(() => world.records.length === 3);
    expect(world.records.map(({ outcome }) => outcome)).toEqual([
      'ANSWERED',
      'ANSWERED',
      'RATE_LIMIT_EXCEEDED',
    ]);
  });

  it.each(['/acme/sandbox/small/x', GRAPHQL])('is refused where it is larger than %s takes', async (path) => {
    const world = await open();
    const { status, body } = await sent(world, path, { body: QUERY.padEnd(MAX_BYTES + 1) });
    expect([status, body]).toEqual([413, expect.stringContaining('REQUEST_TOO_LARGE')]);
    expect(body).toContain(`Send at most ${MAX_BYTES} bytes.`);
    expect(upstream.seen).toEqual([]);
    await until(() => world.records.length === 1);
    expect(world.records).toMatchObject([{ status: 413, outcome: 'REQUEST_TOO_LARGE' }]);
  });
});

describe('a caller over HTTP/2', () => {
  it.each([
    ['nothing of its body', ''],
    ['a part of its body', QUERY.slice(0, 5)],
  ])('that has sent %s is refused with 408 after the idle time of the API', async (_, part) => {
    const world = await open({ idleMs: 300 });
    const stream = post(world, GRAPHQL, { ...JSON_TYPE, 'content-length': QUERY.length });
    if (part !== '') stream.write(part);
    const { status, body } = await answerOf(stream);
    expect([status, body]).toEqual([408, expect.stringContaining('REQUEST_TIMEOUT')]);
    await until(() => world.records.length === 1);
    expect(world.records).toMatchObject([{ outcome: 'REQUEST_TIMEOUT', status: 408 }]);
  });

  it('that gives its upload up ends the request to the back-end; its next call is served', async () => {
    const world = await open();
    let cut = 0;
    upstream.onCut = () => {
      cut += 1;
    };
    // Node's own client would end the body first.
    const options = { host: '127.0.0.1', port: world.port, rejectUnauthorized: false, ALPNProtocols: ['h2'] };
    const socket = handshake(options).on('error', () => {});
    closers.push(() => socket.destroy());
    await once(socket.resume(), 'secureConnect');
    const some = frameOf(FRAME.data, { stream: 1, payload: Buffer.from('some') });
    socket.write(Buffer.concat([PREFACE, postOf(1, REST), some]));
    await until(() => upstream.received === 'some');
    socket.write(
      frameOf(FRAME.reset, { stream: 1, payload: Buffer.from([0, 0, 0, constants.NGHTTP2_CANCEL]) }),
    );
    await until(() => cut === 1);
    await until(() => world.records.length === 1);
    expect(world.records).toMatchObject([{ outcome: 'ABANDONED' }]);
    const all = frameOf(FRAME.data, {
      flags: constants.NGHTTP2_FLAG_END_STREAM,
      stream: 3,
      payload: Buffer.from('all'),
    });
    socket.write(Buffer.concat([postOf(3, REST), all]));
    await until(() => world.records.length === 2);
    expect(world.records[1]).toMatchObject({ outcome: 'ANSWERED', status: 200 });
    expect(upstream.seen).toMatchObject([{ body: 'all' }]);
  });

  it('that gives up a call whose body has come whole ends it', async () => {
    const world = await open();
    let asked: IncomingMessage | undefined;
    upstream.answer = (request) => {
      asked = request;
    };
    const stream = post(world, REST).end('all of it');
    await until(() => asked);
    stream.close(constants.NGHTTP2_CANCEL);
    await until(() => asked?.socket.destroyed);
    await until(() => world.records.length === 1);
    expect(world.records).toMatchObject([{ outcome: 'ABANDONED' }]);
  });

  it('gets the early answer of a back-end while it still sends', async () => {
    const early = await hostileUpstream((socket, _, count) => {
      if (count === 1) socket.write('HTTP/1.1 409 Conflict\r\nContent-Length: 5\r\n\r\nearly');
    });
    closers.push(early.close);
    const world = await open({ upstreamUrl: early.url });
    const stream = post(world, REST);
    stream.write('some');
    expect(await answerOf(stream)).toEqual({ status: 409, body: 'early' });
    await until(() => stream.closed);
    await until(() => world.records.length === 1);
    expect(world.records).toMatchObject([{ outcome: 'ANSWERED', status: 409 }]);
  });

  it('is held back by a slow back-end, which gets every byte in the end', async () => {
    let [taken, tail] = [0, ''];
    const slow = await hostileUpstream((socket, bytes, count) => {
      taken += bytes.length;
      if (count === 1) socket.pause();
      tail = (tail + bytes).slice(-LAST_CHUNK.length);
      if (tail === LAST_CHUNK) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nall');
      goOn = () => socket.resume();
    });
    let goOn = () => {};
    closers.push(slow.close);
    const world = await open({ upstreamUrl: slow.url });
    const stream = post(world, REST);
    const [part, total] = [Buffer.alloc(65_536, 'x'), 64 * 1_024 * 1_024];
    let sent = 0;
    let isHeld = false;
    const fill = () => {
      for (isHeld = false; sent < total && !isHeld; sent += part.length) isHeld = !stream.write(part);
      if (!isHeld) stream.end();
    };
    stream.on('drain', fill);
    fill();
    // Held: looked at again and again, nothing more has gone.
    let [before, stillFor] = [-1, 0];
    await until(() => {
      stillFor = isHeld && sent === before ? stillFor + 1 : 0;
      before = sent;
      return stillFor === 40;
    });
    expect(sent).toBeLessThan(total / 2);
    goOn();
    expect(await answerOf(stream)).toEqual({ status: 200, body: 'all' });
    expect(taken).toBeGreaterThan(total);
  });
});
