import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';

/** A NATS server of a test's own. Its streams outlive a restart. */
export type NatsServer = {
  readonly url: string;
  /** Kills it, as a machine does that loses its power. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** Kills it and removes its disk. */
  end(): Promise<void>;
};

/** Tells whether nats-server is on this machine. */
export const hasNatsServer: boolean = (() => {
  try {
    execFileSync('nats-server', ['--version']);
    return true;
  } catch {
    return false;
  }
})();

/** @param options of its command line, such as a user */
export async function startNatsServer(options: readonly string[] = []): Promise<NatsServer> {
  const port = await freePort();
  const directory = mkdtempSync(join(tmpdir(), 'nats-'));
  let child: ChildProcess;
  const killNow = () => void child.kill('SIGKILL');
  async function start(): Promise<void> {
    const args = ['-js', '-sd', directory, '-a', '127.0.0.1', '-p', `${port}`, ...options];
    child = spawn('nats-server', args, { stdio: 'ignore' });
    process.once('exit', killNow);
    await answers(port);
  }
  async function kill(): Promise<void> {
    process.removeListener('exit', killNow);
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    killNow();
    await exited;
  }
  await start();
  return {
    url: `nats://127.0.0.1:${port}`,
    kill,
    restart: start,
    async end() {
      await kill();
      rmSync(directory, { recursive: true, force: true, maxRetries: 10 });
    },
  };
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
  throw new Error(`nats-server did not start at port ${port}.`);
}
