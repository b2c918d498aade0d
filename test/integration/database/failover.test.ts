import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { announce } from '../../../src/infrastructure/database/change.ts';
import type { Database } from '../../../src/infrastructure/database/database.ts';
import { migrate } from '../../../src/infrastructure/database/migrate.ts';
import { openServer } from '../../../src/infrastructure/database/postgres-server.ts';
import { severalPrimaries } from '../../../src/infrastructure/database/primary-server.ts';
import { createMigratedDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { type ManagementWorld, openManagement } from '../../support/management.ts';
import { type PostgresServer, postgresPrograms, startPostgresServer } from '../../support/postgres-server.ts';
import { serverUrl } from '../../support/servers.ts';

const LASTS_AT_MOST_MS = 120_000;
/** The time limit of docs/operate/postgresql.md from the promotion on, with that of a busy machine. */
const BACK_WITHIN_MS = 10_000;

/** A DATABASE_URL of several servers, in this order. */
function urlOf(...servers: readonly PostgresServer[]): string {
  const hosts = servers.map(({ url }) => new URL(url).host).join(',');
  return `postgres://postgres@${hosts}/postgres?target_session_attrs=read-write`;
}

describe.skipIf(!postgresPrograms)('two PostgreSQL servers, one of which replicates the other', () => {
  let first: PostgresServer;
  let second: PostgresServer;
  let management: ManagementWorld;
  const open: Database[] = [];

  async function opened(url: string, answerMs?: number): Promise<Database> {
    const one = await openServer(url, answerMs === undefined ? {} : { answerMs });
    open.push(one);
    return one;
  }
  const used = (one: Database) => one.servers().chosen?.name;
  const nameOf = ({ url }: PostgresServer) => new URL(url).host;

  afterAll(async () => {
    await Promise.all(open.map((one) => one.close()));
    await Promise.all([first?.remove(), second?.remove()]);
  });

  const create = (name: string) =>
    management.send(`mutation { createOrg(input: { name: "${name}", title: "New" }) { name } }`, {});
  const names = async (one: Database) =>
    (await one.prisma.org.findMany({ orderBy: { name: 'asc' } })).map(({ name }) => name);

  it(
    'changes go to the one that takes writes, also after a failover, and never back to an old primary',
    async () => {
      first = await startPostgresServer();
      await migrate(await opened(first.url));
      second = await first.standby({ isSynchronous: true });
      // The standby comes first: it is not the one that takes writes.
      const database = await opened(urlOf(second, first));
      management = await openManagement(database);
      const heard: (string | undefined)[] = [];
      await database.listen((orgId) => heard.push(orgId));
      const hears = async (orgId: string) => {
        await announce(database, orgId);
        await eventually(() => expect(heard).toContain(orgId));
      };
      expect((await create('before')).data).toEqual({ createOrg: { name: 'before' } });
      expect(used(database)).toBe(nameOf(first));
      await hears('org-1');

      await first.crash();
      const { status, headers, errors } = await create('between');
      expect([status, headers.get('retry-after')]).toEqual([503, '5']);
      expect(errors).toMatchObject([
        { message: 'This is temporarily unavailable.', extensions: { code: 'TEMPORARILY_UNAVAILABLE' } },
      ]);
      await eventually(() => expect(database.deafSince()).toBeDefined());
      await second.promote();
      const promoted = performance.now();
      await eventually(async () =>
        expect((await create('after')).data).toEqual({ createOrg: { name: 'after' } }),
      );
      expect(performance.now() - promoted).toBeLessThan(BACK_WITHIN_MS);
      expect([used(database), database.servers().switches]).toEqual([nameOf(second), 1]);
      expect(await names(database)).toEqual(['after', 'before']);
      await eventually(() => expect(database.deafSince()).toBeUndefined());
      await hears('org-2');

      await first.restart();
      const started = await opened(urlOf(first, second));
      expect(await names(started)).toEqual(['after', 'before']);
      expect(severalPrimaries(started.servers())).toBe(
        `Several servers take writes: ${nameOf(first)}, ${nameOf(second)}. ${nameOf(second)} is used. Stop the others.`,
      );
      await second.crash();
      expect((await create('back')).status).toBe(503);
      await expect(started.query('SELECT 1')).rejects.toThrow();
      await expect(started.query('SELECT 1')).rejects.toThrow('No server of the database takes writes');
      expect(await names(await opened(first.url))).toEqual(['before']);
      expect(management.faults).toEqual([]);
    },
    LASTS_AT_MOST_MS,
  );
});

describe.skipIf(!postgresPrograms)('a PostgreSQL server that is frozen', () => {
  it(
    'is left for the standby that was promoted in its place, with all connections to it',
    async () => {
      const first = await startPostgresServer();
      const second = await first.standby();
      const database = await openServer(urlOf(first, second), { answerMs: 1_500 });
      onTestFinished(async () => {
        await database.close();
        await Promise.all([first.remove(), second.remove()]);
      });
      const write = () => database.execute('CREATE TABLE IF NOT EXISTS written (id int)');
      const sessions = Array.from({ length: 5 }, () => database.query('SELECT pg_sleep(0.1)'));
      await Promise.all(sessions);
      first.freeze();
      await second.promote();
      await expect(write()).rejects.toThrow();
      await eventually(write);
      expect(database.servers().chosen?.name).toBe(new URL(second.url).host);
      // None of the idle connections to the frozen server is left to be waited for.
      const begun = performance.now();
      await Promise.all(Array.from({ length: 5 }, () => database.query('SELECT 1')));
      expect(performance.now() - begun).toBeLessThan(1_500);
    },
    LASTS_AT_MOST_MS,
  );
});

const server = await serverUrl('PostgreSQL server');

describe.runIf(server)('one address, whose server takes no writes any more', () => {
  it('refuses changes with 503, and each next connection is a new one, which may lead to another server', async () => {
    const own = await createMigratedDatabase(server ?? '');
    const database = await openServer(own.url);
    await migrate(database);
    const management = await openManagement(database);
    onTestFinished(async () => {
      await database.close();
      await own.drop();
    });
    const name = new URL(own.url).pathname.slice(1);
    const set = (value: string) =>
      own.administer(`ALTER DATABASE "${name}" SET default_transaction_read_only = ${value};
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND '${value}' = 'on'`);
    const create = (title: string) =>
      management.send(`mutation { createOrg(input: { name: "${title}", title: "New" }) { name } }`, {});
    expect((await create('before')).data).toEqual({ createOrg: { name: 'before' } });
    await set('on');
    // The first may meet a connection that is just ended.
    for (const title of ['first', 'second', 'third']) {
      const { status, errors } = await create(title);
      expect([status, errors?.[0]?.extensions?.['code']]).toEqual([503, 'TEMPORARILY_UNAVAILABLE']);
    }
    // Its sessions are read-only until they end: nothing ends them but the refusals.
    await set('off');
    await eventually(async () =>
      expect((await create('after')).data).toEqual({ createOrg: { name: 'after' } }),
    );
    expect(management.faults).toEqual([]);
  });
});
