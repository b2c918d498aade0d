// Who breaks, over a million series of usage, and what it costs a call to be told apart by its fields: npm run bench:impact
// 10,000 random worlds of each kind: IMPACT_WORLDS=10000 npm test -- test/integration/usage/impact-property.test.ts
import { randomUUID } from 'node:crypto';
import { buildSchema, parse } from 'graphql';
import pg from 'pg';
import { type CountedCall, UsageCounter } from '../src/data-plane/gateway/accounting/usage-counter.ts';
import { usedCoordinates } from '../src/graphql/schema/used-coordinates.ts';
import { migrate } from '../src/infrastructure/database/migrate.ts';
import { openServer } from '../src/infrastructure/database/postgres-server.ts';
import { apiCallers, countApiCallers } from '../src/infrastructure/usage/api-callers.ts';
import { countFieldCallers, fieldCallers } from '../src/infrastructure/usage/field-callers.ts';
import { DatabaseUsageStore } from '../src/infrastructure/usage/store.ts';
import { benchmark } from './gateway/benchmark.ts';
import { circumstances } from './gateway/circumstances.ts';
import { median, table } from './gateway/tables.ts';

const SERVER = process.env['DATABASE_URL_BENCH'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const SUBSCRIPTIONS = 20_000;
/** Each subscription calls each: a million series. */
const APIS = 50;
const SETS = 300;
const FIELDS_OF_SET = 80;
const CALLS = 2_000_000;
const ROUNDS = 9;
const PAGE = { limit: 50, offset: 0 };

const name = `gatehouse_bench_${randomUUID().replaceAll('-', '')}`;
const [orgId, catalogId, productId, planId, consumerOrgId] = Array.from({ length: 5 }, () => randomUUID());

async function administer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: SERVER });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

/** Nanoseconds to count a call, with or without the fields that its document uses. */
function nsToCount(fieldSets: readonly object[] | undefined): number {
  const call = {
    catalog: { id: 'catalog', orgId, path: '/acme/sandbox' },
    client: { application: { id: '1', name: 'app', consumerOrg: 'org' } },
    subscription: { id: '1', limitKey: '1', plan: { name: 'gold' } },
    chosen: { api: { id: '1', name: 'crm', version: '1.0.0', product: { name: 'crm', version: '1.0.0' } } },
    operation: 'query',
    document: fieldSets && { fieldSets },
    counted: [],
    charged: [],
  } as unknown as CountedCall;
  const usage = new UsageCounter({ store: { write: async () => {} }, clock: () => new Date(0) });
  const start = performance.now();
  for (let n = 0; n < CALLS; n += 1) usage.count(call, 'ANSWERED', 3);
  return ((performance.now() - start) / CALLS) * 1e6;
}

/** Microseconds to find the coordinates of a usual document. It is done once for each document. */
function usToCollect(): number {
  const schema = buildSchema(
    `type Query { customers(first: Int, state: State): [Customer!] } enum State { OPEN CLOSED }
    type Customer { id: ID! name: String email: String orders: [Order!] } type Order { id: ID! total: Int lines: [Line!] }
    type Line { sku: String quantity: Int price: Int }`,
  );
  const document = parse(
    `query ($first: Int) { customers(first: $first, state: OPEN) { id name email
      orders { id total lines { sku quantity price } } } }`,
  );
  const rounds = 20_000;
  const start = performance.now();
  for (let round = 0; round < rounds; round += 1) for (const _ of usedCoordinates(schema, document)) void _;
  return ((performance.now() - start) / rounds) * 1000;
}

