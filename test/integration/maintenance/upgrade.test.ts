import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createGateway } from '../../../src/data-plane/gateway/gateway.ts';
import { openSnapshotFeed } from '../../../src/data-plane/snapshot/snapshot-feed.ts';
import { ownServers } from '../../../src/domain/addresses/own-servers.ts';
import { quoted, tablesOf } from '../../../src/infrastructure/backup/tables.ts';
import type { Database } from '../../../src/infrastructure/database/database.ts';
import { openEmbedded } from '../../../src/infrastructure/database/embedded.ts';
import { appliedMigrations, knownMigrations, migrate } from '../../../src/infrastructure/database/migrate.ts';
import { openServer } from '../../../src/infrastructure/database/postgres-server.ts';
import { Outbound } from '../../../src/infrastructure/outbound/outbound.ts';
import { Secrets } from '../../../src/infrastructure/secrets/secrets.ts';
import { usageReport } from '../../../src/infrastructure/usage/report.ts';
import { startChild } from '../../support/child.ts';
import { openCommandLine } from '../../support/command-line.ts';
import { createServerDatabase, type ServerDatabase } from '../../support/database.ts';
import { until } from '../../support/eventually.ts';
import { ingressOf, listen, personDeps } from '../../support/gateway.ts';
import { putBack, recorded } from '../../support/recorded-world.ts';
import { serverUrl } from '../../support/servers.ts';
import { testLimits } from '../../support/test-limits.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const server = await serverUrl('PostgreSQL server');
const known = knownMigrations();
const [COUNTED_ANEW = '', PEOPLE = ''] = ['_usage_series', '_people'].map((end) =>
  known.find((name) => name.endsWith(end)),
);
/** Usage is kept in other tables since; who counts as before is told so. */
const COUNTED_BEFORE = 'UsageHour';
const UNDEFINED_COLUMN = '42703';
const LASTS_AT_MOST_MS = 180_000;

let database: Database;
let own: ServerDatabase | undefined;
async function openOnServer(): Promise<Database> {
  own = await createServerDatabase(server ?? '');
  return openServer(own.url);
}
async function closeDatabase(): Promise<void> {
  await database.close();
  await own?.drop();
  own = undefined;
}

type Row = Readonly<Record<string, unknown>>;
type Rows = Readonly<Record<string, readonly Row[]>>;
type Columns = Readonly<Record<string, string>>;

/** The tables and columns that there are now, but for the counts of calls. */
async function columnsNow(): Promise<Columns> {
  const tables = (await tablesOf(database)).filter(({ name }) => name !== COUNTED_BEFORE);
  return Object.fromEntries(
    tables.map(({ name, columns }) => [name, columns.map((column) => quoted(column.name)).join(', ')]),
  );
}
/** A document that was JSON, and is kept as its text since, is the same. */
const plain = ({ built, ...row }: Row): Row => ({
  ...row,
  built: typeof built === 'string' ? JSON.parse(built) : built,
});
async function rowsOf(columns: Columns): Promise<Rows> {
  const rows: Record<string, readonly Row[]> = {};
  for (const [table, names] of Object.entries(columns)) {
    const found = await database.query<{ row: Row }>(
      `SELECT to_jsonb(kept) AS row FROM (SELECT ${names} FROM ${quoted(table)} ORDER BY 1, 2) AS kept`,
    );
    rows[table] = found.map(({ row }) => plain(row));
  }
  return rows;
}

/** What the org of the recorded world has counted, by application and outcome. */
async function counted() {
  const { id: orgId } = await database.prisma.org.findUniqueOrThrow({ where: { name: recorded.org } });
  const [from, to] = [new Date(0), new Date(recorded.at.getTime() + 86_400_000)];
  const whole = {
    orgId,
    from,
    to,
    countedBy: 'HOUR',
    interval: null,
    where: {},
    limit: 100,
    offset: 0,
  } as const;
  return usageReport(database, { ...whole, by: ['APPLICATION'] });
}

