import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CHANGED, type Database, REVOKED } from '../../../src/infrastructure/database/database.ts';
import type { NoticeSource } from '../../../src/infrastructure/database/notice-source.ts';
import { openServer } from '../../../src/infrastructure/database/postgres-server.ts';
import { ChangePublisher } from '../../../src/infrastructure/nats/change-publisher.ts';
import { inspectNats } from '../../../src/infrastructure/nats/nats-inspection.ts';
import { NatsLink } from '../../../src/infrastructure/nats/nats-link.ts';
import { StreamedListener } from '../../../src/infrastructure/nats/streamed-listener.ts';
import { createMigratedDatabase, type ServerDatabase } from '../../support/database.ts';
import { until } from '../../support/eventually.ts';
import { hasNatsServer, type NatsServer, startNatsServer } from '../../support/nats-server.ts';
import { serverUrl } from '../../support/servers.ts';

const postgres = await serverUrl('PostgreSQL server');
const TIMES = { firstMs: 10_000, silenceMs: 2_500, fallbackMs: 3_000, spreadMs: 0 };
const clock = () => new Date();

describe.skipIf(!postgres || !hasNatsServer)('changes that are published to NATS', () => {
  let nats: NatsServer;
  let server: ServerDatabase;
  const open: { close(): Promise<unknown> }[] = [];
  const faults: unknown[] = [];
  beforeAll(async () => {
    nats = await startNatsServer();
    server = await createMigratedDatabase(postgres ?? '');
  });
  afterEach(async () => {
    for (const each of open.splice(0).reverse()) await each.close();
  });
  afterAll(async () => {
    await server?.drop();
    await nats?.end();
  });

  const keep = <Opened extends { close(): Promise<unknown> }>(opened: Opened): Opened => {
    open.push(opened);
    return opened;
  };
  const onFault = (error: unknown) => faults.push(error);
  const linked = () =>
    keep(new NatsLink({ servers: [nats.url], credentials: undefined, name: 'test', clock, onFault }));
  const control = async () => keep(await openServer(server.url, { name: 'control' }));
  async function publisher(database: Database): Promise<ChangePublisher> {
    const link = linked();
    await link.connected();
    return keep(new ChangePublisher({ link, database, onFault }));
  }
  /** A gateway, with what it has heard: a gap is undefined. */
  async function gateway(times = {}) {
    const link = linked();
    let streamed: StreamedListener | undefined;
    const hearBy = (direct: () => NoticeSource) => {
      streamed = new StreamedListener({ link, direct, clock, times: { ...TIMES, ...times } });
      return streamed;
    };
    const database = keep(await openServer(server.url, { name: 'gateway', hearBy }));
    const heard: (string | undefined)[] = [];
    for (const channel of [CHANGED, REVOKED] as const)
      await database.listen((notice) => heard.push(notice), channel);
    return { database, heard, isDirect: () => streamed?.isDirect };
  }
  const tell = (database: Database, notice: string, channel: string = CHANGED) =>
    database.query('SELECT pg_notify($1, $2)', [channel, notice]);
  /** The connections of gateways that listen at the database. */
  const listening = (database: Database) =>
    database.query<object>(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'gateway'
        AND query LIKE 'LISTEN%'`,
    );

  it('reach gateways in their order, which have no connection that listens', async () => {
    const database = await control();
    await publisher(database);
    const gateways = [await gateway(), await gateway()];
    await tell(database, 'one');
    await tell(database, 'two', REVOKED);
    await tell(database, 'three');
    for (const { heard, database: own, isDirect } of gateways) {
      await until(() => heard.includes('three'));
      expect(heard.filter((notice) => notice !== undefined)).toEqual(['one', 'two', 'three']);
      expect([own.deafSince(), isDirect()]).toEqual([undefined, false]);
    }
    expect(await listening(database)).toEqual([]);
    const { changesAt } = await inspectNats({ servers: [nats.url], credentials: undefined });
    expect(Date.now() - (changesAt?.getTime() ?? 0)).toBeLessThan(30_000);
  });

  it('are published by the next control process, from before the end of the last one', async () => {
    const first = await control();
    const [one, other] = [await publisher(first), await control()];
    await publisher(other);
    const { heard } = await gateway();
    await one.close();
    await tell(other, 'between');
    await until(() => heard.includes('between'));
  });

  it('are heard at the database while NATS is gone, and by NATS again', { timeout: 60_000 }, async () => {
    const database = await control();
    await publisher(database);
    const { heard, isDirect, database: own } = await gateway();
    await nats.kill();
    await until(() => isDirect());
    await until(() => heard.includes(undefined));
    expect(own.deafSince()).toBeUndefined();
    await tell(database, 'without NATS');
    await until(() => heard.includes('without NATS'));
    await nats.restart();
    await until(() => !isDirect());
    await tell(database, 'with NATS');
    await until(() => heard.includes('with NATS'));
    await until(() => own.deafSince() === undefined);
  });

  it('are missed with a gap, when the control process has lost the database', async () => {
    const database = await control();
    await publisher(database);
    const { heard } = await gateway();
    await tell(database, 'before');
    await until(() => heard.includes('before'));
    heard.length = 0;
    await database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()
        AND application_name = 'control' AND query LIKE 'LISTEN%'`,
    );
    await until(() => heard.includes(undefined));
  });

  it('are heard at the database by a gateway that starts where nobody publishes', async () => {
    const { isDirect } = await gateway({ firstMs: 50 });
    expect(isDirect()).toBe(true);
  });
});
