import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Outbound } from '../../../src/infrastructure/outbound/outbound.ts';
import { type Certificate, chainOf, makeCertificates } from '../../support/certificates.ts';

let certificates: ReturnType<typeof makeCertificates>;
const servers: Server[] = [];
beforeAll(() => {
  certificates = makeCertificates();
});
afterAll(() => {
  for (const server of servers) server.close();
  certificates.remove();
});

async function urlOf(certificate: Certificate): Promise<string> {
  const server = createServer({ ...certificate }, (_, response) => response.end());
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `https://localhost:${(server.address() as AddressInfo).port}/`;
}

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
});
