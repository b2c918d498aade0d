import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import type { RefusalCode, RefusalDetails } from '../../foundation/errors.ts';
import { bundledEntry } from '../../foundation/package-files.ts';

/** The bundled file that child processes run. They have no loader of TypeScript, even when this process has one. */
const CHILD = bundledEntry('infrastructure/child-processes/child-work');

/**
 * The flags of a child. Its types and schemas may refer on from one to the next, so that it has four times the usual
 * stack. The main thread of Windows has no room for that.
 */
const FLAGS = [
  '--enable-source-maps',
  '--v8-pool-size=1',
  ...(process.platform === 'win32' ? [] : ['--stack-size=3900']),
];

/** The place of the pipe of notes among the standard streams. */
export const NOTES_FD = 4;
/** The last characters of its error output, which are kept. They say of which limit a process died. */
const ERRORS_MAX = 8_000;
const OUT_OF_MEMORY = /out of memory|Allocation failed|invalid .{0,20}size/i;

/** The kind of a child, which is set when it begins. */
export type ChildKind = {
  /** The limit of its heap. */
  readonly memoryMb: number;
  /** The nice value above that of its parent. */
  readonly nice: number;
  /** The owner of work that runs what people wrote. */
  readonly owner: string | undefined;
};

export type ChildTask = { readonly module: string; readonly name: string; readonly input: unknown };

/** The result, refusal or failure of a child's work, and the memory of the child. */
export type ChildAnswer = { readonly heapBytes: number } & (
  | { readonly output: unknown }
  | { readonly refused: readonly [RefusalCode, RefusalDetails] }
  | { readonly failed: unknown }
);

/** Tells that a child ended without an answer. */
export class ChildEnded extends Error {
  readonly isOutOfMemory: boolean;

  constructor(signal: NodeJS.Signals | null, errors: string) {
    super(`A child process ended without an answer (${signal ?? 'by itself'}). ${errors}`.trim());
    // The kernel ends a process by SIGKILL where the machine has no memory left.
    this.isOutOfMemory = signal === 'SIGKILL' || OUT_OF_MEMORY.test(errors);
  }
}

const running = new Set<Child>();
/** Ends children that still work. Idle ones end by themselves. */
const endAll = () => {
  for (const child of running) child.kill();
};

/**
 * A process that does one piece of work after another.
 *
 * V8 ends a whole process where one call of its own, such as JSON.parse, passes the limit of the heap. A thread would
 * take the platform with it.
 */
export class Child {
  readonly kind: ChildKind;
  readonly #process: ChildProcess;
  #errors = '';
  #onNote: (note: string) => void = () => {};

  constructor(kind: ChildKind) {
    this.kind = kind;
    this.#process = fork(CHILD, [`${kind.nice}`], {
      // The work is pure. What it runs may be of others, and learns no secrets.
      env: {},
      execArgv: [...FLAGS, `--max-old-space-size=${kind.memoryMb}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc', 'pipe'],
    });
    const { stderr, stdio } = this.#process;
    stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#errors = `${this.#errors}${text}`.slice(-ERRORS_MAX);
    });
    let rest = '';
    const notes = stdio[NOTES_FD] as Readable;
    notes.setEncoding('utf8').on('data', (text: string) => {
      const lines = `${rest}${text}`.split('\n');
      rest = lines.pop() ?? '';
      const last = lines.at(-1);
      if (last !== undefined) this.#onNote(last);
    });
    if (running.size === 0) process.once('exit', endAll);
    running.add(this);
    this.#process.once('close', () => {
      running.delete(this);
      if (running.size === 0) process.off('exit', endAll);
    });
  }

  /**
   * Does a piece of work.
   *
   * @param onNote is told of the last of the notes that the work makes
   * @throws ChildEnded, after all notes were told
   */
  run(task: ChildTask, onNote: (note: string) => void = () => {}): Promise<ChildAnswer> {
    this.#onNote = onNote;
    return new Promise((resolve, reject) => {
      const stopListening = this.#listen({
        message(answer: ChildAnswer) {
          stopListening();
          resolve(answer);
        },
        error: reject,
        close: (_code: number | null, signal: NodeJS.Signals | null) =>
          reject(new ChildEnded(signal, this.#errors)),
      });
      this.#process.send(task);
    });
  }

  /** Tells of the end of an idle child, until the returned function is called. */
  onEnd(told: () => void): () => void {
    return this.#listen({ error: told, close: told });
  }

  /** Returns the time that it has computed. Where the system does not tell, it had all the time. */
  computedMs(): number {
    if (process.platform !== 'linux') return performance.now();
    try {
      return Number(readFileSync(`/proc/${this.#process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
    } catch {
      // It has ended, or the kernel keeps no such account.
      return performance.now();
    }
  }

  /** Lets this process end while the child is idle. */
  unref(): void {
    this.#process.unref();
    this.#process.channel?.unref();
    for (const stream of [this.#process.stderr, this.#process.stdio[NOTES_FD]])
      (stream as Partial<NodeJS.RefCounted> | null)?.unref?.();
  }

  ref(): void {
    this.#process.ref();
    this.#process.channel?.ref();
  }

  kill(): void {
    this.#process.kill('SIGKILL');
  }

  /** Ends it, and resolves when its memory is free. */
  async end(): Promise<void> {
    if (!running.has(this)) return;
    const ended = new Promise<void>((resolve) => {
      this.onEnd(resolve);
    });
    this.kill();
    await ended;
  }

  /** Listens until the returned function is called. */
  #listen(listeners: Readonly<Record<string, (...args: never[]) => void>>): () => void {
    const all = Object.entries(listeners) as [string, () => void][];
    for (const [event, listener] of all) this.#process.on(event, listener);
    return () => {
      for (const [event, listener] of all) this.#process.off(event, listener);
    };
  }
}
