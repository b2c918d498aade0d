import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LATENCY_BUCKETS } from '../../../src/domain/call/latency.ts';
import type { Database } from '../../../src/infrastructure/database/database.ts';
import { migrate } from '../../../src/infrastructure/database/migrate.ts';
import { openServer } from '../../../src/infrastructure/database/postgres-server.ts';
import { FIELD_SETS_MAX } from '../../../src/infrastructure/usage/field-sets.ts';
import { unitsOf } from '../../../src/infrastructure/usage/meter-units.ts';
import { DatabaseUsageStore, type UsageStore } from '../../../src/infrastructure/usage/store.ts';
import type { UsageBatch } from '../../../src/infrastructure/usage/usage-batch.ts';
import { createMigratedDatabase, everyDatabase, type ServerDatabase } from '../../support/database.ts';
import { serverUrl } from '../../support/servers.ts';
import { openTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';
import { countedRows, fieldSetCount, meterCount, usageCount } from '../../support/usage.ts';

const FIELDS = ['Customer.email', 'Query.customer', 'Query.customer(id:)'];
const HOUR = new Date('2027-01-31T23:00Z');
const SUBSCRIPTION = '00000000-0000-7000-8000-000000000001';
const MIDNIGHT = new Date('2027-02-01T00:00Z');

function batch(
  sequence: number,
  counts: UsageBatch['counts'],
  { meters = [], fieldSets = [] }: Partial<Pick<UsageBatch, 'meters' | 'fieldSets'>> = {},
): UsageBatch {
  return { sequence, at: HOUR, counts, meters, fieldSets, lastUse: new Map() };
}
const answered = (calls: number, hour = HOUR, operation = 'GET /x') =>
  usageCount({ hour, operation, outcome: 'ANSWERED', calls, ms: 3 });

const callsIn = async (database: Database) =>
  (await countedRows(database, 'Hour')).map(({ from, calls, durations }) => ({
    hour: from.toISOString(),
    calls,
    in3Ms: durations[4],
  }));

describe.each(await everyDatabase())('usage in $name', ({ open }) => {
  let database: Database;
  let [one, two]: UsageStore[] = [];
  beforeEach(async () => {
    database = await open();
    [one, two] = [new DatabaseUsageStore(database), new DatabaseUsageStore(database)];
  });
  afterEach(() => database.close());

  it('is added up over batches and gateways, also over midnight, and a batch that is sent again counts once', async () => {
    const first = batch(1, [answered(2), answered(5, MIDNIGHT)]);
    await Promise.all([one?.write(first), two?.write(batch(1, [answered(10)]))]);
    await Promise.all([one?.write(first), one?.write(first)]);
    await one?.write(batch(2, [answered(100)]));
    expect(await callsIn(database)).toEqual([
      { hour: '2027-01-31T23:00:00.000Z', calls: 112, in3Ms: 112 },
      { hour: '2027-02-01T00:00:00.000Z', calls: 5, in3Ms: 5 },
    ]);
  });

  it('is kept by the minute and by the hour, and both tell the same calls', async () => {
    const at = (time: string) => new Date(`2027-01-31T${time}Z`);
    await one?.write(batch(1, [answered(2, at('23:04')), answered(3, at('23:05'))]));
    await two?.write(batch(1, [answered(4, at('23:05'))]));
    const minutes = await countedRows(database, 'Minute');
    expect(minutes.map(({ from, calls, durations }) => [from, calls, durations[4]])).toEqual([
      [at('23:04'), 2, 2],
      [at('23:05'), 7, 7],
    ]);
    expect(await callsIn(database)).toEqual([{ hour: HOUR.toISOString(), calls: 9, in3Ms: 9 }]);
  });

  it('takes no space for buckets of durations without a call, nor after more are added', async () => {
    const bytesOf = async () =>
      (
        await database.query<{ bytes: number }>(`SELECT pg_column_size(durations) AS bytes FROM "UsageHour"`)
      )[0]?.bytes;
    await one?.write(batch(1, [answered(2)]));
    expect(await bytesOf()).toBeLessThan(45);
    await two?.write(batch(1, [answered(3)]));
    expect(await bytesOf()).toBeLessThan(45);
    const empty = new Array(LATENCY_BUCKETS).fill(null);
    expect(await countedRows(database, 'Hour')).toMatchObject([{ calls: 5, durations: empty.with(4, 5) }]);
  });

  it('adds to rows that an earlier version wrote, whose empty buckets are 0', async () => {
    await one?.write(batch(1, [answered(2)]));
    await database.execute(`UPDATE "UsageHour" SET durations =
      ARRAY(SELECT coalesce(bucket, 0) FROM unnest(durations) WITH ORDINALITY AS of(bucket, at) ORDER BY at)`);
    await one?.write(
      batch(2, [
        answered(3),
        usageCount({ hour: HOUR, operation: 'GET /x', outcome: 'ANSWERED', calls: 4, ms: 1 }),
      ]),
    );
    const [hour] = await countedRows(database, 'Hour');
    expect([hour?.calls, hour?.durations[0], hour?.durations[4]]).toEqual([9, 4, 5]);
  });

  it('names a series once, with the last day that it was called on', async () => {
    await one?.write(batch(1, [answered(2), answered(5, MIDNIGHT)]));
    expect(await database.prisma.usageSeries.findMany()).toMatchObject([
      { catalog: 'sandbox', operation: 'GET /x', lastDay: MIDNIGHT },
    ]);
  });

  it('adds counts of one series in one batch', async () => {
    await one?.write(batch(1, [answered(1, HOUR, 'GET /y'), answered(2, HOUR, 'GET /y')]));
    const calls = await database.prisma.usageHour.aggregate({ _sum: { calls: true } });
    expect(calls._sum.calls).toBe(3);
  });

  it('has the units of meters by the hour, also of series whose calls were written before, and counts them once', async () => {
    const tokens = (units: number, hour = HOUR) =>
      meterCount({ hour, units, faults: 1, operation: 'GET /x', subscriptionId: SUBSCRIPTION });
    const at = (time: string) => new Date(`2027-01-31T${time}Z`);
    const first = batch(1, [], {
      meters: [tokens(2, at('23:04')), tokens(5, at('23:05')), tokens(9, MIDNIGHT)],
    });
    await Promise.all([one?.write(first), two?.write(batch(1, [], { meters: [tokens(3_000_000_000)] }))]);
    await Promise.all([one?.write(first), one?.write(first)]);
    const told = { subscriptionIds: [SUBSCRIPTION], from: HOUR, until: at('23:59') };
    const hour = { subscriptionId: SUBSCRIPTION, hour: HOUR, meter: 'tokens', units: 3_000_000_007 };
    expect(await unitsOf(database, told)).toEqual([hour]);
    expect(await unitsOf(database, { ...told, until: new Date('2027-02-02T00:00Z') })).toEqual([
      hour,
      { ...hour, hour: MIDNIGHT, units: 9 },
    ]);
    expect(await unitsOf(database, { ...told, subscriptionIds: [] })).toEqual([]);
    const rows = await database.prisma.meterHour.findMany({ orderBy: { hour: 'asc' } });
    expect(rows.map(({ faults }) => faults)).toEqual([3, 1]);
  });

  it('has the calls of GraphQL documents by the fields that they use, once, and by day', async () => {
    const at = (time: string) => new Date(`2027-01-31T${time}Z`);
    const calls = (count: number, minute: Date, coordinates: readonly string[] | null = FIELDS) =>
      fieldSetCount({ api: 'crm:1.0.0', minute, coordinates, calls: count });
    const first = batch(1, [], {
      fieldSets: [calls(2, at('22:04')), calls(3, at('23:05')), calls(4, MIDNIGHT)],
    });
    await Promise.all([one?.write(first), two?.write(batch(1, [], { fieldSets: [calls(10, at('20:00'))] }))]);
    await Promise.all([one?.write(first), one?.write(first)]);
    const { prisma } = database;
    const [set] = await prisma.fieldSet.findMany();
    expect([set?.coordinates, set?.lastDay]).toEqual([FIELDS, MIDNIGHT]);
    const days = await prisma.fieldSetDay.findMany({ orderBy: { day: 'asc' } });
    expect(days.map(({ set: id, calls, lastHour }) => [id, calls, lastHour])).toEqual([
      [set?.id, 15n, at('23:00')],
      [set?.id, 4n, MIDNIGHT],
    ]);
    expect((await prisma.usageSeries.findFirstOrThrow()).unknownSetDay).toBeNull();
  });

  it('notes the last day of calls whose fields are not known, also those of more sets than are kept', async () => {
    const unknown = (coordinates: readonly string[] | null, operation: string, minute = HOUR) =>
      fieldSetCount({ api: 'crm:1.0.0', minute, coordinates, calls: 1, operation });
    const days = async () =>
      (await database.prisma.usageSeries.findMany({ orderBy: { operation: 'asc' } })).map((each) => [
        each.operation,
        each.unknownSetDay?.toISOString().slice(0, 10),
      ]);
    await one?.write(batch(1, [], { fieldSets: [unknown(null, 'query', MIDNIGHT), unknown(null, 'query')] }));
    expect(await days()).toEqual([['query', '2027-02-01']]);
    const many = Array.from({ length: FIELD_SETS_MAX }, (_, at) => unknown([`Query.f${at}`], 'mutation'));
    await one?.write(batch(2, [], { fieldSets: many }));
    expect(await days()).toEqual([
      ['mutation', undefined],
      ['query', '2027-02-01'],
    ]);
    const more = [unknown(['Query.more'], 'mutation', MIDNIGHT), unknown(['Query.f0'], 'subscription')];
    await two?.write(batch(1, [], { fieldSets: more }));
    expect(await days()).toEqual([
      ['mutation', '2027-02-01'],
      ['query', '2027-02-01'],
      ['subscription', undefined],
    ]);
    expect(await database.prisma.fieldSet.count()).toBe(FIELD_SETS_MAX);
  });

  it('takes the calls of a gateway before fields were told as unknown', async () => {
    await database.query(
      `INSERT INTO "UsageSeries" (id, "orgId", catalog, "lastDay") VALUES ($1, $1, 'sandbox', $2)`,
      [SUBSCRIPTION, HOUR],
    );
    const { unknownSetDay } = await database.prisma.usageSeries.findFirstOrThrow();
    expect(unknownSetDay).toBeInstanceOf(Date);
  });

  it('is written again after its partition was dropped', async () => {
    await one?.write(batch(1, [answered(2), answered(5, MIDNIGHT)]));
    await database.execute('DROP TABLE "UsageHour_20270131"');
    const late = batch(2, [answered(7)]);
    await expect(one?.write(late)).rejects.toThrow('no partition');
    await one?.write(late);
    expect(await callsIn(database)).toMatchObject([{ calls: 7 }, { calls: 5 }]);
  });
});

const server = await serverUrl('PostgreSQL server');

describe.runIf(server)('a batch of usage whose connection breaks', () => {
  let own: ServerDatabase;
  let line: TcpProxy;
  let direct: Database;
  let broken: Database;
  beforeAll(async () => {
    own = await createMigratedDatabase(server ?? '');
    line = await openTcpProxy(new URL(own.url));
    const url = new URL(own.url);
    url.port = `${line.port}`;
    direct = await openServer(own.url);
    await migrate(direct);
    broken = await openServer(url.href);
  });
  afterAll(async () => {
    await Promise.all([direct.close(), broken.close()]);
    await line.close();
    await own.drop();
  });

  it('counts once, wherever it breaks: before the commit, and behind it', async () => {
    const store = new DatabaseUsageStore(broken);
    await store.write(batch(1, [answered(1)]));
    const lost = { before: 0, behind: 0 };
    const batches = 50;
    for (let sequence = 2; sequence <= batches; sequence += 1) {
      // What the server says before the commit and at it is some 1,900 bytes.
      line.inject({ cutAfterBytes: 1_750 + 6 * sequence, cutBy: 'END' });
      line.reset();
      for (let failures = 0, written = false; !written; ) {
        written = await store.write(batch(sequence, [answered(1)])).then(
          () => true,
          () => false,
        );
        if (written) continue;
        const known = await direct.prisma.usageWriter.findFirstOrThrow();
        lost[Number(known.sequence) === sequence ? 'behind' : 'before'] += 1;
        failures += 1;
        // The first may be the reset.
        if (failures > 1) line.inject();
      }
    }
    expect(await callsIn(direct)).toMatchObject([{ calls: batches }]);
    expect(Math.min(lost.before, lost.behind)).toBeGreaterThan(0);
  });
});
