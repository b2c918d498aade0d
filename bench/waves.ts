// Waves over a hundred thousand subscriptions: counting the calls that they are judged by, moving them and taking them
// back: npm run bench:waves
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import {
  moveSubscriptions,
  restOf,
  takeMovesBack,
} from '../src/control-plane/management/change-request/waves/wave-moves.ts';
import { startOfDay } from '../src/domain/call/usage.ts';
import { chosenOf } from '../src/domain/change-request/waves.ts';
import { migrate } from '../src/infrastructure/database/migrate.ts';
import { openServer } from '../src/infrastructure/database/postgres-server.ts';
import { makeDayPartitions } from '../src/infrastructure/usage/partitions.ts';
import { type WaveCallsRequest, waveCalls, waveFailures } from '../src/infrastructure/usage/wave-calls.ts';
import { benchmark } from './gateway/benchmark.ts';
import { circumstances } from './gateway/circumstances.ts';
import { median, table } from './gateway/tables.ts';

const SERVER = process.env['DATABASE_URL_BENCH'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const SUBSCRIPTIONS = 100_000;
/** Each subscription calls each: half a million series. */
const OPERATIONS = 5;
const MINUTES = 5;
const ROUNDS = 9;

const name = `gatehouse_bench_${randomUUID().replaceAll('-', '')}`;
const id = () => randomUUID();
const [orgId, catalogId, consumerOrgId, oldId, newId] = [id(), id(), id(), id(), id()];
const [oldPlan, newPlan, changeRequestId] = [id(), id(), id()];

async function administer(connectionString: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

const product = (productId: string, planId: string, version: string) => [
  `INSERT INTO "CatalogProduct" (id, "catalogId", name, version, title, state, visibility, subscribability)
    VALUES ('${productId}', '${catalogId}', 'crm', '${version}', 'CRM', 'PUBLISHED', 'PUBLIC', 'AUTHENTICATED')`,
  `INSERT INTO "CatalogPlan" (id, "catalogProductId", name, title, position)
    VALUES ('${planId}', '${productId}', 'gold', 'Gold', 0)`,
];

/** Rows as gateways and the management API leave them. Triggers are off: nobody listens. */
const rows = [
  'SET session_replication_role = replica',
  ...makeDayPartitions(startOfDay(new Date())),
  `INSERT INTO "Org" (id, name, title) VALUES ('${orgId}', 'acme', 'Acme')`,
  `INSERT INTO "Catalog" (id, "orgId", name, title) VALUES ('${catalogId}', '${orgId}', 'sandbox', 'Sandbox')`,
  `INSERT INTO "ConsumerOrg" (id, "catalogId", name, title) VALUES ('${consumerOrgId}', '${catalogId}', 'org', 'Org')`,
  ...product(oldId, oldPlan, '1.0.0'),
  ...product(newId, newPlan, '2.0.0'),
  `INSERT INTO "Application" (id, "consumerOrgId", name, title)
    SELECT gen_random_uuid(), '${consumerOrgId}', 'app-' || n, 'App' FROM generate_series(1, ${SUBSCRIPTIONS}) n`,
  `INSERT INTO "Subscription" (id, "applicationId", "catalogProductId", "catalogPlanId", state)
    SELECT gen_random_uuid(), id, '${oldId}', '${oldPlan}', 'ACTIVE' FROM "Application"`,
  `INSERT INTO "UsageSeries" (id, "orgId", catalog, "consumerOrg", application, "subscriptionId", product, plan, api,
      operation, "lastDay")
    SELECT gen_random_uuid(), '${orgId}', 'sandbox', 'org', a.name, s.id, 'crm:1.0.0', 'gold', 'crm:1.0.0', 'GET /' || n,
      date_trunc('day', now(), 'UTC')
    FROM "Subscription" s JOIN "Application" a ON a.id = s."applicationId", generate_series(1, ${OPERATIONS}) n`,
  `INSERT INTO "UsageMinute" (series, minute, outcome, code, calls, durations)
    SELECT id, date_trunc('minute', now()) - make_interval(mins => m), 'ANSWERED', '', 3, array_fill(1, ARRAY[34])
    FROM "UsageSeries", generate_series(0, ${MINUTES - 1}) m WHERE operation IN ('GET /1', 'GET /2')`,
  'ANALYZE',
];

async function timed(work: () => Promise<unknown>, rounds = ROUNDS): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return median(times);
}

async function find(): Promise<string> {
  await administer(SERVER, [`CREATE DATABASE ${name}`]);
  const url = new URL(SERVER);
  url.pathname = `/${name}`;
  const database = await openServer(url.href);
  const { prisma } = database;
  const found: [string, number][] = [];
  try {
    await migrate(database);
    await administer(url.href, rows);
    const steps = [{ from: oldPlan, to: newPlan }];
    const pair = { oldId, newId, steps, subscriptions: null };
    const request: Omit<WaveCallsRequest, 'group'> = {
      orgId,
      catalog: 'sandbox',
      product: 'crm:1.0.0',
      apis: ['crm:1.0.0'],
      from: new Date(Date.now() - MINUTES * 60_000),
      to: new Date(Date.now() + 60_000),
    };
    const rest = { ...request, group: { catalogProductId: oldId } };
    found.push(['counting the calls of a group', await timed(() => waveCalls(database, rest))]);
    found.push(['counting what failed of all', await timed(() => waveFailures(database, rest))]);
    const all = await restOf(prisma, pair);
    const wave = { percent: 50, subscriptions: [], applications: [], consumerOrgs: [], groups: [] };
    const choose = async () => chosenOf({ wave, moved: 0, rest: all, salt: 'crm:1.0.0 crm:2.0.0' });
    found.push(['choosing half of them', await timed(choose)]);
    await administer(url.href, [
      'SET session_replication_role = replica',
      `INSERT INTO "ChangeRollout" ("changeRequestId", "haltIf") VALUES ('${changeRequestId}', '{}')`,
    ]);
    const move = { changeRequestId, wave: 1, ...pair, ids: await choose() };
    const inOne = (work: (transaction: typeof prisma) => Promise<unknown>) =>
      prisma.$transaction((transaction) => work(transaction as typeof prisma), { timeout: 120_000 });
    found.push(['moving half of them', await timed(() => inOne((to) => moveSubscriptions(to, move)), 1)]);
    found.push(['taking them back', await timed(() => inOne((to) => takeMovesBack(to, move)), 1)]);
  } finally {
    await database.close();
    await administer(SERVER, [`DROP DATABASE ${name} WITH (FORCE)`]);
  }
  return [circumstances(), table(['of 100,000 subscriptions', 'ms'], found)].join('\n\n');
}

await benchmark(find, { file: 'bench/results/waves.md', title: 'Waves of a hundred thousand subscriptions' });
