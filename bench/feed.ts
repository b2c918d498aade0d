// Gateways as light clients of the feed of changes, by NATS and by LISTEN: npm run bench:feed -- [gateways]
import { mkdirSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { CHANGED } from '../src/infrastructure/database/database.ts';
import { NoticeListener } from '../src/infrastructure/database/notice-listener.ts';
import type { NoticeSource } from '../src/infrastructure/database/notice-source.ts';
import { openServer } from '../src/infrastructure/database/postgres-server.ts';
import { PrimaryServer } from '../src/infrastructure/database/primary-server.ts';
import { ChangePublisher } from '../src/infrastructure/nats/change-publisher.ts';
import { NatsLink } from '../src/infrastructure/nats/nats-link.ts';
import { StreamedListener } from '../src/infrastructure/nats/streamed-listener.ts';
import { createMigratedDatabase } from '../test/support/database.ts';
import { startNatsServer } from '../test/support/nats-server.ts';
import { circumstances } from './gateway/circumstances.ts';
import { median, table } from './gateway/tables.ts';

const RESULT = 'bench/results/feed.md';
const SERVER = process.env['DATABASE_URL_BENCH'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const GATEWAYS = Number(process.argv[2] ?? 100);
const CHANGES = 100;
const EVERY_MS = 100;
const SHORT_OUTAGE_MS = 3_000;
/** Longer than any gateway waits before it listens by itself. */
const LONG_OUTAGE_MS = 35_000;
/** Longer than the time in which gateways read everything. */
const SETTLES_MS = 12_000;

/** A gateway that notes when it hears. */
type Client = { readonly source: NoticeSource; readonly heard: Map<string, number>; readonly gaps: number[] };

const tell = (text: string) => process.stderr.write(`${text}\n`);
const clock = () => new Date();
const onFault = (error: unknown) => tell(String(error));
const nats = await startNatsServer();
const { url, drop } = await createMigratedDatabase(SERVER);
const pool = new pg.Pool({ connectionString: url, max: 2 });
pool.on('error', () => {});
const linked = (name: string) =>
  new NatsLink({ servers: [nats.url], credentials: undefined, name, clock, onFault: () => {} });
let changes = 0;

async function clientOf(source: NoticeSource): Promise<Client> {
  const client: Client = { source, heard: new Map(), gaps: [] };
  await source.listen((notice) => {
    if (notice === undefined) client.gaps.push(performance.now());
    else if (!client.heard.has(notice)) client.heard.set(notice, performance.now());
  }, CHANGED);
  return client;
}

const direct = () =>
  new NoticeListener({ primary: new PrimaryServer(url, 'bench'), name: 'bench', pool, clock });

/** Commits a change. @returns its notice and the time of the commit */
async function change(): Promise<{ notice: string; at: number }> {
  changes += 1;
  const notice = `change ${changes}`;
  const at = performance.now();
  await pool.query('SELECT pg_notify($1, $2)', [CHANGED, notice]);
  return { notice, at };
}

/** Times from the beginning of a commit until gateways have heard it. */
async function spread(clients: readonly Client[]): Promise<{ all: number[]; each: number[] }> {
  const told: { notice: string; at: number }[] = [];
  for (let n = 0; n < CHANGES; n += 1) {
    told.push(await change());
    await sleep(EVERY_MS);
  }
  await sleep(2_000);
  const each = told.map(({ notice, at }) =>
    clients.map(({ heard }) => (heard.get(notice) ?? Number.POSITIVE_INFINITY) - at),
  );
  return { all: each.map((times) => Math.max(...times)), each: each.flat() };
}

/** Changes around an outage. Every gateway hears each, or reads everything after it. */
async function outage(clients: readonly Client[], during: () => Promise<unknown>) {
  for (const { gaps } of clients) gaps.length = 0;
  const told: { notice: string; at: number }[] = [];
  let isOver = false;
  const changing = (async () => {
    while (!isOver) {
      await change().then(
        (each) => told.push(each),
        () => {},
      );
      await sleep(250);
    }
  })();
  const from = performance.now();
  await during();
  const until = performance.now();
  await sleep(SETTLES_MS);
  isOver = true;
  await changing;
  await sleep(2_000);
  const lost = clients.flatMap(({ heard, gaps }) =>
    told.filter(({ notice, at }) => !heard.has(notice) && !gaps.some((gap) => gap > at)),
  ).length;
  const gaps = clients.flatMap((client) => client.gaps).toSorted((a, b) => a - b);
  const most = Math.max(
    0,
    ...gaps.map((at) => gaps.filter((other) => other >= at && other < at + 1_000).length),
  );
  return {
    lost,
    told: told.length,
    readers: clients.filter((client) => client.gaps.length > 0).length,
    most,
    first: (gaps[0] ?? from) - from,
    last: (gaps.at(-1) ?? until) - from,
  };
}

const listeners = async () =>
  Number(
    (
      await pool.query(
        `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
      )
    ).rows[0].count,
  );
const quantile = (values: readonly number[], at: number) =>
  values.toSorted((a, b) => a - b)[Math.ceil(at * values.length) - 1] ?? Number.NaN;

const rows: (string | number)[][] = [];
const row = (way: string, { all, each }: Awaited<ReturnType<typeof spread>>, connections: number) =>
  rows.push([way, median(each), median(all), quantile(all, 0.99), Math.max(...all), `${connections}`]);

// By NATS.
const control = await openServer(url, { name: 'bench control' });
const link = linked('bench control');
await link.connected();
const publisher = new ChangePublisher({ link, database: control, onFault });
const streamed: Client[] = [];
for (let n = 0; n < GATEWAYS; n += 1) {
  const own = linked(`bench gateway ${n}`);
  await own.connected();
  streamed.push(await clientOf(new StreamedListener({ link: own, direct, clock })));
}
tell(`${GATEWAYS} gateways hear by NATS`);
row(`NATS, ${GATEWAYS} gateways`, await spread(streamed), await listeners());
const outages: [string, Awaited<ReturnType<typeof outage>>][] = [];
outages.push([
  'PostgreSQL fails over: the connection that listens is lost',
  await outage(streamed, () =>
    pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()
        AND application_name = 'bench control' AND query LIKE 'LISTEN%'`,
    ),
  ),
]);
tell(JSON.stringify(outages));
const natsGone = (ms: number) => async () => {
  await nats.kill();
  await sleep(ms);
  await nats.restart();
};
outages.push([
  `NATS is gone for ${SHORT_OUTAGE_MS / 1000} s`,
  await outage(streamed, natsGone(SHORT_OUTAGE_MS)),
]);
tell(JSON.stringify(outages.at(-1)));
let mostListening = 0;
const watching = setInterval(() => {
  void listeners().then((count) => {
    mostListening = Math.max(mostListening, count);
  });
}, 1_000);
outages.push([
  `NATS is gone for ${LONG_OUTAGE_MS / 1000} s`,
  await outage(streamed, natsGone(LONG_OUTAGE_MS)),
]);
clearInterval(watching);
tell(JSON.stringify(outages.at(-1)));
const listeningAfter = await listeners();
await Promise.all(streamed.map(({ source }) => source.close()));
await publisher.close();

// By LISTEN.
const listening: Client[] = [];
const most = Math.min(GATEWAYS, 80);
for (let n = 0; n < most; n += 1) listening.push(await clientOf(direct()));
row(`LISTEN, ${most} gateways`, await spread(listening), await listeners());
await Promise.all(listening.map(({ source }) => source.close()));

const text = `# The feed of changes

${circumstances()} · all gateways are clients in one process; ${CHANGES} changes, one every ${EVERY_MS} ms

${table(
  [
    'way',
    'heard by one, median ms',
    'by all, median',
    '99 %',
    'longest',
    'connections that listen at PostgreSQL',
  ],
  rows,
)}

${table(
  [
    'outage',
    'changes',
    'lost',
    'gateways that read everything',
    'within one second at most',
    'first after s',
    'last after s',
  ],
  outages.map(([name, { told, lost, readers, most: together, first, last }]) => [
    name,
    `${told}`,
    `${lost}`,
    `${readers}`,
    `${together}`,
    first / 1000,
    last / 1000,
  ]),
)}

NATS is gone for the first time within half a minute of the failover. Probably the control process has not listened for so long
then, and publishes a gap: nobody has measured such an outage by itself. In the long outage ${mostListening} connections listened at PostgreSQL, the control process among them; after it ${listeningAfter}.
`;
console.log(text);
mkdirSync('bench/results', { recursive: true });
writeFileSync(RESULT, text);
await control.close();
await link.close();
await pool.end();
await drop();
await nats.end();
process.exit(outages.some(([, { lost }]) => lost > 0) ? 1 : 0);
