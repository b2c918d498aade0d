// How the control plane does with much of everything, on a PostgreSQL server: npm run bench:control-plane, or with less:
// npm run bench:control-plane -- --products 1000 --applications 10000
import { mkdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Operation, operationsOf } from './control-plane-operations.ts';
import { grow, makeFirst, type Size } from './control-plane-world.ts';
import { circumstances } from './gateway/circumstances.ts';
import { residentMegabytes } from './gateway/load.ts';
import { folder, freePorts, start, stop, stopAll } from './gateway/processes.ts';
import { formatted, median, table } from './gateway/tables.ts';
import { createDatabase, managementOf, nodeIn, SMALL_MEMORY } from './gateway/world.ts';
import { countStatements } from './statement-counter.ts';

const RESULT = 'bench/results/control-plane.md';

const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '10000' },
    applications: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '9' },
  },
});
const size: Size = { products: Number(values.products), applications: Number(values.applications) };
const tell = (text: string) => process.stderr.write(`${text}\n`);
const many = (count: number) => count.toLocaleString('en');

type Started = { readonly pid: number; readonly seconds: number; readonly resident: number };

const [controlPort = 0, gatewayPort = 0, controlOps = 0, gatewayOps = 0] = await freePorts(4);
const settings = {
  NODE_ENV: 'production',
  ...SMALL_MEMORY,
  DATA_DIR: join(folder, 'data'),
  ADMIN_TOKEN: 'the-admin-token-of-the-control-plane-benchmark',
  SECRET_KEY: 'the-secret-key-of-the-control-plane-benchmark',
  DEMO: 'false',
  TARGET_ALLOWLIST: '127.0.0.0/8',
  CONTROL_PORT: `${controlPort}`,
  GATEWAY_PORT: `${gatewayPort}`,
};

/** Starts the process of a role, and measures until it is Ready. */
async function startRole(
  role: 'control' | 'gateway',
  databaseUrl: string,
  opsPort: number,
): Promise<Started> {
  const since = performance.now();
  const pid = await start({
    name: role,
    command: nodeIn({}),
    core: role === 'control' ? 'server' : 'others',
    port: opsPort,
    env: { ...settings, ROLES: role, DATABASE_URL: databaseUrl, OPS_PORT: `${opsPort}` },
  });
  while ((await fetch(`http://127.0.0.1:${opsPort}/readyz`)).status !== 200) await sleep(20);
  const seconds = (performance.now() - since) / 1000;
  return { pid, seconds, resident: residentMegabytes(pid) };
}

type Measured = Operation & {
  readonly times: number[];
  readonly statements: number;
  readonly bytes: number;
  readonly failure?: string;
};

/** One that fails is told as that, and the others are measured. */
async function measure(operation: Operation, count: () => number): Promise<Measured> {
  const times: number[] = [];
  const rounds = operation.once ? (operation.rounds ?? 5) : Number(values.rounds);
  let [statements, bytes] = [0, 0];
  try {
    if (!operation.once) await operation.run(0);
    for (let round = 0; round < rounds; round += 1) {
      const before = count();
      const since = performance.now();
      bytes = await operation.run(round);
      times.push(performance.now() - since);
      statements = count() - before;
    }
  } catch (error) {
    process.exitCode = 1;
    const failure = error instanceof Error ? error.message : String(error);
    tell(`${operation.name}: ${failure}`);
    return { ...operation, times, statements, bytes, failure };
  }
  tell(`${operation.name}: ${formatted(median(times))} ms`);
  return { ...operation, times, statements, bytes };
}

const [loadBefore = 0] = loadavg();
try {
  const databaseUrl = await createDatabase();
  if (!databaseUrl) throw new Error('It needs a PostgreSQL server: set DATABASE_URL_BENCH.');
  const counter = await countStatements(databaseUrl);
  const manage = managementOf(settings);
  let control = await startRole('control', counter.url, controlOps);
  await makeFirst(manage);
  const small = { control, gateway: await startRole('gateway', databaseUrl, gatewayOps) };
  await stop(small.gateway.pid);
  await stop(control.pid);
  tell(`making ${many(size.products)} products and ${many(size.applications)} applications`);
  await grow(databaseUrl, size);
  tell('starting');
  control = await startRole('control', counter.url, controlOps);
  const large = { control, gateway: await startRole('gateway', databaseUrl, gatewayOps) };
  const world = { ...settings, controlUrl: `http://127.0.0.1:${controlPort}`, manage, size };
  const measured: Measured[] = [];
  for (const operation of await operationsOf(world)) measured.push(await measure(operation, counter.count));
  const result = [
    `${circumstances()} · load of the machine before ${formatted(loadBefore)}, after ${formatted(loadavg()[0] ?? 0)}`,
    `One org with ${many(size.products)} products and as many APIs in one catalog, ${many(size.applications)} applications with a client key and a subscription each, ${many(1_000)} consumer orgs, of which one person's has as many applications as each. Control plane and gateway are processes of their own on PostgreSQL, asked over HTTP one at a time; statements are counted on the wire, those that begin and end transactions too.`,
    '### What is asked',
    table(
      ['operation', 'p50 ms', 'slowest ms', 'statements', 'KB'],
      measured.map(({ name, times, statements, bytes, failure }) =>
        failure
          ? [name, 'fails', '–', '–', '–']
          : [name, median(times), Math.max(...times), `${statements}`, bytes / 1000],
      ),
    ),
    '### Start to Ready',
    table(
      ['process', 'stored', 'Ready after s', 'resident MB', 'at the end MB'],
      (['control', 'gateway'] as const).flatMap((role) => [
        [role, 'one of everything', small[role].seconds, small[role].resident, '–'],
        [role, 'all', large[role].seconds, large[role].resident, residentMegabytes(large[role].pid)],
      ]),
    ),
    `The first snapshot of a starting gateway: **${formatted(large.gateway.seconds - small.gateway.seconds)} s** and ${formatted(large.gateway.resident - small.gateway.resident)} MB more than with one of everything.`,
  ].join('\n\n');
  console.log(`\n${result}`);
  mkdirSync('bench/results', { recursive: true });
  writeFileSync(RESULT, `# The control plane with much of everything\n\n${result}\n`);
} catch (error) {
  process.exitCode = 1;
  console.error(error);
} finally {
  await stopAll();
}
