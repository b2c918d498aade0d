// What it costs to give an answer again, to keep one and to validate one, beside a call of an API that keeps none.
// npm run bench:response-cache
import { setTimeout as sleep } from 'node:timers/promises';
import { benchmark } from './gateway/benchmark.ts';
import { circumstances } from './gateway/circumstances.ts';
import { combined } from './gateway/compare.ts';
import { checkAnswer, type Figures, measure, type Request } from './gateway/load.ts';
import { table } from './gateway/tables.ts';
import { startUpstream } from './gateway/upstream.ts';
import { startWorld } from './gateway/world.ts';

const ROUNDS = 5;
const SECONDS = 3;
/** The API and the path of each way. The upstream says what caches may do. */
const WAYS = {
  'no cache': 'passed/fresh',
  'given again': 'kept/fresh',
  'validated by a 304': 'kept/stale',
  'kept each time': 'kept/varied',
};
type Way = keyof typeof WAYS;
const ways = Object.keys(WAYS) as Way[];

async function find(): Promise<string> {
  const upstreamUrl = await startUpstream();
  const { pid, manage, keyedUrl, setup } = await startWorld(upstreamUrl);
  const address = 'org: "bench", catalog: "sandbox", consumerOrg: "consumers"';
  for (const [api, responseCache] of Object.entries({ passed: null, kept: {} }))
    await manage(
      `mutation ($openapi: JSON!, $responseCache: ResponseCacheInput) {
        createApi(input: { org: "bench", title: "${api}", basePath: "/${api}", openapi: $openapi
          targetUrl: "${upstreamUrl}/customerdb/v3", responseCache: $responseCache }) { name } }`,
      { openapi: documentOf(), responseCache },
    );
  const made = await manage(`mutation {
    createProduct(input: { org: "bench", title: "Cached", version: "1.0.0", apis: ["passed:1.0.0", "kept:1.0.0"]
      plans: [{ name: "large", title: "Large", rateLimit: 2147483647 }] }) { name }
    publishProduct(input: { org: "bench", catalog: "sandbox", product: "cached:1.0.0" }) { dryRun }
    createApplication(input: { ${address}, title: "Cached" }) { clientKey }
    createSubscription(input: { ${address}, application: "cached", product: "cached:1.0.0", plan: "large" }) { id } }`);
  const { clientKey } = made['createApplication'] as { clientKey: string };
  const [gatewayUrl = ''] = keyedUrl.split('/keyed');
  const requestOf = (way: Way): Request => ({
    url: `${gatewayUrl}/${WAYS[way]}`,
    headers: { 'x-client-id': clientKey },
  });
  await sleep(2_000);
  const figures = new Map<Way, Figures[]>(ways.map((way) => [way, []]));
  for (const way of ways) {
    await checkAnswer(way, requestOf(way));
    await measure(pid, requestOf(way), { seconds: SECONDS });
  }
  for (let round = 0; round < ROUNDS; round += 1)
    for (const way of ways) figures.get(way)?.push(await measure(pid, requestOf(way), { seconds: SECONDS }));
  const byNone = combined(figures.get('no cache') ?? []).cpu;
  const rows = ways.map((way) => {
    const { cpu, p50, p99, failed } = combined(figures.get(way) ?? []);
    return [way, cpu, cpu / byNone, p50, p99, failed];
  });
  return [
    circumstances(),
    setup,
    table(['the answer', 'CPU, µs a call', 'of no cache', 'p50, ms', 'p99, ms', 'failed'], rows),
  ].join('\n\n');
}

function documentOf(): object {
  const get = { responses: { 200: { description: 'What the upstream has.' } } };
  const paths = Object.fromEntries(['fresh', 'stale', 'varied'].map((name) => [`/${name}`, { get }]));
  return { openapi: '3.1.0', info: { title: 'Cached', version: '1.0.0' }, paths };
}

await benchmark(find, { file: 'bench/results/response-cache.md', title: 'Answers that are given again' });
