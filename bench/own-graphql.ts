// How one caller of our own GraphQL APIs holds up the others: npm run bench:own-graphql
//
// Ten clients (or CLIENTS), each at an address of its own, send each attack for some seconds, over loopback, to a platform of one
// process. Meanwhile another caller, in a thread of its own, sends a call to the gateway every ten milliseconds: how long
// its longest one waited is printed; the longest turn of the platform's event loop, in computed time, which a busy machine
// does not lengthen; and the memory of the process above what it had idle. DATABASE_URL_BENCH=postgres://… measures with a
// server in place of the embedded database. Names of attacks, or parts of them, choose some: npm run bench:own-graphql -- aliases circles
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { freePorts, startPlatform } from '../test/support/platform.ts';
import { stopAll } from './gateway/processes.ts';
import { createDatabase } from './gateway/world.ts';

const CLIENTS = Number(process.env['CLIENTS'] ?? 10);
const SECONDS = Number(process.env['SECONDS'] ?? 5);
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
    body: document(
      `{ org(name: "acme") { catalogs(first: 5) { products(first: 5) { subscriptions(first: 10) { application { subscriptions(first: 10) { application { name } } } } } } } }`,
    ),
  },
  {
    name: 'management, the manifest of an org of 6 MB',
    path: '/graphql',
    token,
    body: document('{ exportManifest(org: "large") }'),
  },
  {
    name: 'management, a rehearsal of another one',
    path: '/graphql',
    token,
    body: JSON.stringify({
      query: 'mutation ($input: ApplyManifestInput!) { applyManifest(input: $input) { changes { diff } } }',
      variables: { input: { org: 'large', dryRun: true, manifest: manifest('Another') } },
    }),
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

function manifest(description: string): object {
  const openapi = largeDocument(description);
  const apis = Array.from({ length: 8 }, (_, at) => ({ name: `large-${at}`, version: '1.0.0', openapi }));
  return { gatehouse: '1', apis: apis.map((api) => ({ ...api, basePath: `/${api.name}` })) };
}

function largeDocument(description: string): object {
  const paths = Object.fromEntries(
    Array.from({ length: DOCUMENT_CHARACTERS / 160 }, (_, at) => [
      `/things/${at}`,
      { get: { summary: 'x'.repeat(80), responses: { 200: { description } } } },
    ]),
  );
  return {
    openapi: '3.0.3',
    info: { title: 'Large', version: '1.0.0' },
    servers: [{ url: 'https://example.com' }],
    paths,
  };
}

const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
const turnsFile = join(dataDir, 'longest-turn');
const databaseUrl = process.env['DATABASE_URL_BENCH'] && (await createDatabase());
const platform = await startPlatform({
  ...(await freePorts()),
  DATA_DIR: dataDir,
  ...(databaseUrl && { DATABASE_URL: databaseUrl, SECRET_KEY: 'the-secret-key-of-this-benchmark' }),
  ADMIN_TOKEN,
  TURNS_FILE: turnsFile,
  NODE_OPTIONS: `--import ${new URL('own-graphql-turns.mjs', import.meta.url).href}`,
});
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
  await manage(
    `mutation ($openapi: JSON) { createApi(input: { org: "acme", title: "Large", name: "large", version: "1.0.0", basePath: "/large", openapi: $openapi }) { name } }`,
    { openapi: largeDocument('It is there.') },
  );
  await manage(
    `mutation { createProduct(input: { org: "acme", title: "Large", version: "1.0.0", apis: ["large:1.0.0"], publishTo: "sandbox" }) { name } }`,
    {},
  );
}

/** An org of eight large documents. */
async function applyLargeManifest(): Promise<void> {
  await manage('mutation { createOrg(input: { name: "large", title: "Large" }) { name } }', {});
  await manage('mutation ($input: ApplyManifestInput!) { applyManifest(input: $input) { revision } }', {
    input: { org: 'large', manifest: manifest('It is there.') },
  });
}

type Outcome = { readonly sent: number; readonly answers: ReadonlyMap<string, number> };

