// What plan limits cost: CPU of one window and of three, in the process and in Redis, round trips, and whether it is exact.
// npm run bench:limits
import { setTimeout as sleep } from 'node:timers/promises';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { Pool } from 'undici';
import { Calendar } from '../src/domain/plan/calendar.ts';
import type { Limit } from '../src/infrastructure/limits/calls/rate-limits.ts';
import { testLimits } from '../test/support/test-limits.ts';
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

/** The windows of the plans: one of a minute, and two more. The plan that is never used up has three others. */
const PLANS = {
  one: `rateLimit: ${LIMIT}, rateLimitUnit: MINUTE`,
  three: `rateLimit: ${LIMIT}, rateLimitUnit: MINUTE
    limits: [{ limit: ${3 * LIMIT}, per: HOUR }, { limit: ${100 * LIMIT}, per: MONTH }]`,
  unused: `limits: [{ limit: 1000000, per: SECOND }, { limit: 1000000000, per: HOUR }, { limit: 2000000000, per: MONTH }]
    maxConcurrentCalls: 10000`,
};
type PlanName = keyof typeof PLANS;

/** A product with these plans and the API by client key. */
async function furnish({ manage }: World): Promise<void> {
  const plans = Object.entries(PLANS).map(
    ([name, terms]) => `{ name: "${name}", title: "${name}", ${terms} }`,
  );
  await manage(`mutation {
    setQuota(input: { org: "bench", resource: APPLICATIONS, limit: 1000 }) { limit }
    createProduct(input: { org: "bench", title: "Metered", version: "1.0.0", apis: ["keyed:1.0.0"]
      plans: [${plans.join('\n')}] }) { name }
    publishProduct(input: { org: "bench", catalog: "sandbox", product: "metered:1.0.0" }) { dryRun } }`);
}

let applications = 0;

/** Applications of one mutation, which takes 20 root fields. */
const AT_ONCE = 10;

/** Client keys of so many new subscriptions to a plan of it. */
async function subscribe({ manage }: World, plan: PlanName, count: number): Promise<readonly string[]> {
  const keys: string[] = [];
  while (keys.length < count) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, count - keys.length) }, () => applications++);
    const made = await manage(
      `mutation { ${numbers
        .map(
          (n) => `a${n}: createApplication(input: { ${ADDRESS}, title: "Metered ${n}" }) { clientKey }
        s${n}: createSubscription(input: { ${ADDRESS}, application: "metered-${n}"
          product: "metered:1.0.0", plan: "${plan}" }) { id }`,
        )
        .join('\n')} }`,
    );
    keys.push(...numbers.map((n) => (made[`a${n}`] as { clientKey: string }).clientKey));
  }
  return keys;
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

/** The gateways that are called, and the plan of the calls. */
type Run = { readonly world: World; readonly gateways: readonly Gateway[]; readonly plan: PlanName };
type Counted = { readonly requested: number; readonly admitted: number; readonly trips: number };