/** Rows as gateways and the management API leave them. Triggers are off: nobody listens. */
const rows = [
  `INSERT INTO "Org" (id, name, title) VALUES ('${orgId}', 'acme', 'Acme')`,
  `INSERT INTO "Catalog" (id, "orgId", name, title) VALUES ('${catalogId}', '${orgId}', 'sandbox', 'Sandbox')`,
  `INSERT INTO "CatalogProduct" (id, "catalogId", name, version, title, state, visibility, subscribability)
    VALUES ('${productId}', '${catalogId}', 'crm', '1.0.0', 'CRM', 'PUBLISHED', 'PUBLIC', 'AUTHENTICATED')`,
  `INSERT INTO "CatalogPlan" (id, "catalogProductId", name, title, position)
    VALUES ('${planId}', '${productId}', 'gold', 'Gold', 0)`,
  `INSERT INTO "ConsumerOrg" (id, "catalogId", name, title) VALUES ('${consumerOrgId}', '${catalogId}', 'org', 'Org')`,
  `INSERT INTO "Application" (id, "consumerOrgId", name, title)
    SELECT gen_random_uuid(), '${consumerOrgId}', 'app-' || n, 'App' FROM generate_series(1, ${SUBSCRIPTIONS}) n`,
  `INSERT INTO "Subscription" (id, "applicationId", "catalogProductId", "catalogPlanId", state)
    SELECT gen_random_uuid(), id, '${productId}', '${planId}', 'ACTIVE' FROM "Application"`,
  ...Array.from(
    { length: APIS },
    (
      _,
      at,
    ) => `INSERT INTO "UsageSeries" (id, "orgId", catalog, "subscriptionId", product, plan, api, operation, "lastDay",
      "unknownSetDay") SELECT gen_random_uuid(), '${orgId}', 'sandbox', id, 'crm:1.0.0', 'gold', 'crm-${at}:1.0.0', 'query',
      date_trunc('day', now()), NULL FROM "Subscription"`,
  ),
  `INSERT INTO "FieldSet" (id, "orgId", api, coordinates, "lastDay") SELECT gen_random_uuid(), '${orgId}', 'crm-0:1.0.0',
    ARRAY(SELECT 'Type' || ((n * 7 + k) % 400) || '.field' || k FROM generate_series(1, ${FIELDS_OF_SET}) k),
    date_trunc('day', now()) FROM generate_series(1, ${SETS}) n`,
  `INSERT INTO "FieldSetDay" (series, day, set, calls, "lastHour")
    SELECT u.id, date_trunc('day', now()), f.id, 5, date_trunc('hour', now())
    FROM (SELECT id, row_number() OVER () AS n FROM "UsageSeries" WHERE api = 'crm-0:1.0.0') u
    JOIN (SELECT id, row_number() OVER () AS n FROM "FieldSet") f ON f.n % 100 = u.n % 100`,
  `INSERT INTO "UsageHour" (series, hour, outcome, code, calls, durations)
    SELECT id, date_trunc('hour', now()), 'ANSWERED', '', 5, ARRAY[5] FROM "UsageSeries" WHERE api = 'crm-0:1.0.0'`,
];

/** Runs statements without a bound on their time. */
async function administerIn(connectionString: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`SET session_replication_role = replica`);
  for (const statement of statements) await client.query(statement);
  await client.query('ANALYZE').finally(() => client.end());
}

async function find(): Promise<string> {
  const found: [string, number][] = [];
  nsToCount(undefined);
  const [plain, told] = [undefined, [{ coordinates: ['Customer.email'] }]].map((sets) =>
    median(Array.from({ length: 5 }, () => nsToCount(sets))),
  );
  found.push(['counting a call, ns', plain ?? 0]);
  found.push(['counting a call by its fields too, ns', told ?? 0]);
  usToCollect();
  found.push(['finding the fields of a document of 14 of them, µs', usToCollect()]);

  await administer(`CREATE DATABASE ${name}`);
  const url = new URL(SERVER);
  url.pathname = `/${name}`;
  const database = await openServer(url.href);
  try {
    await migrate(database);
    // The store makes the partitions of the day.
    const series = {
      orgId,
      catalog: 'sandbox',
      consumerOrg: null,
      application: null,
      subscriptionId: null,
    } as const;
    const first = { ...series, product: null, plan: null, api: null, operation: null } as never;
    const durations = Array.from({ length: 64 }, () => 0);
    const counts = [
      { series: first, minute: new Date(), outcome: 'ANSWERED', code: null, durations },
    ] as const;
    const batch = { sequence: 1, at: new Date(), counts, meters: [], fieldSets: [], lastUse: new Map() };
    await new DatabaseUsageStore(database).write(batch as never);
    await administerIn(url.href, rows);
    const from = new Date(Date.now() - 30 * 86_400_000);
    const request = {
      catalogId: catalogId ?? '',
      product: 'crm:1.0.0',
      api: 'crm-0:1.0.0',
      operations: null,
      from,
    };
    const fields = { certain: ['Type10.field3', 'Type50.field1'], possible: ['Type99.field22'] };
    const questions: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['callers of an API, counted', () => countApiCallers(database, request)],
      ['callers of an API, a page', () => apiCallers(database, request, PAGE)],
      ['callers of fields, counted', () => countFieldCallers(database, { ...request, fields })],
      ['callers of fields, a page', () => fieldCallers(database, { ...request, fields }, PAGE)],
    ];
    for (const [what, ask] of questions) {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const start = performance.now();
        await ask();
        times.push(performance.now() - start);
      }
      found.push([`${what}, of ${SUBSCRIPTIONS * APIS} series, ms`, median(times)]);
    }
  } finally {
    await database.close();
    await administer(`DROP DATABASE ${name} WITH (FORCE)`);
  }
  return [circumstances(), table(['what', 'figure'], found)].join('\n\n');
}

await benchmark(find, {
  file: 'bench/results/impact.md',
  title: 'Who breaks, over a million series of usage',
});
