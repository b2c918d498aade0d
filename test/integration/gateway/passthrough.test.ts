import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { trustedProxies } from '../../../src/http/ingress/client-address.ts';
import { until } from '../../support/eventually.ts';
import { type GatewayWorld, openGateway, problemOf } from '../../support/gateway.ts';
import { api, catalog, client, snapshot } from '../../support/snapshot.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const BASE = '/acme/sandbox/open/v1';
let upstream: Upstream;
let world: GatewayWorld;

beforeAll(async () => {
  upstream = await recordingUpstream();
  world = await openGateway(
    snapshot(
      catalog({
        apis: [
          api({ basePath: '/open/v1', security: [], upstreamUrl: `${upstream.url}/root/?tenant=1` }),
          api({ basePath: '/open', security: [], upstreamUrl: `${upstream.url}/short` }),
          api({ basePath: '/rooted', security: [], upstreamUrl: upstream.url }),
          api({ basePath: '/rooted/tenant', security: [], upstreamUrl: `${upstream.url}/?tenant=1` }),
          api({ basePath: '/keyed', upstreamUrl: upstream.url }),
          api({ basePath: '/lost', security: [], upstreamUrl: 'http://127.0.0.1:9' }),
          api({ basePath: '/private', security: [], upstreamUrl: 'http://169.254.169.254/latest' }),
          api({ basePath: '/homeless', security: [], upstreamUrl: null }),
        ],
        clients: [client({ key: 'old', plans: { 'customer-1': {} } })],
      }),
    ),
  );
});
afterAll(() => Promise.all([world.close(), upstream.close()]));
beforeEach(() => {
  (world.faults as unknown[]).length = 0;
  upstream.seen.length = 0;
  upstream.answer = (_, response) => response.end('{"ok":true}');
});

const get = (target: string, headers = '') =>
  world.send(`GET ${target} HTTP/1.1\r\nHost: gateway.test\r\n${headers}Connection: close\r\n\r\n`);
const statusOf = (answer: string) => Number(answer.split(' ', 2)[1]);

describe('the path of a call', () => {
  it('goes to the API with the longest base path, and there in place of it, behind the query of the target', async () => {
    for (const path of [
      `${BASE}/a%2Fb/c?x=%20&y`,
      BASE,
      '/acme/sandbox/open/v2',
      '/acme/sandbox/open/v11/x?q',
    ])
      expect((await world.call(path)).status).toBe(200);
    expect(upstream.seen.map(({ url }) => url)).toEqual([
      '/root/a%2Fb/c?tenant=1&x=%20&y',
      '/root?tenant=1',
      '/short/v2',
      '/short/v11/x?q',
    ]);
  });

  it('is never empty at the root of a target, whatever query is there', async () => {
    for (const path of ['/rooted', '/rooted?x=1', '/rooted/?x=1', '/rooted/tenant', '/rooted/tenant?x=1'])
      expect((await world.call(`/acme/sandbox${path}`)).status).toBe(200);
    const seen = upstream.seen.map(({ url }) => url);
    expect(seen).toEqual(['/', '/?x=1', '/?x=1', '/?tenant=1', '/?tenant=1&x=1']);
  });

  it('is read once: what needs no encoding is decoded for admission and back-end alike, but never twice', async () => {
    await get('/acme/sandbox/%6fpen/v1/%7Ea%2561');
    expect(upstream.seen.map(({ url }) => url)).toEqual(['/root/~a%2561?tenant=1']);
  });

  it.each([
    ['a dot segment', `${BASE}/../keyed/x`],
    ['an encoded dot segment', `${BASE}/%2e%2E/keyed/x`],
    ['a dot segment between encoded slashes', `${BASE}/x%2f..%2Fkeyed`],
    ['a dot segment behind an encoded backslash', `${BASE}/x%5c..`],
    ['a dot segment with a parameter', `${BASE}/..;a=b/keyed`],
    ['a single dot', `${BASE}/./x`],
    ['a backslash', `${BASE}/..\\keyed`],
    ['a fragment', `${BASE}/x#y`],
    ['an encoded control character', `${BASE}/x%00`],
    ['a broken encoding', `${BASE}/x%zz`],
    ['bytes above ASCII', `${BASE}/\xe9`],
    ['absolute form', `http://evil.test${BASE}/x`],
    ['a space', `${BASE}/a b`],
  ])('is refused with 400 when it has %s, and no back-end sees it', async (_, target) => {
    expect(statusOf(await get(target))).toBe(400);
    expect(upstream.seen).toEqual([]);
  });

  it('is refused with 414 above 8 KiB', async () => {
    expect(statusOf(await get(`${BASE}/${'x'.repeat(9_000)}`))).toBe(414);
  });

  it('under no API goes on to the rest of the listener, which says 404', async () => {
    for (const path of [
      '/',
      '/acme',
      '/acme/sandbox',
      '/acme/sandbox/',
      '/acme/sandbox/native/oauth2/token',
      '/x/y/z',
    ])
      expect(await problemOf(await world.call(path))).toMatchObject({ status: 404, code: 'API_NOT_FOUND' });
    expect(statusOf(await get(`/acme/sandbox//open/v1`))).toBe(404);
  });
});

