import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGateway, type Gateway } from '../../../src/data-plane/gateway/gateway.ts';
import { openSnapshotFeed, type SnapshotFeed } from '../../../src/data-plane/snapshot/snapshot-feed.ts';
import { HealthChecks } from '../../../src/data-plane/target-health/health-checks.ts';
import { CATALOG, type CatalogWorld, openCatalog } from '../../support/catalog.ts';
import { makeCertificates } from '../../support/certificates.ts';
import { until } from '../../support/eventually.ts';
import { ingressOf, type Listening, listen, personDeps, problemOf } from '../../support/gateway.ts';
import { urls } from '../../support/management.ts';
import { document } from '../../support/manifest.ts';

/** Management, snapshot and gateway, and a back-end that asks for a client certificate. */
let world: CatalogWorld;
let feed: SnapshotFeed;
let gateway: Gateway;
let listening: Listening;
let server: Server;
/** Names of the certificates that the back-end was shown, by path. */
const shown: string[] = [];
const certificates = makeCertificates();
const authorities = readFileSync(certificates.authority, 'utf8');
const { cert: certificate, key } = certificates.ofAnotherName;
const PRODUCT = 'customer:1.0.0';
const address = { catalog: CATALOG, backend: 'customers' };
const target = () => ({ url: `https://127.0.0.1:${(server.address() as AddressInfo).port}` });