describe.each([
  { name: 'the embedded database', open: () => openEmbedded({}) },
  ...(server ? [{ name: 'a PostgreSQL server', open: openOnServer }] : []),
])('an upgrade of $name from an earlier version', ({ open }) => {
  /** The rows, and the calls that were counted, before the upgrade and after it. */
  const rows: Rows[] = [];
  const calls: number[] = [];
  let missing: readonly string[];
  let upstream: Upstream;
  beforeAll(async () => {
    [database, upstream] = await Promise.all([open(), recordingUpstream()]);
    await putBack(database);
    await database.execute(`UPDATE "CatalogApi" SET "targetUrl" = '${upstream.url}' WHERE kind = 'REST'`);
    const columns = await columnsNow();
    rows.push(await rowsOf(columns));
    calls.push(await callsOf('JOIN "Subscription" ON id = "subscriptionId"'));
    missing = await migrate(database);
    rows.push(await rowsOf(columns));
    calls.push(await callsOf('JOIN "UsageSeries" ON id = series'));
  }, LASTS_AT_MOST_MS);
  afterAll(async () => {
    await upstream.close();
    await closeDatabase();
  });
  async function callsOf(whose: string): Promise<number> {
    const [sum] = await database.query<{ calls: number }>(
      `SELECT sum(calls)::int AS calls FROM "UsageHour" ${whose}`,
    );
    return sum?.calls ?? 0;
  }

  it('keeps every row of every table, and every call that was counted', async () => {
    expect(missing).toEqual(known.slice(known.indexOf(recorded.migration) + 1));
    const [before = {}, after] = rows;
    expect(Object.values(before).flat().length).toBeGreaterThan(100);
    expect(after).toEqual(before);
    expect(calls).toEqual([27, 27]);
  });

  it('serves what was published, to a token that was issued before, and counts on', async () => {
    const [clock, faults] = [() => recorded.at, [] as unknown[]];
    const secrets = new Secrets(recorded.secretKey);
    const feed = await openSnapshotFeed({
      database,
      secrets,
      gatewayUrl: recorded.gatewayUrl,
      clock,
    });
    const outbound = new Outbound({ allowlist: ['127.0.0.0/8'] });
    const gateway = createGateway({
      ...personDeps({ outbound, clock }),
      snapshots: feed,
      urls: { gateway: recorded.gatewayUrl },
      limits: testLimits(),
      pseudonym: 'gatehouse-here',
      ownServers: ownServers([]),
      secrets,
      outbound,
      database,
      clock,
      onFault: (fault) => faults.push(fault),
    });
    const listening = await listen(ingressOf({ calls: gateway.handle }));
    const answer = await fetch(listening.url + recorded.path, {
      headers: { Authorization: `Bearer ${recorded.token}` },
    });
    expect([answer.status, await answer.json()]).toEqual([200, { ok: true }]);
    await listening.close();
    await gateway.close();
    await feed.close();
    await outbound.close();
    const { name, answered } = recorded.application;
    const told = (await counted()).find(({ dimensions }) => dimensions.APPLICATION === name);
    expect(told).toMatchObject({ calls: answered + 1, answered: answered + 1 });
    expect(faults).toEqual([]);
  });
});

