import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type Listener, listen } from '../../src/http/listeners.ts';
import { until } from '../support/eventually.ts';

const GET = (path: string) => `GET ${path} HTTP/1.1\r\nHost: gateway.test\r\n\r\n`;

type Caller = { readonly socket: Socket; received: string; isClosed: boolean };

let listener: Listener;
const held: (() => void)[] = [];
const refused: string[] = [];

const handler: RequestListener = ({ url }, response) => {
  if (url === '/held') held.push(() => response.end('done'));
  else response.end('ok');
};

/** Callers that connect from loopback count as one network, or as none. */
async function open(max: number, network: string | undefined): Promise<void> {
  listener = await listen(handler, {
    host: '127.0.0.1',
    port: 0,
    setting: 'GATEWAY_PORT',
    connections: { max, networkOf: () => network },
    onBroken: ({ code }) => refused.push(code),
  });
}

async function caller(path: string): Promise<Caller> {
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
  socket.write(GET(path));
  return each;
}

async function answered(path = '/'): Promise<Caller> {
  const each = await caller(path);
  await until(() => each.received.endsWith('ok'));
  return each;
}

/** The status, code and detail of a refusal. */
async function refusalTo(each: Caller): Promise<unknown> {
  await until(() => each.isClosed);
  const [head = '', body = '{}'] = each.received.split('\r\n\r\n');
  expect(head).toContain('Connection: close');
  const { status, code, detail } = JSON.parse(body) as Record<string, unknown>;
  expect(head.split('\r\n')[0]).toContain(`${status}`);
  return { status, code, detail };
}

afterEach(async () => {
  for (const end of held.splice(0)) end();
  refused.length = 0;
  await listener.close();
});

describe('the connections of a listener', () => {
  it('of one network are a tenth of all: one more is refused, until one of them is closed', async () => {
    await open(20, 'a network');
    const [first] = [await answered(), await answered()];
    expect(await refusalTo(await caller('/'))).toEqual({
      status: 429,
      code: 'CONCURRENCY_EXCEEDED',
      detail:
        'One address may have 2 connections open at the same time: close some, or send several requests over each.',
    });
    expect(refused).toEqual(['CONCURRENCY_EXCEEDED']);
    first?.socket.destroy();
    await expect
      .poll(async () => {
        const again = await caller('/');
        await until(() => again.received !== '');
        return again.received;
      })
      .toContain('200 OK');
  });

  it('that are idle give way to a new one, the oldest first; a request under way is not cut off', async () => {
    await open(3, undefined);
    const busy = await caller('/held');
    await until(() => held.length === 1);
    const older = await answered();
    const newer = await answered();
    await answered();
    await until(() => older.isClosed);
    expect([busy.isClosed, newer.isClosed]).toEqual([false, false]);
    expect(refused).toEqual([]);
  });

  it('are refused where all are busy, and taken again when one has been answered', async () => {
    await open(2, undefined);
    await Promise.all([caller('/held'), caller('/held')]);
    await until(() => held.length === 2);
    expect(await refusalTo(await caller('/'))).toEqual({
      status: 503,
      code: 'TEMPORARILY_UNAVAILABLE',
      detail: 'All 2 connections are busy: try again in a moment.',
    });
    held.shift()?.();
    await expect
      .poll(async () => {
        const again = await caller('/');
        await until(() => again.received !== '');
        return again.received;
      })
      .toContain('200 OK');
  });
});
