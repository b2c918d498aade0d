import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../../src/database/database.ts';
import { openEmbedded } from '../../../src/database/embedded.ts';
import { migrate } from '../../../src/database/migrate.ts';

const MIGRATIONS = 'prisma/migrations';
let directory: string;
let database: Database;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'gatehouse-'));
  database = await openEmbedded({});
});
afterEach(async () => {
  await database.close();
  rmSync(directory, { recursive: true });
});

/** Migrates the database to how it was before a migration. */
async function migrateUpTo(migration: string): Promise<void> {
  const names = readdirSync(MIGRATIONS).sort();
  const end = names.findIndex((name) => name.endsWith(migration));
  for (const name of names.slice(0, end))
    cpSync(join(MIGRATIONS, name), join(directory, name), { recursive: true });
  await migrate(database, directory);
}

it('calls that were counted by day are kept: as answered, in the first hour of their day, UTC', async () => {
  await migrateUpTo('_usage_by_outcome');
  const [first, second] = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002'];
  await database.execute(`SET TIME ZONE 'America/New_York';
    INSERT INTO "UsageDay" VALUES ('${first}', '2026-12-31', 40), ('${first}', '2027-01-01', 3),
      ('${second}', '2027-01-01', 5)`);
  await migrate(database);
  await database.execute('RESET TIME ZONE');
  expect(
    await database.prisma.usageHour.findMany({ orderBy: [{ subscriptionId: 'asc' }, { hour: 'asc' }] }),
  ).toEqual([
    { subscriptionId: first, hour: new Date('2026-12-31T00:00Z'), outcome: 'ANSWERED', calls: 40 },
    { subscriptionId: first, hour: new Date('2027-01-01T00:00Z'), outcome: 'ANSWERED', calls: 3 },
    { subscriptionId: second, hour: new Date('2027-01-01T00:00Z'), outcome: 'ANSWERED', calls: 5 },
  ]);
  expect(await database.query(`SELECT to_regclass('"UsageDay"') AS usage`)).toEqual([{ usage: null }]);
});
