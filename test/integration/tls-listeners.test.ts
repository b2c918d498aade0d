import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { Agent, request } from 'node:https';
import { connect as connectTcp, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { clientCertificateOf } from '../../src/http/ingress/client-certificate.ts';
import { type ListenAddress, type Listener, listen } from '../../src/http/listeners.ts';
import { PlainRequest } from '../../src/http/plain/plain-request.ts';
import type { ListenTls } from '../../src/http/tls/tls-server.ts';
import { Certificates } from '../../src/infrastructure/certificates/certificates.ts';
import { type Certificate, clientCertField, selfSigned } from '../support/certificates.ts';
import { until } from '../support/eventually.ts';

const HANDSHAKES_OF_NETWORK = 100;
const NOW = new Date('2026-06-01T00:00:00Z');
const clock = () => NOW;

const folder = mkdtempSync(join(tmpdir(), 'tls-listeners-'));
const at = (name: string) => join(folder, name);
/** Writes a certificate as one file, and gives its path. */
const fileOf = (name: string, { cert, key }: Certificate) => {
  writeFileSync(at(name), `${cert}\n${key}`);
  return at(name);
};

let [apis, portals, renewed, caller]: Certificate[] = [];
beforeAll(() => {
  apis = selfSigned('api.test', { names: 'DNS:api.test,DNS:*.apis.test' });
  portals = selfSigned('portal.test', { names: 'DNS:portal.test' });
  renewed = selfSigned('api.test', { names: 'DNS:api.test' });
  caller = selfSigned('billing');
});
afterAll(() => rmSync(folder, { recursive: true }));

const listeners: Listener[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const listener of listeners.splice(0)) await listener.close();
});

const handler: RequestListener = (incoming, response) => {
  incoming.resume();
  incoming.on('end', () => {
    const reader = incoming instanceof PlainRequest ? 'PLAIN' : 'NODE';
    const certificate = clientCertificateOf(incoming, incoming.headers['x-proxied'] !== undefined);
    response.end(JSON.stringify({ reader, certificate }));
  });
};

async function serve(tls: Partial<ListenTls> = {}, options: Partial<ListenAddress> = {}) {
  const certificates =
    tls.certificates ?? (await Certificates.read([fileOf('apis.pem', apis as Certificate)], clock));
  const listener = await listen(handler, {
    host: '127.0.0.1',
    port: 0,
    setting: 'GATEWAY_PORT',
    isStrict: true,
    tls: { certificates, minVersion: 'TLSv1.2', asksClients: false, ...tls },
    ...options,
  });
  listeners.push(listener);
  return listener.port;
}

async function handshake(port: number, options: ConnectionOptions = {}): Promise<TLSSocket> {
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false, ...options });
  sockets.push(socket);
  socket.on('error', () => {});
  await once(socket, 'secureConnect');
  return socket;
}

/** The names of the certificate that a caller gets who names a host. */
async function namesFor(port: number, servername?: string): Promise<string | undefined> {
  const socket = await handshake(port, servername === undefined ? {} : { servername });
  return socket.getPeerX509Certificate()?.subjectAltName;
}

const get = (port: number, options: object = {}): Promise<{ status: number; body: string }> =>
  new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, rejectUnauthorized: false, ...options },
      async (response) => resolve({ status: response.statusCode ?? 0, body: await text(response) }),
    );
    sent.on('error', reject);
    sent.end((options as { body?: string }).body);
  });

