// What it costs to rehearse a successor: CPU of a call whose answer is compared with that of the successor, at a pace that
// a gateway has time for, and what remains of it under full load, where rehearsals are left out first.
// npm run bench:rehearsal
import { setTimeout as sleep } from 'node:timers/promises';
import { benchmark } from './gateway/benchmark.ts';
import { circumstances } from './gateway/circumstances.ts';
import { combined } from './gateway/compare.ts';
import { checkAnswer, cpuOf, type Figures, measure, type Request } from './gateway/load.ts';
import { table } from './gateway/tables.ts';
import { startUpstream } from './gateway/upstream.ts';
import { startWorld, type World } from './gateway/world.ts';

const ROUNDS = 3;
const SECONDS = 4;
const PER_SECOND = 150;
const WAYS = { 'not rehearsed': 0, 'a tenth': 0.1, 'all calls': 1 } as const;
type Way = keyof typeof WAYS;
const WAY_NAMES = Object.keys(WAYS) as Way[];

const customer = { type: 'object', properties: { id: {}, firstname: {}, lastname: {}, email: {} } };
const content = { 'application/json': { schema: { type: 'array', items: customer } } };
const paths = { '/customers': { get: { responses: { 200: { description: 'Customers.', content } } } } };

type Paced = { readonly calls: number; readonly cpu: number };

/** Calls at a fixed pace, and reads the CPU of the process. */
async function paced(pid: number, { url, headers = {} }: Request): Promise<Paced> {
  const before = cpuOf(pid);
  const answers: Promise<void>[] = [];
  const end = performance.now() + SECONDS * 1_000;
  while (performance.now() < end) {
    const call = fetch(url, { headers }).then(async (answer) => void (await answer.arrayBuffer()));
    answers.push(call);
    await sleep(1_000 / PER_SECOND);
  }
  await Promise.all(answers);
  // The last of them are compared.
  await sleep(1_500);
  return { calls: answers.length, cpu: cpuOf(pid) - before };
}

type Counted = { readonly compared: number; readonly dropped: number };

/** Starts a rehearsal of a share of the calls, does something, and stops it. */
async function rehearsing<T>(
  { manage }: World,
  share: number,
  work: () => Promise<T>,
): Promise<[T, Counted]> {
  if (share === 0) return [await work(), { compared: 0, dropped: 0 }];
  const { rehearse } = await manage(
    `mutation ($sample: Float!) { rehearse(input: { org: "bench", catalog: "sandbox", old: "rehearsed:1.0.0"
      new: "rehearsed:2.0.0", minutes: 30, sample: $sample }) { id } }`,
    { sample: share },
  );
  const { id } = rehearse as { id: string };
  await sleep(1_500);
  const result = await work();
  await sleep(4_000);
  const { stopRehearsal } = await manage(
    `mutation ($id: ID!) { stopRehearsal(input: { org: "bench", id: $id }) {
      operations { compared dropped } } }`,
    { id },
  );
  const [counted] = (stopRehearsal as { operations: Counted[] }).operations;
  await sleep(1_500);
  return [result, counted ?? { compared: 0, dropped: 0 }];
}