/** Fifty callers of each gateway, as fast as they can, until one is refused. */
async function burst({ world, gateways, plan }: Run): Promise<Counted> {
  const [probe = '', key = ''] = await subscribe(world, plan, 2);
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
async function evenly({ world, gateways, plan }: Run): Promise<Counted> {
  const keys = await subscribe(world, plan, EVEN);
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
  const path = new URL(world.keyedUrl).pathname;
  const rows = [];
  for (const count of PROCESSES) {
    const started = [];
    while (started.length < count) started.push(await world.another('gateway', { REDIS_URL }));
    const gateways = started.map((each) => gatewayOf(each, path));
    for (const [name, run] of Object.entries({ 'at once': burst, evenly }))
      for (const plan of ['one', 'three'] as const) {
        tell(`${count} processes, ${plan} windows, called ${name}`);
        const { requested, admitted, trips } = await run({ world, gateways, plan });
        rows.push([`${count}`, plan, name, `${requested}`, `${admitted}`, `${trips}`, trips / admitted]);
      }
    for (const { pid, close } of gateways) await close().then(() => stop(pid));
  }
  const head = ['processes', 'windows', 'called', 'calls', 'admitted', 'round trips', 'per admitted call'];
  return `### Round trips, at ${LIMIT.toLocaleString('en')} calls a minute\n\nAt once: ${CALLERS} callers at each process until one is refused, one subscription. Evenly: ${EVEN} subscriptions, each at nine tenths of its limit, its calls at the processes in turn, ${EVEN_SECONDS} s. Three windows: ${LIMIT} a minute, ${3 * LIMIT} an hour and ${100 * LIMIT} a month; the month is kept in the database too. Envoy's global rate limit asks its service for each call, which asks Redis: one round trip and more per call.\n\n${table(head, rows)}`;
}

async function cost(world: World, REDIS_URL: string): Promise<string> {
  const { port, pid } = await world.another('gateway', { REDIS_URL });
  const [key = ''] = await subscribe(world, 'unused', 1);
  const here = { pid: world.pid, url: world.keyedUrl };
  const there = { pid, url: Object.assign(new URL(world.keyedUrl), { port }).href };
  const one = { 'X-Client-Id': world.clientKey };
  const three = { 'X-Client-Id': key };
  const rows = [
    { name: 'one window in the process', ...here, headers: one },
    { name: 'three windows in the process', ...here, headers: three },
    { name: 'one window in Redis', ...there, headers: one },
    { name: 'three windows in Redis', ...there, headers: three },
  ].map(({ name, pid, ...request }) => ({ name, pid, request, all: [] as Figures[] }));
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
  const [alone = NaN, aloneThree = NaN, shared = NaN, sharedThree = NaN] = measured.map(({ cpu }) => cpu);
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
    `Two windows more: **${(aloneThree - alone).toFixed(1)} µs** in the process (goal ≤ 1.5), ${(sharedThree - shared).toFixed(1)} µs in Redis.`,
  ].join('\n\n');
}

const COUNTS = 200_000;

/** Measures counting alone, beside rate-limiter-flexible: one key of a thousand in turn. */
async function countingAlone(): Promise<string> {
  const keys = Array.from({ length: 1_000 }, (_, at) => `key${at}`);
  const ends = [1, 3_600, 86_400];
  const limiters = ends.map(
    (duration) => new RateLimiterMemory({ keyPrefix: `${duration}`, points: 1e9, duration }),
  );
  const limits = testLimits();
  const windows: Limit[] = [
    { limit: 1e9, windowSeconds: 1 },
    { limit: 1e9, windowSeconds: 3_600 },
    {
      limit: 1e9,
      windowSeconds: 2_678_400,
      calendar: new Calendar({ per: 'MONTH', every: 1, timeZone: 'Europe/Berlin' }),
    },
  ];
  const ways: readonly [string, (key: string) => unknown][] = [
    ['one window', (key) => limits.consume(key, windows[0] as Limit)],
    ['three windows, one of a month', (key) => windows.map((window) => limits.consume(key, window))],
    ['rate-limiter-flexible, one', (key) => limiters[0]?.consume(key)],
    ['rate-limiter-flexible, three', (key) => Promise.all(limiters.map((each) => each.consume(key)))],
  ];
  const rows = [];
  // A window of a month is read before its first call: every call would wait for that in a loop without a turn.
  for (const key of keys) await Promise.all(windows.map((window) => limits.consume(key, window)));
  for (const [name, count] of ways) {
    const took = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = process.cpuUsage();
      for (let at = 0; at < COUNTS; at += 1) {
        const result = count(keys[at % keys.length] as string);
        if (result instanceof Promise) await result;
      }
      const { user, system } = process.cpuUsage(before);
      took.push((user + system) / COUNTS);
    }
    rows.push([name, Math.min(...took)]);
  }
  await limits.close();
  return `### Counting alone, in the process\n\n${table(['counted', 'CPU µs/call'], rows)}`;
}

async function bench(): Promise<string> {
  const idle = keepIdleCoresAwake();
  const database = keepOffServers('PostgreSQL');
  const redis = keepOffServers('Redis');
  const how = `The gateways on one core, wrk and the upstream (nginx) on another; ${database}; ${redis}; ${idle}; windows of ${SECONDS} s, ${ROUNDS} in turn: CPU of the least disturbed one, else medians.`;
  const url = await redisUrl();
  if (!url) throw new Error('It needs a Redis server: set REDIS_URL_BENCH.');
  const world = await startWorld(await startUpstream());
  await furnish(world);
  const counting = await countingAlone();
  return [circumstances(), how, await cost(world, url), counting, await exactness(world, url)].join('\n\n');
}

await benchmark(bench, { file: 'bench/results/limits.md', title: 'What limits cost' });
