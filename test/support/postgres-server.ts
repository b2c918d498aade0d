import { type ChildProcess, type ExecFileSyncOptions, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { until } from './eventually.ts';
import { freePort } from './free-port.ts';

/** A PostgreSQL server of one test, which may crash and restart it with its data. */
export type PostgresServer = {
  readonly url: string;
  /** Ends it as a crash does: connections break, transactions are lost, the next start recovers. */
  crash(): Promise<void>;
  /** Starts again at the same port, unless it runs. */
  restart(): Promise<void>;
  /** Stops it as it is, with its connections. They stay open. */
  freeze(): void;
  continue(): void;
  /** A server that replicates this one and takes no writes. Where it is synchronous, a commit waits for it. */
  standby(options?: { readonly isSynchronous: boolean }): Promise<PostgresServer>;
  /** Makes a standby take writes. */
  promote(): Promise<void>;
  /** Ends it for good. */
  remove(): Promise<void>;
};

/** Usual folders of a server's programs, the newest version last. */
const DIRECTORIES = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt'];

/** Folder of the programs of a PostgreSQL server; undefined without one. */
export const postgresPrograms: string | undefined = DIRECTORIES.flatMap((directory) =>
  existsSync(directory) ? readdirSync(directory).map((version) => join(directory, version, 'bin')) : [],
)
  .filter((folder) => existsSync(join(folder, 'initdb')))
  .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  .at(-1);

/** PostgreSQL refuses to run as root. */
function account(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (what: string) => Number(execFileSync('id', [what, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

const program = (name: string) => join(postgresPrograms ?? '', name);

export function startPostgresServer(): Promise<PostgresServer> {
  return startServer((data, how) =>
    execFileSync(program('initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '-N'], how),
  );
}

/** @param fill makes its data */
async function startServer(fill: (data: string, how: ExecFileSyncOptions) => void): Promise<PostgresServer> {
  const owner = account();
  const directory = mkdtempSync(join(tmpdir(), 'postgres-'));
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(directory, owner.uid, owner.gid);
  const data = join(directory, 'data');
  const how = { ...owner, cwd: directory, stdio: 'ignore' } as const;
  fill(data, how);
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  // What is not written to the disk survives the end of its process, though not that of the machine.
  const args = ['-D', data, '-p', `${port}`, '-h', '127.0.0.1', '-k', directory, '-F'];
  let child: ChildProcess;
  const crash = () => void child.kill('SIGQUIT');

  async function start(): Promise<void> {
    child = spawn(program('postgres'), args, how);
    process.once('exit', crash);
    await until(() => answers(url));
  }
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  async function end(): Promise<void> {
    process.removeListener('exit', crash);
    if (!isRunning()) return;
    const exited = once(child, 'exit');
    crash();
    await exited;
  }
  await start();
  return {
    url,
    crash: end,
    async restart() {
      if (!isRunning()) await start();
    },
    freeze: () => signal(directory, 'SIGSTOP'),
    continue: () => signal(directory, 'SIGCONT'),
    async standby({ isSynchronous } = { isSynchronous: false }) {
      const source = `host=127.0.0.1 port=${port} user=postgres application_name=standby`;
      const copied = await startServer((at, options) =>
        execFileSync(
          program('pg_basebackup'),
          ['-D', at, '-R', '-X', 'stream', '-c', 'fast', '-d', source],
          options,
        ),
      );
      if (isSynchronous) {
        await administer(url, "ALTER SYSTEM SET synchronous_standby_names = 'standby'");
        await administer(url, 'SELECT pg_reload_conf()');
      }
      return copied;
    },
    promote: () => administer(url, 'SELECT pg_promote()'),
    async remove() {
      signal(directory, 'SIGCONT');
      await end();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Signals each process of the server. They know their folder by their working directory. */
function signal(directory: string, name: 'SIGSTOP' | 'SIGCONT'): void {
  for (const id of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry)))
    try {
      if (readlinkSync(`/proc/${id}/cwd`).startsWith(directory)) process.kill(Number(id), name);
    } catch {
      // It has ended, or belongs to somebody else.
    }
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
