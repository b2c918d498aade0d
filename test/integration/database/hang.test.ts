import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { change } from '../../../src/infrastructure/database/change.ts';
import type { Database } from '../../../src/infrastructure/database/database.ts';
import { migrate } from '../../../src/infrastructure/database/migrate.ts';
import { openServer } from '../../../src/infrastructure/database/postgres-server.ts';
import { tracedDatabase } from '../../../src/infrastructure/database/traced-database.ts';
import type { Tracing } from '../../../src/infrastructure/observability/tracing.ts';
import { createMigratedDatabase, type ServerDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { type ManagementWorld, openManagement } from '../../support/management.ts';
import { serverUrl } from '../../support/servers.ts';
import { openTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';

const server = await serverUrl('PostgreSQL server');

describe.runIf(server)('a PostgreSQL server that accepts and does not answer', () => {
  let own: ServerDatabase;
  let line: TcpProxy;
  let database: Database;
  let management: ManagementWorld;
  let orgId: string;

  beforeAll(async () => {
    own = await createMigratedDatabase(server ?? '');
    line = await openTcpProxy(new URL(own.url));
    const url = new URL(own.url);
    url.port = `${line.port}`;
    await migrate(await through(own.url));
    database = await openServer(url.href, { answerMs: 1_500 });
    management = await openManagement(database);
    await management.query('mutation { createOrg(input: { name: "acme", title: "Acme" }) { name } }');
    orgId = (await database.prisma.org.findFirstOrThrow()).id;
  });
  afterEach(() => line.resume());
  afterAll(async () => {
    await database.close();
    await line.close();
    await Promise.all(watchers.map((each) => each.close()));
    await own.drop();
  });

  const watchers: Database[] = [];
  async function through(url: string): Promise<Database> {
    const watcher = await openServer(url);
    watchers.push(watcher);
    return watcher;
  }
  const revision = async () => (await database.prisma.org.findFirstOrThrow()).revision;

  it('is waited for only so long: 503 and Retry-After, of its connections and of new ones', async () => {
    line.hang();
    for (const _ of ['an open connection', 'a new one']) {
      const { status, headers, errors } = await management.send('{ orgs { name } }');
      expect([status, headers.get('retry-after')]).toEqual([503, '5']);
      expect(errors).toMatchObject([
        { message: 'This is temporarily unavailable.', extensions: { code: 'TEMPORARILY_UNAVAILABLE' } },
      ]);
    }
    expect(management.faults).toEqual([]);
  });

  it('is waited for longer by what takes whole tables', async () => {
    const impatient = await openServer(own.url, { answerMs: 500 });
    const slow = impatient.within('BEGIN', ({ query }) => query('SELECT 1 AS one FROM pg_sleep(1.6)'));
    expect(await slow).toEqual([{ one: 1 }]);
    await impatient.close();
  });

  it('stops working on a statement that nobody waits for any more', async () => {
    const impatient = await openServer(own.url, { answerMs: 500 });
    const watcher = await through(own.url);
    await expect(impatient.prisma.$queryRaw`SELECT 'left' FROM pg_sleep(600)`).rejects.toMatchObject({
      code: 'TEMPORARILY_UNAVAILABLE',
    });
    const working = () =>
      watcher.query(
        "SELECT pid FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%left%pg_sleep%' AND pid <> pg_backend_pid()",
      );
    await expect.poll(working, { timeout: 30_000 }).toEqual([]);
    await impatient.close();
  });

  it('is waited for as long as a migration says, where database operations are traced, too', async () => {
    const impatient = await openServer(own.url, { answerMs: 500 });
    const noSpan = { active: () => undefined } as Tracing;
    const patient = tracedDatabase(impatient, noSpan).execute('SELECT pg_sleep(0.8)', 10_000);
    expect(await patient.catch((error: Error) => error.message)).toBeUndefined();
    await impatient.close();
  });

  it('keeps nothing of a change that it stood still in, and no transaction open', async () => {
    const before = await revision();
    const request = { orgId, actor: 'token:test', action: 'createCatalog', subject: 'half' };
    const changed = change(database, request, async ({ catalog }) => {
      await catalog.create({ data: { orgId, name: 'half', title: 'Half' } });
      line.hang();
      await catalog.create({ data: { orgId, name: 'other', title: 'Other' } });
    });
    await expect(changed).rejects.toMatchObject({ code: 'TEMPORARILY_UNAVAILABLE', status: 503 });
    line.resume();
    expect([await revision(), await database.prisma.catalog.count()]).toEqual([before, 0]);
    const watcher = await through(own.url);
    const open = () =>
      watcher.query(
        `SELECT query FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in%'`,
      );
    await eventually(async () => expect(await open()).toEqual([]));
  });

  it('does nothing late: what was given up is done once, by who asks again', async () => {
    const before = await revision();
    const count = () => database.query('UPDATE "Org" SET revision = revision + 1 RETURNING revision');
    line.hang();
    await expect(count()).rejects.toThrow('timeout');
    line.resume();
    expect(await count()).toEqual([{ revision: before + 1 }]);
    expect(await revision()).toBe(before + 1);
  });

  it('is served from again when it answers again', async () => {
    line.hang();
    expect((await management.send('{ orgs { name } }')).status).toBe(503);
    line.resume();
    expect(await management.query('{ orgs { name } }')).toEqual({ orgs: [{ name: 'acme' }] });
  });
});
