// Gateways that write usage to one PostgreSQL at once, by each way: npm run bench:writers -- [direct|appended|nats] [writers …]
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { LATENCY_BUCKETS } from '../src/domain/call/latency.ts';
import type { Database } from '../src/infrastructure/database/database.ts';
import { migrate } from '../src/infrastructure/database/migrate.ts';
import { openServer } from '../src/infrastructure/database/postgres-server.ts';
import { NatsLink } from '../src/infrastructure/nats/nats-link.ts';
import { StreamedBatches, StreamedUsageStore } from '../src/infrastructure/nats/usage-stream.ts';
import { AppendedBatches, AppendedUsageStore } from '../src/infrastructure/usage/appended-batches.ts';
import { DatabaseUsageStore, type UsageStore } from '../src/infrastructure/usage/store.ts';
import type { UsageBatch, UsageCount } from '../src/infrastructure/usage/usage-batch.ts';

const SERVER = process.env['DATABASE_URL_BENCH'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const SERIES = 3_000;
const CALLS_A_ROW = 10;
const ROUNDS = 3;
const WRITERS_MAX = 100;
/** With the present way of writing, a batch of forty writers takes minutes. */
const ANSWER_MS = 600_000;
const MINUTE = new Date('2027-01-31T10:05:00Z');

/** A way of writing. */
type Way = {
  store(): UsageStore;
  /** Resolves when all that was written until `isOver` is in the tables. */
  merge(isOver: () => boolean): Promise<void>;
};

const ways: Record<string, (url: string) => Promise<Way & { close(): Promise<void> }>> = {
  nats: streaming,
  async direct(url) {
    const databases: Database[] = [];
    return {
      store: () => new DatabaseUsageStore(opened(url, databases)),
      merge: async () => {},
      close: () => closeAll(databases),
    };
  },
  async appended(url) {
    const databases: Database[] = [];
    const batches = new AppendedBatches({ database: opened(url, databases), onFault });
    return {
      store: () => new AppendedUsageStore(opened(url, databases)),
      async merge(isOver) {
        while (!isOver() || (await batches.lag()).batches > 0) await batches.mergeOldest();
      },
      close: () => closeAll(databases),
    };
  },
};

/** The NATS server of this machine by default. */
const NATS = process.env['NATS_URL_BENCH'] ?? 'nats://127.0.0.1:4222';

async function streaming(url: string): Promise<Way & { close(): Promise<void> }> {
  const databases: Database[] = [];
  const links: NatsLink[] = [];
  const deps = () => {
    const link = new NatsLink({
      servers: [NATS],
      credentials: undefined,
      name: 'bench',
      clock: () => new Date(),
      onFault,
    });
    links.push(link);
    return { link, stream: { bytesMax: 1_000_000_000, replicas: 1 } };
  };
  const { link, stream } = deps();
  await link.connected();
  const batches = new StreamedBatches({
    link,
    stream,
    database: opened(url, databases),
    clock: () => new Date(),
    onFault,
  });
  const stores = Array.from({ length: WRITERS_MAX }, deps);
  await Promise.all(stores.map((each) => each.link.connected()));
  return {
    store: () => new StreamedUsageStore(stores.pop() ?? deps()),
    async merge(isOver) {
      while (!isOver() || (await batches.lag()).batches > 0) await batches.mergeOldest();
    },
    async close() {
      await Promise.all(links.map((each) => each.close()));
      await closeAll(databases);
    },
  };
}

function onFault(error: unknown): never {
  throw error;
}

/** Opens a database when it is first asked. Each has connections of its own, as a gateway has. */
function opened(url: string, databases: Database[]): Database {
  const database = openServer(url, { answerMs: ANSWER_MS });
  void database.then((each) => databases.push(each));
  const asked =
    (name: 'query' | 'execute' | 'within') =>
    async (...input: never[]) =>
      ((await database)[name] as (...all: never[]) => Promise<unknown>)(...input);
  return { query: asked('query'), execute: asked('execute'), within: asked('within') } as Database;
}

async function closeAll(databases: readonly Database[]): Promise<void> {
  await Promise.all(databases.map((database) => database.close()));
}

async function administer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: SERVER });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

function countsOf(): UsageCount[] {
  const orgId = randomUUID();
  return Array.from({ length: SERIES }, (_, n) => {
    const series = {
      orgId,
      catalog: 'sandbox',
      consumerOrg: `org-${n % 100}`,
      application: `app-${n}`,
      subscriptionId: randomUUID(),
      product: `product-${n % 20}:1.0.0`,
      plan: 'gold',
      api: `api-${n % 20}:1.0.0`,
      operation: `GET /things/{id}/${n % 5}`,
    };
    const durations = new Array<number>(LATENCY_BUCKETS).fill(0);
    for (const calls of [1, 2, 3, 4]) durations[3 + calls * 2] = calls;
    return { series, minute: MINUTE, outcome: 'ANSWERED', code: null, durations };
  });
}

const counts = countsOf();
const batch = (sequence: number): UsageBatch => ({
  sequence,
  at: MINUTE,
  counts,
  meters: [],
  fieldSets: [],
  lastUse: new Map(),
});

/** Lets writers write at once. @returns how long each batch took, in milliseconds */
async function writeAll(stores: readonly UsageStore[]): Promise<number[]> {
  const took: number[] = [];
  const writeBy = async (store: UsageStore) => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const start = performance.now();
      await store.write(batch(round));
      took.push(performance.now() - start);
    }
  };
  await Promise.all(stores.map(writeBy));
  return took.sort((a, b) => a - b);
}

async function measure(name: string, writers: number): Promise<string> {
  const database = `gatehouse_bench_${randomUUID().replaceAll('-', '')}`;
  await administer(`CREATE DATABASE ${database}`);
  const url = new URL(SERVER);
  url.pathname = `/${database}`;
  const own = await openServer(url.href);
  await migrate(own);
  // The series and partitions of a running platform are there.
  await new DatabaseUsageStore(own).write(batch(1));
  const way = await ways[name]?.(url.href);
  if (!way) throw new Error(`There is no way ${name}: ${Object.keys(ways).join(', ')}.`);
  const begun = performance.now();
  let isOver = false;
  const merging = way.merge(() => isOver);
  const took = await writeAll(Array.from({ length: writers }, () => way.store()));
  const written = performance.now() - begun;
  isOver = true;
  await merging;
  const merged = performance.now() - begun;
  const [sum] = await own.query<{ calls: number }>('SELECT sum(calls)::float8 AS calls FROM "UsageHour"');
  const rows = writers * ROUNDS * SERIES;
  if (sum?.calls !== CALLS_A_ROW * (rows + SERIES)) throw new Error(`The tables have ${sum?.calls} calls.`);
  await Promise.all([way.close(), own.close()]);
  await administer(`DROP DATABASE ${database} WITH (FORCE)`);
  const at = (share: number) => ((took[Math.floor(share * (took.length - 1))] ?? 0) / 1000).toFixed(2);
  const perSecond = (ms: number) => Math.round((1000 * rows) / ms);
  return `| ${name} | ${writers} | ${perSecond(written)} | ${at(0.5)} s | ${at(1)} s | ${perSecond(merged)} |`;
}

const [, , way = 'appended', ...sizes] = process.argv;
process.stdout.write(
  '| way | writers | rows/s | batch p50 | longest | rows/s until all are in the tables |\n',
);
for (const writers of sizes.length > 0 ? sizes.map(Number) : [1, 10, 40])
  process.stdout.write(`${await measure(way, writers)}\n`);
