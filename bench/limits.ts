// What it costs to count plan limits in Redis: CPU beside counting in the process, round trips, and whether it is exact.
// npm run bench:limits
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { benchmark } from './gateway/benchmark.ts';
import { circumstances } from './gateway/circumstances.ts';
import { combined } from './gateway/compare.ts';
import { keepOffServers } from './gateway/cores.ts';
import { keepIdleCoresAwake } from './gateway/idle-cores.ts';
import { checkAnswer, type Figures, measure } from './gateway/load.ts';
import { stop } from './gateway/processes.ts';
import { redisUrl } from './gateway/redis.ts';
import { table } from './gateway/tables.ts';
import { startUpstream } from './gateway/upstream.ts';
import { type Another, startWorld, type World } from './gateway/world.ts';

const ROUNDS = 5;
const SECONDS = 3;
const WARM_WINDOWS = 5;
const PROCESSES = [1, 2, 3];
/** Calls a minute of a plan. */
const LIMIT = 1_000;
const CALLERS = 50;
/** Subscriptions that are called evenly, each as often as its plan allows. */
const EVEN = 20;
const EVEN_SECONDS = 30;

const tell = (text: string) => process.stderr.write(`${text}\n`);
const ADDRESS = 'org: "bench", catalog: "sandbox", consumerOrg: "consumers"';

/** A product of that limit with the API by client key. */
async function furnish({ manage }: World): Promise<void> {
  await manage(`mutation {
    createProduct(input: { org: "bench", title: "Metered", version: "1.0.0", apis: ["keyed:1.0.0"]
      plans: [{ title: "Metered", rateLimit: ${LIMIT}, rateLimitUnit: MINUTE }] }) { name }
    publishProduct(input: { org: "bench", catalog: "sandbox", product: "metered:1.0.0" }) { dryRun } }`);
}

let applications = 0;

/** Client keys of so many new subscriptions to it. */
async function subscribe({ manage }: World, count: number): Promise<readonly string[]> {
  const numbers = Array.from({ length: count }, () => applications++);
  const made = await manage(
    `mutation { ${numbers
      .map(
        (n) => `a${n}: createApplication(input: { ${ADDRESS}, title: "Metered ${n}" }) { clientKey }
        s${n}: createSubscription(input: { ${ADDRESS}, application: "metered-${n}"
          product: "metered:1.0.0", plan: "metered" }) { id }`,
      )
      .join('\n')} }`,
  );
  return numbers.map((n) => (made[`a${n}`] as { clientKey: string }).clientKey);
}

/** A gateway and how to call it. */
type Gateway = Another & { call(key: string): Promise<number>; close(): Promise<void> };

function gatewayOf(another: Another, path: string): Gateway {
  const pool = new Pool(`http://127.0.0.1:${another.port}`, { connections: CALLERS });
  return {
    ...another,
    async call(key) {
      const { statusCode, body } = await pool.request({
        method: 'GET',
        path,
        headers: { 'x-client-id': key },
      });
      await body.dump();
      return statusCode;
    },
    close: () => pool.close(),
  };
}

async function roundTrips(gateways: readonly Gateway[]): Promise<number> {
  let sum = 0;
  for (const { opsUrl } of gateways) {
    const text = await (await fetch(`${opsUrl}/metrics`)).text();
    sum += Number(/^limits_redis_round_trips_total (\d+)/m.exec(text)?.[1] ?? Number.NaN);
  }
  return sum;
}

/** Waits until all gateways know a subscription. */
async function untilKnown(gateways: readonly Gateway[], key: string): Promise<void> {
  for (const { call } of gateways) while ((await call(key)) !== 200) await sleep(20);
}

type Counted = { readonly requested: number; readonly admitted: number; readonly trips: number };

/** Fifty callers of each gateway, as fast as they can, until one is refused. */
async function burst(world: World, gateways: readonly Gateway[]): Promise<Counted> {
  const [probe = '', key = ''] = await subscribe(world, 2);
  await untilKnown(gateways, probe);
  await sleep(2_000);
  const before = await roundTrips(gateways);
  const counts = { requested: 0, admitted: 0 };
  const caller = async ({ call }: Gateway) => {
    for (let status = 200; status === 200; ) {
      status = await call(key);
      counts.requested += 1;
      if (status === 200) counts.admitted += 1;
    }
  };
  await Promise.all(gateways.flatMap((each) => Array.from({ length: CALLERS }, () => caller(each))));
  return { ...counts, trips: (await roundTrips(gateways)) - before };
}

/**
 * Calls with each subscription at an even pace, a little below its limit.
 *
 * Its calls go to the gateways in turn.
 */
