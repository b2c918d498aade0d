import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type {
  BodySource,
  ExchangeControl,
  UpstreamRequest,
} from '../../../src/infrastructure/outbound/upstream/exchange.ts';
import { UpstreamPools } from '../../../src/infrastructure/outbound/upstream/upstreams.ts';
import { until } from '../../support/eventually.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function world(listener: RequestListener) {
  const ports = new Set<number | undefined>();
  const server = createServer((request, response) => {
    ports.add(request.socket.remotePort);
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const upstreams = new UpstreamPools((_, { onBytes, opened }) => {
    const socket = connect(port, '127.0.0.1', () => opened(null, socket)).on('data', onBytes);
  });
  closers.push(
    () => upstreams.destroy(),
    () => server.closeAllConnections(),
    () => server.close(),
  );

  function send(parts: Partial<UpstreamRequest> = {}) {
    const request = { method: 'GET', path: '/', headers: ['Host', 'a'], body: null, ...parts };
    let giveUp = (_reason: Error) => {};
    const answer = new Promise<{ status: number; body: string }>((resolve, reject) => {
      const got = { status: 0, body: '' };
      const receiver = {
        onSent() {},
        onHead(status: number) {
          got.status = status;
        },
        onData(chunk: Buffer) {
          got.body += chunk;
        },
        onEnd: () => resolve(got),
        onError: reject,
      };
      const waiting = upstreams.send(
        'http://a',
        { owner: { org: 'a', api: 'a' }, connectMs: 5_000, answerMs: 5_000, idleMs: 5_000, ...request },
        receiver,
      );
      giveUp = (reason) => waiting?.giveUp(reason);
    });
    return { answer, giveUp };
  }
  return { send, ports, upstreams };
}

describe('connections to a back-end', () => {
  it('are read on only after a rest where it sends chunks of one byte; what it sends is told whole', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
    closers.push(() => vi.useRealTimers());
    const letters = 'abcdefghijklmnopqrstuvwxyz'.repeat(10_000);
    const { upstreams } = await world(({ socket }) => {
      const chunks = [...letters].map((letter) => `1\r\n${letter}\r\n`);
      socket.end(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${chunks.join('')}0\r\n\r\n`);
    });
    const request = { method: 'GET', path: '/', headers: ['Host', 'a'], body: null };
    const limits = { connectMs: 5_000, answerMs: 5_000, idleMs: 5_000 };
    let [body, isOver] = ['', false];
    const receiver = {
      onSent() {},
      onHead() {},
      onData(bytes: Buffer) {
        body += bytes;
      },
      onEnd() {
        isOver = true;
      },
      onError() {},
    };
    upstreams.send('http://a', { owner: { org: 'a', api: 'a' }, ...request, ...limits }, receiver);
    await until(() => body !== '');
    const before = body;
    for (let count = 0; count < 100; count += 1) await turn();
    expect(body).toBe(before);
    expect(before.length).toBeLessThan(letters.length);
    await until(() => {
      vi.advanceTimersByTime(100);
      return isOver;
    });
    expect(body).toBe(letters);
  });

  it('are used again', async () => {
    const { send, ports } = await world((_, response) => response.end('ok'));
    for (let i = 0; i < 5; i += 1) expect(await send().answer).toEqual({ status: 200, body: 'ok' });
    expect(ports.size).toBe(1);
  });

  it('are used again when a paused answer ends within what was held of it', async () => {
    const { send, ports, upstreams } = await world((_, response) => response.end('ok'));
    const owner = { org: 'a', api: 'a' };
    const limits = { connectMs: 5_000, answerMs: 5_000, idleMs: 5_000 };
    let body = '';
    await new Promise<void>((resolve, reject) => {
      let control: ExchangeControl | undefined;
      upstreams.send(
        'http://a',
        { owner, method: 'GET', path: '/', headers: ['Host', 'a'], body: null, ...limits },
        {
          onSent(given) {
            control = given;
          },
          // The body came with the head, and is held from here on.
          onHead() {
            control?.pause();
            setImmediate(() => control?.resume());
          },
          onData(chunk) {
            body += chunk;
          },
          onEnd: resolve,
          onError: reject,
        },
      );
    });
    expect(body).toBe('ok');
    expect(await send().answer).toEqual({ status: 200, body: 'ok' });
    expect(ports.size).toBe(1);
  });

  it.each([
    ['Connection', 'close'],
    ['Keep-Alive', 'timeout=1'],
  ])('are not where the back-end ends them: %s: %s', async (name, value) => {
    const { send, ports } = await world((_, response) => response.setHeader(name, value).end('ok'));
    for (let i = 0; i < 3; i += 1) expect(await send().answer).toEqual({ status: 200, body: 'ok' });
    expect(ports.size).toBe(3);
  });

  it('are not where the back-end answers before it has taken the request, and may never take the rest', async () => {
    const { send, ports } = await world((request, response) => {
      if (request.method === 'POST') request.once('data', () => request.pause());
      response.end('ok');
    });
    const body = Buffer.alloc(20_000_000);
    expect(await send({ method: 'POST', body }).answer).toEqual({ status: 200, body: 'ok' });
    expect(await send().answer).toEqual({ status: 200, body: 'ok' });
    expect(ports.size).toBe(2);
  });

  it('are at most 128 for an API: who comes then waits, and is served by the next that is free', async () => {
    const held: (() => void)[] = [];
    const { send, ports } = await world((_, response) => held.push(() => response.end('ok')));
    const sent = Array.from({ length: 130 }, () => send());
    await until(() => held.length === 128);
    for (const release of held.splice(0)) release();
    await until(() => held.length === 2);
    for (const release of held) release();
    for (const { answer } of sent) expect((await answer).status).toBe(200);
    expect(ports.size).toBe(128);
  });

  it('end for all who use them or wait for one when they are given up', async () => {
    const { send, ports, upstreams } = await world(() => {});
    const sent = Array.from({ length: 130 }, () => send().answer);
    await until(() => ports.size === 128);
    upstreams.destroy();
    for (const answer of [...sent, send().answer])
      await expect(answer).rejects.toMatchObject({ code: 'UND_ERR_DESTROYED' });
  });
});

describe('what one API has in use of a back-end', () => {
  const of = (org: string, api: string, path = '/held') => ({ owner: { org, api }, path });

  /** A back-end that answers all but `/held…`, which it holds, each until it is let go. */
  async function holding() {
    const held: { readonly path: string; release(): void }[] = [];
    const made = await world(({ url = '' }, response) => {
      if (url.startsWith('/held')) held.push({ path: url, release: () => response.end('ok') });
      else response.end('ok');
    });
    /** They end with the world. */
    const hold = (count: number, parts: Partial<UpstreamRequest>) => {
      for (let n = 0; n < count; n += 1) made.send(parts).answer.catch(() => {});
    };
    return { ...made, held, hold };
  }

  it('is no loss of the API of another org', async () => {
    const { send, hold, held } = await holding();
    hold(200, of('eve', 'eve 1'));
    await until(() => held.length === 128);
    for (let n = 0; n < 3; n += 1)
      expect(await send(of('vic', 'vic 1', '/quick')).answer).toEqual({ status: 200, body: 'ok' });
    expect(held.length).toBe(128);
  });

  it('is bounded with what the other APIs of its org have: 256 connections, which go round among them', async () => {
    const { send, hold, held } = await holding();
    for (const api of ['eve 1', 'eve 2']) hold(128, of('eve', api));
    await until(() => held.length === 256);
    hold(3, of('eve', 'eve 3', '/held/3'));
    hold(3, of('eve', 'eve 4', '/held/4'));
    expect((await send(of('vic', 'vic 1', '/quick')).answer).status).toBe(200);
    for (let n = 1; n <= 4; n += 1) {
      held[n]?.release();
      await until(() => held.length === 256 + n);
    }
    expect(held.slice(256).map(({ path }) => path)).toEqual(['/held/3', '/held/4', '/held/3', '/held/4']);
  });

  it('lets 2000 more wait, and no longer than an answer may take; others are refused with 503', async () => {
    const { send, hold, held } = await holding();
    const busy = {
      code: 'BACKEND_BUSY',
      status: 503,
      headers: { 'Retry-After': '1' },
      message: 'The back-end is busy with as many calls of this API as it gets at once.',
    };
    hold(128, of('eve', 'eve 1'));
    await until(() => held.length === 128);
    await expect(send({ ...of('eve', 'eve 1'), answerMs: 20 }).answer).rejects.toMatchObject(busy);
    hold(2_000, of('eve', 'eve 1'));
    await expect(send(of('eve', 'eve 1')).answer).rejects.toMatchObject(busy);
  });

  it('goes to the next that waits when one has given up', async () => {
    const { send, hold, held } = await holding();
    hold(128, of('eve', 'eve 1'));
    await until(() => held.length === 128);
    const [first, second] = [send(of('eve', 'eve 1', '/first')), send(of('eve', 'eve 1', '/second'))];
    first.giveUp(new Error('gone'));
    await expect(first.answer).rejects.toThrow('gone');
    held[0]?.release();
    expect((await second.answer).status).toBe(200);
  });
});

describe('a connection that nobody uses, because who waited for it has left', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is closed after 30 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const socket = new Socket();
    const upstreams = new UpstreamPools((_, { opened }) => opened(null, socket));
    const left = () => {
      throw new Error('It has left.');
    };
    const receiver = { onSent: left, onHead() {}, onData() {}, onEnd() {}, onError() {} };
    const request = {
      owner: { org: 'a', api: 'a' },
      method: 'GET',
      path: '/',
      headers: [],
      body: null,
      connectMs: 5_000,
      answerMs: 5_000,
      idleMs: 5_000,
    };
    upstreams.send('http://a', request, receiver);
    vi.advanceTimersByTime(29_000);
    expect(socket.destroyed).toBe(false);
    vi.advanceTimersByTime(2_000);
    await turn();
    expect(socket.destroyed).toBe(true);
  });
});

describe('a request', () => {
  it.each<[string, Partial<UpstreamRequest>, Record<string, string>]>([
    ['says the length of its body', { method: 'POST', body: Buffer.from('abc') }, { 'content-length': '3' }],
    ['that is to have a body says that it has none', { method: 'POST' }, { 'content-length': '0' }],
    [
      'comes in chunks without a length',
      { method: 'POST', body: source() },
      { 'transfer-encoding': 'chunked' },
    ],
    [
      'comes as long as it says',
      { method: 'POST', headers: ['Host', 'a', 'Content-Length', '3'], body: source() },
      { 'content-length': '3' },
    ],
  ])('%s', async (_, parts, framing) => {
    const { send } = await world((request, response) => {
      const { host, connection, ...rest } = request.headers;
      let body = '';
      request.on('data', (chunk) => (body += chunk));
      request.on('end', () => response.end(JSON.stringify({ rest, body })));
    });
    const { body } = await send(parts).answer;
    expect(JSON.parse(body)).toEqual({ rest: framing, body: parts.body ? 'abc' : '' });
  });

  it.each<[string, Partial<UpstreamRequest>]>([
    ['target', { path: '/ HTTP/1.1\r\nX: y' }],
    ['value', { headers: ['Host', 'a\r\nX: y'] }],
    ['value that becomes a line end as Latin-1', { headers: ['Host', 'a\u010d\u010aX: y'] }],
  ])('is not sent with a line end in a %s', async (_, parts) => {
    const { send, ports } = await world((_request, response) => response.end());
    await expect(send(parts).answer).rejects.toMatchObject({ code: 'UND_ERR_INVALID_ARG' });
    expect(ports.size).toBe(0);
  });
});

/** `abc`, in two parts. */
function source(): BodySource {
  const listeners: Record<string, (chunk: Buffer) => void> = {};
  return {
    on: (event: string, listener: (chunk: Buffer) => void) => (listeners[event] = listener),
    pause() {},
    resume() {
      for (const part of ['a', 'bc']) listeners['data']?.(Buffer.from(part));
      listeners['end']?.(Buffer.alloc(0));
    },
    destroy() {},
  };
}
