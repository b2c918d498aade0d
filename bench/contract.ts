// What it costs to hold requests to the document of their API: CPU of a call with a body of 1 KB, with and without.
// npm run bench:contract
import { setTimeout as sleep } from 'node:timers/promises';
import { ContractChecks } from '../src/openapi/contract/contract-checks.ts';
import { contractCode } from '../src/openapi/contract/contract-code.ts';
import { parameterFaults } from '../src/openapi/contract/request-faults.ts';
import { benchmark } from './gateway/benchmark.ts';
import { circumstances } from './gateway/circumstances.ts';
import { combined } from './gateway/compare.ts';
import { checkAnswer, type Figures, measure, type Request } from './gateway/load.ts';
import { median, table } from './gateway/tables.ts';
import { startUpstream } from './gateway/upstream.ts';
import { startWorld } from './gateway/world.ts';

/** Short rounds in turn: what else the machine does meets all ways alike. */
const ROUNDS = 24;
const SECONDS = 1;
const WAYS = ['OFF', 'MEASURE', 'ENFORCE'] as const;
type Way = (typeof WAYS)[number];

const text = (maxLength: number) => ({ type: 'string', maxLength });
const order = {
  type: 'object',
  required: ['id', 'customer', 'items'],
  properties: {
    id: { type: 'string', format: 'uuid' },
    customer: {
      type: 'object',
      required: ['name'],
      properties: { name: text(80), email: { type: 'string', format: 'email' } },
    },
    note: text(400),
    items: {
      type: 'array',
      maxItems: 100,
      items: {
        type: 'object',
        required: ['sku', 'quantity'],
        additionalProperties: false,
        properties: {
          sku: { type: 'string', pattern: '^[A-Z]{3}-[0-9]{4,8}$' },
          quantity: { type: 'integer', minimum: 1 },
          price: { type: 'number', minimum: 0 },
          currency: { enum: ['EUR', 'USD', 'GBP'] },
        },
      },
    },
  },
};
const paths = {
  '/graphql': {
    post: {
      parameters: [{ name: 'page', in: 'query', schema: { type: 'integer', minimum: 0 } }],
      requestBody: { required: true, content: { 'application/json': { schema: order } } },
      responses: { 200: { description: 'What the upstream has.' } },
    },
  },
};
/** 1 KB. */
const body = JSON.stringify({
  id: '123e4567-e89b-12d3-a456-426614174000',
  customer: { name: 'Ada Lovelace', email: 'ada@example.com' },
  note: 'x'.repeat(180),
  items: Array.from({ length: 10 }, (_, at) => ({
    sku: `ABC-${1000 + at}`,
    quantity: at + 1,
    price: 9.5,
    currency: 'EUR',
  })),
});

const ALONE_CALLS = 200_000;

/** CPU of the check alone, in microseconds a call. The gateway around it is not measured. */
function alone(): string {
  const document = JSON.stringify({ openapi: '3.1.0', paths });
  const code = contractCode({ document, operation: 'POST /graphql', side: 'REQUEST' });
  const check = code?.body?.content[0]?.check;
  if (!code || !check) throw new Error('The document cannot be compiled.');
  const checks = new ContractChecks(code);
  const bytes = Buffer.from(body);
  const value: unknown = JSON.parse(body);
  const head = { template: '/graphql', path: '/graphql', query: new URLSearchParams('?page=3'), headers: {} };
  const parts = {
    'the JSON of the body is read': () => JSON.parse(bytes.toString()),
    'the body is checked': () => checks.faultOf(check, value),
    'the parameters are checked': () => parameterFaults(checks, head),
  };
  const rows = Object.entries(parts).map(([part, work]) => [part, cpuOfEach(checks, work)]);
  return table(['alone', 'CPU, µs a call'], rows);
}

function cpuOfEach(checks: ContractChecks, work: () => unknown): number {
  let before = process.cpuUsage();
  // The first half is for the compiler.
  for (let at = 0; at < 2 * ALONE_CALLS; at += 1) {
    if (at === ALONE_CALLS) before = process.cpuUsage();
    checks.begin();
    work();
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / ALONE_CALLS;
}

async function find(): Promise<string> {
  const upstreamUrl = await startUpstream();
  const { pid, manage, keyedUrl, setup } = await startWorld(upstreamUrl);
  const openapi = { openapi: '3.1.0', info: { title: 'Held', version: '1.0.0' }, paths };
  const address = 'org: "bench", catalog: "sandbox", consumerOrg: "consumers"';
  for (const way of WAYS)
    await manage(
      `mutation ($openapi: JSON!) {
        createApi(input: { org: "bench", title: "${way}", basePath: "/${way}", openapi: $openapi
          targetUrl: "${upstreamUrl}", contract: { requests: ${way} } }) { name } }`,
      { openapi },
    );
  const made = await manage(`mutation {
    createProduct(input: { org: "bench", title: "Held", version: "1.0.0"
      apis: [${WAYS.map((way) => `"${way.toLowerCase()}:1.0.0"`)}]
      plans: [{ name: "large", title: "Large", rateLimit: 2147483647 }] }) { name }
    publishProduct(input: { org: "bench", catalog: "sandbox", product: "held:1.0.0" }) { dryRun }
    createApplication(input: { ${address}, title: "Held" }) { clientKey }
    createSubscription(input: { ${address}, application: "held", product: "held:1.0.0", plan: "large" }) { id } }`);
  const { clientKey } = made['createApplication'] as { clientKey: string };
  const [gatewayUrl = ''] = keyedUrl.split('/keyed');
  const requestOf = (way: Way): Request => ({
    url: `${gatewayUrl}/${way}/graphql?page=3`,
    headers: { 'content-type': 'application/json', 'x-client-id': clientKey },
    body,
  });
  await sleep(2_000);
  for (const way of WAYS) {
    await checkAnswer(way, requestOf(way));
    await measure(pid, requestOf(way), { seconds: SECONDS });
  }
  const figures = new Map<Way, Figures[]>(WAYS.map((way) => [way, []]));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const way of WAYS) figures.get(way)?.push(await measure(pid, requestOf(way), { seconds: SECONDS }));
  const rows = WAYS.map((way) => {
    const all = figures.get(way) ?? [];
    const { cpu, p50, p99, failed } = combined(all);
    const more = median(all.map((each, round) => each.cpu - (figures.get('OFF')?.[round]?.cpu ?? 0)));
    return [way, cpu, more, p50, p99, failed];
  });
  return [
    circumstances(),
    setup,
    alone(),
    table(
      ['requests', 'CPU, µs a call', 'more than OFF, median of rounds', 'p50, ms', 'p99, ms', 'failed'],
      rows,
    ),
  ].join('\n\n');
}

await benchmark(find, { file: 'bench/results/contract.md', title: 'Requests held to a document' });