beforeAll(async () => {
  const asks = { ca: authorities, requestCert: true, rejectUnauthorized: true };
  server = createServer({ ...certificates.good, ...asks }, (request: IncomingMessage, response) => {
    const { subject } = (request.socket as TLSSocket).getPeerCertificate();
    shown.push(`${request.url} ${subject.CN}`);
    response.end('{"ok":true}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  world = await openCatalog();
  const { database, secrets, outbound, ownServers, limits, clock } = world.deps;
  feed = await openSnapshotFeed({ database, secrets, gatewayUrl: urls.gateway, clock });
  const onFault = () => {};
  const deps = { snapshots: feed, database, secrets, outbound, ownServers, limits, clock };
  gateway = createGateway({ ...deps, ...personDeps(deps), urls, pseudonym: 'gatehouse-here', onFault });
  listening = await listen(ingressOf({ calls: gateway.handle }, { urls, onFault }));
  await world.mutate('createBackend', { name: 'customers' });
  const api = { openapi: document(), basePath: '/customerdb', backend: 'customers', security: [] };
  await world.mutate('createApi', { ...api, name: 'customerdb' });
  await world.product(PRODUCT);
  await world.mutate('publishProduct', { catalog: CATALOG, product: PRODUCT }, '{ warnings { code } }');
  await setSecret('client-key', key);
  await setSecret('text', 'text of a header');
});
afterAll(async () => {
  await listening.close();
  await gateway.close();
  await feed.close();
  await world.close();
  server.closeAllConnections();
  server.close();
  certificates.remove();
});

const setSecret = (name: string, value: string) =>
  world.mutate('setSecret', { catalog: CATALOG, name, value }, '{ name }');
async function set(settings: object): Promise<void> {
  const before = feed.current();
  await world.mutate('setBackend', { ...address, targets: [target()], ...settings }, '{ apis }');
  await until(() => feed.current() !== before);
  await feed.settled();
}
const call = () => fetch(`${listening.url}/acme/${CATALOG}/customerdb/customers`);
const tls = { certificate, key: 'client-key', authorities };

describe('a back-end that asks for a client certificate', () => {
  it('is shown that of the settings, and trusted by the authorities of the settings', async () => {
    await set({ tls });
    shown.length = 0;
    expect((await call()).status).toBe(200);
    expect(shown).toEqual(['/customers other']);
    const query = `{ catalog(org: "acme", name: "${CATALOG}") { backends { tls { key certificate certificateEndsAt } } } }`;
    expect(await world.query(query)).toMatchObject({
      catalog: { backends: [{ tls: { key: 'client-key', certificate: certificate.trim() } }] },
    });
  });

  it('is not called by another connection: without the certificate the call is refused', async () => {
    await set({ tls });
    expect((await call()).status).toBe(200);
    await set({ tls: { authorities } });
    expect(await problemOf(await call())).toMatchObject({ status: 502, code: 'BACKEND_UNREACHABLE' });
  });

  it('is shown it by health checks too', async () => {
    await set({ tls, healthCheck: { path: '/healthz' } });
    shown.length = 0;
    const { database, outbound, clock } = world.deps;
    const faults: unknown[] = [];
    const onFault = (fault: unknown) => faults.push(fault);
    const checks = new HealthChecks({ snapshots: feed, database, outbound, clock, onFault });
    await checks.begin();
    await checks.settled();
    await checks.close();
    expect([shown, faults]).toEqual([['/healthz other'], []]);
    const query = `{ catalog(org: "acme", name: "${CATALOG}") { backends { targets { health { state fault } } } } }`;
    expect(await world.query(query)).toMatchObject({
      catalog: { backends: [{ targets: [{ health: { state: 'HEALTHY', fault: null } }] }] },
    });
    await set({ healthCheck: null });
  });

  it('keeps its key a secret: neither the API nor the audit nor an export has it', async () => {
    await set({ tls });
    const everything = [
      await world.query(`{ exportManifest(org: "acme") }`),
      await world.database.prisma.auditEvent.findMany({ select: { subject: true, detail: true } }),
      await world.query(
        `{ catalog(org: "acme", name: "${CATALOG}") { secrets { name } backends { tls { key } } } }`,
      ),
    ];
    const [, line = ''] = key.split('\n');
    expect(line.length).toBeGreaterThan(40);
    expect(JSON.stringify(everything)).not.toContain(line);
  });
});

describe('settings of TLS', () => {
  it.each([
    [
      { certificate },
      ['tls', 'key'],
      'The certificate has no key: name a secret of the catalog with its private key.',
    ],
    [
      { key: 'client-key' },
      ['tls', 'certificate'],
      'The key has no certificate: give the client certificate as PEM.',
    ],
    [
      { certificate: 'no PEM', key: 'client-key' },
      ['tls', 'certificate'],
      'Give certificates as PEM and nothing else, up to 32768 characters.',
    ],
    [
      { authorities: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----' },
      ['tls', 'authorities'],
      'The text is no certificate as PEM.',
    ],
    [
      { certificate, key: 'text' },
      ['tls', 'key'],
      'The secret text is not the private key of the certificate: set that key, or give the certificate of this one.',
    ],
    [
      { certificate: certificates.good.cert, key: 'client-key' },
      ['tls', 'key'],
      'The secret client-key is not the private key of the certificate: set that key, or give the certificate of this one.',
    ],
  ])('name what is wrong when they are saved: %#', async (wrong, path, message) => {
    expect(
      await world.refused('setBackend', { ...address, targets: [target()], tls: wrong }, '{ apis }'),
    ).toMatchObject({ status: 400, code: 'BAD_USER_INPUT', path: ['input', ...path], message });
  });

  it('need a secret that is there, and targets that are called by TLS', async () => {
    const missing = { ...address, targets: [target()], tls: { certificate, key: 'none' } };
    expect(await world.refused('setBackend', missing, '{ apis }')).toMatchObject({
      code: 'NOT_FOUND',
      path: ['input', 'tls', 'key'],
    });
    const plain = { ...address, targets: [{ url: 'http://127.0.0.1:8091' }], tls };
    expect(await world.refused('setBackend', plain, '{ apis }')).toMatchObject({
      code: 'BAD_USER_INPUT',
      path: ['input', 'targets', 0, 'url'],
    });
  });

  it('take a key whose ends of lines a form has taken away', async () => {
    await setSecret('pasted', key.trim().replaceAll('\n', ' '));
    await set({ tls: { ...tls, key: 'pasted' } });
    expect((await call()).status).toBe(200);
  });

  it('hold their secret to what it is for: a private key is sent in no header', async () => {
    const credentials = { type: 'HEADER', name: 'X-Api-Key', secret: 'client-key' };
    expect(
      await world.refused('setBackend', { ...address, targets: [target()], credentials }, '{ apis }'),
    ).toMatchObject({ code: 'BAD_USER_INPUT', path: ['input', 'credentials', 'secret'] });
    await set({ tls });
    for (const value of ['a text', certificates.good.key])
      expect(
        await world.refused('setSecret', { catalog: CATALOG, name: 'client-key', value }, '{ name }'),
      ).toMatchObject({ code: 'BAD_USER_INPUT', path: ['input', 'value'] });
    expect(await world.refused('deleteSecret', { catalog: CATALOG, name: 'client-key' }, '')).toMatchObject({
      code: 'IN_USE',
    });
  });
});
