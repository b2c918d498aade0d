import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSnapshotFeed, type SnapshotFeed } from '../../../src/data-plane/snapshot/snapshot-feed.ts';
import { systemClock } from '../../../src/foundation/clock.ts';
import { announce, change } from '../../../src/infrastructure/database/change.ts';
import type { Database } from '../../../src/infrastructure/database/database.ts';
import { migrate } from '../../../src/infrastructure/database/migrate.ts';
import { openServer } from '../../../src/infrastructure/database/postgres-server.ts';
import { Secrets, UnsealError } from '../../../src/infrastructure/secrets/secrets.ts';
import { revoke } from '../../../src/infrastructure/tokens/revoke.ts';
import {
  createMigratedDatabase,
  emptyDatabase,
  everyDatabase,
  type ServerDatabase,
} from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import {
  createApplicationRow,
  createCatalogProduct,
  createProvider,
  createSandbox,
  type Published,
} from '../../support/published.ts';
import { serverUrl } from '../../support/servers.ts';
import { openTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';

const secrets = new Secrets('the secret key of these tests, which is long');
const gatewayUrl = 'http://gateway.test';
const clock = systemClock;

/** The versions of the product that a feed serves. */
const served = (feed: SnapshotFeed, path = '/acme/sandbox') =>
  feed
    .current()
    .catalogs.get(path)
    ?.routes.get('/customerdb/v1')
    ?.map(({ product }) => product.version);

const publish = (database: Database, sandbox: Published, version: string) =>
  change(
    database,
    { orgId: sandbox.orgId, actor: 'token:test', action: 'publishProduct', subject: `customer:${version}` },
    (prisma) =>
      createCatalogProduct({ ...database, prisma: prisma as Database['prisma'] }, sandbox, { version }),
  );

describe.each(await everyDatabase())('a snapshot feed over $name', ({ open }) => {
  let database: Database;
  let sandbox: Published;
  let feed: SnapshotFeed;
  beforeEach(async () => {
    database = await open();
    sandbox = await createSandbox(database);
    await createCatalogProduct(database, sandbox, { version: '1.0.0' });
    feed = await openSnapshotFeed({ database, secrets, gatewayUrl, clock });
  });
  afterEach(async () => {
    await feed.close();
    await feed.settled();
    await database.close();
  });

  it('begins with all that is published', () => {
    expect(served(feed)).toEqual(['1.0.0']);
    expect(feed.staleSince()).toBeUndefined();
  });

  it('has a committed change soon after, and leaves the snapshot before it as it was', async () => {
    const before = feed.current();
    await publish(database, sandbox, '2.0.0');
    await eventually(() => expect(served(feed)).toEqual(['2.0.0', '1.0.0']));
    expect(before.catalogs.get('/acme/sandbox')?.routes.get('/customerdb/v1')).toHaveLength(1);
  });

  it('has every one of many changes, of several orgs', async () => {
    const other = await createSandbox(database, 'other');
    const versions = Array.from({ length: 10 }, (_, number) => `${number + 2}.0.0`);
    await Promise.all(
      versions.flatMap((version) => [publish(database, sandbox, version), publish(database, other, version)]),
    );
    const newest = [...versions].reverse();
    await eventually(() => {
      expect(served(feed)).toEqual([...newest, '1.0.0']);
      expect(served(feed, '/other/sandbox')).toEqual(newest);
    });
  });

  it('has clients as they are: new, subscribed, suspended, moved to another plan, with another secret, deleted', async () => {
    const { prisma } = database;
    const product = await prisma.catalogProduct.findFirstOrThrow({ include: { plans: true } });
    const catalogPlanId = product.plans[0]?.id ?? '';
    const client = () => feed.current().catalogs.get('/acme/sandbox')?.clients.get('client-1');
    const afterwards = async (work: () => Promise<unknown>, check: () => void) => {
      await work();
      await announce(database, sandbox.orgId);
      await eventually(check);
    };
    const application = await createApplicationRow(database, sandbox, { name: 'client-1' });
    const where = { id: application.id };
    await afterwards(
      async () => {},
      () => expect(client()?.subscriptions.size).toBe(0),
    );
    const routes = feed.current().catalogs.get('/acme/sandbox')?.routes;
    await afterwards(
      () =>
        prisma.subscription.create({
          data: { applicationId: application.id, catalogProductId: product.id, catalogPlanId },
        }),
      () => expect(client()?.subscriptions.get(product.id)?.plan.callLimits[0]?.limit).toBe(2),
    );
    await afterwards(
      () => prisma.application.update({ where, data: { state: 'SUSPENDED' } }),
      () => expect(client()?.application.suspended).toBe(true),
    );
    await afterwards(
      () => prisma.credential.update({ where: { clientKey: 'client-1' }, data: { secretHash: 'other' } }),
      () => expect(client()?.secretHash).toBe('other'),
    );
    expect(feed.current().catalogs.get('/acme/sandbox')?.routes, 'no API was read for it').toBe(routes);
    await afterwards(
      () => prisma.catalogPlan.update({ where: { id: catalogPlanId }, data: { rateLimit: 3 } }),
      () => expect(client()?.subscriptions.get(product.id)?.plan.callLimits[0]?.limit).toBe(3),
    );
    expect(feed.current().catalogs.get('/acme/sandbox')?.routes, 'nor for this').toBe(routes);
    await afterwards(
      () => prisma.subscription.deleteMany(),
      () => expect(client()?.subscriptions.size).toBe(0),
    );
    await afterwards(
      () => prisma.application.delete({ where }),
      () => expect(client()).toBeUndefined(),
    );
  });

  it('has the clients of a catalog that came with them, also where another org is read first', async () => {
    const other = await database.prisma.$transaction(async (prisma) => {
      const made = await createSandbox({ ...database, prisma: prisma as Database['prisma'] }, 'other');
      const within = { ...database, prisma: prisma as Database['prisma'] };
      await createApplicationRow(within, made, { name: 'client-2' });
      await announce({ prisma }, sandbox.orgId);
      await announce({ prisma }, made.orgId);
      return made;
    });
    const catalogs = () => feed.current().catalogs.get('/other/sandbox');
    await eventually(() => expect(catalogs()?.orgId).toBe(other.orgId));
    expect(catalogs()?.clients.has('client-2')).toBe(true);
  });

  it('keeps the objects of APIs and OAuth providers that a change leaves alone', async () => {
    await createProvider(database, sandbox, secrets);
    await announce(database, sandbox.orgId);
    const catalog = () => feed.current().catalogs.get('/acme/sandbox');
    await eventually(() => expect(catalog()?.providers.size).toBe(1));
    const before = catalog();
    await publish(database, sandbox, '2.0.0');
    await eventually(() => expect(served(feed)).toEqual(['2.0.0', '1.0.0']));
    expect(catalog()?.routes.get('/customerdb/v1')?.[1]).toBe(before?.routes.get('/customerdb/v1')?.[0]);
    expect(catalog()?.providers).toBe(before?.providers);
  });

  it('forgets an org that is deleted', async () => {
    await database.prisma.org.delete({ where: { id: sandbox.orgId } });
    await announce(database, sandbox.orgId);
    await eventually(() => expect(feed.current().catalogs.size).toBe(0));
  });

  it('follows nothing once it is closed', async () => {
    await feed.close();
    await publish(database, sandbox, '2.0.0');
    await feed.settled();
    expect(served(feed)).toEqual(['1.0.0']);
  });
});

describe('a snapshot feed that cannot be opened', () => {
  it('stops the start where the secret key is another one', async () => {
    const database = await emptyDatabase();
    await createProvider(database, await createSandbox(database), secrets);
    const others = new Secrets('another secret key of these tests, also long');
    await expect(openSnapshotFeed({ database, secrets: others, gatewayUrl, clock })).rejects.toThrow(
      UnsealError,
    );
    await database.close();
  });
});

describe('an org that cannot be read', () => {
  it('is reported once and does not hold up the others; mended, it is read', async () => {
    const database = await emptyDatabase();
    const [sandbox, other] = [await createSandbox(database), await createSandbox(database, 'other')];
    const faults: unknown[] = [];
    const feed = await openSnapshotFeed({
      database,
      secrets,
      gatewayUrl,
      clock,
      onFault: (fault) => faults.push(fault),
    });
    const security = { securityDefinitions: [], security: [{ definition: 'missing', scopes: [] }] };
    const broken = await createCatalogProduct(database, sandbox, { version: '1.0.0', security });
    await announce(database, sandbox.orgId);
    await publish(database, other, '2.0.0');
    await eventually(() => expect(served(feed, '/other/sandbox')).toEqual(['2.0.0']));
    expect(feed.staleSince()).toBeDefined();
    await database.prisma.catalogProduct.delete({ where: { id: broken.id } });
    await eventually(() => expect(feed.staleSince()).toBeUndefined());
    expect(faults).toHaveLength(1);
    await feed.close();
    await database.close();
  });
});

const server = await serverUrl('PostgreSQL server');

describe.runIf(server)('a snapshot feed that loses its PostgreSQL server', () => {
  let own: ServerDatabase;
  let proxy: TcpProxy;
  let outside: Database;
  let database: Database;
  let sandbox: Published;
  let feed: SnapshotFeed;
  let faults: unknown[];
  beforeEach(async () => {
    own = await createMigratedDatabase(server ?? '');
    outside = await openServer(own.url);
    await migrate(outside);
    sandbox = await createSandbox(outside);
    await createCatalogProduct(outside, sandbox, { version: '1.0.0' });
    proxy = await openTcpProxy(new URL(own.url));
    const throughProxy = new URL(own.url);
    throughProxy.port = String(proxy.port);
    database = await openServer(throughProxy.href);
    faults = [];
    feed = await openSnapshotFeed({
      database,
      secrets,
      gatewayUrl,
      clock,
      onFault: (fault) => faults.push(fault),
    });
  });
  afterEach(async () => {
    await feed.close();
    await database.close();
    await proxy.close();
    await outside.close();
    await own.drop();
  });

  it('keeps the last snapshot, says that it is stale, and has what it missed when the server is back', async () => {
    await proxy.cut();
    await eventually(() => expect(feed.staleSince()).toBeDefined());
    expect(served(feed)).toEqual(['1.0.0']);
    await publish(outside, sandbox, '2.0.0');
    await revoke(outside, ['missed'], new Date(clock().getTime() + 3_600_000));
    expect(served(feed)).toEqual(['1.0.0']);
    expect(feed.current().revocations.has('missed')).toBe(false);
    await proxy.restore();
    await eventually(() => {
      expect(feed.staleSince()).toBeUndefined();
      expect(served(feed)).toEqual(['2.0.0', '1.0.0']);
      expect(feed.current().revocations.has('missed')).toBe(true);
    });
    expect(faults).toHaveLength(1);
  });
});
