import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { connect, type TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Listener, listen } from '../../src/http/listeners.ts';
import { Certificates } from '../../src/infrastructure/certificates/certificates.ts';
import { selfSigned } from '../support/certificates.ts';
import { until } from '../support/eventually.ts';
import { FRAME, frameOf, PREFACE, postOf } from '../support/http2-frames.ts';

/** Far more than one turn reads; and, of one byte, less than a window. */
const FRAMES = 20_000;

const folder = mkdtempSync(join(tmpdir(), 'http2-floods-'));
let certificates: Certificates;
let listener: Listener;
/** Requests with the bytes of their bodies that have come. */
const seen = new Map<IncomingMessage, number>();
const sockets: TLSSocket[] = [];
beforeAll(async () => {
  const { cert, key } = selfSigned('api.test', { names: 'DNS:api.test' });
  writeFileSync(join(folder, 'api.pem'), `${cert}\n${key}`);
  certificates = await Certificates.read([join(folder, 'api.pem')], () => new Date());
});
beforeEach(async () => {
  seen.clear();
  listener = await listen(
    (request) => {
      seen.set(request, 0);
      request.on('data', (piece: Buffer) => seen.set(request, (seen.get(request) ?? 0) + piece.length));
      request.on('error', () => {});
    },
    {
      host: '127.0.0.1',
      port: 0,
      setting: 'GATEWAY_PORT',
      isStrict: true,
      tls: { certificates, minVersion: 'TLSv1.2', asksClients: false },
    },
  );
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await listener.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A connection, with a request whose body has not begun. */
async function begun(): Promise<TLSSocket> {
  const { port } = listener;
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false, ALPNProtocols: ['h2'] });
  sockets.push(socket.on('error', () => {}).resume());
  await once(socket, 'secureConnect');
  const count = seen.size;
  socket.write(Buffer.concat([PREFACE, postOf(1, '/')]));
  await until(() => seen.size === count + 1);
  return socket;
}

const received = () => [...seen.values()].reduce((sum, bytes) => sum + bytes, 0);

it('tiny frames of many connections are read a few hundred a turn, and all of them in the end', async () => {
  const flooding = [await begun(), await begun(), await begun()];
  const one = frameOf(FRAME.data, { stream: 1, payload: Buffer.from('x') });
  const flood = Buffer.concat(Array.from({ length: FRAMES }, () => one));
  for (const socket of flooding) socket.write(flood);
  const perTurn: number[] = [];
  for (let before = 0; before < flooding.length * FRAMES; ) {
    await turn();
    perTurn.push(received() - before);
    before = received();
  }
  expect(Math.max(...perTurn)).toBeLessThan(1_000);
  expect([...seen.values()]).toEqual(flooding.map(() => FRAMES));
});
