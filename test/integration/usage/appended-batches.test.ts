import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/infrastructure/database/database.ts';
import { AppendedBatches, AppendedUsageStore } from '../../../src/infrastructure/usage/appended-batches.ts';
import { DatabaseUsageStore } from '../../../src/infrastructure/usage/store.ts';
import type { UsageBatch } from '../../../src/infrastructure/usage/usage-batch.ts';
import { breaking } from '../../support/breaking-database.ts';
import { everyDatabase } from '../../support/database.ts';
import { countedRows, fieldSetCount, meterCount, usageCount } from '../../support/usage.ts';

const HOUR = new Date('2027-01-31T23:00Z');
const MIDNIGHT = new Date('2027-02-01T00:00Z');

function batch(sequence: number, counts: Partial<UsageBatch> = {}): UsageBatch {
  return { sequence, at: HOUR, counts: [], meters: [], fieldSets: [], lastUse: new Map(), ...counts };
}
const calls = (count: number, minute = HOUR, operation = 'GET /x') =>
  usageCount({ hour: minute, operation, outcome: 'ANSWERED', calls: count, ms: 3 });
const call = (sequence: number) => batch(sequence, { counts: [calls(1)] });

/** All rows of usage, without what names their writers. */
async function rowsIn(database: Database) {
  const { prisma } = database;
  return {
    series: await prisma.usageSeries.findMany({ orderBy: { id: 'asc' } }),
    hours: await countedRows(database, 'Hour'),
    minutes: await countedRows(database, 'Minute'),
    meters: await prisma.meterHour.findMany({ orderBy: [{ series: 'asc' }, { hour: 'asc' }] }),
    fields: await prisma.fieldSetDay.findMany({ orderBy: [{ series: 'asc' }, { day: 'asc' }] }),
  };
}
const sumOfCalls = async ({ prisma }: Database) =>
  (await prisma.usageHour.aggregate({ _sum: { calls: true } }))._sum.calls ?? 0;

