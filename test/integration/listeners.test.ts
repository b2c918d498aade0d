import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type ListenAddress, type Listener, listen } from '../../src/http/listeners.ts';
import { until } from '../support/eventually.ts';
import { readsPlainRequests } from '../support/gateway.ts';

const GRACE_MS = 10_000;
const MUCH = 20_000_000;

/** A caller on the bare socket: what it was sent, and whether its connection is closed. */
type Caller = { readonly socket: Socket; received: string; isClosed: boolean };

const address = {
  host: '127.0.0.1',
  port: 0,
  setting: 'GATEWAY_PORT',
  takesPlain: readsPlainRequests ? () => true : undefined,
};
let listener: Listener;
const finish: (() => void)[] = [];
const begun: ServerResponse[] = [];

const handler: RequestListener = ({ url }, response) => {
  begun.push(response);
  if (url === '/held') finish.push(() => response.end('done'));
  else if (url === '/endless') response.write('data: 1\n\n');
  else response.end(url === '/much' ? Buffer.alloc(MUCH, 'a') : 'ok');
};

async function open(limits: Pick<ListenAddress, 'idleMs' | 'idleGraceMs'> = {}): Promise<void> {
  begun.length = 0;
  listener = await listen(handler, { ...address, ...limits });
}

async function caller(request: string): Promise<Caller> {
  const socket = connect(listener.port, '127.0.0.1');
  const each: Caller = { socket, received: '', isClosed: false };
  socket.setEncoding('latin1').on('data', (text: string) => {
    each.received += text;
  });
  socket
    .on('error', () => {})
    .on('close', () => {
      each.isClosed = true;
    });
  await once(socket, 'connect');
  socket.write(request);
  return each;
}
const pipelined = (...paths: string[]) =>
  paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: gateway.test\r\n\r\n`).join('');
const get = (path: string) => caller(pipelined(path));

afterEach(async () => {
  vi.useRealTimers();
  for (const end of finish.splice(0)) end();
  await listener.close();
});

describe('a listener that ends', () => {
  it('says Connection: close while it drains, to calls in flight and to new ones, and goes on accepting', async () => {
    await open();
    const inFlight = await get('/held');
    await until(() => finish.length === 1);
    listener.drain();
    const fresh = await get('/');
    finish[0]?.();
    await until(() => inFlight.isClosed && fresh.isClosed);
    expect(inFlight.received).toMatch(/^HTTP\/1\.1 200 OK\r\n.*Connection: close\r\n.*done$/s);
    expect(fresh.received).toMatch(/^HTTP\/1\.1 200 OK\r\n.*Connection: close\r\n.*ok$/s);
  });

  it('closes idle connections, finishes a request that has half come, and refuses new connections', async () => {
    await open();
    const idle = await get('/');
    await until(() => idle.received.endsWith('ok'));
    const half = await caller('GET / HTTP/1.1\r\nHo');
    const third = await get('/held');
    await until(() => finish.length === 1);
    const closed = listener.close();
    await until(() => idle.isClosed);
    expect(half.isClosed).toBe(false);
    half.socket.write('st: gateway.test\r\n\r\n');
    finish[0]?.();
    await closed;
    await until(() => half.isClosed && third.isClosed);
    expect(half.received).toMatch(/Connection: close\r\n.*ok$/s);
    expect(third.received).toMatch(/Connection: close\r\n.*done$/s);
    const late = connect(listener.port, '127.0.0.1');
    expect((await once(late, 'error'))[0]).toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('keeps idle connections for a while, whose next answer ends them', async () => {
    await open({ idleGraceMs: GRACE_MS });
    const idle = await get('/');
    await until(() => idle.received.endsWith('ok'));
    const closed = listener.close();
    idle.socket.write(pipelined('/'));
    await closed;
    await until(() => idle.isClosed);
    expect(idle.received.match(/Connection: [\w-]+/g)).toEqual([
      'Connection: keep-alive',
      'Connection: close',
    ]);
  });

  it('answers those whose connections wait to be accepted', async () => {
    await open();
    const waiting = Array.from({ length: 100 }, () => get('/'));
    // The kernel has them then, and the listener none.
    await new Promise<void>((resolve) => process.nextTick(resolve));
    const closed = listener.close();
    const callers = await Promise.all(waiting);
    await closed;
    await until(() => callers.every(({ isClosed }) => isClosed));
    expect(callers.filter(({ received }) => !/Connection: close\r\n.*ok$/s.test(received))).toEqual([]);
  });

  it('serves no request behind the last answer, which its caller has whole', async () => {
    await open();
    const each = await caller(pipelined('/held', '/', '/'));
    await until(() => finish.length === 1);
    const failed = vi.fn();
    each.socket.on('error', failed);
    listener.drain();
    finish[0]?.();
    await until(() => each.isClosed);
    expect(each.received).toMatch(/^HTTP\/1\.1 200 OK\r\n.*Connection: close\r\n.*done$/s);
    expect(failed).not.toHaveBeenCalled();
  });

  it('sends an answer to its end that its caller takes slowly', async () => {
    await open();
    const slow = await get('/much');
    await until(() => slow.received.length > 0);
    slow.socket.pause();
    const closed = listener.close();
    expect(slow.received.length).toBeLessThan(MUCH);
    slow.socket.resume();
    await closed;
    await until(() => slow.isClosed);
    expect(slow.received.length).toBeGreaterThan(MUCH);
  });

  it('waits for nothing on connections over which nothing has come, or whose callers left with answers to come', async () => {
    await open();
    const unused = await caller('');
    const idle = await get('/');
    await until(() => idle.received.endsWith('ok'));
    const leaving = await caller(pipelined('/held', '/', '/'));
    await until(() => begun.length === 2);
    const closing = once(begun[1] as ServerResponse, 'close');
    leaving.socket.destroy();
    await closing;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await listener.close();
    await until(() => unused.isClosed && idle.isClosed);
    expect(begun).toHaveLength(2);
  });

  it('cuts off at its bound what has no end', async () => {
    await open();
    const endless = await get('/endless');
    await until(() => endless.received.includes('data: 1'));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const closed = listener.close();
    vi.advanceTimersByTime(GRACE_MS - 1);
    expect(endless.isClosed).toBe(false);
    vi.advanceTimersByTime(1);
    await closed;
    expect(endless.received).not.toMatch(/0\r\n\r\n$/);
  });
});

describe('connections that a listener gives up', () => {
  const last = ({ received }: Caller) => received.match(/Connection: [\w-]+/g)?.at(-1);

  it('end with their next answer, the oldest first, and the others are kept', async () => {
    await open();
    const [inFlight, idle, kept] = [await get('/held'), await get('/'), await get('/')];
    await until(() => finish.length === 1 && idle.received !== '' && kept.received !== '');
    expect(listener.usedConnections()).toBe(3);
    listener.giveUp(2);
    expect(listener.usedConnections()).toBe(1);
    finish[0]?.();
    await until(() => inFlight.received.endsWith('done'));
    expect([last(inFlight), inFlight.isClosed, last(idle), idle.isClosed]).toEqual([
      'Connection: keep-alive',
      false,
      'Connection: keep-alive',
      false,
    ]);
    const all = [inFlight, idle, kept];
    for (const { socket } of all) socket.write(pipelined('/'));
    await until(() => all.every(({ received }) => received.match(/200 OK/g)?.length === 2));
    await until(() => inFlight.isClosed && idle.isClosed);
    expect(all.map(last)).toEqual(['Connection: close', 'Connection: close', 'Connection: keep-alive']);
    expect(kept.isClosed).toBe(false);
  });

  it('are those that were used within a minute', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    await open();
    const [unused, used] = [await get('/'), await get('/')];
    await until(() => unused.received !== '' && used.received !== '');
    expect(listener.usedConnections()).toBe(2);
    vi.advanceTimersByTime(60_001);
    used.socket.write(pipelined('/'));
    await until(() => used.received.match(/200 OK/g)?.length === 2);
    expect(listener.usedConnections()).toBe(1);
    listener.giveUp(1);
    for (const { socket } of [unused, used]) socket.write(pipelined('/'));
    await until(() => used.isClosed && unused.received.match(/200 OK/g)?.length === 2);
    expect([last(unused), last(used)]).toEqual(['Connection: keep-alive', 'Connection: close']);
  });
});

describe('a caller who takes nothing of an answer', () => {
  it('is not waited for: the connection ends', async () => {
    await open({ idleMs: 100 });
    const deaf = await get('/much');
    deaf.socket.pause();
    await until(() => begun[0]?.closed);
    expect(deaf.received.length).toBeLessThan(MUCH);
    deaf.socket.destroy();
  });
});

/** A caller who asks again and again over one connection, as soon as he has the answer. */
function asker(onAnswer: () => void): Promise<Socket> {
  const socket = connect(listener.port, '127.0.0.1');
  const ask = () => socket.write('GET / HTTP/1.1\r\nHost: gateway.test\r\n\r\n');
  socket.on('error', () => {});
  socket.on('data', () => {
    onAnswer();
    ask();
  });
  return new Promise((resolve) =>
    socket.once('connect', () => {
      ask();
      resolve(socket);
    }),
  );
}

describe('callers who connect to a busy listener', () => {
  it('are accepted and answered before those who are there have been served for each of them', async () => {
    await open();
    let answered = 0;
    const there = await Promise.all(
      Array.from({ length: 100 }, () =>
        asker(() => {
          answered += 1;
        }),
      ),
    );
    await until(() => answered > 1_000);
    const before = answered;
    const fresh = new Set<number>();
    const coming = await Promise.all(
      Array.from({ length: 200 }, (_, number) =>
        asker(() => {
          fresh.add(number);
        }),
      ),
    );
    await until(() => fresh.size === 200);
    // One accepted in each round of all others would be 20,000.
    expect(answered - before).toBeLessThan(4_000);
    for (const socket of [...there, ...coming]) socket.destroy();
  });
});

describe('requests that are pipelined', () => {
  it('are served one after the other, and read no further ahead than a few hundred kilobytes', async () => {
    const [count, request] = [40_000, pipelined('/')];
    let [served, underWay, atOnce, ahead] = [0, 0, 0, 0];
    const busy: RequestListener = ({ socket }, response) => {
      served += 1;
      underWay += 1;
      atOnce = Math.max(atOnce, underWay);
      ahead = Math.max(ahead, socket.bytesRead - served * request.length);
      setImmediate(() => {
        underWay -= 1;
        response.end();
      });
    };
    listener = await listen(busy, address);
    await caller(request.repeat(count));
    await until(() => served === count);
    expect(atOnce).toBe(1);
    expect(ahead).toBeLessThan(400_000);
  });
});

describe('a body in chunks of one byte', () => {
  const LETTERS = 'abcdefghijklmnopqrstuvwxyz'.repeat(2_000);
  const head = 'POST /told HTTP/1.1\r\nHost: gateway.test\r\nTransfer-Encoding: chunked\r\n\r\n';
  const chunks = (text: string) => [...text].map((letter) => `1\r\n${letter}\r\n`).join('');

  it('is told whole, in few pieces, and so is the request behind it', async () => {
    const pieces: string[] = [];
    listener = await listen((request, response) => {
      request
        .on('data', (piece: Buffer) => pieces.push(`${piece}`))
        .on('end', () => response.end(request.url));
    }, address);
    const each = await caller(`${head}${chunks(LETTERS)}0\r\n\r\n${pipelined('/behind')}`);
    await until(() => each.received.endsWith('/behind'));
    expect(pieces.join('')).toBe(LETTERS);
    expect(pieces.length).toBeLessThan(LETTERS.length / 256);
  });

  it.each(['reads it', 'does not read it'])(
    'is read on only after a rest, while others are served, where its handler %s',
    async (what) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
      let sender: Socket | undefined;
      listener = await listen((request, response) => {
        if (request.url === '/told') sender = request.socket;
        if (request.url === '/told' && what === 'reads it') request.resume();
        response.end('ok');
      }, address);
      const each = await caller(head);
      const sent = chunks(LETTERS.repeat(10));
      const send = () => {
        if (each.socket.write(sent)) setImmediate(send);
        else each.socket.once('drain', send);
      };
      send();
      await until(() => vi.getTimerCount() > 0);
      const before = sender?.bytesRead;
      for (let count = 0; count < 3; count += 1) expect(await answeredTo(get('/'))).toMatch(/ok$/);
      expect(sender?.bytesRead).toBe(before);
      vi.advanceTimersByTime(1_000);
      await until(() => (sender?.bytesRead ?? 0) > (before ?? 0));
      each.socket.destroy();
      await until(() => {
        vi.advanceTimersByTime(1_000);
        return sender?.destroyed;
      });
    },
  );

  async function answeredTo(asked: Promise<Caller>): Promise<string> {
    const each = await asked;
    await until(() => each.received.endsWith('ok'));
    each.socket.destroy();
    return each.received;
  }
});
