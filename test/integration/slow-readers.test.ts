import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { boundResponses, type ControlEnv } from '../../src/process/parts/control/answers.ts';
import { until } from '../support/eventually.ts';
import { type Listening, listen } from '../support/gateway.ts';

/** More than the kernel keeps for who reads nothing. */
const ANSWER = new Uint8Array(16_000_000).fill(65);

type Reader = { readonly socket: Socket; readonly response: ServerResponse; isBrokenOff: boolean };

let server: Listening;
let now = 0;
const asked: ServerResponse[] = [];
const readers: Reader[] = [];

beforeEach(async () => {
  const app = new Hono<ControlEnv>();
  boundResponses(app, (env) => `${env.incoming?.headers['x-network']}`, {
    clock: () => new Date(now),
    sharers: { find: async () => ({ kind: 'TOKENS', key: 'org' }) },
  });
  app.get('/management/document', ({ env, body }) => {
    if (env.outgoing) asked.push(env.outgoing as ServerResponse);
    return body(ANSWER);
  });
  server = await listen(getRequestListener(app.fetch));
});
afterEach(async () => {
  for (const { socket } of readers.splice(0)) socket.destroy();
  asked.splice(0);
  await server.close();
});

/** Asks for the answer and reads nothing of it; resolves when bytes of it wait. */
async function readsNothing(network: string): Promise<Reader> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname).pause();
  const number = asked.length;
  socket.write(`GET /management/document HTTP/1.1\r\nhost: ${hostname}\r\nx-network: ${network}\r\n\r\n`);
  await until(() => (asked[number]?.writableLength ?? 0) > 0);
  const reader: Reader = { socket, response: asked[number] as ServerResponse, isBrokenOff: false };
  reader.response.once('close', () => {
    reader.isBrokenOff = true;
  });
  readers.push(reader);
  return reader;
}
const read = async (network: string) => {
  const answer = await fetch(`${server.url}/management/document`, { headers: { 'x-network': network } });
  return [answer.status, (await answer.bytes()).length];
};

it('who reads nothing of an answer has the connection cut in two minutes, and others are served', async () => {
  const reader = await readsNothing('slow');
  expect(await read('slow')).toEqual([200, ANSWER.length]);
  now += 119_000;
  expect(reader.isBrokenOff).toBe(false);
  await until(() => {
    now += 1_000;
    return reader.isBrokenOff;
  });
  let closed = false;
  reader.socket
    .on('error', () => {})
    .once('close', () => {
      closed = true;
    })
    .resume();
  await until(() => closed);
  expect(reader.socket.bytesRead).toBeLessThan(ANSWER.length);
  expect(await read('slow')).toEqual([200, ANSWER.length]);
});

it('who leaves more unread than a process bears loses the oldest, and another network keeps its own', async () => {
  const honest = await readsNothing('honest');
  const slow: Reader[] = [];
  while (asked.reduce((sum, { writableLength }) => sum + writableLength, 0) <= 128_000_000)
    slow.push(await readsNothing('slow'));
  await until(() => slow[0]?.isBrokenOff);
  expect([honest.isBrokenOff, slow.at(-1)?.isBrokenOff]).toEqual([false, false]);
});
