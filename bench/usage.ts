// A day of usage of 10 million calls, counted, written to a PostgreSQL server, asked for and summed up: npm run bench:usage
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { removeOver } from '../src/control-plane/jobs/retention/retention-job.ts';
import { UsagePacking } from '../src/control-plane/jobs/usage-packing.ts';
import { type CountedCall, UsageCounter } from '../src/data-plane/gateway/accounting/usage-counter.ts';
import type { UsageDimension, UsageInterval } from '../src/domain/call/usage.ts';
import { migrate } from '../src/infrastructure/database/migrate.ts';
import { openServer } from '../src/infrastructure/database/postgres-server.ts';
import { usageReport } from '../src/infrastructure/usage/report.ts';
import { DatabaseUsageStore } from '../src/infrastructure/usage/store.ts';

const SERVER = process.env['DATABASE_URL_BENCH'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const CALLS = 10_000_000;
const SUBSCRIPTIONS = 1_000;
const OPERATIONS = 5;
/** A gateway writes every second: a day has 86,400 writes. Here each stands for five minutes, and is larger. */
const WRITES = 288;
const DAY = new Date('2027-01-31T00:00:00Z');
const DAY_MS = 86_400_000;

const name = `gatehouse_bench_${randomUUID().replaceAll('-', '')}`;
const orgId = randomUUID();

async function administer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: SERVER });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

/** Series that a gateway counts calls by, as its snapshot has them. */
const calls = Array.from({ length: SUBSCRIPTIONS }, (_, n) => {
  const id = randomUUID();
  return Array.from({ length: OPERATIONS }, (_, operation) => ({
    catalog: { id: 'catalog', orgId, path: '/acme/sandbox' },
    client: { application: { id, name: `app-${n}`, consumerOrg: `org-${n % 100}` } },
    subscription: { id, limitKey: id, plan: { name: n % 3 === 0 ? 'gold' : 'bronze' } },
    chosen: {
      api: {
        id: `api-${n % 20}`,
        name: `api-${n % 20}`,
        version: '1.0.0',
        product: { name: `product-${n % 20}`, version: '1.0.0' },
      },
    },
    operation: `GET /things/{id}/${operation}`,
    refusedWith: undefined,
  })) as unknown as CountedCall[];
}).flat();

const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
};
const say = (what: string, figure: string) => process.stdout.write(`${what.padEnd(60)} ${figure}\n`);

await administer(`CREATE DATABASE ${name}`);
const url = new URL(SERVER);
url.pathname = `/${name}`;
const database = await openServer(url.href);
try {
  await migrate(database);
  let now = DAY.getTime();
  const usage = new UsageCounter({ store: new DatabaseUsageStore(database), clock: () => new Date(now) });
  let counting = 0;
  const writes: number[] = [];
  for (let write = 0; write < WRITES; write += 1) {
    now = DAY.getTime() + (write * DAY_MS) / WRITES;
    const start = performance.now();
    for (let n = 0; n < CALLS / WRITES; n += 1) {
      // Some call often, most seldom.
      const call = calls[Math.floor(calls.length * Math.random() ** 2)] as CountedCall;
      usage.count(call, Math.random() < 0.97 ? 'ANSWERED' : 'SERVER_ERROR', 2 + 100 * Math.random() ** 4);
    }
    counting += performance.now() - start;
    writes.push(await seconds(() => usage.write()));
  }
  const bytesOf = async (table: string) => {
    const [row] = await database.query<{ bytes: number }>(
      `SELECT sum(pg_total_relation_size(oid))::float8 AS bytes FROM pg_class
      WHERE relkind = 'r' AND relname ~ '^${table}_'`,
    );
    return `${((row?.bytes ?? 0) / 1e6).toFixed(0)} MB`;
  };
  const [rows] = await database.query<{ counts: number; calls: number }>(
    `SELECT count(*)::int AS counts, sum(calls)::int AS calls FROM "UsageHour"`,
  );
  const sorted = writes.toSorted((a, b) => a - b);
  say('calls counted', `${rows?.calls}`);
  say('counting a call, with what the loop itself takes', `${((counting / CALLS) * 1e6).toFixed(0)} ns`);
  say(
    `writing them, ${WRITES} times ${Math.round(CALLS / WRITES)}`,
    `${writes.reduce((a, b) => a + b, 0).toFixed(1)} s`,
  );
  say(
    'one write, median and p99',
    [0.5, 0.99].map((at) => `${((sorted[Math.floor(at * WRITES)] ?? 0) * 1000).toFixed(0)} ms`).join(', '),
  );
  say('rows, and bytes with their index', `${rows?.counts}, ${await bytesOf('UsageHour')}`);
  const range = { orgId, from: DAY, to: new Date(DAY.getTime() + DAY_MS), where: {}, limit: 101, offset: 0 };
  const questions: [string, UsageInterval | null, UsageDimension[]][] = [
    ['all', null, []],
    ['by the hour', 'HOUR', []],
    ['by product and plan', null, ['PRODUCT', 'PLAN']],
    ['by application', null, ['CONSUMER_ORG', 'APPLICATION']],
    ['by operation', null, ['API', 'OPERATION']],
    ['by product by the hour', 'HOUR', ['PRODUCT']],
  ];
  const report = (interval: UsageInterval | null, by: UsageDimension[]) => () =>
    usageReport(database, { ...range, countedBy: 'HOUR', interval, by });
  const ask = async (days: string) => {
    for (const [what, interval, by] of questions) {
      await report(interval, by)();
      say(`${days}, ${what}`, `${(1000 * (await seconds(report(interval, by)))).toFixed(0)} ms`);
    }
  };
  await ask('the day');
  const kept = { hourlyUsageDays: 35, usageDays: 400, eventDays: 90, historyDays: 400, auditDays: null };
  const onFault = (fault: unknown) => {
    throw fault;
  };
  const packsAt = new Date(Math.max(DAY.getTime(), Date.now()) + 2 * DAY_MS);
  const packing = new UsagePacking({ database, clock: () => packsAt, onFault });
  say('packing the day', `${(await seconds(() => packing.look())).toFixed(1)} s`);
  await packing.close();
  say('its bytes, packed, with their index', await bytesOf('UsagePackedDay'));
  await ask('the day, packed');
  const later = () => new Date(DAY.getTime() + 40 * DAY_MS);
  say(
    'summing the day up',
    `${(await seconds(() => removeOver({ database, clock: later, kept, onFault }))).toFixed(1)} s`,
  );
  for (const [what, interval, by] of questions.filter(([, interval]) => interval !== 'HOUR'))
    say(`the day, summed up, ${what}`, `${(1000 * (await seconds(report(interval, by)))).toFixed(0)} ms`);
} finally {
  await database.close();
  await administer(`DROP DATABASE ${name} WITH (FORCE)`);
}
