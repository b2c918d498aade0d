// What steps cost that change calls on their way: CPU of a call with none, with one and ten, and with JSON.
// npm run bench:transformations
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
const headers = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    on: at % 2 === 0 ? 'REQUEST' : 'ANSWER',
    setHeader: { name: `X-Step-${at}`, value: 'set' },
  }));
const conditions = (count: number) =>
  headers(count).map((step) => ({ ...step, condition: 'client.plan == "large"' }));
const WAYS: Readonly<Record<string, readonly object[]>> = {
  none: [],
  'one header': headers(1),
  'ten headers': headers(10),
  'one header under a condition': conditions(1),
  'ten headers under conditions': conditions(10),
  'a path': [{ on: 'REQUEST', rewritePath: '{+path}?step=1' }],
  'JSON of the answer': [{ on: 'ANSWER', json: '{"answer": $}' }],
};
type Way = keyof typeof WAYS & string;
const ways = Object.keys(WAYS);
const nameOf = (way: Way) => way.toLowerCase().replaceAll(' ', '-');

async function find(): Promise<string> {
  const upstreamUrl = await startUpstream();
  const { pid, manage, keyedUrl, setup } = await startWorld(upstreamUrl);
  const address = 'org: "bench", catalog: "sandbox", consumerOrg: "consumers"';
  const openapi = {
    openapi: '3.1.0',
    info: { title: 'Changed', version: '1.0.0' },
    paths: { '/graphql': { post: { responses: { 200: { description: 'What the upstream has.' } } } } },
  };
  for (const way of ways)
    await manage(
      `mutation ($openapi: JSON!, $transformations: [TransformationInput!]) {
        createApi(input: { org: "bench", title: "${way}", name: "${nameOf(way)}", basePath: "/${nameOf(way)}"
          openapi: $openapi, targetUrl: "${upstreamUrl}", transformations: $transformations }) { name } }`,
      { openapi, transformations: WAYS[way] },
    );
  const made = await manage(`mutation {
    createProduct(input: { org: "bench", title: "Changed", version: "1.0.0"
      apis: [${ways.map((way) => `"${nameOf(way)}:1.0.0"`)}]
      plans: [{ name: "large", title: "Large", rateLimit: 2147483647 }] }) { name }
    publishProduct(input: { org: "bench", catalog: "sandbox", product: "changed:1.0.0" }) { dryRun }
    createApplication(input: { ${address}, title: "Changed" }) { clientKey }
    createSubscription(input: { ${address}, application: "changed", product: "changed:1.0.0", plan: "large" }) { id } }`);
  const { clientKey } = made['createApplication'] as { clientKey: string };
  const [gatewayUrl = ''] = keyedUrl.split('/keyed');
  const requestOf = (way: Way): Request => ({
    url: `${gatewayUrl}/${nameOf(way)}/graphql`,
    headers: { 'content-type': 'application/json', 'x-client-id': clientKey },
    body: '{"query":"{ hello }"}',
  });
  await sleep(2_000);
  const figures = new Map<Way, Figures[]>(ways.map((way) => [way, []]));
  for (const way of ways) {
    await checkAnswer(way, requestOf(way));
    await measure(pid, requestOf(way), { seconds: SECONDS });
  }
  for (let round = 0; round < ROUNDS; round += 1)
    for (const way of ways) figures.get(way)?.push(await measure(pid, requestOf(way), { seconds: SECONDS }));
  const [first] = ways;
  const byNone = combined(figures.get(first ?? '') ?? []).cpu;
  const rows = ways.map((way) => {
    const { cpu, p50, p99, failed } = combined(figures.get(way) ?? []);
    return [way, cpu, cpu / byNone, p50, p99, failed];
  });
  return [
    circumstances(),
    setup,
    table(['steps', 'CPU, µs a call', 'of none', 'p50, ms', 'p99, ms', 'failed'], rows),
  ].join('\n\n');
}

await benchmark(find, {
  file: 'bench/results/transformations.md',
  title: 'Steps that change calls on their way',
});
