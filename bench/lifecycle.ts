// How long the control plane's large changes take on a PostgreSQL server: npm run bench:lifecycle

import { randomUUID } from 'node:crypto';
import { execute, parse } from 'graphql';
import pg from 'pg';
import { EventFeed } from '../src/control-plane/events/event-feed.ts';
import { managementContextOf } from '../src/control-plane/management/context.ts';
import { schema } from '../src/control-plane/management/schema.ts';
import { build } from '../src/data-plane/graphql-server/build/build.ts';
import { ownServers } from '../src/domain/addresses/own-servers.ts';
import { systemClock } from '../src/foundation/clock.ts';
import type { Database } from '../src/infrastructure/database/database.ts';
import { FailedSignIns } from '../src/infrastructure/database/failed-sign-ins.ts';
import { migrate } from '../src/infrastructure/database/migrate.ts';
import { openServer } from '../src/infrastructure/database/postgres-server.ts';
import { ClientRegistrations } from '../src/infrastructure/issuers/client-registrations.ts';
import { Attempts } from '../src/infrastructure/limits/guesses/attempts.ts';
import { Outbound } from '../src/infrastructure/outbound/outbound.ts';
import { createPasswords } from '../src/infrastructure/secrets/passwords.ts';
import { Secrets } from '../src/infrastructure/secrets/secrets.ts';
import { testLimits } from '../test/support/test-limits.ts';

const SERVER = process.env['DATABASE_URL_BENCH'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const SUBSCRIPTIONS = 100_000;
const APIS = 200;
const EVENTS = 100_000;
const ROUNDS = 3;
/** The parts that are asked for; all unless some are: `npm run bench:lifecycle -- replace`. */
const asked = process.argv.slice(2);

type Manage = (document: string, variables?: Record<string, unknown>) => Promise<Record<string, unknown>>;

/** The management API in process, as an administrator of everything. */
function managementOf(database: Database): Manage {
  const url = 'http://bench.test';
  const outbound = new Outbound({ allowlist: [] });
  const deps = {
    database,
    secrets: new Secrets('the secret key of the benchmarks, and of nothing else'),
    passwords: createPasswords(),
    outbound,
    registrations: new ClientRegistrations({
      outboundOf: (orgId) => outbound.forOrg(orgId),
      clock: systemClock,
    }),
    ownServers: ownServers([]),
    limits: testLimits(),
    attempts: new Attempts({ clock: systemClock }),
    failedSignIns: new FailedSignIns({ database, clock: systemClock, onStrangers() {} }),
    events: new EventFeed(database),
    clock: systemClock,
    hasMailServer: false,
    buildGraphQLServer: build,
    urls: { gateway: url, control: url, console: url, oauth: url, graphqlServer: url },
  };
  const contextValue = managementContextOf(deps, {
    name: 'bench',
    actor: 'token:bench',
    role: 'ADMINISTRATOR',
    orgId: null,
  });
  return async (document, variableValues = {}) => {
    const { data, errors } = await execute({
      schema,
      document: parse(document),
      variableValues,
      contextValue,
    });
    if (errors) throw errors[0];
    return data as Record<string, unknown>;
  };
}

const megabytes = () => Math.round(process.memoryUsage().rss / 1e6);

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

const median = (times: readonly number[]) =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
const tell = (what: string, times: readonly number[]) =>
  console.log(
    `${what.padEnd(64)} ${(median(times) / 1000).toFixed(2)} s   (of ${times.length}; ${megabytes()} MB resident)`,
  );

const OPENAPI = {
  openapi: '3.0.3',
  info: { title: 'Bench', version: '1.0.0' },
  paths: { '/things': { get: { responses: { 200: { description: 'Things.' } } } } },
};
const PRODUCT = `mutation($org: String!, $version: Version!, $api: VersionedName!) {
  createProduct(input: { org: $org, title: "Bench", version: $version, apis: [$api] }) { name } }`;
const ADDRESS = 'input: { org: $org, catalog: "sandbox"';

/** An org with a published product of 100,000 subscriptions and a staged one. */
async function crowd(manage: Manage): Promise<string> {
  const org = `crowd-${randomUUID().slice(0, 8)}`;
  await manage(
    'mutation($org: String!) { createOrg(input: { title: $org }) { name } createCatalog(input: { org: $org, title: "Sandbox" }) { name } }',
    { org },
  );
  await manage(
    'mutation($org: String!, $openapi: JSON!) { createApi(input: { org: $org, title: "Bench", openapi: $openapi }) { name } }',
    { org, openapi: OPENAPI },
  );
  for (const version of ['1.0.0', '2.0.0']) await manage(PRODUCT, { org, version, api: 'bench:1.0.0' });
  await manage(
    `mutation($org: String!) {
    publishProduct(${ADDRESS}, product: "bench:1.0.0" }) { dryRun }
    stageProduct(${ADDRESS}, product: "bench:2.0.0" }) { dryRun }
    createConsumerOrg(${ADDRESS}, title: "Crowd" }) { name } }`,
    { org },
  );
  await filler.query(
    `WITH place AS (
       SELECT c.id AS consumer_org, p.id AS product, l.id AS plan FROM "Org" o JOIN "Catalog" k ON k."orgId" = o.id
       JOIN "ConsumerOrg" c ON c."catalogId" = k.id JOIN "CatalogProduct" p ON p."catalogId" = k.id AND p.version = '1.0.0'
       JOIN "CatalogPlan" l ON l."catalogProductId" = p.id WHERE o.name = $1),
     made AS (
       INSERT INTO "Application" (id, "consumerOrgId", name, title)
       SELECT gen_random_uuid(), place.consumer_org, 'application-' || n, 'Application ' || n
       FROM place, generate_series(1, ${SUBSCRIPTIONS}) AS n RETURNING id)
     INSERT INTO "Subscription" (id, "applicationId", "catalogProductId", "catalogPlanId")
     SELECT gen_random_uuid(), made.id, place.product, place.plan FROM made, place`,
    [org],
  );
  return org;
}

const MOVED = `old: "bench:1.0.0", new: "bench:2.0.0", plans: [{ source: "default-plan", target: "default-plan" }]`;
/** Changes of a product that has all subscriptions. */
const CHANGES = {
  supersede: `supersedeProduct(${ADDRESS}, ${MOVED}`,
  replace: `replaceProduct(${ADDRESS}, ${MOVED}`,
  publish: `publishProduct(${ADDRESS}, product: "bench:1.0.0"`,
};

async function change(name: keyof typeof CHANGES, manage: Manage): Promise<void> {
  const mutation = `mutation($org: String!, $dryRun: Boolean!) {
    ${CHANGES[name]}, dryRun: $dryRun }) { transitions { product } subscriptions { application kind } } }`;
  const [previews, changes]: number[][] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const org = await crowd(manage);
    previews?.push(await timed(() => manage(mutation, { org, dryRun: true })));
    changes?.push(await timed(() => manage(mutation, { org, dryRun: false })));
  }
  tell(`${name} of a product with 100,000 subscriptions, dryRun`, previews ?? []);
  tell(`${name} of a product with 100,000 subscriptions`, changes ?? []);
}

