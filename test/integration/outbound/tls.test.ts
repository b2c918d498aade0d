import { execFile } from 'node:child_process';
import { once } from 'node:events';
import {
  createServer as createPlainServer,
  type Server as PlainServer,
  type RequestListener,
} from 'node:http';
import { createServer, Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Outbound } from '../../../src/infrastructure/outbound/outbound.ts';
import type { UpstreamRequest } from '../../../src/infrastructure/outbound/upstream/exchange.ts';
import { type Certificate, chainOf, makeCertificates } from '../../support/certificates.ts';

let certificates: ReturnType<typeof makeCertificates>;
const servers: (Server | PlainServer)[] = [];
beforeAll(() => {
  certificates = makeCertificates();
});
afterAll(() => {
  for (const server of servers) server.close();
  certificates.remove();
});

async function originOf(server: Server | PlainServer): Promise<string> {
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const scheme = server instanceof Server ? 'https' : 'http';
  return `${scheme}://localhost:${(server.address() as AddressInfo).port}`;
}

const urlOf = async (certificate: Certificate): Promise<string> =>
  `${await originOf(createServer({ ...certificate }, (_, response) => response.end()))}/`;

/** What a process of its own is told: it reads the authorities that it trusts when it starts. */
async function called(urls: readonly string[], env: NodeJS.ProcessEnv): Promise<string[]> {
  const script = fileURLToPath(new URL('../../support/call-urls.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', script, ...urls], {
    env: { ...process.env, ...env },
  });
  return stdout.trim().split('\n');
}

describe('a back-end called by TLS', () => {
  it('is reached when its certificate is of an authority in NODE_EXTRA_CA_CERTS, for its name, and in its time', async () => {
    const { good, ofAnotherName, expired, authority } = certificates;
    const urls = await Promise.all([good, ofAnotherName, expired].map(urlOf));
    expect(await called(urls, { NODE_EXTRA_CA_CERTS: authority })).toEqual([
      '200',
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'CERT_HAS_EXPIRED',
    ]);
    expect(await called(urls.slice(0, 1), {})).toEqual(['UNABLE_TO_VERIFY_LEAF_SIGNATURE']);
  });

  it.each([
    { intermediates: 9, outcome: 200 },
    { intermediates: 10, outcome: 'CERT_CHAIN_TOO_LONG' },
  ])(
    'with $intermediates certificates between its own and its authority: $outcome',
    async ({ intermediates, outcome }) => {
      const { server, authority } = chainOf(intermediates);
      const outbound = new Outbound({ allowlist: ['127.0.0.0/8', '::1/128'] });
      const tls = { id: 'chain', cert: undefined, key: undefined, ca: authority };
      const status = outbound.statusOf(await urlOf(server), tls).catch(({ cause }) => cause.code);
      expect(await status).toBe(outcome);
      await outbound.close();
    },
  );

  it('resumes its session for one org, however many time limits another one has', async () => {
    const { server: certificate, authority } = chainOf(1);
    const resumed: boolean[] = [];
    const answer: RequestListener = ({ socket }, response) => {
      resumed.push((socket as TLSSocket).isSessionReused());
      response.writeHead(200, { connection: 'close' }).end();
    };
    const [secure, plain] = await Promise.all([
      originOf(createServer(certificate, answer)),
      originOf(createPlainServer((_, response) => response.writeHead(200, { connection: 'close' }).end())),
    ]);
    const outbound = new Outbound({ allowlist: ['127.0.0.0/8', '::1/128'] });
    const tls = { id: 'vic', cert: undefined, key: undefined, ca: authority };
    const call = (org: string, origin: string, more: Partial<UpstreamRequest> = {}) =>
      new Promise<void>((resolve, reject) => {
        const request = {
          method: 'GET',
          path: '/',
          headers: ['Host', 'a'],
          body: null,
          owner: { org, api: `${more.connectMs}` },
          connectMs: 5_000,
          answerMs: 5_000,
          idleMs: 5_000,
          ...more,
        };
        const receiver = { onSent() {}, onHead() {}, onData() {}, onEnd: resolve, onError: reject };
        outbound.upstreams.send(origin, request, receiver);
      });
    await call('vic', secure, { tls });
    for (let at = 0; at < 110; at += 1) await call('eve', plain, { connectMs: 1_000 + at });
    await call('vic', secure, { tls });
    expect(resumed).toEqual([false, true]);
    await outbound.close();
  });
});
