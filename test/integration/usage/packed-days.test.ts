import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { UsagePacking } from '../../../src/control-plane/jobs/usage-packing.ts';
import { DAY_MS, HOUR_MS, type UsageOutcome } from '../../../src/domain/call/usage.ts';
import type { Database, Statements } from '../../../src/infrastructure/database/database.ts';
import { billableUnits } from '../../../src/infrastructure/usage/billable-units.ts';
import { hoursOfCalls } from '../../../src/infrastructure/usage/busy-subscriptions.ts';
import { counted } from '../../../src/infrastructure/usage/counted.ts';
import { usageHistory } from '../../../src/infrastructure/usage/history.ts';
import { usageReport } from '../../../src/infrastructure/usage/report.ts';
import { everyDatabase } from '../../support/database.ts';
import { removeWhatIsOver } from '../../support/retention.ts';
import { runs } from '../../support/runs.ts';
import { countUsage } from '../../support/usage.ts';

const ORG = '00000000-0000-7000-8000-0000000000aa';
const DAY = new Date('2027-02-01T00:00Z');
const SUBSCRIPTIONS = [1, 2].map((n) => `00000000-0000-7000-8000-00000000000${n}`);
/** Two days later. The day and the next are over. */
const NOW = new Date(DAY.getTime() + 2 * DAY_MS + 3 * HOUR_MS);

/** Packs what is over, as a process does at an instant. */
async function pack(database: Pick<Database, 'query' | 'execute' | 'within'>, now = NOW): Promise<unknown[]> {
  const faults: unknown[] = [];
  const packing = new UsagePacking({ database, clock: () => now, onFault: (fault) => faults.push(fault) });
  await packing.look();
  await packing.close();
  return faults;
}

/** Lets the version that reads packed days begin at an instant. */
const upgradeAt = (database: Database, at: Date) =>
  database.query(
    `UPDATE "_prisma_migrations" SET finished_at = $1 WHERE migration_name LIKE '%_usage_packed_days'`,
    [at],
  );

type Call = Parameters<typeof countUsage>[1][number];

const called = (hour: number, calls: number, more: Partial<Call> = {}): Call => ({
  orgId: ORG,
  hour: new Date(DAY.getTime() + hour * HOUR_MS),
  outcome: 'ANSWERED',
  subscriptionId: SUBSCRIPTIONS[0] ?? null,
  product: 'crm:1.0.0',
  plan: 'gold',
  operation: 'GET /x',
  calls,
  ...more,
});

/** All that readers tell of the days, in every way that they ask. */
async function answers(database: Database): Promise<unknown> {
  const all = { from: DAY, to: NOW };
  const parts = [
    all,
    { from: new Date(DAY.getTime() + 5 * HOUR_MS), to: new Date(DAY.getTime() + 29 * HOUR_MS) },
  ];
  const reports = parts.flatMap((part) =>
    (['HOUR', 'DAY', null] as const).map(async (interval) => {
      const asked = { interval, by: ['OPERATION', 'CODE'], where: {}, limit: 1_000, offset: 0 } as const;
      const groups = await usageReport(database, { orgId: ORG, ...part, countedBy: 'HOUR', ...asked });
      return groups.map(({ percentile, ...group }) => ({ ...group, p: [0.1, 0.5, 0.99].map(percentile) }));
    }),
  );
  return Promise.all([
    ...reports,
    ...parts.map((part) => hoursOfCalls(database, { ids: SUBSCRIPTIONS, ...part }, new Map([['GET /y', 1]]))),
    ...parts.map((part) => billableUnits(database, { subscriptionIds: SUBSCRIPTIONS, ...part })),
    usageHistory(database.prisma, SUBSCRIPTIONS, { period: 'MONTH', now: NOW }),
  ]);
}

const rowsOf = async (database: Database) => {
  const [row] = await database.query<{ hours: number; packed: number }>(
    `SELECT (SELECT count(*) FROM "UsageHour")::int AS hours, (SELECT count(*) FROM "UsagePackedDay")::int AS packed`,
  );
  return row;
};

const outcomes: readonly UsageOutcome[] = ['ANSWERED', 'CLIENT_ERROR', 'LIMITED', 'SERVER_ERROR'];
const someCalls = fc.array(
  fc
    .record({
      hour: fc.integer({ min: 0, max: 50 }),
      calls: fc.integer({ min: 1, max: 1_000_000 }),
      outcome: fc.constantFrom(...outcomes),
      ms: fc.constantFrom(0.4, 3, 70, 90_000),
      operation: fc.constantFrom('GET /x', 'GET /y'),
      subscriptionId: fc.constantFrom(...SUBSCRIPTIONS),
    })
    .map(({ hour, calls, ...more }) => {
      const code = more.outcome === 'LIMITED' ? 'RATE_LIMITED' : null;
      return called(hour, calls, { ...more, code } as Partial<Call>);
    }),
  { maxLength: 40 },
);