describe('what parsers read differently', () => {
  it.each([
    ['two Host headers', `GET ${BASE} HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n`],
    ['a Host that is none', `GET ${BASE} HTTP/1.1\r\nHost: a@b/c\r\n\r\n`],
    [
      'a list of transfer codings',
      `POST ${BASE} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['chunks in HTTP/1.0', `POST ${BASE} HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    [
      'a length and chunks',
      `POST ${BASE} HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['a folded header', `GET ${BASE} HTTP/1.1\r\nHost: a\r\nX: 1\r\n 2\r\n\r\n`],
  ])('is refused with 400: %s', async (_, bytes) => {
    const answer = world.send(bytes.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    expect(statusOf(await answer)).toBe(400);
    expect(upstream.seen).toEqual([]);
  });

  it('is refused with 431: more than 100 headers, or more than 16 KiB of them; with 405: TRACE', async () => {
    expect(statusOf(await get(BASE, 'X-A: 1\r\n'.repeat(101)))).toBe(431);
    expect(statusOf(await get(BASE, `X-A: ${'x'.repeat(17_000)}\r\n`))).toBe(431);
    const traced = await world.send(`TRACE ${BASE} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    expect(traced).toMatch(/^HTTP\/1.1 405 .*\r\nAllow: GET, HEAD/s);
  });
});

describe('the headers of a call', () => {
  it('lose what is of one connection only, and what nobody but the gateway may say', async () => {
    await get(
      `${BASE}/x`,
      [
        'X-Kept: 1',
        'X-Kept: 2',
        'Keep-Alive: 5',
        'Proxy-Authorization: secret',
        'TE: trailers',
        'X-Named: 1',
        'Connection: X-Named',
        'X-Forwarded-For: 6.6.6.6',
        'X-Forwarded-Port: 1',
        'X_Forwarded_Host: evil.test',
        'X-Forwarded-Host: evil.test',
        'X-Forwarded-Proto: https',
        'Forwarded: for=6.6.6.6',
        'X-Real-IP: 6.6.6.6',
        'X-Original-URL: /admin',
        'X-Request-Id: no id that is fit for a log',
        'Expect: 100-continue',
        'Upgrade: h2c',
        '',
      ].join('\r\n'),
    );
    const { headers = {}, rawHeaders = [] } = upstream.seen[0] ?? {};
    expect(headers).toMatchObject({
      host: new URL(upstream.url).host,
      'x-kept': '1, 2',
      'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': 'gateway.test',
      'x-forwarded-proto': 'http',
      forwarded: 'for="127.0.0.1";host="gateway.test";proto=http',
    });
    expect(rawHeaders).toContain('X-Kept');
    for (const name of ['te', 'x-named', 'x-real-ip', 'x-original-url', 'upgrade', 'x_forwarded_host'])
      expect(headers).not.toHaveProperty(name);
    for (const name of ['proxy-authorization', 'keep-alive', 'x-forwarded-port', 'expect'])
      expect(headers).not.toHaveProperty(name);
  });

  it('tell where a call came from, as far as the trusted proxies before this one say it', async () => {
    const trusting = await openGateway(
      snapshot(catalog({ apis: [api({ basePath: '/open/v1', security: [], upstreamUrl: upstream.url })] })),
      { isTrustedProxy: trustedProxies(['127.0.0.0/8', '10.0.0.0/8']) },
    );
    const told = async (headers: Record<string, string>) => {
      await trusting.call(`${BASE}/x`, { headers });
      const { headers: seen = {} } = upstream.seen.at(-1) ?? {};
      return ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded'].map(
        (name) => seen[name],
      );
    };
    const { host } = new URL(trusting.url);
    expect(
      await told({
        'x-forwarded-for': '6.6.6.6, 2001:db8::7, 10.0.0.2',
        'x-forwarded-host': 'api.acme.test',
        'x-forwarded-proto': 'https',
        forwarded: 'for=6.6.6.6',
      }),
    ).toEqual([
      '2001:db8::7, 10.0.0.2, 127.0.0.1',
      'api.acme.test',
      'https',
      'for="[2001:db8::7]";host="api.acme.test";proto=https, for="10.0.0.2", for="127.0.0.1"',
    ]);
    const unfit = {
      'x-forwarded-for': '192.0.2.7',
      'x-forwarded-host': 'a"b',
      'x-forwarded-proto': 'gopher',
    };
    expect(await told(unfit)).toEqual([
      '192.0.2.7, 127.0.0.1',
      host,
      'http',
      `for="192.0.2.7";host="${host}";proto=http, for="127.0.0.1"`,
    ]);
    const withoutAddress = { 'x-forwarded-host': 'api.acme.test', 'x-forwarded-proto': 'https' };
    expect(await told(withoutAddress)).toEqual([
      '127.0.0.1',
      'api.acme.test',
      'https',
      'for="127.0.0.1";host="api.acme.test";proto=https',
    ]);
    await trusting.close();
  });

  it('carry a request id, the caller’s own where it is fit, on the way there and on every answer', async () => {
    const idOf = async (given: string, path = `${BASE}/x`) => {
      const answer = await world.call(path, { headers: { 'x-request-id': given } });
      return answer.headers.get('x-request-id');
    };
    expect(await idOf('my-id_1')).toBe('my-id_1');
    expect(upstream.seen[0]?.headers['x-request-id']).toBe('my-id_1');
    expect(await idOf('my id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await idOf('my-id_2', '/acme/sandbox/keyed')).toBe('my-id_2');
    expect(await idOf('my-id_3', '/nowhere')).toBe('my-id_3');
  });

  it('of the answer are passed on in their order and case, repeated ones repeated', async () => {
    upstream.answer = (_, response) => {
      response.writeHead(200, [
        'Set-Cookie',
        'a=1',
        'X-Case',
        'y',
        'set-cookie',
        'b=2',
        'Connection',
        'X-Hop',
        'Connection',
        'X-Other',
        'X-Hop',
        '1',
        'X-Request-Id',
        'theirs',
      ]);
      response.end('x');
    };
    const answer = await world.call(`${BASE}/x`, { headers: { 'x-request-id': 'ours' } });
    expect(answer.headers.getSetCookie()).toEqual([`a=1; Path=${BASE}`, `b=2; Path=${BASE}`]);
    expect(answer.headers.get('x-hop')).toBeNull();
    expect(answer.headers.get('x-request-id')).toBe('ours');
  });
});

describe('the answer of a back-end', () => {
  it('is passed on with its status, redirects too', async () => {
    upstream.answer = (_, response) => response.writeHead(302, { location: 'http://elsewhere.test/' }).end();
    const answer = await world.call(`${BASE}/x`);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, 'http://elsewhere.test/']);
  });

  it('keeps the length of a HEAD, and has no body with 204 and 304', async () => {
    upstream.answer = (request, response) =>
      response.writeHead(Number(request.url?.slice(6, 9)), { 'content-length': '11' }).end();
    const head = await world.call(`${BASE}/200`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '11']);
    expect((await world.call(`${BASE}/304`)).status).toBe(304);
    upstream.answer = (_, response) => response.writeHead(204).end();
    expect((await world.call(`${BASE}/204`)).status).toBe(204);
    expect(world.faults).toEqual([]);
  });

  it('begins before its body does, as server-sent events need it', async () => {
    let send: (text: string) => void = () => {};
    upstream.answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      send = (text) => response.end(text);
    };
    const answer = await world.call(`${BASE}/x`);
    expect(answer.status).toBe(200);
    send('data: 1\n\n');
    expect(await answer.text()).toBe('data: 1\n\n');
  });

  it('has its early hints passed on', async () => {
    upstream.answer = (_, response) => {
      response.writeEarlyHints({ link: '</a.css>; rel=preload' });
      response.end('x');
    };
    expect(await get(`${BASE}/x`)).toMatch(
      /^HTTP\/1.1 103 Early Hints\r\nLink: <\/a.css>.*HTTP\/1.1 200 OK/s,
    );
  });
});

