// How an org is served while another one attacks the platform they share: npm run bench:neighbours
// Some attacks alone, for a shorter time: npm run bench:neighbours -- --seconds 5 F5 F10
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { circumstances } from './gateway/circumstances.ts';
import { keepOffServers, precedeOtherSessions } from './gateway/cores.ts';
import { CORES, has, stopAll } from './gateway/processes.ts';
import { measureStolen } from './gateway/stolen.ts';
import { formatted } from './gateway/tables.ts';
import { type Attack, attacksOf } from './neighbours-attacks.ts';
import { type Attacked, p99, report, verdicts } from './neighbours-report.ts';
import { createWork, type Sampled, startReceiver, things } from './neighbours-things.ts';
import { type Elsewhere, type Neighbours, startNeighbours } from './neighbours-world.ts';

const RESULT = 'bench/results/neighbours.md';
/** Time for the effects of an attack to end: running calls, open breakers, abandoned deliveries. */
const SETTLING_MS = 12_000;
const WARM_SECONDS = 3;
/** The share of the processors that other machines may take in a window. Beyond it, the window is measured again. */
const STOLEN_MAX = 0.02;
const WINDOWS_MAX = 5;

const { values, positionals: chosen } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '30' },
    /** Control and gateway in one process. */
    together: { type: 'boolean', default: false },
    /** Others use PostgreSQL meanwhile: it is not moved to a core. */
    shared: { type: 'boolean', default: false },
  },
});
const seconds = Number(values.seconds);
const tell = (text: string) => process.stderr.write(`${text}\n`);
const toldOf = ({ ms, failures }: Sampled) =>
  [...things.map((thing) => `${thing} ${formatted(p99(ms[thing]))} ms`), ...failures.keys()].join(', ');

function begin(file: string, more: object = {}): Worker {
  const workerData = { file: new URL(file, import.meta.url).href, ...more };
  const worker = new Worker(new URL('neighbours-thread.mjs', import.meta.url), { workerData, execArgv: [] });
  worker.unref();
  return worker;
}

async function answered<T>(worker: Worker): Promise<T> {
  const [message] = (await once(worker, 'message')) as [T];
  return message;
}

type Work = (seconds: number) => Promise<Sampled>;

/** Measures a window, again where the host gave much of it to other machines. The least disturbed one counts. */
async function undisturbed(work: Work, name: string): Promise<Sampled> {
  let best: { readonly sampled: Sampled; readonly stolen: number } | undefined;
  for (let count = 0; count < WINDOWS_MAX && !(best && best.stolen <= STOLEN_MAX); count += 1) {
    const stolenSince = measureStolen();
    const sampled = await work(seconds);
    const stolen = stolenSince();
    tell(`${name}: ${toldOf(sampled)}; ${formatted(100 * stolen)} % of the machine stolen`);
    if (!best || stolen < best.stolen) best = { sampled, stolen };
  }
  if (!best) throw new Error('No window was measured.');
  return best.sampled;
}

async function measure(neighbours: Neighbours, work: Work): Promise<Attacked[]> {
  const attacker = begin('neighbours-attacker.ts', { neighbours });
  const isChosen = ({ fault }: Attack) => chosen.length === 0 || chosen.includes(fault);
  const measured: Attacked[] = [];
  await work(WARM_SECONDS);
  // Its connections are there by now.
  precedeOtherSessions('PostgreSQL');
  for (const { fault, says } of attacksOf(neighbours).filter(isChosen)) {
    const quiet = await undisturbed(work, `${fault} quiet`);
    attacker.postMessage(fault);
    await sleep(WARM_SECONDS * 1000);
    const attacked = await undisturbed(work, `${fault} attacked`);
    const answers = answered<Map<string, number>>(attacker);
    attacker.postMessage(undefined);
    measured.push({ fault, says, quiet, attacked, answers: await answers });
    await sleep(SETTLING_MS);
  }
  return measured;
}

try {
  if (has('taskset')) spawnSync('taskset', ['-a', '-c', '-p', CORES.others, `${process.pid}`]);
  const [loadBefore = 0] = loadavg();
  const database = values.shared ? 'PostgreSQL on either core' : keepOffServers('PostgreSQL');
  const receiver = await startReceiver();
  const elsewhere = await answered<Omit<Elsewhere, 'receives'>>(begin('neighbours-elsewhere.ts'));
  const neighbours = await startNeighbours({ ...elsewhere, receives: receiver.url }, values.together);
  const measured = await measure(neighbours, createWork(neighbours, receiver));
  const setup = `${neighbours.setup}; they have one core, and all else the other; ${database}; ${seconds} seconds each; load of the machine before ${formatted(loadBefore)}`;
  const text = `# Neighbours under attack\n\n${circumstances()} · ${setup}\n\n${report(measured)}\n`;
  console.log(text);
  mkdirSync('bench/results', { recursive: true });
  writeFileSync(RESULT, text);
  receiver.close();
  if (verdicts(measured).some(({ holds }) => !holds)) process.exitCode = 1;
} finally {
  await stopAll();
}
process.exit();