describe.each(await everyDatabase())('packed days of usage in $name', ({ open }) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await upgradeAt(database, new Date('2026-01-01T00:00Z'));
    await database.execute(
      'TRUNCATE "UsageSeries", "UsageHour", "UsageMinute", "UsagePackedDay", "UsageDay"',
    );
  });
  afterEach(() => removeWhatIsOver(database, new Date('2029-01-01T00:00Z')));

  it('tell what their hours told, also of calls that are written late and packed again', async () => {
    await fc.assert(
      fc.asyncProperty(someCalls, someCalls, async (calls, late) => {
        await database.execute('TRUNCATE "UsageSeries", "UsageHour", "UsagePackedDay"');
        await countUsage(database, calls);
        const before = await answers(database);
        expect(await pack(database)).toEqual([]);
        expect(await answers(database)).toEqual(before);
        await countUsage(database, late);
        const withLate = await answers(database);
        expect(await pack(database)).toEqual([]);
        expect(await answers(database)).toEqual(withLate);
        await database.execute('TRUNCATE "UsageSeries", "UsageHour", "UsagePackedDay"');
        await countUsage(database, calls);
        await countUsage(database, late);
        expect(await answers(database)).toEqual(withLate);
      }),
      { numRuns: runs(50) },
    );
  });

  it('have one row for a series, outcome and code, and the day that is not over has its hours', async () => {
    await countUsage(database, [called(3, 5, { ms: 3 }), called(4, 6, { ms: 70 }), called(49, 1)]);
    await pack(database);
    await countUsage(database, [called(4, 1, { ms: 90_000 }), called(1, 2)]);
    expect(await rowsOf(database)).toEqual({ hours: 3, packed: 1 });
    await pack(database);
    expect(await rowsOf(database)).toEqual({ hours: 1, packed: 1 });
    const [row] = await database.query('SELECT "firstBucket", hours, calls FROM "UsagePackedDay"');
    expect(row).toEqual({ firstBucket: 1, hours: [1, 3, 4], calls: [2, 5, 7] });
  });

  it('are packed again six hours later at the earliest, however often a gateway writes late', async () => {
    let now = NOW;
    const packing = new UsagePacking({
      database,
      clock: () => now,
      onFault: (fault) => expect.fail(`${fault}`),
    });
    await countUsage(database, [called(1, 1)]);
    await packing.look();
    const left: (number | undefined)[] = [(await rowsOf(database))?.hours];
    for (const hours of [1, 5.9, 6]) {
      now = new Date(NOW.getTime() + hours * HOUR_MS);
      await countUsage(database, [called(hours, 1)]);
      await packing.look();
      left.push((await rowsOf(database))?.hours);
    }
    await packing.close();
    expect(left).toEqual([0, 1, 2, 0]);
  });

  it('are packed two hours after the day, not before', async () => {
    await countUsage(database, [called(3, 5)]);
    await pack(database, new Date(DAY.getTime() + 26 * HOUR_MS - 1));
    expect(await rowsOf(database)).toEqual({ hours: 1, packed: 0 });
    await pack(database, new Date(DAY.getTime() + 26 * HOUR_MS));
    expect(await rowsOf(database)).toEqual({ hours: 0, packed: 1 });
  });

  it('are not packed in the first day of a version that knows them, in which processes before may run', async () => {
    await countUsage(database, [called(3, 5)]);
    await upgradeAt(database, new Date(NOW.getTime() - DAY_MS + 1));
    await pack(database);
    expect(await rowsOf(database)).toEqual({ hours: 1, packed: 0 });
    await upgradeAt(database, new Date(NOW.getTime() - DAY_MS));
    await pack(database);
    expect(await rowsOf(database)).toEqual({ hours: 0, packed: 1 });
  });

  it('take hours whose durations are short, empty or not known', async () => {
    await countUsage(database, [called(3, 5), called(4, 5), called(5, 5), called(6, 5)]);
    await database.execute(`UPDATE "UsageHour" SET durations = CASE extract(hour FROM hour AT TIME ZONE 'UTC')
      WHEN 3 THEN NULL WHEN 4 THEN '{}' WHEN 5 THEN '{1,2,0}' ELSE array_fill(0, ARRAY[34]) END`);
    const before = await answers(database);
    expect(await pack(database)).toEqual([]);
    expect([await rowsOf(database), await answers(database)]).toEqual([{ hours: 0, packed: 1 }, before]);
  });

  it('become usage by the day with the hours that came late, and go with their month', async () => {
    const report = async () => {
      const asked = { interval: 'DAY', by: ['OPERATION'], where: {}, limit: 10, offset: 0 } as const;
      const range = { from: DAY, to: NOW, countedBy: 'HOUR' } as const;
      const groups = await usageReport(database, { orgId: ORG, ...range, ...asked });
      return groups.map(({ percentile, ...group }) => ({ ...group, p95: percentile(0.95) }));
    };
    await countUsage(database, [called(3, 5, { ms: 3 }), called(4, 6, { ms: 70 }), called(27, 1)]);
    await pack(database);
    await countUsage(database, [called(5, 9, { ms: 3 })]);
    const before = await report();
    await removeWhatIsOver(database, new Date(DAY.getTime() + 40 * DAY_MS));
    expect([await rowsOf(database), await report()]).toEqual([{ hours: 0, packed: 0 }, before]);
    expect(await database.prisma.usageDay.count()).toBe(2);
  });

  it('are found by the index of their series', async () => {
    await countUsage(database, [called(3, 5)]);
    await pack(database);
    await countUsage(database, [called(3, 5)]);
    const plan = await database.within('BEGIN', async ({ query, execute }) => {
      await execute('SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off');
      const sql = `EXPLAIN SELECT sum(n.calls) FROM "UsageSeries" u
        JOIN ${counted({ from: `'2027-02-01T00:00Z'`, to: `'2027-02-02T00:00Z'` })} AS n ON n.series = u.id
        WHERE u."subscriptionId" = '${SUBSCRIPTIONS[0]}'`;
      return (await query<{ 'QUERY PLAN': string }>(sql)).map((row) => row['QUERY PLAN'].trim());
    });
    const conditions = plan.filter((line) => line.startsWith('Index Cond: ((series = u.id)'));
    expect(conditions.length, plan.join('\n')).toBeGreaterThanOrEqual(2);
    expect(plan.filter((line) => line.includes('Seq Scan'))).toEqual([]);
  });

  describe('of more series than a piece has', () => {
    const many = `
      INSERT INTO "UsageHour" SELECT md5(n::text)::uuid, '${DAY.toISOString()}'::timestamptz + h * interval '1 hour',
        'ANSWERED', '', n, ARRAY[n] FROM generate_series(1, 4000) n, generate_series(0, 2) h`;
    const sum = async () => {
      const [row] = await database.query<{ calls: number }>(
        `SELECT sum(calls)::float8 AS calls FROM ${counted({ from: `'2027-02-01T00:00Z'` })} AS n`,
      );
      return row?.calls;
    };
    beforeEach(async () => {
      await countUsage(database, [called(0, 1)]);
      await database.execute(many);
    });

    it('are whole after a crash at any statement of a piece, and the next run goes on', async () => {
      const whole = await sum();
      for (let crash = 1; ; crash += 1) {
        let statements = 0;
        const fail = (connection: Statements): Statements => ({
          query: (sql, values) => (++statements === crash ? crashed() : connection.query(sql, values)),
          execute: (sql) => (++statements === crash ? crashed() : connection.execute(sql)),
        });
        const crashing = {
          ...database,
          within: <Result>(begin: string, work: (connection: Statements) => Promise<Result>) =>
            database.within(begin, (connection) => work(fail(connection))),
        };
        const faults = await pack(crashing);
        expect(await sum()).toBe(whole);
        if (faults.length === 0) break;
        expect(faults).toEqual([new Error('crashed')]);
      }
      expect(await rowsOf(database)).toEqual({ hours: 0, packed: 4001 });
    });

    it('lose and repeat no call that is written while they are packed, and readers see all of them', async () => {
      const known = (await sum()) ?? 0;
      let isPacking = true;
      const packed = (async () => {
        for (let times = 0; times < 3; times += 1) expect(await pack(database)).toEqual([]);
        isPacking = false;
      })();
      let written = 0;
      for (; isPacking || written < 5; written += 1) {
        await countUsage(database, [called(0, 1), called((written % 20) + 1, 1)]);
        expect(await sum()).toBe(known + 2 * (written + 1));
      }
      await packed;
      expect(await pack(database)).toEqual([]);
      expect([await sum(), (await rowsOf(database))?.hours]).toEqual([known + 2 * written, 0]);
    });

    it('leave no page of their hours behind, unless an older transaction reads them', async () => {
      const bytes = async () => {
        const [row] = await database.query<{ bytes: number }>(
          `SELECT pg_total_relation_size('"UsageHour_20270201"')::int AS bytes`,
        );
        return row?.bytes ?? 0;
      };
      const large = await bytes();
      if (database.kind === 'server') {
        const whole = await database.query('SELECT count(*)::int AS rows FROM "UsageHour"');
        await database.within('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', async ({ query }) => {
          await query('SELECT 1 FROM "Org"');
          expect(await pack(database)).toEqual([]);
          expect(await query('SELECT count(*)::int AS rows FROM "UsageHour"')).toEqual(whole);
        });
        expect(await bytes()).toBeGreaterThan(large / 2);
      }
      expect(await pack(database)).toEqual([]);
      expect(await bytes()).toBeLessThan(20_000);
    });
  });
});

const crashed = () => Promise.reject(new Error('crashed'));
