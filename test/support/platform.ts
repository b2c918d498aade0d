import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createMigratedDatabase } from './database.ts';
import { freePort } from './free-port.ts';

const READY_WITHIN_MS = 240_000;
const ASK_AGAIN_AFTER_MS = 50;
const BLOCK = 'Gatehouse is ready';

export type Settings = Readonly<Record<string, string>>;

/** A command of the project that has ended. */
export type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

/** The whole platform in a process of its own, Ready. */
export type PlatformProcess = {
  readonly pid: number;
  /** Addresses by the names of the settings, with the admin token. */
  readonly settings: Settings;
  /** Answers of /readyz until it was Ready, for example `503 Pending`. */
  readonly readiness: readonly string[];
  /** The block that it printed. */
  readonly block: string;
  /** All that it has printed so far; its log is on standard error. */
  readonly printed: { readonly stdout: string; readonly stderr: string };
  /** Ends it as an operator would, by SIGTERM. */
  stop(): Promise<Ended>;
  /** Ends it without notice, as a crash does. */
  kill(): Promise<Ended>;
};

const NAMES = ['GATEWAY_PORT', 'CONTROL_PORT', 'GRAPHQL_SERVER_PORT', 'BACKENDS_PORT', 'OPS_PORT'];
/** Reserves free ports. A process that is given its addresses cannot use port 0. */
export async function freePorts(): Promise<Settings> {
  const settings: Record<string, string> = {};
  for (const name of NAMES) settings[name] = `${await freePort()}`;
  return settings;
}

/**
 * Names a database of its own, on the server of the run if any.
 *
 * It is for tests that have nothing to do with databases: the embedded one takes half of the time of a start.
 */
export async function ownDatabase(dataDir: string): Promise<Settings> {
  const server = process.env['DATABASE_URL_OF_RUN'];
  if (server === undefined) return { DATA_DIR: dataDir };
  const { url } = await createMigratedDatabase(server);
  return { DATA_DIR: dataDir, DATABASE_URL: url, SECRET_KEY: 'the secret key of these tests, which is long' };
}

/**
 * Runs a command of the project to its end, with these settings and no others.
 *
 * An example is `examples/story.ts`.
 */
export async function run(file: string, settings: Settings): Promise<Ended> {
  return begin(['bin/run.mjs', file], settings).ended;
}

/**
 * Starts the platform as a user would, with only these settings, until it is Ready.
 *
 * @param command another than that of `npm start`, for Node
 * @throws Error with what it printed, when it ends before or is not Ready within four
 */
export async function startPlatform(
  settings: Settings,
  command: readonly string[] = ['bin/start.mjs'],
): Promise<PlatformProcess> {
  const { child, printed, ended } = begin(command, settings);
  const readiness: string[] = [];
  const until = Date.now() + READY_WITHIN_MS;
  while (readiness.at(-1) !== '200 Ready' || !printed.stdout.includes(BLOCK)) {
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > until) {
      child.kill('SIGKILL');
      throw new Error(`The platform did not become Ready:\n${printed.stdout}${printed.stderr}`);
    }
    const answer = await readyz(settings);
    if (answer && readiness.at(-1) !== '200 Ready') readiness.push(answer);
    await sleep(ASK_AGAIN_AFTER_MS);
  }
  function end(signal: NodeJS.Signals): Promise<Ended> {
    child.kill(signal);
    return ended;
  }
  return {
    pid: child.pid ?? 0,
    settings: { ...addresses(settings), ADMIN_TOKEN: settings['ADMIN_TOKEN'] ?? '' },
    readiness,
    block: printed.stdout.slice(printed.stdout.indexOf(BLOCK)),
    printed,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

function begin(command: readonly string[], settings: Settings) {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, command, { env: { PATH, HOME, ...settings } });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const printed = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      printed[stream] += text;
    });
  return { child, printed, ended: ending(child).then((code) => ({ code, ...printed })) };

  async function ending(process_: ChildProcess): Promise<number | null> {
    const [code] = (await once(process_, 'close')) as [number | null];
    process.removeListener('exit', kill);
    return code;
  }
}

async function readyz({ OPS_PORT }: Settings): Promise<string | undefined> {
  try {
    const response = await fetch(`http://127.0.0.1:${OPS_PORT}/readyz`);
    return `${response.status} ${((await response.json()) as { state: string }).state}`;
  } catch {
    return undefined;
  }
}

function addresses(settings: Settings): Settings {
  const named = Object.entries(settings).filter(([name]) => name.endsWith('_PORT'));
  return Object.fromEntries(
    named.map(([name, port]) => [name.replace(/_PORT$/, '_URL'), `http://127.0.0.1:${port}`]),
  );
}