describe.runIf(server)(
  'an upgrade of a PostgreSQL server that is in use',
  { timeout: LASTS_AT_MOST_MS },
  () => {
    const others: Database[] = [];
    let holder: pg.Client;
    beforeEach(async () => {
      database = await openOnServer();
      await putBack(database);
      holder = new pg.Client({ connectionString: own?.url });
      await holder.connect();
    });
    afterEach(async () => {
      await holder.end();
      await Promise.all(others.splice(0).map((each) => each.close()));
      await closeDatabase();
    });
    async function another(): Promise<Database> {
      const opened = await openServer(own?.url ?? '');
      others.push(opened);
      return opened;
    }
    /** As a report that runs long. */
    const hold = (table: string) => holder.query(`BEGIN; SELECT FROM ${quoted(table)}`);
    const release = () => holder.query('COMMIT');

    it('loses nothing that is written meanwhile, though two processes begin it at once', async () => {
      await database.execute(`
      INSERT INTO "UsageHour" SELECT "id", TIMESTAMPTZ '2026-11-01T00:00Z' + n * INTERVAL '1 hour', 'ANSWERED', 1
      FROM "Subscription", generate_series(0, 499) AS n`);
      const { answered, subscriptionId, name } = recorded.application;
      const faults: unknown[] = [];
      let isOver = false;
      /** Does it again and again; gives how often. */
      async function hammer(statement: (count: number) => string): Promise<number> {
        const user = await another();
        for (let count = 0; ; count += 1)
          try {
            if (isOver) return count;
            await user.query(statement(count));
          } catch (error) {
            faults.push((error as { code?: string }).code);
            return count;
          }
      }
      const users = [
        hammer(
          () => `INSERT INTO "UsageHour" AS known VALUES ('${subscriptionId}', '2026-11-22T04:00Z', 'ANSWERED', 1)
        ON CONFLICT ("subscriptionId", hour, outcome) DO UPDATE SET calls = known.calls + 1`,
        ),
        hammer((count) => `INSERT INTO "Revocation" ("id", "expiresAt") VALUES ('${count}', '2030-01-01')`),
        hammer(() => `UPDATE "AccessToken" SET "lastUsedAt" = now()`),
        hammer(() => `SELECT * FROM "Subscription" JOIN "GraphQLServer" ON true`),
      ];
      const processes = await Promise.all([another(), another()]);
      await until(async () => (await database.prisma.revocation.count()) > 20);
      await Promise.all(processes.map((each) => migrate(each)));
      isOver = true;
      const [usage = 0, revocations] = await Promise.all(users);
      expect(faults.filter((code) => code !== UNDEFINED_COLUMN)).toEqual([]);
      expect(await appliedMigrations(database)).toEqual(known);
      expect((await counted()).find(({ dimensions }) => dimensions.APPLICATION === name)).toMatchObject({
        answered: answered + usage + 500,
      });
      expect(await database.prisma.revocation.count({ where: { expiresAt: new Date('2030-01-01') } })).toBe(
        revocations,
      );
    });

    it('waits for nobody longer than a second at a time: what it cannot get is given up whole, and begun again', async () => {
      await hold('AccessToken');
      await expect(migrate(database, { tries: 1 })).rejects.toMatchObject({
        name: 'MigrationBlocked',
        message: `Others hold what the migration ${PEOPLE} changes: a process that migrates, or a transaction that runs long (pg_stat_activity). Nothing of it is done; try again when that has ended.`,
      });
      expect((await appliedMigrations(database)).at(-1)).toBe(COUNTED_ANEW);
      expect(await database.query(`SELECT to_regclass('"Membership"') AS table`)).toEqual([{ table: null }]);
      const faults: unknown[] = [];
      const again = migrate(database, { onFault: (fault) => faults.push(fault) });
      await until(() => faults.length > 0);
      await release();
      expect(await again).toEqual(known.slice(known.indexOf(PEOPLE)));
      expect(faults).toMatchObject([{ message: `The migration ${PEOPLE} waits for what others hold.` }]);
    });

    it('that is killed goes on where it was', async () => {
      const columns = await columnsNow();
      const before = await rowsOf(columns);
      await hold('AccessToken');
      const child = startChild('migrate-database.ts', own?.url ?? '');
      expect(await child.line()).toBe('waits');
      await child.kill();
      const waiting = `SELECT FROM pg_locks WHERE NOT granted AND database = (SELECT oid FROM pg_database
      WHERE datname = current_database())`;
      await until(async () => (await database.query(waiting)).length === 0);
      await release();
      const gatehouse = openCommandLine();
      gatehouse.set({ DATABASE_URL: own?.url, SECRET_KEY: recorded.secretKey, DATA_DIR: gatehouse.folder });
      const missing = known.slice(known.indexOf(PEOPLE));
      expect(await gatehouse.run('migrate')).toEqual({
        code: 0,
        stdout: missing.map((name) => `${name}\n`).join(''),
        stderr: '',
      });
      gatehouse.close();
      expect(await rowsOf(columns)).toEqual(before);
    });
  },
);
