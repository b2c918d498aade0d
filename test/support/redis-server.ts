import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';

/** A Redis server of a test's own, which it may stop, continue and kill. It keeps nothing on the disk. */
export type RedisServer = {
  readonly port: number;
  readonly url: string;
  /** Accepts connections and answers nobody. */
  stop(): void;
  continue(): void;
  kill(): Promise<void>;
  /** Starts again, empty, at the same port, unless it runs. */
  restart(): Promise<void>;
  /** Runs redis-cli and returns its output. */
  cli(...words: readonly string[]): string;
};

/** Tells whether redis-server is on this machine. */
export const hasRedisServer: boolean = (() => {
  try {
    execFileSync('redis-server', ['--version']);
    return true;
  } catch {
    return false;
  }
})();

type RedisKind = {
  /** A Redis Cluster of one node, which owns all slots. */
  readonly isCluster?: boolean;
  /** A replica of the master at this port. */
  readonly replicaOf?: number;
  /** Port of the master that a Sentinel knows as `main`. It takes half a second to miss it. */
  readonly sentinelOf?: number;
  /** The only user of that Sentinel. */
  readonly sentinelUser?: { readonly name: string; readonly password: string };
};

export async function startRedisServer({
  isCluster = false,
  replicaOf,
  sentinelOf,
  sentinelUser,
}: RedisKind = {}): Promise<RedisServer> {
  const port = await freePort();
  const cli = (...words: readonly string[]) =>
    execFileSync('redis-cli', ['-p', `${port}`, ...words], { encoding: 'utf8' }).trim();
  let child: ChildProcess;
  let directory: string;
  async function start() {
    directory = mkdtempSync(join(tmpdir(), 'redis-'));
    const settings = { port, bind: '127.0.0.1', save: '', appendonly: 'no', daemonize: 'no' };
    const cluster = isCluster
      ? {
          'cluster-enabled': 'yes',
          'cluster-config-file': join(directory, 'nodes.conf'),
          'cluster-port': await freePort(),
          'cluster-announce-ip': '127.0.0.1',
        }
      : {};
    const own = Object.entries({ ...settings, dir: directory, ...cluster }).flatMap(([name, value]) => [
      `--${name}`,
      `${value}`,
    ]);
    const replica = replicaOf === undefined ? [] : ['--replicaof', '127.0.0.1', `${replicaOf}`];
    const args =
      sentinelOf === undefined
        ? [...own, ...replica]
        : [sentinelFile(directory, { port, master: sentinelOf, user: sentinelUser }), '--sentinel'];
    child = spawn('redis-server', args, { stdio: 'ignore' });
    process.once('exit', kill);
    await answers(port);
    if (!isCluster) return;
    if (cli('cluster', 'info').includes('cluster_slots_assigned:0'))
      cli('cluster', 'addslotsrange', '0', '16383');
    while (!cli('cluster', 'info').includes('cluster_state:ok')) await sleep(50);
  }
  const kill = () => void child.kill('SIGKILL');
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  await start();
  return {
    port,
    url: `redis${isCluster ? '+cluster' : ''}://127.0.0.1:${port}`,
    stop: () => void child.kill('SIGSTOP'),
    continue: () => void child.kill('SIGCONT'),
    async kill() {
      process.removeListener('exit', kill);
      if (isRunning()) {
        const exited = once(child, 'exit');
        kill();
        await exited;
      }
      // Tried again: a child of the server may still write for a replica.
      rmSync(directory, { recursive: true, force: true, maxRetries: 10 });
    },
    async restart() {
      if (!isRunning()) await start();
    },
    cli,
  };
}

type SentinelSettings = {
  readonly port: number;
  readonly master: number;
  readonly user: RedisKind['sentinelUser'];
};

function sentinelFile(directory: string, { port, master, user }: SentinelSettings): string {
  const file = join(directory, 'sentinel.conf');
  const lines = [
    `port ${port}`,
    'bind 127.0.0.1',
    `dir ${directory}`,
    `sentinel monitor main 127.0.0.1 ${master} 1`,
    'sentinel down-after-milliseconds main 500',
    ...(user ? [`user ${user.name} on >${user.password} &* +@all`, 'user default off'] : []),
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

async function answers(port: number): Promise<void> {
  const end = Date.now() + 10_000;
  while (Date.now() < end) {
    const socket = connect(port, '127.0.0.1');
    const isUp = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    socket.destroy();
    if (isUp) return;
    await sleep(20);
  }
  throw new Error(`redis-server did not start at port ${port}.`);
}