async function publish({ manage }: World, upstreamUrl: string): Promise<string> {
  const address = 'org: "bench", catalog: "sandbox", consumerOrg: "consumers"';
  const openapi = { openapi: '3.1.0', info: { title: 'Rehearsed', version: '1.0.0' }, paths };
  const made = await manage(
    `mutation ($openapi: JSON!) {
      createApi(input: { org: "bench", title: "Rehearsed", basePath: "/rehearsed", openapi: $openapi
        targetUrl: "${upstreamUrl}/customerdb/v3" }) { name }
      saveApiAsNewVersion(input: { org: "bench", api: "rehearsed:1.0.0", version: "2.0.0" }) { name }
      one: createProduct(input: { org: "bench", title: "Rehearsed", version: "1.0.0", apis: ["rehearsed:1.0.0"]
        plans: [{ name: "large", title: "Large", rateLimit: 2147483647 }] }) { name }
      two: createProduct(input: { org: "bench", title: "Rehearsed", version: "2.0.0", apis: ["rehearsed:2.0.0"]
        plans: [{ name: "large", title: "Large", rateLimit: 2147483647 }] }) { name }
      publishProduct(input: { org: "bench", catalog: "sandbox", product: "rehearsed:1.0.0" }) { dryRun }
      stageProduct(input: { org: "bench", catalog: "sandbox", product: "rehearsed:2.0.0" }) { dryRun }
      createApplication(input: { ${address}, title: "Rehearsed" }) { clientKey }
      createSubscription(input: { ${address}, application: "rehearsed", product: "rehearsed:1.0.0", plan: "large" }) { id } }`,
    { openapi },
  );
  return (made['createApplication'] as { clientKey: string }).clientKey;
}

async function find(): Promise<string> {
  const upstreamUrl = await startUpstream();
  const world = await startWorld(upstreamUrl);
  const { pid, keyedUrl, setup } = world;
  const clientKey = await publish(world, upstreamUrl);
  const [gatewayUrl = ''] = keyedUrl.split('/keyed');
  const request: Request = {
    url: `${gatewayUrl}/rehearsed/customers`,
    headers: { 'x-client-id': clientKey },
  };
  await sleep(2_000);
  await checkAnswer('It', request);
  await measure(pid, request, { seconds: SECONDS });
  const calm = new Map<Way, { readonly found: Paced; readonly counted: Counted }[]>();
  const full = new Map<Way, { readonly found: Figures; readonly counted: Counted }[]>();
  for (let round = 0; round < ROUNDS; round += 1)
    for (const way of WAY_NAMES) {
      const [found, counted] = await rehearsing(world, WAYS[way], () => paced(pid, request));
      calm.set(way, [...(calm.get(way) ?? []), { found, counted }]);
      const [loaded, left] = await rehearsing(world, WAYS[way], () =>
        measure(pid, request, { seconds: SECONDS }),
      );
      full.set(way, [...(full.get(way) ?? []), { found: loaded, counted: left }]);
    }
  return [circumstances(), setup, calmTable(calm), fullTable(full)].join('\n\n');
}

const sumOf = <Item>(items: readonly Item[], of: (item: Item) => number) =>
  items.reduce((sum, item) => sum + of(item), 0);

function calmTable(rounds: ReadonlyMap<Way, readonly { found: Paced; counted: Counted }[]>): string {
  const rows = WAY_NAMES.map((way) => {
    const each = rounds.get(way) ?? [];
    const calls = sumOf(each, ({ found }) => found.calls);
    const cpu = sumOf(each, ({ found }) => found.cpu) / calls;
    return [
      way,
      calls,
      cpu,
      sumOf(each, ({ counted }) => counted.compared),
      sumOf(each, ({ counted }) => counted.dropped),
    ];
  });
  return table([`${PER_SECOND} calls a second`, 'calls', 'CPU, µs a call', 'compared', 'left out'], rows);
}

function fullTable(rounds: ReadonlyMap<Way, readonly { found: Figures; counted: Counted }[]>): string {
  const rows = WAY_NAMES.map((way) => {
    const each = rounds.get(way) ?? [];
    const { cpu, p50, p99, failed } = combined(each.map(({ found }) => found));
    const [compared, dropped] = [
      sumOf(each, ({ counted }) => counted.compared),
      sumOf(each, ({ counted }) => counted.dropped),
    ];
    return [way, cpu, p50, p99, failed, compared, dropped];
  });
  return table(['full load', 'CPU, µs a call', 'p50, ms', 'p99, ms', 'failed', 'compared', 'left out'], rows);
}

await benchmark(find, { file: 'bench/results/rehearsal.md', title: 'Successors rehearsed' });
