import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../../src/infrastructure/database/database.ts';
import { knownMigrations, migrate } from '../../../src/infrastructure/database/migrate.ts';
import { bareDatabase } from '../../support/database.ts';

const [FIRST, SECOND] = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002'];
let database: Database;
beforeEach(async () => {
  database = await bareDatabase();
});
afterEach(() => database.close());

/** Migrates the database to how it was before a migration. */
async function migrateUpTo(migration: string): Promise<void> {
  const names = knownMigrations();
  await migrate(database, { upTo: names[names.findIndex((name) => name.endsWith(migration)) - 1] });
}

it('calls that were counted by day are kept: as answered, in the first hour of their day, UTC', async () => {
  await migrateUpTo('_usage_by_outcome');
  await database.execute(`SET TIME ZONE 'America/New_York';
    INSERT INTO "UsageDay" VALUES ('${FIRST}', '2026-12-31', 40), ('${FIRST}', '2027-01-01', 3),
      ('${SECOND}', '2027-01-01', 5)`);
  await migrateUpTo('_usage_series');
  await database.execute('RESET TIME ZONE');
  expect(await database.query('SELECT * FROM "UsageHour" ORDER BY "subscriptionId", hour')).toEqual([
    { subscriptionId: FIRST, hour: new Date('2026-12-31T00:00Z'), outcome: 'ANSWERED', calls: 40 },
    { subscriptionId: FIRST, hour: new Date('2027-01-01T00:00Z'), outcome: 'ANSWERED', calls: 3 },
    { subscriptionId: SECOND, hour: new Date('2027-01-01T00:00Z'), outcome: 'ANSWERED', calls: 5 },
  ]);
  expect(await database.query(`SELECT to_regclass('"UsageDay"') AS usage`)).toEqual([{ usage: null }]);
});

it('calls that were counted by subscription are kept with whose they are; those of nobody are not', async () => {
  await migrateUpTo('_usage_series');
  const id = (n: number) => `'00000000-0000-7000-8000-00000000000${n}'`;
  await database.execute(`SET TIME ZONE 'America/New_York';
    INSERT INTO "Org" (id, name, title) VALUES (${id(3)}, 'acme', '');
    INSERT INTO "Catalog" (id, "orgId", name, title) VALUES (${id(4)}, ${id(3)}, 'sandbox', '');
    INSERT INTO "ConsumerOrg" (id, "catalogId", name, title) VALUES (${id(5)}, ${id(4)}, 'consumers', '');
    INSERT INTO "Application" (id, "consumerOrgId", name, title) VALUES (${id(6)}, ${id(5)}, 'app', '');
    INSERT INTO "CatalogProduct" (id, "catalogId", name, title, version, state, visibility, subscribability)
      VALUES (${id(7)}, ${id(4)}, 'customer', '', '1.0.0', 'PUBLISHED', 'PUBLIC', 'AUTHENTICATED');
    INSERT INTO "CatalogPlan" (id, "catalogProductId", position, name, title) VALUES (${id(8)}, ${id(7)}, 0, 'gold', '');
    INSERT INTO "Subscription" (id, "applicationId", "catalogProductId", "catalogPlanId")
      VALUES ('${FIRST}', ${id(6)}, ${id(7)}, ${id(8)});
    INSERT INTO "UsageHour" VALUES ('${FIRST}', '2026-12-31T23:00Z', 'ANSWERED', 40),
      ('${FIRST}', '2027-01-01T00:00Z', 'LIMITED', 3), ('${SECOND}', '2027-01-01T00:00Z', 'ANSWERED', 5)`);
  await migrate(database);
  await database.execute('RESET TIME ZONE');
  const [series, ...others] = await database.prisma.usageSeries.findMany();
  expect([series, others]).toMatchObject([
    {
      catalog: 'sandbox',
      consumerOrg: 'consumers',
      application: 'app',
      subscriptionId: FIRST,
      product: 'customer:1.0.0',
      plan: 'gold',
      api: null,
      operation: null,
      lastDay: new Date('2027-01-01T00:00Z'),
    },
    [],
  ]);
  const none = new Array(34).fill(0);
  expect(await database.prisma.usageHour.findMany({ orderBy: { hour: 'asc' } })).toEqual([
    {
      series: series?.id,
      hour: new Date('2026-12-31T23:00Z'),
      outcome: 'ANSWERED',
      code: '',
      calls: 40,
      durations: none,
    },
    {
      series: series?.id,
      hour: new Date('2027-01-01T00:00Z'),
      outcome: 'LIMITED',
      code: '',
      calls: 3,
      durations: none,
    },
  ]);
});