describe('bodies', () => {
  it('stream there: the back-end sees each part before the next is sent', async () => {
    const { readable: body, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    upstream.answer = (_, response) => response.end('done');
    const init = { method: 'POST', body, duplex: 'half' };
    const answer = world.call(`${BASE}/x`, init);
    await writer.write(Buffer.from('one '));
    await until(() => upstream.received === 'one ');
    await writer.write(Buffer.from('two'));
    await writer.close();
    expect(await (await answer).text()).toBe('done');
    expect(upstream.seen[0]).toMatchObject({ method: 'POST', body: 'one two' });
    expect(upstream.seen[0]?.headers['transfer-encoding']).toBe('chunked');
  });

  it('keep the length that the caller told', async () => {
    await world.call(`${BASE}/x`, { method: 'PUT', body: 'twelve bytes' });
    expect(upstream.seen[0]?.headers['content-length']).toBe('12');
    expect(upstream.seen[0]?.body).toBe('twelve bytes');
  });

  it('wait for each other: a slow caller holds a fast back-end back, and gets every byte', async () => {
    const total = 64 * 1024 * 1024;
    let sent = 0;
    upstream.answer = (_, response) => {
      const part = Buffer.alloc(64 * 1024, 'x');
      const fill = () => {
        while (sent < total) {
          sent += part.length;
          if (!response.write(part)) return void response.once('drain', fill);
        }
        response.end();
      };
      fill();
    };
    const answer = await world.call(`${BASE}/x`);
    const reader = answer.body?.getReader();
    await reader?.read();
    await until(() => sent > 0);
    const early = sent;
    expect(early).toBeLessThan(total / 2);
    let received = 0;
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
      received += part.value.length;
    expect(received).toBeGreaterThan(total - 1024 * 1024);
    expect(sent).toBe(total);
  });

  it('wait for each other: a slow back-end holds a fast caller back, and gets every byte', async () => {
    const total = 64 * 1024 * 1024;
    let taken = 0;
    let go = () => {};
    const server = createServer((request, response) => {
      request.once('readable', () => {
        go = () => request.on('data', (part) => (taken += part.length));
      });
      request.on('end', () => response.end('all'));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const slow = api({ basePath: '/slow', security: [], upstreamUrl: `http://127.0.0.1:${port}` });
    const own = await openGateway(snapshot(catalog({ apis: [slow] })));
    const caller = httpRequest(`${own.url}/acme/sandbox/slow/x`, { method: 'POST' });
    const part = Buffer.alloc(64 * 1024, 'x');
    let sent = 0;
    let isHeld = false;
    const fill = () => {
      isHeld = false;
      for (; sent < total; sent += part.length)
        if (!caller.write(part)) {
          sent += part.length;
          isHeld = true;
          return;
        }
      caller.end();
    };
    caller.on('drain', fill);
    fill();
    // Held: looked at again and again, nothing more has gone.
    let [before, stillFor] = [-1, 0];
    await until(() => {
      stillFor = isHeld && sent === before ? stillFor + 1 : 0;
      before = sent;
      return stillFor === 40;
    });
    expect(sent).toBeLessThan(total / 2);
    go();
    const [answer] = await once(caller, 'response');
    expect(answer.statusCode).toBe(200);
    expect(taken).toBe(total);
    answer.resume();
    server.closeAllConnections();
    server.close();
    await own.close();
  });

  it('are asked for with 100 Continue once the call is admitted, and not before', async () => {
    const expecting = (path: string) =>
      new Promise<string[]>((resolve) => {
        const events: string[] = [];
        const request = httpRequest(`${world.url}${path}`, {
          method: 'POST',
          headers: { expect: '100-continue', 'content-length': '2', connection: 'close' },
        });
        request.on('continue', () => {
          events.push('100');
          request.end('ok');
        });
        request.on('response', (response) => {
          events.push(`${response.statusCode}`);
          response.resume().on('end', () => resolve(events));
        });
        request.flushHeaders();
      });
    expect(await expecting(`${BASE}/x`)).toEqual(['100', '200']);
    expect(upstream.seen[0]?.body).toBe('ok');
    expect(await expecting('/acme/sandbox/keyed/x')).toEqual(['401']);
  });

  it('that nobody wants do not keep a refused caller’s connection for long', async () => {
    const answer = await world.send(
      'POST /acme/sandbox/keyed/x HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\nbegun',
    );
    expect(statusOf(answer)).toBe(401);
  });
});

describe('what is not passed on', () => {
  it('is a WebSocket, which is refused with 501 rather than left to hang', async () => {
    const answer = await get(`${BASE}/x`, 'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n');
    expect(answer).toMatch(
      /^HTTP\/1.1 501 .*"detail":"WebSockets are not passed on: use HTTP.","code":"NOT_YET_SUPPORTED"/s,
    );
    expect(upstream.seen).toEqual([]);
  });

  it('are trailers, neither way: the body is whole without them', async () => {
    upstream.answer = (_, response) => {
      response.writeHead(200, { trailer: 'X-Sum' });
      response.write('body');
      response.addTrailers({ 'X-Sum': '1' });
      response.end();
    };
    const answer = await world.send(
      `POST ${BASE}/x HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTrailer: X-Sum\r\n` +
        'Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nX-Sum: 1\r\n\r\n',
    );
    expect(answer).toMatch(/\r\n\r\n4\r\nbody\r\n0\r\n\r\n$/);
    expect(answer).not.toMatch(/x-sum/i);
    expect(upstream.seen[0]).toMatchObject({ body: 'abc' });
    expect(upstream.seen[0]?.rawHeaders).not.toContain('Trailer');
  });

  it('but bytes above ASCII in headers are, both ways', async () => {
    upstream.answer = (request, response) =>
      response.writeHead(200, { 'X-Back': request.headers['x-name'] }).end();
    expect(await get(`${BASE}/x`, 'X-Name: \xe9\xff\r\n')).toMatch(/\r\nX-Back: \xe9\xff\r\n/);
  });
});

describe('a caller that leaves', () => {
  it('takes the request to the back-end along', async () => {
    let closed = false;
    upstream.answer = (request) => request.socket.once('close', () => (closed = true));
    const controller = new AbortController();
    const answer = world.call(`${BASE}/x`, { signal: controller.signal });
    await until(() => upstream.seen.length === 1);
    controller.abort();
    await expect(answer).rejects.toThrow();
    await until(() => closed);
    await until(() => world.records.some(({ outcome }) => outcome === 'ABANDONED'));
    expect(world.faults).toEqual([]);
  });
});

describe('a back-end that cannot be reached', () => {
  it.each(['/acme/sandbox/lost', '/acme/sandbox/private', '/acme/sandbox/homeless'])(
    'is told as 502 without its address: %s',
    async (path) => {
      const answer = await world.call(path);
      const text = await answer.clone().text();
      expect(await problemOf(answer)).toMatchObject({ status: 502, code: 'BACKEND_UNREACHABLE' });
      expect(text).not.toMatch(/127\.0\.0\.1|169\.254|ECONN/);
    },
  );
});
