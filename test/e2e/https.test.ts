import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:http2';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json, text } from 'node:stream/consumers';
import { connect as handshake } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Certificate, selfSigned } from '../support/certificates.ts';
import { until } from '../support/eventually.ts';
import {
  freePorts,
  ownDatabase,
  type PlatformProcess,
  type Settings,
  startPlatform,
} from '../support/platform.ts';
import { seedDataDir } from '../support/seed-file.ts';

const WITHIN_MS = 300_000;
const PATH = '/acme/sandbox/customerdb/v1/customers';
const NAMES = 'DNS:localhost,IP:127.0.0.1';

describe('a platform with certificates', { timeout: WITHIN_MS }, () => {
  let dataDir: string;
  let platform: PlatformProcess;
  let ports: Settings;
  let key: string;
  const file = () => join(dataDir, 'localhost.pem');
  const write = (certificate: Certificate) =>
    writeFileSync(file(), `${certificate.cert}\n${certificate.key}`);
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-https-'));
    seedDataDir(dataDir);
    write(selfSigned('first', { names: NAMES }));
    ports = await freePorts();
    platform = await startPlatform({ ...ports, ...(await ownDatabase(dataDir)), TLS_CERTIFICATES: file() });
    [, key = ''] = /X-Client-Id: (\S+)'/.exec(platform.block) ?? [];
  }, WITHIN_MS);
  afterAll(async () => {
    await platform?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** The subject of the certificate that the gateway shows. */
  const shown = () =>
    new Promise<string | undefined>((resolve, reject) => {
      const socket = handshake({ port: Number(ports['GATEWAY_PORT']), rejectUnauthorized: false }, () => {
        resolve(socket.getPeerX509Certificate()?.subject);
        socket.destroy();
      }).on('error', reject);
    });

  it('says its addresses by https, and serves calls over HTTP/1.1 and HTTP/2 by them', async () => {
    const [gateway = ''] =
      new RegExp(`https://127.0.0.1:${ports['GATEWAY_PORT']}`).exec(platform.block) ?? [];
    expect(platform.block).toContain(`https://127.0.0.1:${ports['CONTROL_PORT']}/console/sign-in?code=`);
    const [overHttp1, status] = await new Promise<[unknown, number | undefined]>((resolve, reject) => {
      const sent = request(`${gateway}${PATH}`, {
        rejectUnauthorized: false,
        headers: { 'x-client-id': key },
      });
      sent
        .on('error', reject)
        .on('response', async (answer) => resolve([await json(answer), answer.statusCode]));
      sent.end();
    });
    expect(status).toBe(200);
    const session = connect(gateway, { rejectUnauthorized: false });
    const overHttp2 = await json(session.request({ ':path': PATH, 'x-client-id': key }));
    session.close();
    expect(overHttp2).toEqual(overHttp1);
    expect(overHttp2).toHaveLength(10);
  });

  it('gives pages over HTTP/2 that browsers come back to by https alone', async () => {
    const session = connect(`https://127.0.0.1:${ports['CONTROL_PORT']}`, { rejectUnauthorized: false });
    const stream = session.request({ ':path': '/portal/acme/sandbox/' });
    const headers = new Promise<unknown>((resolve) => stream.once('response', resolve));
    expect(await text(stream)).toContain('Customer');
    session.close();
    expect(await headers).toMatchObject({ ':status': 200, 'strict-transport-security': 'max-age=31536000' });
  });

  it('shows a renewed certificate after SIGHUP', async () => {
    write(selfSigned('second', { names: NAMES }));
    process.kill(platform.pid, 'SIGHUP');
    await until(async () => (await shown())?.includes('CN=second'));
  });
});