describe('a listener with certificates', () => {
  it('serves plain requests and any other over TLS, several on one connection', async () => {
    const port = await serve({}, { takesPlain: () => true });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const plain = { status: 200, body: '{"reader":"PLAIN"}' };
    expect(await get(port, { agent })).toEqual(plain);
    expect(await get(port, { agent })).toEqual(plain);
    const chunked = {
      method: 'POST',
      headers: { 'transfer-encoding': 'chunked' },
      body: 'x'.repeat(100_000),
    };
    expect(await get(port, { agent, ...chunked })).toEqual({ status: 200, body: '{"reader":"NODE"}' });
    agent.destroy();
  });

  it('answers requests that were sent at once in their order', async () => {
    const port = await serve({}, { takesPlain: () => true });
    const socket = await handshake(port);
    const requests = ['GET /a', 'GET /b'].map((line) => `${line} HTTP/1.1\r\nHost: api.test\r\n\r\n`);
    socket.write(`${requests.join('')}GET /c HTTP/1.1\r\nHost: api.test\r\nConnection: close\r\n\r\n`);
    expect((await text(socket)).match(/HTTP\/1\.1 200/g)).toHaveLength(3);
  });

  it('gives each caller the certificate of the host that it names, and others the first', async () => {
    const certificates = await Certificates.read(
      [fileOf('apis.pem', apis as Certificate), fileOf('portals.pem', portals as Certificate)],
      clock,
    );
    const port = await serve({ certificates });
    expect(await namesFor(port, 'portal.test')).toBe('DNS:portal.test');
    expect(await namesFor(port, 'acme.apis.test')).toBe('DNS:api.test, DNS:*.apis.test');
    expect(await namesFor(port, 'unknown.test')).toBe('DNS:api.test, DNS:*.apis.test');
    expect(await namesFor(port)).toBe('DNS:api.test, DNS:*.apis.test');
  });

  it('speaks no older version of TLS than the setting allows', async () => {
    const port = await serve({ minVersion: 'TLSv1.3' });
    expect((await handshake(port)).getProtocol()).toBe('TLSv1.3');
    await expect(handshake(port, { maxVersion: 'TLSv1.2' })).rejects.toMatchObject({
      code: 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
    });
    expect((await handshake(await serve(), { maxVersion: 'TLSv1.2' })).getProtocol()).toBe('TLSv1.2');
  });

  it('closes a connection that speaks HTTP, without an answer', async () => {
    const port = await serve();
    const socket = connectTcp(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'));
    sockets.push(socket);
    socket.on('error', () => {});
    const received: Buffer[] = [];
    socket.on('data', (part) => received.push(part));
    await once(socket, 'close');
    expect(Buffer.concat(received).toString('latin1')).not.toContain('HTTP');
  });

  it('bounds the handshakes of a network; those that are done count no more', async () => {
    const port = await serve({}, { connections: { max: 10_000, networkOf: () => 'network' } });
    // An answer has come over each: its handshake is done at both ends.
    await Promise.all([get(port), get(port)]);
    const silent = Array.from({ length: HANDSHAKES_OF_NETWORK }, () => connectTcp(port, '127.0.0.1'));
    sockets.push(...silent);
    for (const socket of silent) socket.resume();
    await Promise.all(silent.map((socket) => once(socket, 'connect')));
    const tooMany = connectTcp(port, '127.0.0.1').on('error', () => {});
    sockets.push(tooMany);
    await once(tooMany.resume(), 'close');
    expect(silent.some(({ destroyed }) => destroyed)).toBe(false);
    silent[0]?.destroy();
    await until(() => handshake(port).catch(() => false));
  });

  it('ends without losing a call', async () => {
    const port = await serve();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    await get(port, { agent });
    const idle = await handshake(port);
    const [listener] = listeners.splice(0);
    const closed = listener?.close();
    idle.write('GET / HTTP/1.1\r\nHost: api.test\r\n\r\n');
    expect(await text(idle)).toContain('Connection: close');
    await closed;
    agent.destroy();
  });
});

describe('a renewed certificate', () => {
  it('is given to new connections; those that are open go on', async () => {
    const path = fileOf('renewal.pem', apis as Certificate);
    const certificates = await Certificates.read([path], clock);
    const port = await serve({ certificates });
    const open = await handshake(port, { servername: 'api.test' });
    fileOf('renewal.pem', renewed as Certificate);
    await certificates.refresh();
    expect(await namesFor(port, 'api.test')).toBe('DNS:api.test');
    expect(await namesFor(port)).toBe('DNS:api.test');
    open.write('GET / HTTP/1.1\r\nHost: api.test\r\nConnection: close\r\n\r\n');
    expect(await text(open)).toContain('200 OK');
    expect(certificates.note()).toBeUndefined();
  });

  it('that cannot be used leaves the one before, and is noted until it is mended', async () => {
    const path = fileOf('broken.pem', apis as Certificate);
    const certificates = await Certificates.read([path], clock);
    const port = await serve({ certificates });
    writeFileSync(path, apis?.cert ?? '');
    await certificates.refresh();
    expect(certificates.note()).toBe(
      `TLS_CERTIFICATES: ${path} cannot be used: no private key as PEM is in it. The one before is used.`,
    );
    expect(await namesFor(port)).toBe('DNS:api.test, DNS:*.apis.test');
    fileOf('broken.pem', renewed as Certificate);
    await certificates.refresh();
    expect([certificates.note(), await namesFor(port)]).toEqual([undefined, 'DNS:api.test']);
  });

  it('is asked for 14 days before the end', async () => {
    const day = 86_400_000;
    const ends = (days: number) =>
      selfSigned('api.test', { from: NOW.getTime() - day, to: NOW.getTime() + days * day });
    const noteOf = async (name: string, days: number) =>
      (await Certificates.read([fileOf(name, ends(days))], clock)).note();
    expect(await noteOf('long.pem', 15)).toBeUndefined();
    expect(await noteOf('soon.pem', 13)).toBe(
      `The certificate of ${at('soon.pem')} ends at 2026-06-14T00:00:00.000Z. Renew it.`,
    );
  });
});

describe('files of certificates', () => {
  it.each([
    ['certbot', 'fullchain.pem', 'privkey.pem'],
    ['Kubernetes', 'tls.crt', 'tls.key'],
  ])('are read from a folder as %s writes it', async (name, certificate, key) => {
    mkdirSync(at(name));
    writeFileSync(join(at(name), certificate), apis?.cert ?? '');
    writeFileSync(join(at(name), key), apis?.key ?? '');
    cpSync(at(name), at(`${name}-copy`), { recursive: true });
    const { first } = await Certificates.read([at(`${name}-copy`)], clock);
    expect(first.x509.subjectAltName).toBe('DNS:api.test, DNS:*.apis.test');
  });

  it.each<[string, () => string | undefined, string]>([
    ['a file that is missing', () => undefined, 'it cannot be read: ENOENT'],
    ['a file of something else', () => 'certificate', 'no certificate as PEM is in it'],
    ['a file without a key', () => apis?.cert, 'no private key as PEM is in it'],
    [
      'a key with a password',
      () => `${apis?.cert}\n-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----`,
      'its key has a password: store the key without one',
    ],
    [
      'the key of another certificate',
      () => `${apis?.cert}\n${portals?.key}`,
      'its key is that of another certificate. The first certificate has to be that of the server',
    ],
  ])('cannot be used: %s', async (name, content, fault) => {
    const path = at(name);
    const written = content();
    if (written !== undefined) writeFileSync(path, written);
    await expect(Certificates.read([path], clock)).rejects.toThrow(
      `TLS_CERTIFICATES: ${path} cannot be used: ${fault}.`,
    );
  });

  it('cannot be used from a folder without them', async () => {
    mkdirSync(at('empty'));
    await expect(Certificates.read([at('empty')], clock)).rejects.toThrow(
      `TLS_CERTIFICATES: ${at('empty')} cannot be used: the folder holds no fullchain.pem and privkey.pem, or tls.crt and tls.key that can be read.`,
    );
  });
});

describe('the client certificate of a connection', () => {
  const certificateOf = async (port: number, options: object) =>
    (JSON.parse((await get(port, options)).body) as { certificate?: string }).certificate;

  it('is read where callers are asked, from the handshake and never from the header', async () => {
    const port = await serve({ asksClients: true }, { takesPlain: () => true });
    const field = clientCertField(caller?.cert ?? '');
    const forged = { headers: { 'client-cert': clientCertField(portals?.cert ?? '') } };
    expect(await certificateOf(port, { ...caller })).toBe(field);
    expect(await certificateOf(port, { ...caller, ...forged })).toBe(field);
    expect(await certificateOf(port, forged)).toBeUndefined();
  });

  it('of a trusted proxy is its own; its header names that of the caller', async () => {
    const port = await serve({ asksClients: true });
    const field = clientCertField(portals?.cert ?? '');
    const proxied = { 'x-proxied': 'yes' };
    expect(await certificateOf(port, { ...caller, headers: { ...proxied, 'client-cert': field } })).toBe(
      field,
    );
    expect(await certificateOf(port, { ...caller, headers: proxied })).toBeUndefined();
  });

  it('is not asked for unless it is set', async () => {
    expect(await certificateOf(await serve(), { ...caller })).toBeUndefined();
  });
});
