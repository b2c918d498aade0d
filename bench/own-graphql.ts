// How one caller of our own GraphQL APIs holds up the others: npm run bench:own-graphql
//
// Ten clients send each attack for some seconds, over loopback, to a platform of one process. Meanwhile another caller
// sends a call to the gateway every ten milliseconds: how long its longest one waited is told, which is at least the
// longest turn of the event loop, and the memory of the process above what it had idle.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts, startPlatform } from '../test/support/platform.ts';

const CLIENTS = 10;
const SECONDS = Number(process.env['SECONDS'] ?? 5);
const ASK_EVERY_MS = 10;
const DOCUMENT_CHARACTERS = 797_000;
const ADMIN_TOKEN = 'the-admin-token-of-this-benchmark';

type Attack = {
  readonly name: string;
  readonly path: string;
  readonly body: string;
  readonly token?: string;
};

const PORTAL = '/portal/acme/sandbox/graphql';
const document = (query: string) => JSON.stringify({ query });
const many = (count: number, field: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => field(at)).join(' ');
const documents = (count: number) =>
  document(`{ ${many(count, (at) => `a${at}: product(product: "large:1.0.0") { apis { openapi } }`)} }`);
const circle = (times: number, inner: string) =>
  `${'subscriptions { application { '.repeat(times)}${inner}${' } }'.repeat(times)}`;

const attacks = (token: string): readonly Attack[] => [
  { name: 'nothing', path: '/', body: '' },
  ...[20, 60, 350].map((count) => ({
    name: `portal, ${count} aliases of a document`,
    path: PORTAL,
    body: documents(count),
  })),
  {
    name: 'portal, 50 times all products',
    path: PORTAL,
    body: document(
      `{ ${many(50, (at) => `a${at}: products { apis { openapi operations { path } sdl } }`)} }`,
    ),
  },
  {
    name: 'portal, a search of 5,000 words',
    path: PORTAL,
    body: document(`{ products(search: "${many(5_000, (at) => `w${at}`)}") { name } }`),
  },
  {
    name: 'management, circles',
    path: '/graphql',
    token,
    body: document(`{ orgs { catalogs { products { ${circle(4, 'name')} } } } }`),
  },
  {
    name: 'management, circles within the bound',
    path: '/graphql',
    token,
    body: document(`{ org(name: "acme") { catalogs { products(first: 5) { ${circle(1, 'name')} } } } }`),
  },
  { name: 'management, 18 MB of [ without a token', path: '/graphql', body: '['.repeat(18_000_000) },
  { name: 'management, 18 MB of [ with one', path: '/graphql', token, body: '['.repeat(18_000_000) },
  {
    name: 'management, 18 MB of small objects',
    path: '/graphql',
    token,
    body: `{"variables":{"a":[${'{},'.repeat(6_000_000)}{}]}}`,
  },
  {
    name: 'portal, nested 2,110 deep',
    path: PORTAL,
    body: document(`{ a(x: ${'['.repeat(2_110)}${']'.repeat(2_110)}) }`),
  },
];

const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
const platform = await startPlatform({ ...(await freePorts()), DATA_DIR: dataDir, ADMIN_TOKEN });
const control = platform.settings['CONTROL_URL'] ?? '';
const gateway = `${platform.settings['GATEWAY_URL']}/acme/sandbox/nothing`;
const headersOf = (token: string | undefined) => ({
  'content-type': 'application/json',
  accept: 'application/graphql-response+json',
  ...(token !== undefined && { authorization: `Bearer ${token}` }),
});

async function manage(query: string, variables: object): Promise<void> {
  const body = JSON.stringify({ query, variables });
  const response = await fetch(`${control}/graphql`, {
    method: 'POST',
    headers: headersOf(ADMIN_TOKEN),
    body,
  });
  const { errors } = (await response.json()) as { errors?: unknown };
  if (errors) throw new Error(JSON.stringify(errors));
}

async function publishLargeDocument(): Promise<void> {
  const paths = Object.fromEntries(
    Array.from({ length: DOCUMENT_CHARACTERS / 160 }, (_, at) => [
      `/things/${at}`,
      { get: { summary: 'x'.repeat(80), responses: { 200: { description: 'It is there.' } } } },
    ]),
  );
  const openapi = {
    openapi: '3.0.3',
    info: { title: 'Large', version: '1.0.0' },
    servers: [{ url: 'https://example.com' }],
    paths,
  };
  await manage(
    `mutation ($openapi: JSON) { createApi(input: { org: "acme", title: "Large", name: "large", version: "1.0.0", basePath: "/large", openapi: $openapi }) { name } }`,
    { openapi },
  );
  await manage(
    `mutation { createProduct(input: { org: "acme", title: "Large", version: "1.0.0", apis: ["large:1.0.0"], publishTo: "sandbox" }) { name } }`,
    {},
  );
}

const memory = () => {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${platform.pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1000;
};

type Outcome = { readonly sent: number; readonly statuses: ReadonlyMap<string, number> };

async function send({ path, body, token }: Attack, until: number): Promise<Outcome> {
  const statuses = new Map<string, number>();
  let sent = 0;
  const headers = headersOf(token);
  while (performance.now() < until) {
    const answer = await fetch(`${control}${path}`, {
      method: body ? 'POST' : 'GET',
      headers,
      redirect: 'manual',
      ...(body && { body }),
    }).then(
      async (response) => {
        const text = await response.text();
        return `${response.status} ${/"code":"(\w+)"/.exec(text)?.[1] ?? ''}`.trim();
      },
      () => 'closed',
    );
    statuses.set(answer, (statuses.get(answer) ?? 0) + 1);
    sent += 1;
  }
  return { sent, statuses };
}

/** The longest that a call of another caller waited, and the largest memory meanwhile. */
async function watch(until: number): Promise<{ longestMs: number; memoryMb: number }> {
  let longestMs = 0;
  let memoryMb = 0;
  while (performance.now() < until) {
    const began = performance.now();
    await (await fetch(gateway)).arrayBuffer();
    longestMs = Math.max(longestMs, performance.now() - began);
    memoryMb = Math.max(memoryMb, memory());
    await sleep(ASK_EVERY_MS);
  }
  return { longestMs, memoryMb };
}

try {
  await publishLargeDocument();
  await sleep(2_000);
  const idleMb = memory();
  console.log('| attack | requests | answers | longest call of another | memory above idle |');
  console.log('|--|--|--|--|--|');
  for (const attack of attacks(ADMIN_TOKEN)) {
    const until = performance.now() + SECONDS * 1_000;
    const [{ longestMs, memoryMb }, ...outcomes] = await Promise.all([
      watch(until),
      ...Array.from({ length: CLIENTS }, () => send(attack, until)),
    ]);
    const answers = new Map<string, number>();
    for (const { statuses } of outcomes)
      for (const [answer, count] of statuses) answers.set(answer, (answers.get(answer) ?? 0) + count);
    const told = [...answers].map(([answer, count]) => `${count} × ${answer}`).join(', ');
    const sent = outcomes.reduce((sum, each) => sum + each.sent, 0);
    console.log(
      `| ${attack.name} | ${sent} | ${told} | ${longestMs.toFixed(0)} ms | ${(memoryMb - idleMb).toFixed(0)} MB |`,
    );
  }
} finally {
  await platform.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
