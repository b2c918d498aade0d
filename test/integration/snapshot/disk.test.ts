import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openSnapshotDisk } from '../../../src/data-plane/snapshot/disk.ts';
import { ServedExpression } from '../../../src/data-plane/snapshot/served-expression.ts';
import { expressionOf } from '../../../src/data-plane/snapshot/served-meter.ts';
import { servedTransformations } from '../../../src/data-plane/snapshot/served-transformations.ts';
import { openSnapshotFeed, type SnapshotFeed } from '../../../src/data-plane/snapshot/snapshot-feed.ts';
import { systemClock } from '../../../src/foundation/clock.ts';
import { announce } from '../../../src/infrastructure/database/change.ts';
import type { Database } from '../../../src/infrastructure/database/database.ts';
import { migrate } from '../../../src/infrastructure/database/migrate.ts';
import { openServer } from '../../../src/infrastructure/database/postgres-server.ts';
import { Secrets } from '../../../src/infrastructure/secrets/secrets.ts';
import { revoke } from '../../../src/infrastructure/tokens/revoke.ts';
import { createMigratedDatabase, type ServerDatabase } from '../../support/database.ts';
import { eventually, until } from '../../support/eventually.ts';
import {
  createApplicationRow,
  createCatalogProduct,
  createProvider,
  createSandbox,
  type Published,
} from '../../support/published.ts';
import { serverUrl } from '../../support/servers.ts';
import { openTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';

const secretKey = 'the secret key of these tests, which is long';
const secrets = new Secrets(secretKey);
const gatewayUrl = 'http://gateway.test';
const clock = systemClock;
const PATH = '/acme/sandbox';

const settings = {
  transformations: [{ on: 'ANSWER', operations: [], setHeader: { name: 'X-Step', value: 'taken' } }],
  meters: [{ name: 'tokens', operations: [], expression: 'answer.status' }],
};

const server = await serverUrl('PostgreSQL server');

describe.runIf(server)('a snapshot that is kept on the disk', () => {
  let own: ServerDatabase;
  let proxy: TcpProxy;
  let outside: Database;
  let sandbox: Published;
  let url: URL;
  beforeAll(async () => {
    own = await createMigratedDatabase(server ?? '');
    outside = await openServer(own.url);
    await migrate(outside);
    sandbox = await createSandbox(outside);
    const product = await createCatalogProduct(outside, sandbox, { version: '1.0.0' });
    const old = await createCatalogProduct(outside, sandbox, { version: '0.9.0', state: 'RETIRED' });
    await outside.prisma.catalogProduct.update({
      where: { id: old.id },
      data: { retiredAt: new Date('2026-11-01T10:00:00Z'), successorId: product.id },
    });
    await createProvider(outside, sandbox, secrets);
    await createBackend();
    await outside.prisma.catalogApi.updateMany({ data: { settings } });
    const application = await createApplicationRow(outside, sandbox, { name: 'client-1' });
    await outside.prisma.subscription.create({
      data: {
        applicationId: application.id,
        catalogProductId: product.id,
        catalogPlanId: product.plans[0]?.id ?? '',
      },
    });
    await revoke(outside, ['revoked'], new Date(clock().getTime() + 3_600_000));
    proxy = await openTcpProxy(new URL(own.url));
    url = new URL(own.url);
    url.port = `${proxy.port}`;
  });
  /** A back-end of the catalog whose calls show a secret. */
  async function createBackend(): Promise<void> {
    const { orgId, catalogId } = sandbox;
    const id = '01900000-0000-7000-8000-000000000009';
    const valueSealed = new Uint8Array(secrets.seal('canary-of-a-back-end', id));
    await outside.prisma.secret.create({ data: { id, catalogId, name: 'crm', valueSealed } });
    const backend = await outside.prisma.backend.create({ data: { orgId, name: 'crm', title: 'CRM' } });
    const settings = {
      targets: [{ url: 'http://crm.test', weight: 1, drained: false }],
      credentials: { type: 'HEADER', name: 'X-Key', secret: 'crm' },
      headers: [],
      timeouts: {},
    };
    await outside.prisma.catalogBackend.create({ data: { catalogId, backendId: backend.id, settings } });
  }
  afterAll(async () => {
    await proxy.close();
    await outside.close();
    await own.drop();
  });

  let dataDir: string;
  let faults: Error[];
  let opened: { feed: SnapshotFeed; database: Database }[];
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-'));
    faults = [];
    opened = [];
  });
  afterEach(async () => {
    await close();
    await proxy.restore().catch(() => {});
    rmSync(dataDir, { recursive: true });
  });
  async function close(): Promise<void> {
    for (const { feed, database } of opened.splice(0)) {
      await feed.close();
      await database.close();
    }
  }
  /** A gateway's feed through the proxy, as after a start. */
  async function start({ key = secretKey, platform = ['test'], folder = '' } = {}): Promise<SnapshotFeed> {
    const deps = { secrets: new Secrets(key), clock };
    const disk = openSnapshotDisk({ ...deps, dataDir: join(dataDir, folder), platform });
    if (folder) rmSync(join(dataDir, folder), { recursive: true });
    const database = await openServer(url.href);
    const feed = await openSnapshotFeed({
      ...deps,
      database,
      gatewayUrl,
      onFault: (fault) => faults.push(fault as Error),
      keepOn: disk,
      startFrom: disk,
      patienceMs: 50,
      prepare: () => migrate(database),
    });
    opened.push({ feed, database });
    return feed;
  }
  const file = () => join(dataDir, 'snapshot');
  const kept = () => until(() => readdirSync(dataDir).join() === 'snapshot');

  it('is served after a start without the database, with clients, keys and revocations, and catches up', async () => {
    const before = await start();
    const catalog = before.current().catalogs.get(PATH);
    await kept();
    await close();
    await proxy.cut();
    const feed = await start();
    const again = feed.current().catalogs.get(PATH);
    expect(feed.isFromDisk()).toBe(true);
    expect(feed.staleSince()?.getTime()).toBe(statSync(file()).mtime.getTime());
    expect(again?.routes).toEqual(catalog?.routes);
    expect(again?.providers).toEqual(catalog?.providers);
    expect(again?.backends).toEqual(catalog?.backends);
    const [retired] = again?.retired ?? [];
    expect(again?.retired).toEqual(catalog?.retired);
    expect(retired).toMatchObject({ product: 'customer:0.9.0', basePaths: ['/customerdb/v1'] });
    expect(again?.products.get(retired?.successorId ?? '')?.product).toBe('customer:1.0.0');
    expect(again?.backends.get('crm')?.headers).toEqual(['X-Key', 'canary-of-a-back-end']);
    expect(again?.clients.get('client-1')).toEqual(catalog?.clients.get('client-1'));
    expect(again?.clients.get('client-1')?.subscriptions.size).toBe(1);
    expect(feed.current().revocations.has('revoked')).toBe(true);
    expect(faults.map(({ message }) => message)).toEqual([
      'The database does not answer: the start waits for it.',
      expect.stringMatching(/^The snapshot on the disk is served; it is of 20/),
    ]);

    await createApplicationRow(outside, sandbox, { name: 'client-2' });
    await revoke(outside, ['missed'], new Date(clock().getTime() + 3_600_000));
    await proxy.restore();
    await eventually(() => expect([feed.isFromDisk(), feed.staleSince()]).toEqual([false, undefined]));
    expect(feed.current().catalogs.get(PATH)?.clients.has('client-2')).toBe(true);
    expect(feed.current().revocations.has('missed')).toBe(true);
    expect(feed.current().catalogs.get(PATH)?.routes, 'what has not changed is not read again').toBe(
      again?.routes,
    );
    await createApplicationRow(outside, sandbox, { name: 'client-3' });
    await announce(outside, sandbox.orgId);
    await eventually(() =>
      expect(feed.current().catalogs.get(PATH)?.clients.has('client-3'), 'it follows again').toBe(true),
    );
  });

  it('has the steps and the meters of an API, which calls take after such a start', async () => {
    await start();
    await kept();
    await close();
    await proxy.cut();
    const feed = await start();
    expect(feed.isFromDisk()).toBe(true);
    const [api] = [...(feed.current().catalogs.get(PATH)?.routes.values() ?? [])].flat();
    const steps = api?.transformations && servedTransformations(api.transformations).of('GET /customers');
    expect(steps?.answer.steps.map(({ header }) => header?.value)).toEqual(['taken']);
    const [meter] = api?.meters ?? [];
    expect(meter && expressionOf(meter)).toBeInstanceOf(ServedExpression);
  });

  it('tells nothing to who reads the disk: neither keys nor what is published', async () => {
    await start();
    await kept();
    const text = readFileSync(file(), 'latin1');
    expect(['"d"', 'client-1', 'customerdb', 'canary'].filter((word) => text.includes(word))).toEqual([]);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
  });

  const flipped = (bytes: Buffer) => {
    const at = bytes.length >> 1;
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    return bytes;
  };
  it.each([
    ['was changed', flipped, {}],
    ['was cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 20), {}],
    ['is empty', () => Buffer.alloc(0), {}],
    ['was sealed with another secret key', (bytes: Buffer) => bytes, { key: `${secretKey}, another` }],
    ['is of another platform', (bytes: Buffer) => bytes, { platform: ['other'] }],
  ])('that %s is not served: the start waits for the database', async (_, damage, how) => {
    await start();
    await kept();
    await close();
    writeFileSync(file(), damage(readFileSync(file())));
    await proxy.cut();
    faults = [];
    let isOpen = false;
    const starting = start({ platform: ['test'], ...how }).then(
      () => {
        isOpen = true;
      },
      () => {},
    );
    await until(() => faults.length === 2);
    expect(faults.map(({ message }) => message)).toEqual([
      'The database does not answer: the start waits for it.',
      'The snapshot on the disk is not served.',
    ]);
    expect(faults[1]?.cause).toMatchObject({ name: 'UnsealError' });
    expect(isOpen).toBe(false);
    await proxy.restore();
    await starting;
    // With another key the database is no use either.
    expect(isOpen).toBe(!('key' in how));
  });

  it('is not missed at the first start: the database is waited for', async () => {
    await proxy.cut();
    const starting = start();
    await until(() => faults.length > 0);
    await proxy.restore();
    const feed = await starting;
    expect([feed.isFromDisk(), feed.current().catalogs.has(PATH)]).toEqual([false, true]);
    expect(faults.map(({ message }) => message)).toEqual([
      'The database does not answer: the start waits for it.',
    ]);
  });

  it('that cannot be written is told once, and the feed goes on', async () => {
    const feed = await start({ folder: 'gone' });
    await eventually(() =>
      expect(faults.map(({ message }) => message)).toEqual(['The snapshot cannot be kept on the disk.']),
    );
    expect(feed.current().catalogs.has(PATH)).toBe(true);
  });
});
