import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type Server } from 'node:tls';
import { buildConnector } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HandshakeWatch } from '../../../src/infrastructure/outbound/handshake-watch.ts';
import { type Certificate, selfSigned } from '../../support/certificates.ts';

/** A certificate with an RSA key whose exponent is longer than any that is made for use. */
function expensiveCertificate(): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'expensive-'));
  const at = (name: string) => join(folder, name);
  const key = ['-newkey', 'rsa:2048', '-pkeyopt', 'rsa_keygen_pubexp:1099511627791', '-nodes'];
  const made = ['-keyout', at('key'), '-out', at('pem'), '-subj', '/CN=expensive', '-days', '2'];
  try {
    execFileSync('openssl', ['req', '-x509', ...key, ...made], { stdio: 'pipe' });
    return { key: readFileSync(at('key'), 'utf8'), cert: readFileSync(at('pem'), 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const servers: Server[] = [];
async function portOf(certificate: Certificate): Promise<number> {
  const server = createServer({ ...certificate }, (socket) => socket.on('error', () => {}));
  servers.push(server);
  await once(server.listen(0), 'listening');
  return (server.address() as AddressInfo).port;
}

let expensive: number;
let ordinary: number;
/** Ports of the same host with such a certificate. */
let others: number[];
beforeAll(async () => {
  const certificate = expensiveCertificate();
  [expensive, ordinary, ...others] = await Promise.all([
    portOf(certificate),
    portOf(selfSigned('ordinary')),
    ...Array.from({ length: 4 }, () => portOf(certificate)),
  ] as const);
});
afterAll(() => {
  for (const server of servers) server.close();
});

let now: number;
let handshakes: number;
/** The length of the turn in which a handshake ends. */
let turnMs: number;
let connect: (hostname: string, port: number, openedBy?: string) => Promise<string>;
beforeEach(() => {
  now = 1_000;
  handshakes = 0;
  turnMs = 100;
  const watch = new HandshakeWatch(() => now);
  const connector = buildConnector({ timeout: 5_000 });
  const watched = watch.watched(
    (target, callback) => {
      const socket = connector(target, callback) as unknown as Socket;
      socket.prependOnceListener('secure', () => {
        handshakes += 1;
        now += turnMs;
      });
      return socket;
    },
    { tls: '', openedBy: undefined },
  );
  connect = (hostname, port, openedBy) =>
    new Promise((resolve) => {
      watched(
        { hostname, host: `${hostname}:${port}`, protocol: 'https:', port: `${port}`, openedBy },
        (error, socket) => {
          socket?.destroy();
          resolve((error as NodeJS.ErrnoException | null)?.code ?? 'connected');
        },
      );
    });
});

describe('a server with a key that takes long to verify with', () => {
  it('rests with its address after a long turn, under any name', async () => {
    expect(await connect('127.0.0.1', expensive)).toBe('CERT_KEY_TOO_LARGE');
    expect(await connect('127.1', expensive)).toBe('CERT_KEY_TOO_LARGE');
    expect(handshakes).toBe(1);
    now += 2_000;
    expect(await connect('127.0.0.1', expensive)).toBe('CERT_KEY_TOO_LARGE');
    expect(handshakes).toBe(2);
  });

  it('ends the handshakes with it that are under way, under any name', async () => {
    const codes = await Promise.all(
      ['127.0.0.1', '127.1', '127.0.1', '0x7f000001'].map((name) => connect(name, expensive)),
    );
    expect([codes, handshakes]).toEqual([Array(4).fill('CERT_KEY_TOO_LARGE'), 1]);
  });

  it('takes no turn for each port of its host: with the third all of them rest', async () => {
    for (const port of others.slice(0, 2))
      expect(await connect('127.0.0.1', port)).toBe('CERT_KEY_TOO_LARGE');
    turnMs = 40;
    expect(await connect('127.0.0.1', ordinary)).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
    expect(handshakes).toBe(3);
    turnMs = 100;
    for (const port of [...others.slice(2), ordinary])
      expect(await connect('127.0.0.1', port)).toBe('CERT_KEY_TOO_LARGE');
    expect(handshakes).toBe(4);
    now += 10_000;
    expect(await connect('127.0.0.1', ordinary)).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
    expect(await connect('127.0.0.1', expensive)).toBe('CERT_KEY_TOO_LARGE');
    expect(handshakes).toBe(6);
  });

  it('takes no turn for each network of those that an org calls: with the third all TLS of that org rests', async () => {
    const addresses = Array.from({ length: 8 }, (_, at) => `127.0.1.${at + 1}`);
    for (const address of addresses)
      expect(await connect(address, expensive, 'eve')).toBe('CERT_KEY_TOO_LARGE');
    expect(handshakes).toBe(3);
    turnMs = 10;
    expect(await connect('127.0.2.1', ordinary, 'eve')).toBe('CERT_KEY_TOO_LARGE');
    expect(await connect('127.0.2.1', ordinary, 'vic')).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
    now += 10_000;
    expect(await connect('127.0.2.1', ordinary, 'eve')).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
  });

  it('ends the handshakes of such an org that are under way, and no others', async () => {
    const eve = Array.from({ length: 6 }, (_, at) => connect(`127.0.1.${at + 1}`, expensive, 'eve'));
    const vic = connect('127.0.2.1', ordinary, 'vic');
    expect([await Promise.all(eve), await vic]).toEqual([
      Array(6).fill('CERT_KEY_TOO_LARGE'),
      'DEPTH_ZERO_SELF_SIGNED_CERT',
    ]);
    expect(handshakes).toBe(4);
  });

  it('is refused for what else is wrong where the turn was short', async () => {
    turnMs = 49;
    expect(await connect('127.0.0.1', expensive)).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
  });
});

it('a server with ordinary keys does not rest with its address, however long the turn was', async () => {
  expect(await connect('127.0.0.1', ordinary)).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
  expect(await connect('127.1', ordinary)).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
  expect(handshakes).toBe(2);
});