async function manifests(manage: Manage): Promise<void> {
  const apply =
    'mutation($org: String!, $manifest: JSON!) { applyManifest(input: { org: $org, manifest: $manifest }) { changes { action } } }';
  const names = Array.from({ length: APIS }, (_, index) => `api-${index}`);
  const [first, again]: number[][] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const org = `manifest-${randomUUID().slice(0, 8)}`;
    await manage('mutation($org: String!) { createOrg(input: { title: $org }) { name } }', { org });
    const empty = (await manage('query($org: String!) { exportManifest(org: $org) }', { org }))[
      'exportManifest'
    ] as object;
    const manifest = {
      ...empty,
      apis: names.map((name) => ({
        name,
        title: name,
        version: '1.0.0',
        basePath: `/${name}`,
        openapi: OPENAPI,
      })),
      products: names.map((name) => ({
        name,
        title: name,
        version: '1.0.0',
        apis: [`${name}:1.0.0`],
        plans: [{ name: 'gold', title: 'Gold', rateLimit: 500 }],
      })),
    };
    first?.push(await timed(() => manage(apply, { org, manifest })));
    again?.push(await timed(() => manage(apply, { org, manifest })));
  }
  tell(`applyManifest of ${APIS} APIs and ${APIS} products, from empty`, first ?? []);
  tell(`applyManifest of ${APIS} APIs and ${APIS} products, nothing changed`, again ?? []);
}

async function audit(manage: Manage, { query }: Database): Promise<void> {
  const org = `audit-${randomUUID().slice(0, 8)}`;
  await manage('mutation($org: String!) { createOrg(input: { title: $org }) { name } }', { org });
  await query(
    `INSERT INTO "AuditEvent" ("orgId", actor, action, subject, detail)
     SELECT id, 'bench', 'bench', 'event-' || n, jsonb_build_object('n', n) FROM "Org", generate_series(1, ${EVENTS}) AS n WHERE name = $1`,
    [org],
  );
  const page =
    'query($org: String!, $after: String) { auditEvents(org: $org, first: 100, after: $after) { nodes { id detail } pageInfo { hasNextPage endCursor } } }';
  const resident: number[] = [];
  const time = await timed(async () => {
    for (let after: string | null | undefined; after !== null; ) {
      const { pageInfo } = (await manage(page, { org, after }))['auditEvents'] as {
        pageInfo: { hasNextPage: boolean; endCursor: string };
      };
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
      resident.push(megabytes());
    }
  });
  const [early, late] = [median(resident.slice(0, 200)), median(resident.slice(-200))];
  tell(`paging ${EVENTS} audit events, 100 a page`, [time]);
  console.log(`${'  resident memory, first and last 200 pages'.padEnd(64)} ${early} MB, ${late} MB`);
}

const name = `gatehouse_bench_${process.pid}`;
const administrator = new pg.Client({ connectionString: SERVER });
await administrator.connect();
await administrator.query(`CREATE DATABASE ${name}`);
const url = new URL(SERVER);
url.pathname = `/${name}`;
const database = await openServer(url.href);
/** Fills tables in more time than a change has. */
const filler = new pg.Client({ connectionString: url.href });
await filler.connect();
try {
  await migrate(database);
  const manage = managementOf(database);
  const parts: Readonly<Record<string, () => Promise<void>>> = {
    audit: () => audit(manage, database),
    supersede: () => change('supersede', manage),
    replace: () => change('replace', manage),
    publish: () => change('publish', manage),
    manifests: () => manifests(manage),
  };
  for (const [part, work] of Object.entries(parts))
    if (asked.length === 0 || asked.includes(part)) await work();
} finally {
  await filler.end();
  await database.close();
  await administrator.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await administrator.end();
}