/** Sends an attack from a network of its own: 127.0.0.0/8 is all loopback. */
async function send({ path, body, token }: Attack, from: string, until: number): Promise<Outcome> {
  const answers = new Map<string, number>();
  const agent = new Agent({ keepAlive: true, localAddress: from });
  let sent = 0;
  while (performance.now() < until) {
    const answer = await exchange({ path, body, token, agent }).catch(() => 'closed');
    answers.set(answer, (answers.get(answer) ?? 0) + 1);
    sent += 1;
  }
  agent.destroy();
  return { sent, answers };
}

type Exchange = Pick<Attack, 'path' | 'body' | 'token'> & { readonly agent: Agent };

async function exchange({ path, body, token, agent }: Exchange): Promise<string> {
  const outgoing = request(`${control}${path}`, {
    agent,
    method: body ? 'POST' : 'GET',
    headers: { ...headersOf(token), ...(body && { 'content-length': Buffer.byteLength(body) }) },
  });
  // A refusal comes before a large body was sent whole.
  outgoing.once('socket', (socket) => socket.listenerCount('error') < 3 && socket.on('error', () => {}));
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.on('response', resolve).on('error', reject);
  });
  outgoing.end(body);
  const incoming = await answered;
  let text = '';
  for await (const chunk of incoming) if (text.length < 2_000) text += chunk;
  return `${incoming.statusCode} ${/"code":"(\w+)"/.exec(text)?.[1] ?? ''}`.trim();
}

/** The longest turn of the platform's event loop since the last call. */
async function longestTurnMs(): Promise<number> {
  rmSync(turnsFile, { force: true });
  process.kill(platform.pid, 'SIGUSR2');
  for (;;) {
    await sleep(50);
    const text = existsSync(turnsFile) ? readFileSync(turnsFile, 'utf8') : '';
    if (text) return Number(text);
  }
}

/** The longest call of another caller meanwhile, and the memory of the platform. */
type Watched = { readonly longestMs: number; readonly memoryMb: number };

/** Watches until something else is done: an attack goes on until its last answer. */
async function watchUntil(done: Promise<unknown>): Promise<Watched> {
  const workerData = { url: gateway, pid: platform.pid };
  const watcher = new Worker(new URL('own-graphql-watch.mjs', import.meta.url), {
    workerData,
  });
  const watched = new Promise<Watched>((resolve, reject) => {
    watcher.once('message', resolve).once('error', reject);
  });
  await done;
  watcher.postMessage('done');
  return watched;
}

const chosen = process.argv.slice(2);
const isChosen = ({ name }: Attack) => chosen.length === 0 || chosen.some((part) => name.includes(part));

try {
  await publishLargeDocument();
  await applyLargeManifest();
  await sleep(2_000);
  const { memoryMb: idleMb } = await watchUntil(sleep(1_000));
  console.log('| attack | requests | answers | longest call of another | longest turn | memory above idle |');
  console.log('|--|--|--|--|--|--|');
  for (const [at, attack] of attacks(ADMIN_TOKEN).filter(isChosen).entries()) {
    await longestTurnMs();
    const until = performance.now() + SECONDS * 1_000;
    const attacking = Promise.all(
      Array.from({ length: CLIENTS }, (_, client) => send(attack, `127.0.${at + 1}.${client + 1}`, until)),
    );
    const { longestMs, memoryMb } = await watchUntil(attacking);
    const outcomes = await attacking;
    const answers = new Map<string, number>();
    for (const { answers: own } of outcomes)
      for (const [answer, count] of own) answers.set(answer, (answers.get(answer) ?? 0) + count);
    const summary = [...answers].map(([answer, count]) => `${count} × ${answer}`).join(', ');
    const sent = outcomes.reduce((sum, each) => sum + each.sent, 0);
    console.log(
      `| ${attack.name} | ${sent} | ${summary} | ${longestMs.toFixed(0)} ms | ${(await longestTurnMs()).toFixed(0)} ms | ${(memoryMb - idleMb).toFixed(0)} MB |`,
    );
  }
} finally {
  await platform.stop();
  await stopAll();
  rmSync(dataDir, { recursive: true, force: true });
}
