import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/infrastructure/database/database.ts';
import { migrate } from '../../../src/infrastructure/database/migrate.ts';
import { openServer } from '../../../src/infrastructure/database/postgres-server.ts';
import { createServerDatabase, everyDatabase, type ServerDatabase } from '../../support/database.ts';
import { serverUrl } from '../../support/servers.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'gatehouse-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

function write(name: string, sql: string): void {
  mkdirSync(join(directory, name), { recursive: true });
  writeFileSync(join(directory, name, 'migration.sql'), sql);
}

type Applied = { migration_name: string; applied_steps_count: number };
const applied = (database: Database) =>
  database.query<Applied>(
    `SELECT migration_name, applied_steps_count FROM "_prisma_migrations" WHERE migration_name LIKE '9%' ORDER BY 1`,
  );

describe.each(await everyDatabase())('migrations on $name', ({ open }) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterEach(() =>
    database.execute(
      `DROP TABLE IF EXISTS note; DELETE FROM "_prisma_migrations" WHERE migration_name LIKE '9%'`,
    ),
  );
  afterAll(() => database.close());

  it('are applied once, in the order of their names, and again where one is new', async () => {
    write('9001_note', 'CREATE TABLE note (text text)');
    await migrate(database, { directory });
    await migrate(database, { directory });
    write('9002_more', "INSERT INTO note VALUES ('one');\n-- and no more");
    mkdirSync(join(directory, '9003_empty'));
    await migrate(database, { directory });
    await migrate(database, { directory });
    expect(await database.query('SELECT text FROM note')).toEqual([{ text: 'one' }]);
    expect(await applied(database)).toEqual([
      { migration_name: '9001_note', applied_steps_count: 1 },
      { migration_name: '9002_more', applied_steps_count: 1 },
    ]);
  });

  it('that were edited after they were applied are refused', async () => {
    write('9001_note', 'CREATE TABLE note (text text)');
    await migrate(database, { directory });
    write('9001_note', 'CREATE TABLE note (text text NOT NULL)');
    await expect(migrate(database, { directory })).rejects.toThrow(
      'The migration 9001_note was edited after it was applied to this database.',
    );
  });

  it.each([
    ['cannot be read', 'CREATE TABLE note (text text); SELEKT 1', '42601'],
    [
      'breaks a rule of its own',
      'CREATE TABLE note (text text NOT NULL); INSERT INTO note VALUES (NULL)',
      '23502',
    ],
  ])('one that %s leaves nothing behind, stops the start, and can be mended', async (_, sql, code) => {
    write('9001_note', sql);
    await expect(migrate(database, { directory })).rejects.toMatchObject({ code });
    expect(await applied(database)).toEqual([]);
    expect(await database.query("SELECT to_regclass('note') AS note")).toEqual([{ note: null }]);
    write('9001_note', 'CREATE TABLE note (text text)');
    await migrate(database, { directory });
    expect(await applied(database)).toHaveLength(1);
  });

  it('that Prisma began and did not finish are refused', async () => {
    write('9001_note', 'CREATE TABLE note (text text)');
    await migrate(database, { directory });
    await database.execute(
      `UPDATE "_prisma_migrations" SET finished_at = NULL WHERE migration_name = '9001_note'`,
    );
    await expect(migrate(database, { directory })).rejects.toThrow(/9001_note was begun and not finished/);
  });
});

const server = await serverUrl('PostgreSQL server');

describe.runIf(server)('several processes that start at once on an empty PostgreSQL server', () => {
  let empty: ServerDatabase;
  let databases: Database[];
  beforeEach(async () => {
    empty = await createServerDatabase(server ?? '');
    databases = await Promise.all(Array.from({ length: 6 }, () => openServer(empty.url)));
  });
  afterEach(async () => {
    await Promise.all(databases.map((database) => database.close()));
    await empty.drop();
  });

  it('apply each migration once, and all of them find it applied', async () => {
    write('9001_note', 'CREATE TABLE note (text text)');
    write('9002_one', "INSERT INTO note SELECT 'one' FROM pg_sleep(0.05)");
    await Promise.all(databases.map((database) => migrate(database, { directory })));
    for (const database of databases) {
      expect(await database.query('SELECT text FROM note')).toEqual([{ text: 'one' }]);
      expect(await applied(database)).toHaveLength(2);
    }
  });

  it('are ready for use after the migrations of the platform', async () => {
    await Promise.all(databases.map((database) => migrate(database)));
    await Promise.all(databases.map((database) => expect(database.prisma.org.count()).resolves.toBe(0)));
  });
});
