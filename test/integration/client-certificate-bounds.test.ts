import { execFileSync } from 'node:child_process';
import { constants } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { clientCertificateOf } from '../../src/http/ingress/client-certificate.ts';
import { type Listener, listen } from '../../src/http/listeners.ts';
import { Certificates } from '../../src/infrastructure/certificates/certificates.ts';
import { type Certificate, chainOf, clientCertField, selfSigned } from '../support/certificates.ts';

const folder = mkdtempSync(join(tmpdir(), 'client-certificates-'));
const at = (name: string) => join(folder, name);

/** A certificate that has signed itself, with a key and a subject of choice. */
function signedBy(key: readonly string[], extension = 'keyUsage=digitalSignature'): Certificate {
  writeFileSync(at('conf'), `[req]\ndistinguished_name=dn\n[dn]\n[ext]\n${extension}`);
  execFileSync('openssl', ['genpkey', ...key, '-out', at('key')], { stdio: 'pipe' });
  const made = ['-key', at('key'), '-out', at('pem'), '-config', at('conf'), '-extensions', 'ext'];
  execFileSync('openssl', ['req', '-x509', ...made, '-subj', '/CN=caller', '-days', '2'], { stdio: 'pipe' });
  return { key: readFileSync(at('key'), 'utf8'), cert: readFileSync(at('pem'), 'utf8') };
}

const EC = ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256'];
const rsa = (bits: number, exponent: string) =>
  [
    '-algorithm',
    'RSA',
    '-pkeyopt',
    `rsa_keygen_bits:${bits}`,
    '-pkeyopt',
    `rsa_keygen_pubexp:${exponent}`,
  ] as const;

let listener: Listener;
let callers: Record<'ordinary' | 'rsa' | 'exponent' | 'large' | 'chain' | 'long', Certificate>;
beforeAll(async () => {
  const server = selfSigned('api.test', { names: 'DNS:api.test,DNS:*.apis.test' });
  writeFileSync(at('server.pem'), `${server.cert}\n${server.key}`);
  callers = {
    ordinary: selfSigned('billing'),
    rsa: signedBy(rsa(4_096, '65537')),
    exponent: signedBy(rsa(2_048, '1099511627791')),
    large: signedBy(EC, `1.2.3.4=ASN1:UTF8String:${'x'.repeat(16_000)}`),
    chain: chainOf(9).server,
    long: chainOf(10).server,
  };
  const certificates = await Certificates.read([at('server.pem')], () => new Date('2026-06-01T00:00:00Z'));
  listener = await listen(handler, {
    host: '127.0.0.1',
    port: 0,
    setting: 'GATEWAY_PORT',
    isStrict: true,
    tls: { certificates, minVersion: 'TLSv1.2', asksClients: true },
  });
});
afterAll(async () => {
  await listener.close();
  rmSync(folder, { recursive: true });
});

const handler: RequestListener = (incoming, response) => {
  const { remoteAddress, remotePort } = incoming.socket;
  const shown = clientCertificateOf(incoming, false);
  response.end(JSON.stringify({ shown, remoteAddress, remotePort }));
};

const sockets: TLSSocket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

const answered = (options: ConnectionOptions): Promise<Record<string, unknown>> =>
  new Promise((resolve, reject) => {
    const { port } = listener;
    request(
      { host: '127.0.0.1', port, rejectUnauthorized: false, agent: false, ...options },
      async (response) => resolve(JSON.parse(await text(response))),
    )
      .on('error', reject)
      .end();
  });

describe('a caller with a client certificate', () => {
  it.each([
    { maxVersion: 'TLSv1.2' },
    { ciphers: 'TLS_AES_128_GCM_SHA256' },
    { ciphers: 'TLS_AES_256_GCM_SHA384' },
    { ciphers: 'TLS_CHACHA20_POLY1305_SHA256' },
    { ecdhCurve: 'X448:P-256', minVersion: 'TLSv1.3' },
    { servername: 'a.apis.test' },
    { servername: 'a.apis.test', maxVersion: 'TLSv1.2' },
  ] as const)('is served over TLS with %o, and known by its address', async (options) => {
    for (const each of [callers.ordinary, callers.rsa, callers.chain]) {
      const { shown, remoteAddress, remotePort } = await answered({ ...options, ...each });
      expect(shown).toBe(clientCertField(each.cert));
      expect([remoteAddress, typeof remotePort]).toEqual(['127.0.0.1', 'number']);
    }
    expect(await answered(options)).not.toHaveProperty('shown');
  });

  it.each(['TLSv1.2', 'TLSv1.3'] as const)('is served again with the session of %s', async (maxVersion) => {
    const options = { host: '127.0.0.1', port: listener.port, rejectUnauthorized: false, maxVersion };
    const first = connect({ ...options, ...callers.ordinary });
    sockets.push(first);
    first.write('GET / HTTP/1.1\r\nHost: api.test\r\n\r\n');
    const [[session]] = await Promise.all([once(first, 'session'), once(first, 'data')]);
    const again = connect({ ...options, ...callers.ordinary, session });
    sockets.push(again);
    again.write('GET / HTTP/1.1\r\nHost: api.test\r\n\r\n');
    const [answer] = await once(again, 'data');
    expect([again.isSessionReused(), String(answer).slice(0, 12)]).toEqual([true, 'HTTP/1.1 200']);
  });

  it('is served over HTTP/2', async () => {
    const session = connectHttp2(`https://127.0.0.1:${listener.port}`, {
      rejectUnauthorized: false,
      ...callers.ordinary,
    });
    const { shown } = JSON.parse(await text(session.request({ ':path': '/' })));
    expect(shown).toBe(clientCertField(callers.ordinary.cert));
    session.destroy();
  });

  it.each([
    ['exponent', 'an RSA key of a long exponent'],
    ['large', 'more than 16 KB'],
    ['long', 'eleven certificates'],
  ] as const)('is closed before its certificates are verified: %s, %s', async (name, _) => {
    for (const maxVersion of ['TLSv1.2', 'TLSv1.3'] as const)
      await expect(answered({ maxVersion, ...callers[name] }).then(() => 'served')).rejects.toThrow(
        /ECONNRESET|socket/,
      );
    expect((await answered(callers.ordinary))['shown']).toBe(clientCertField(callers.ordinary.cert));
  });

  it('begins no second handshake over its connection', async () => {
    const socket = connect({
      host: '127.0.0.1',
      port: listener.port,
      rejectUnauthorized: false,
      maxVersion: 'TLSv1.2',
      secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT,
      ...callers.ordinary,
    });
    sockets.push(socket);
    socket.on('error', () => {});
    await once(socket, 'secureConnect');
    const error = await new Promise<Error | null>((resolve) => {
      socket.renegotiate({}, resolve);
      socket.once('close', () => resolve(new Error('closed')));
    });
    expect(error).toBeInstanceOf(Error);
  });
});
