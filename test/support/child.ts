import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { compiledChild } from './compiled-children.ts';

/** A separate process, for tests in which it is killed or holds something. */
export type Child = {
  readonly pid: number;
  /** The next line that it writes; undefined when it has ended. */
  line(): Promise<string | undefined>;
  /** Writes a line to its standard input. */
  tell(line: string): void;
  /** Ends it without notice, as a crash does. */
  kill(): Promise<void>;
  /** Lets it end by itself: its standard input is closed. */
  end(): Promise<void>;
};

/** The embedded database is WASM: a child is over before optimising it pays. */
const FLAGS = ['--liftoff-only'];

/** A script, and the most files that its process may have open. */
type LimitedScript = { readonly script: string; readonly filesMax: number };

/** Starts a script of the folder `children`. What it writes to standard error is seen in the test's output. */
export function startChild(started: string | LimitedScript, ...args: readonly string[]): Child {
  const { script, filesMax } = typeof started === 'string' ? { script: started } : started;
  const command = [process.execPath, ...FLAGS, compiledChild(script), ...args];
  const limited = filesMax === undefined ? [] : ['sh', '-c', `ulimit -n ${filesMax}; exec "$@"`, 'sh'];
  const [program = '', ...words] = [...limited, ...command];
  const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const exited = once(child, 'exit');
  return {
    pid: child.pid ?? 0,
    line: async () => (await lines.next()).value,
    tell: (line) => void child.stdin?.write(`${line}\n`),
    kill: () => finish(exited, () => child.kill('SIGKILL')),
    end: () => finish(exited, () => closeInput(child)),
  };
}

async function finish(exited: Promise<unknown>, begin: () => void): Promise<void> {
  begin();
  await exited;
}

function closeInput({ stdin }: ChildProcess): void {
  stdin?.end();
}