describe.each(await everyDatabase())('usage that is appended, in $name', ({ open }) => {
  let database: Database;
  const faults: unknown[] = [];
  const merging = (over = database) =>
    new AppendedBatches({ database: over, onFault: (error) => faults.push(error) });
  beforeEach(async () => {
    faults.length = 0;
    database = await open();
  });
  afterEach(() => database.close());

  async function mergeAll(batches = merging()): Promise<void> {
    while (await batches.mergeOldest());
  }

  it('has the same rows as usage that is added at once', async () => {
    const batches = [1, 2, 3].map((n) =>
      batch(n, {
        counts: [calls(n), calls(2 * n, MIDNIGHT), calls(1, HOUR, 'GET /y')],
        meters: [meterCount({ hour: HOUR, units: 3_000_000_000 * n, faults: n, operation: 'GET /x' })],
        fieldSets: [
          fieldSetCount({ api: 'crm:1.0.0', minute: HOUR, coordinates: ['Query.a', 'Query.ü'], calls: n }),
          fieldSetCount({ api: 'crm:1.0.0', minute: MIDNIGHT, coordinates: null, calls: n }),
        ],
      }),
    );
    const [one, two] = [new AppendedUsageStore(database), new AppendedUsageStore(database)];
    for (const each of batches) await Promise.all([one.write(each), two.write(each)]);
    expect(await sumOfCalls(database)).toBe(0);
    await mergeAll();
    const appended = await rowsIn(database);
    expect(appended.hours.map((row) => row.calls).toSorted((a, b) => a - b)).toEqual([6, 12, 24]);
    await database.execute(
      'TRUNCATE "UsageSeries", "UsageHour", "UsageMinute", "MeterHour", "FieldSetDay", "FieldSet"',
    );
    const [first, second] = [new DatabaseUsageStore(database), new DatabaseUsageStore(database)];
    for (const each of batches) for (const store of [first, second]) await store.write(each);
    expect(appended).toEqual(await rowsIn(database));
  });

  it('is merged in the order in which a gateway added it, however much waits', async () => {
    const store = new AppendedUsageStore(database);
    for (let sequence = 1; sequence <= 120; sequence += 1) await store.write(call(sequence));
    expect(await merging().lag()).toEqual({ batches: 120, seconds: expect.any(Number) });
    await mergeAll();
    expect([await sumOfCalls(database), await merging().lag()]).toEqual([120, { batches: 0, seconds: 0 }]);
  });

  it('counts a batch once that is sent again, before it is merged and after', async () => {
    const store = new AppendedUsageStore(database);
    await store.write(call(1));
    await store.write(call(1));
    await mergeAll();
    await store.write(call(1));
    await store.write(call(2));
    await store.write(call(1));
    await mergeAll();
    expect(await sumOfCalls(database)).toBe(2);
  });

  it('counts a batch once where two processes merge it', async () => {
    const store = new AppendedUsageStore(database);
    for (let sequence = 1; sequence <= 20; sequence += 1) await store.write(call(sequence));
    await Promise.all([mergeAll(), mergeAll(), mergeAll()]);
    expect(await sumOfCalls(database)).toBe(20);
  });

  it('is merged once, at whatever statement the merger breaks', async () => {
    const store = new AppendedUsageStore(database);
    // Before each of the three statements of a merge, and when its commit is done.
    for (const at of [0, 1, 2, 3]) {
      await store.write(call(at + 1));
      await expect(merging(breaking(database, at)).mergeOldest()).rejects.toThrow('broken');
      expect(await sumOfCalls(database)).toBe(at === 3 ? 4 : at);
      await mergeAll();
      expect([await sumOfCalls(database), (await merging().lag()).batches]).toEqual([at + 1, 0]);
    }
  });

  it('is in the last use of a key, the latest of all gateways', async () => {
    const { prisma } = database;
    const org = await prisma.org.create({ data: { name: 'acme', title: 'Acme' } });
    const catalog = await prisma.catalog.create({ data: { orgId: org.id, name: 'sandbox', title: 'S' } });
    const consumerOrg = await prisma.consumerOrg.create({
      data: { catalogId: catalog.id, name: 'c', title: 'C' },
    });
    const application = await prisma.application.create({
      data: { consumerOrgId: consumerOrg.id, name: 'a', title: 'A' },
    });
    const { id } = await prisma.credential.create({
      data: { applicationId: application.id, clientKey: 'k', title: 'K', secretHash: 'h' },
    });
    const used = (at: Date) => batch(1, { lastUse: new Map([[id, at.getTime()]]) });
    await new AppendedUsageStore(database).write(used(MIDNIGHT));
    await new AppendedUsageStore(database).write(used(HOUR));
    await mergeAll();
    expect((await prisma.credential.findFirstOrThrow()).lastUsedAt).toEqual(MIDNIGHT);
  });

  it('leaves a batch out that nobody can read, and tells so', async () => {
    const store = new AppendedUsageStore(database);
    await store.write(call(1));
    await database.query('UPDATE "UsageBatch" SET contents = $1', [Buffer.from('?')]);
    await store.write(call(2));
    await mergeAll();
    expect(await sumOfCalls(database)).toBe(1);
    expect(`${faults}`).toMatch(/batch 4096 of usage of .* cannot be read. Its calls are not counted/);
  });

  it('leaves a batch out whose values no table takes, and merges those of other gateways', async () => {
    const TOO_MANY = 3_000_000_000;
    const [sound, broken] = [new AppendedUsageStore(database), new AppendedUsageStore(database)];
    await sound.write(call(1));
    await broken.write(batch(1, { counts: [calls(TOO_MANY, HOUR, 'GET /y')] }));
    await sound.write(call(2));
    await broken.write(call(2));
    await mergeAll();
    expect([await sumOfCalls(database), (await merging().lag()).batches]).toEqual([3, 0]);
    expect(faults).toHaveLength(1);
    expect(`${faults}`).toMatch(/batch 4096 of usage of .* has values that the database does not take/);
  });
});
