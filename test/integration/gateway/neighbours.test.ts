import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { trustedProxies } from '../../../src/http/ingress/client-address.ts';
import { until } from '../../support/eventually.ts';
import { openGateway, problemOf } from '../../support/gateway.ts';
import { api, byKey, catalog, client, type Plan, snapshot } from '../../support/snapshot.ts';
import { recordingUpstream } from '../../support/upstream.ts';

const closers: (() => Promise<unknown>)[] = [];
// The clock of calls under way; what waits on sockets goes on as ever.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  vi.useRealTimers();
});
const seconds = (count: number) => vi.advanceTimersByTime(count * 1_000);

type ApiParts = Parameters<typeof api>[0];

/** Two orgs with an API each, of the same name, whose back-end is the same; it answers all but `/slow` and `/stream`. */
async function neighbours({ eve = {}, plan = {} }: { eve?: ApiParts; plan?: Plan } = {}) {
  const upstream = await recordingUpstream();
  upstream.answer = ({ url }, response) => {
    if (url === '/stream') response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n');
    else if (url === '/large') response.end(Buffer.alloc(30_000_000));
    else if (url !== '/slow') response.end('ok');
  };
  const open = { basePath: '/open', security: [], upstreamUrl: upstream.url };
  const clients = [client({ key: 'app', plans: { 'customer-1': plan } })];
  const world = await openGateway(
    snapshot(
      catalog({ path: '/eve/sandbox', clients, apis: [api({ ...open, security: [byKey()], ...eve })] }),
      catalog({ path: '/vic/sandbox', apis: [api(open)] }),
    ),
    {
      callerBounds: { minBodyRate: 500, anonymousCallsMax: 2 },
      isTrustedProxy: trustedProxies(['127.0.0.0/8']),
    },
  );
  const headers = { 'x-client-id': 'app' };
  const eves = (path: string, init: RequestInit = {}) =>
    world.call(`/eve/sandbox/open${path}`, { ...init, headers: { ...headers, ...init.headers } });
  const vics = async () => (await world.call('/vic/sandbox/open/quick')).status;
  closers.push(upstream.close, world.close);
  return { ...world, upstream, eves, vics };
}

/** Begins to send, and gives what comes back. */
function begin(port: number, text: string) {
  const received = { text: '', isOver: false };
  const socket = connect(port, '127.0.0.1', () => socket.write(text));
  socket.on('data', (part) => (received.text += part));
  socket.on('error', () => {});
  socket.on('close', () => (received.isOver = true));
  closers.push(async () => socket.destroy());
  return { received, socket };
}

const UPLOAD =
  'POST /eve/sandbox/open/x HTTP/1.1\r\nHost: a\r\nX-Client-Id: app\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n';

describe('an org whose API shares its back-end with the API of another', () => {
  it('is served while the calls of the other, which gives its answers no time, all come too late', async () => {
    const { eves, vics, gateway } = await neighbours({ eve: { timeouts: { answerMs: 100 } } });
    const slow = await Promise.all(Array.from({ length: 40 }, () => eves('/slow')));
    expect(slow.filter(({ status }) => status !== 504 && status !== 503)).toEqual([]);
    expect((await problemOf(await eves('/slow'))).code).toBe('BACKEND_UNAVAILABLE');
    for (let n = 0; n < 20; n += 1) expect(await vics()).toBe(200);
    expect(gateway.metrics().backendsLeftAlone).toBe(1);
  });

  it('is served while 128 slow uploads occupy the other, and these end with 408', async () => {
    const { port, upstream, vics } = await neighbours();
    const uploads = Array.from({ length: 128 }, () => begin(port, UPLOAD).received);
    await until(() => upstream.connections === 128);
    for (let n = 0; n < 20; n += 1) expect(await vics()).toBe(200);
    seconds(11);
    await until(() => uploads.every(({ isOver }) => isOver));
    for (const { text } of uploads) {
      expect(text).toMatch(/^HTTP\/1.1 408 /);
      expect(text).toContain('"code":"REQUEST_TIMEOUT"');
      expect(text).toContain('Send bodies, and take answers, at 500 bytes a second or faster.');
    }
  });
});

