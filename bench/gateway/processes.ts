import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Cores of processes. The measured server has its own; the load, the upstream and all else share another. */
export const CORES = { server: '0', others: '1' } as const;
export type Core = keyof typeof CORES;

/** Tells whether there are two cores. Read before the bench moves to one core, after which Node counts one. */
const HAS_CORES = availableParallelism() > 1;

export const folder = mkdtempSync(join(tmpdir(), 'gateway-beside-peers-'));
mkdirSync(join(folder, 'www/customerdb/v3'), { recursive: true });

/** A million subscriptions are read before. */
const READY_WITHIN_MS = 300_000;
const ENDS_WITHIN_MS = 5_000;
const running = new Map<ChildProcess, string>();
/** Start of each process by id, of `performance.now()`. */
const starts = new Map<number, number>();
const endings: (() => Promise<void>)[] = [];

export type Command = {
  readonly name: string;
  readonly command: readonly string[];
  readonly core: Core;
  /** Tells whether it yields the core to others, so that it does not disturb callers. */
  readonly isInTheBackground?: boolean;
  /** Port on which it answers when it is ready. */
  readonly port: number;
  readonly env?: Readonly<Record<string, string>>;
};

/**
 * Starts a program on its core and waits until it listens. What it prints is kept for the case that it does not.
 *
 * @returns its process id
 */
export async function start({ name, core, port, env = {}, ...how }: Command): Promise<number> {
  const command = how.isInTheBackground ? ['nice', '-n', '19', ...how.command] : how.command;
  const pinned = has('taskset') && HAS_CORES ? ['taskset', '-c', CORES[core], ...command] : command;
  const [program = '', ...args] = pinned;
  const log = join(folder, `${name.replaceAll(/\W+/g, '-')}.log`);
  const output = openSync(log, 'a');
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(program, args, { stdio: ['ignore', output, output], env: { PATH, HOME, ...env } });
  closeSync(output);
  running.set(child, name);
  starts.set(child.pid ?? 0, performance.now());
  child.once('exit', () => running.delete(child));
  const end = performance.now() + READY_WITHIN_MS;
  while (!(await listens(port))) {
    if (!running.has(child) || performance.now() > end)
      throw new Error(`${name} did not start:\n${readFileSync(log, 'utf8')}`);
    await sleep(50);
  }
  return child.pid ?? 0;
}

/** Seconds since the start of a process. */
export function secondsSinceStart(pid: number): number {
  return (performance.now() - (starts.get(pid) ?? Number.NaN)) / 1000;
}

/** Tells whether a program is on the PATH. */
export function has(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });
}

/** Ports of the loopback that are free now. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

/** Adds an undo step for the end. Steps run in the reverse order. */
export function atEnd(undo: () => Promise<void>): void {
  endings.push(undo);
}

/** Ends the process with this id and waits for it. */
export async function stop(pid: number): Promise<void> {
  const child = [...running.keys()].find((each) => each.pid === pid);
  if (!child) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN_MS);
  await ended;
  clearTimeout(timer);
}

let stopping: Promise<void> | undefined;

/** Ends everything that was started, once, and leaves nothing behind. */
export function stopAll(): Promise<void> {
  stopping ??= stopEach();
  return stopping;
}

/** Tells whether the end has begun, which explains later failures. */
export const isStopping = () => stopping !== undefined;

async function stopEach(): Promise<void> {
  for (const child of [...running.keys()].reverse()) await stop(child.pid ?? 0);
  for (const undo of endings.splice(0).reverse()) await undo();
  rmSync(folder, { recursive: true, force: true });
}

process.once('exit', () => {
  for (const child of running.keys()) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stopAll().finally(() => process.exit(130)));