async function evenly(world: World, gateways: readonly Gateway[]): Promise<Counted> {
  const keys = await subscribe(world, EVEN);
  await untilKnown(gateways, keys.at(-1) ?? '');
  await sleep(2_000);
  const before = await roundTrips(gateways);
  const counts = { requested: 0, admitted: 0 };
  const running: Promise<void>[] = [];
  const everyMs = 60_000 / (0.9 * LIMIT) / EVEN;
  const start = performance.now();
  for (let n = 0; n * everyMs < EVEN_SECONDS * 1000; n += 1) {
    await sleep(Math.max(0, start + n * everyMs - performance.now()));
    const [key = '', gateway] = [keys[n % EVEN], gateways[Math.floor(n / EVEN) % gateways.length]];
    counts.requested += 1;
    const called = gateway?.call(key).then((status) => {
      if (status === 200) counts.admitted += 1;
    });
    if (called) running.push(called);
  }
  await Promise.all(running);
  return { ...counts, trips: (await roundTrips(gateways)) - before };
}

async function exactness(world: World, REDIS_URL: string): Promise<string> {
  await furnish(world);
  const path = new URL(world.keyedUrl).pathname;
  const rows = [];
  for (const count of PROCESSES) {
    const started = [];
    while (started.length < count) started.push(await world.another('gateway', { REDIS_URL }));
    const gateways = started.map((each) => gatewayOf(each, path));
    for (const [name, run] of Object.entries({ 'at once': burst, evenly })) {
      tell(`${count} processes, called ${name}`);
      const { requested, admitted, trips } = await run(world, gateways);
      rows.push([`${count}`, name, `${requested}`, `${admitted}`, `${trips}`, trips / admitted]);
    }
    for (const { pid, close } of gateways) await close().then(() => stop(pid));
  }
  const head = ['processes', 'called', 'calls', 'admitted', 'round trips', 'per admitted call'];
  return `### Round trips, at ${LIMIT.toLocaleString('en')} calls a minute\n\nAt once: ${CALLERS} callers at each process until one is refused, one subscription. Evenly: ${EVEN} subscriptions, each at nine tenths of its limit, its calls at the processes in turn, ${EVEN_SECONDS} s.\n\n${table(head, rows)}`;
}

async function cost(world: World, REDIS_URL: string): Promise<string> {
  const { port, pid } = await world.another('gateway', { REDIS_URL });
  const headers = { 'X-Client-Id': world.clientKey };
  const rows = [
    { name: 'in the process', pid: world.pid, request: { url: world.keyedUrl, headers } },
    {
      name: 'in Redis',
      pid,
      request: { url: Object.assign(new URL(world.keyedUrl), { port }).href, headers },
    },
  ].map((row) => ({ ...row, all: [] as Figures[] }));
  for (const { name, pid, request } of rows) {
    tell(`warming up: counted ${name}`);
    await checkAnswer(name, request);
    for (let window = 0; window < WARM_WINDOWS; window += 1)
      await measure(pid, request, { seconds: SECONDS });
  }
  for (let round = 1; round <= ROUNDS; round += 1)
    for (const { name, pid, request, all } of rows) {
      const figures = await measure(pid, request, { seconds: SECONDS });
      tell(`${round}/${ROUNDS}  ${figures.cpu.toFixed(0)} µs  counted ${name}`);
      all.push(figures);
    }
  await stop(pid);
  const measured = rows.map(({ name, all }) => ({ name, ...combined(all) }));
  const [alone = Number.NaN, shared = Number.NaN] = measured.map(({ cpu }) => cpu);
  const head = ['counted', 'requests/s', 'p50 ms', 'p99 ms', 'CPU µs/request', 'failed'];
  return [
    '### CPU of the gateway',
    table(
      head,
      measured.map(({ name, perSecond, p50, p99, cpu, failed }) => [
        name,
        perSecond,
        p50,
        p99,
        cpu,
        `${failed}`,
      ]),
    ),
    `(f) CPU with Redis ÷ in the process: **${(shared / alone).toFixed(2)}**. Goals: ≤ 1.2, then ≤ 1.1, then ≤ 1.05; of round trips per admitted call ≤ 0.15, then ≤ 0.1, then ≤ 0.02.`,
  ].join('\n\n');
}

async function bench(): Promise<string> {
  const idle = keepIdleCoresAwake();
  const database = keepOffServers('PostgreSQL');
  const redis = keepOffServers('Redis');
  const how = `The gateways on one core, wrk and the upstream (nginx) on another; ${database}; ${redis}; ${idle}; windows of ${SECONDS} s, ${ROUNDS} in turn: CPU of the least disturbed one, else medians.`;
  const url = await redisUrl();
  if (!url) throw new Error('It needs a Redis server: set REDIS_URL_BENCH.');
  const world = await startWorld(await startUpstream());
  return [circumstances(), how, await cost(world, url), await exactness(world, url)].join('\n\n');
}

await benchmark(bench, { file: 'bench/results/limits.md', title: 'Limits counted in Redis' });
