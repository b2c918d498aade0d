import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { until } from '../../support/eventually.ts';
import { ingressOf, listen, openGateway } from '../../support/gateway.ts';
import { api, catalog, snapshot } from '../../support/snapshot.ts';
import { hostileUpstream } from '../../support/upstream.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const PIECE_BYTES = 0x4000;
const PIECE = `4000\r\n${'x'.repeat(PIECE_BYTES)}\r\n`;

/** A gateway whose callers may be silent for so long; far less than the listener lets them. */
async function open(idleMs: number) {
  const upstream = await hostileUpstream((socket, _, count) => count === 1 && void answer(socket));
  const timeouts = { idleMs };
  const world = await openGateway(
    snapshot(
      catalog({
        apis: [
          api({ basePath: '/open', security: [], upstreamUrl: upstream.url, timeouts }),
          api({
            basePath: '/graph',
            kind: 'GRAPHQL',
            sdl: 'type Query { a: Int }',
            security: [],
            upstreamUrl: upstream.url,
            timeouts,
          }),
        ],
      }),
    ),
  );
  let response: ServerResponse | undefined;
  const sent = { bytes: 0 };
  /** Ends just when a caller who takes nothing has filled all buffers on the way. */
  async function answer(socket: Socket): Promise<void> {
    socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
    while (!response?.socket?.writableLength && !socket.destroyed) {
      socket.write(PIECE);
      sent.bytes += PIECE_BYTES;
      await sleep(1);
    }
    socket.write('0\r\n\r\n');
  }
  const ingress = ingressOf({ calls: world.gateway.handle });
  const listener = await listen((request, held) => {
    response = held;
    ingress(request, held);
  });
  closers.push(upstream.close, world.close, listener.close);
  return { ...world, port: listener.port, sent, isComplete: () => response?.writableEnded === true };
}

function call(port: number, line: string, rest = '\r\n'): Socket {
  const caller = connect(port, '127.0.0.1');
  closers.push(async () => caller.destroy());
  caller.on('error', () => {});
  caller.write(`${line}\r\nHost: a\r\n${rest}`);
  return caller;
}

function textOf(caller: Socket): () => string {
  let text = '';
  caller.on('data', (part) => {
    text += part;
  });
  return () => text;
}

const GET = 'GET /acme/sandbox/open/x HTTP/1.1';

describe('a caller that takes nothing of the last of its answer', () => {
  it('is cut off after the idle time of the API, and its call is not logged as answered', async () => {
    const { port, records, isComplete } = await open(300);
    call(port, GET).pause();
    await until(isComplete);
    await until(() => records.length === 1);
    expect(records).toMatchObject([{ outcome: 'ABANDONED', status: 200 }]);
  });

  it('and breaks the connection itself has not been answered either', async () => {
    const { port, records, isComplete } = await open(60_000);
    const caller = call(port, GET).pause();
    await until(isComplete);
    caller.resetAndDestroy();
    await until(() => records.length === 1);
    expect(records).toMatchObject([{ outcome: 'ABANDONED', status: 200 }]);
  });

  it('gets it whole when it goes on in time, though it still sends what nobody wants', async () => {
    const { port, records, sent, isComplete } = await open(60_000);
    const caller = call(
      port,
      'POST /acme/sandbox/open/x HTTP/1.1',
      'Content-Length: 100\r\n\r\nbegun',
    ).pause();
    const received = textOf(caller);
    caller.pause();
    await until(isComplete);
    // Longer than a rest of a body is thrown away once the answer has been taken.
    await sleep(1_500);
    caller.resume();
    await until(() => received().endsWith('\r\n0\r\n\r\n'));
    expect(received().match(/x/g)?.length).toBeGreaterThanOrEqual(sent.bytes);
    await until(() => records.length === 1);
    expect(records).toMatchObject([{ outcome: 'ANSWERED', status: 200 }]);
  });
});

describe('a caller that falls silent within the body of a GraphQL request', () => {
  it('is refused with 408 after the idle time of the API', async () => {
    const { port, records } = await open(300);
    const rest = 'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"query":';
    const received = textOf(call(port, 'POST /acme/sandbox/graph/graphql HTTP/1.1', rest));
    await until(() => received().includes('"code":"REQUEST_TIMEOUT"'));
    expect(received()).toMatch(/^HTTP\/1.1 408 /);
    await until(() => records.length === 1);
    expect(records).toMatchObject([{ outcome: 'REQUEST_TIMEOUT', status: 408 }]);
  });
});
