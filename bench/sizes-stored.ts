import { combined } from './gateway/compare.ts';
import { checkAnswer, type Figures, measure, type Request, residentMegabytes } from './gateway/load.ts';
import { freePorts, secondsSinceStart } from './gateway/processes.ts';
import { table } from './gateway/tables.ts';
import { startWorld, type World } from './gateway/world.ts';
import { measureChanges } from './sizes-changes.ts';
import { grow, grownKey, type Size } from './sizes-world.ts';
import { type Inspector, inspect } from './soak-process.ts';

export type Settings = {
  readonly upstreamUrl: string;
  readonly seconds: number;
  readonly rounds: number;
  readonly large: Size;
};

const SMALL: Size = { apis: 7, subscriptions: 99, pools: 0 };
/** Pools of the small world, where the large one has any. */
const FEW_POOLS = 1;
const TOKENS = 10_000;
const CLIENTS = 1_000;
const tell = (text: string) => process.stderr.write(`${text}\n`);
const many = (count: number) => count.toLocaleString('en');

type Grown = {
  readonly name: string;
  readonly size: Size;
  readonly world: World;
  readonly inspector: Inspector;
  /** Seconds from the start of its process until it served calls. */
  readonly started: number;
  /** Heap and buffers after a garbage collection, in MB. */
  readonly held: number;
  readonly resident: number;
};

/** Creates a world of a size. Its gateway has read it at its start. */
async function grown(size: Size, { upstreamUrl }: Settings): Promise<Grown> {
  const onPools = size.pools > 0 ? ` on ${many(size.pools)} ${size.pools === 1 ? 'pool' : 'pools'}` : '';
  const name = `${many(size.apis)} APIs${onPools}, ${many(size.subscriptions)} subscriptions`;
  tell(`making ${name}`);
  const furnished = await startWorld(upstreamUrl);
  if (!furnished.databaseUrl) throw new Error('It needs a PostgreSQL server: set DATABASE_URL_BENCH.');
  await grow(furnished, size);
  tell('starting its gateway');
  const [inspectPort = 0] = await freePorts(1);
  const world = await furnished.restartGateway({ NODE_OPTIONS: `--inspect-port=${inspectPort}` });
  const started = secondsSinceStart(world.pid);
  const inspector = await inspect(world.pid, inspectPort);
  const { heap, external } = await inspector.memory();
  const held = heap + external;
  return { name, size, world, inspector, started, held, resident: residentMegabytes(world.pid) };
}

/** Issues tokens of at most a thousand clients. */
async function tokensOf({ world, size }: Grown, count: number): Promise<string[]> {
  const clients = Math.min(CLIENTS, size.subscriptions);
  const tokens: string[] = [];
  const ask = async () => {
    for (let at = tokens.push('') - 1; at < count; at = tokens.push('') - 1)
      tokens[at] = `Bearer ${await world.tokenOf(grownKey(1 + (at % clients)))}`;
  };
  await Promise.all(Array.from({ length: 16 }, ask));
  return tokens.slice(0, count);
}

/** One token; and many, in turn. */
async function requestsOf(each: Grown): Promise<{ one: Request; mixed: Request }> {
  tell(`getting ${many(TOKENS)} tokens for ${each.name}`);
  const { world } = each;
  const header = 'Authorization';
  const one = { url: world.tokenUrl, headers: { [header]: `Bearer ${world.token}` } };
  return { one, mixed: { ...one, varied: { header, values: await tokensOf(each, TOKENS) } } };
}

/** Cost, memory and changes with little and with much of it stored. */
export async function stored(settings: Settings): Promise<string> {
  const few = { ...SMALL, pools: Math.min(FEW_POOLS, settings.large.pools) };
  const [small, large] = [await grown(few, settings), await grown(settings.large, settings)];
  const [little, much] = [await requestsOf(small), await requestsOf(large)];
  const rows = [
    { each: small, keys: 'one token', request: little.one },
    { each: small, keys: `${many(TOKENS)} tokens`, request: little.mixed },
    { each: large, keys: 'one token', request: much.one },
    { each: large, keys: `${many(TOKENS)} tokens`, request: much.mixed },
  ].map((row) => ({ ...row, all: [] as Figures[] }));
  for (const { each, keys, request } of rows) {
    tell(`warming up: ${each.name}, ${keys}`);
    await checkAnswer(each.name, request);
    // A token that is seen for the first time is verified: each of them has been, then.
    for (let calls = 0; calls < 2 * TOKENS; )
      calls += (await measure(each.world.pid, request, settings)).completed;
  }
  for (let round = 1; round <= settings.rounds; round += 1)
    for (const { each, keys, request, all } of rows) {
      const figures = await measure(each.world.pid, request, settings);
      tell(`${round}/${settings.rounds}  ${figures.cpu.toFixed(0)} µs  ${each.name}, ${keys}`);
      all.push(figures);
    }
  const measured = rows.map((row) => ({ ...row, figures: combined(row.all) }));
  const cpu = (at: number) => measured[at]?.figures.cpu ?? Number.NaN;
  const changing = [];
  for (const { each, keys, request } of rows.filter((_, at) => at % 2 === 1)) {
    tell(`changing ${each.name} under load`);
    changing.push({ each, keys, ...(await measureChanges(each, request, settings)) });
  }
  return [
    '### With more APIs and subscriptions',
    table(
      ['stored', 'called with', 'requests/s', 'p50 ms', 'p99 ms', 'CPU µs/request', 'failed'],
      measured.map(({ each, keys, figures: { perSecond, p50, p99, cpu, failed } }) => [
        each.name,
        keys,
        perSecond,
        p50,
        p99,
        cpu,
        `${failed}`,
      ]),
    ),
    `(e) CPU with ${large.name} and ${many(TOKENS)} tokens ÷ ${small.name} and one: **${(cpu(3) / cpu(0)).toFixed(2)}**; with as many tokens ${(cpu(3) / cpu(1)).toFixed(2)}. Goals: ≤ 1.15, then ≤ 1.1, then ≤ 1.05.`,
    '### What it holds',
    table(
      ['stored', 'start s', 'heap and buffers MB', 'resident MB', 'bytes/subscription'],
      [small, large].map(({ name, size, started, held, resident }) => [
        name,
        started,
        held,
        resident,
        size === few ? '–' : Math.round(((held - small.held) * 1e6) / size.subscriptions),
      ]),
    ),
    '### While it changes: new subscriptions, new products, other limits',
    table(
      [
        'stored',
        'called with',
        'changes',
        'applied in ms',
        'p99 ms before',
        'p99 ms during',
        '÷',
        'longest turn ms before',
        'during',
        'failed',
      ],
      changing.map(({ each, keys, changes, applied, before, during, failed }) => [
        each.name,
        keys,
        `${changes}`,
        applied,
        before.p99,
        during.p99,
        during.p99 / before.p99,
        before.longestTurn,
        during.longestTurn,
        `${failed}`,
      ]),
    ),
  ].join('\n\n');
}