describe('a subscription', () => {
  it('has as many calls under way as its plan says, event streams among them; any more are refused with 429', async () => {
    const { eves, vics } = await neighbours({ plan: { maxConcurrentCalls: 2 } });
    const [leaving, staying] = [new AbortController(), new AbortController()];
    await eves('/stream', { signal: leaving.signal });
    await eves('/stream', { signal: staying.signal });
    const refused = await eves('/quick');
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(await problemOf(refused)).toEqual({
      status: 429,
      bodyStatus: 429,
      code: 'CONCURRENCY_EXCEEDED',
      detail: 'Gold allows 2 calls at the same time: wait until one of them has ended.',
    });
    expect(await vics()).toBe(200);
    leaving.abort();
    await until(async () => (await eves('/quick')).status === 200);
    staying.abort();
  });
});

describe('an address that calls open APIs', () => {
  it('has as many calls of an org under way as ANONYMOUS_CALLS_MAX says; other addresses and orgs go on', async () => {
    const { call } = await neighbours({ eve: { security: [] } });
    const streams = new AbortController();
    const from = (address: string, path: string) =>
      call(path, { headers: { 'x-forwarded-for': address }, signal: streams.signal });
    for (let n = 0; n < 2; n += 1) await from('8.8.8.8', '/eve/sandbox/open/stream');
    const refused = await from('8.8.8.8', '/eve/sandbox/open/quick');
    expect(await problemOf(refused)).toEqual({
      status: 429,
      bodyStatus: 429,
      code: 'CONCURRENCY_EXCEEDED',
      detail: 'One address may have 2 calls of open APIs at the same time: wait until one of them has ended.',
    });
    expect((await from('9.9.9.9', '/eve/sandbox/open/quick')).status).toBe(200);
    expect((await from('8.8.8.8', '/vic/sandbox/open/quick')).status).toBe(200);
    streams.abort();
  });
});

describe('a call', () => {
  it('that has taken as long as its API lets it is refused with 408', async () => {
    const { eves, upstream } = await neighbours({ eve: { timeouts: { callMs: 5_000 } } });
    const answer = eves('/slow');
    await until(() => upstream.seen.length === 1);
    seconds(5);
    expect(await problemOf(await answer)).toEqual({
      status: 408,
      bodyStatus: 408,
      code: 'REQUEST_TIMEOUT',
      detail: 'A call of this API may take 5 seconds.',
    });
  });

  it('is cut off then where its answer has begun, be it a stream of events', async () => {
    const { eves } = await neighbours({ eve: { timeouts: { callMs: 5_000 } } });
    const answer = await eves('/stream');
    seconds(4);
    expect(answer.status).toBe(200);
    const body = answer.text();
    seconds(1);
    await expect(body).rejects.toThrow();
  });

  it('goes on while its body comes at the least rate, and while its caller waits for the back-end', async () => {
    const { port, upstream } = await neighbours();
    const { received, socket } = begin(port, UPLOAD);
    await until(() => upstream.received === 'x');
    for (let n = 1; n <= 3; n += 1) {
      seconds(5);
      const before = upstream.received.length;
      socket.write(`1400\r\n${'x'.repeat(0x1400)}\r\n`);
      await until(() => upstream.received.length > before);
    }
    socket.write('0\r\n\r\n');
    await until(() => received.text.endsWith('ok'));
    expect(received.text).toMatch(/^HTTP\/1.1 200 /);
  });

  it('ends where its caller takes an answer too slowly', async () => {
    const { port, records } = await neighbours();
    const { socket } = begin(
      port,
      'GET /eve/sandbox/open/large HTTP/1.1\r\nHost: a\r\nX-Client-Id: app\r\n\r\n',
    );
    socket.pause();
    // How much the operating system holds for it is not known.
    await until(() => {
      seconds(60);
      return records.length === 1;
    });
    expect(records).toMatchObject([{ outcome: 'REQUEST_TIMEOUT', status: 200 }]);
  });
});
