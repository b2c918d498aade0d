import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { type Refusal, type RefusalCode, type RefusalDetails, refusal } from '../../foundation/errors.ts';
import { bundledEntry } from '../../foundation/package-files.ts';

/** The limits of a thread. */
export type ThreadLimits = { readonly timeMs: number; readonly memoryMb: number };
export const THREAD_LIMITS: ThreadLimits = { timeMs: 30_000, memoryMb: 512 };

/** The bundled file that threads run. A thread has no loader of TypeScript, even when its process has one. */
const THREAD = bundledEntry('infrastructure/threads/thread-work');

export type ThreadTask = { readonly module: string; readonly name: string; readonly input: unknown };

/** The answer of a thread: the result or refusal of its work, and its memory. */
export type ThreadAnswer = { readonly heapBytes: number } & (
  | { readonly output: unknown }
  | { readonly refused: readonly [RefusalCode, RefusalDetails] }
);

export type RunInThreadInput<Input, Output> = {
  /** The file that exports the work, as it is imported from src, without its ending. */
  readonly module: string;
  readonly work: (input: Input) => Output | Promise<Output>;
  readonly input: Input;
  /** Memory of the input that the thread takes over. The rest is cloned. */
  readonly transfer?: readonly ArrayBuffer[];
  readonly limits?: ThreadLimits | undefined;
  /** The nice value of the thread above that of its process, on Linux. The default is for work that may take its time. */
  readonly nice?: number;
  /**
   * The owner of a thread that runs what people wrote. What it leaves behind there meets no work of others, nor any
   * without an owner.
   */
  readonly owner?: string;
  /** The refusal of work that takes too much. It gets, for example, `more than 30 seconds`. */
  readonly tooMuch: (amount: string) => Refusal;
  /** The refusal where the machine left the thread no time. It gets, for example, `6 seconds`. */
  readonly tooBusy?: (time: string) => Refusal;
};

/** The least computed share of a time limit. Below it, the machine was too busy rather than the work too much. */
const COMPUTED_SHARE_MIN = 0.5;

/** The time for which an idle thread is kept. Loading its modules again would take longer than most work. */
const IDLE_MS = 30_000;
/** Idle threads of one kind, or of all owners. Those of another kind then do not make every sign-in begin a thread. */
const IDLE_EACH = 2;
/** The memory above which a thread ends at once. Large documents then leave nothing behind. */
const IDLE_HEAP_BYTES_MAX = 96_000_000;

/** The kind of a thread, which is set when it begins. An idle thread takes work of its kind. */
type ThreadKind = Pick<ThreadLimits, 'memoryMb'> & {
  readonly nice: number;
  readonly owner: string | undefined;
};

/** The data of a thread. It notes its id in the kernel, on Linux, by which its computed time is read. */
export type ThreadData = { readonly nice: number; readonly threadId: Int32Array };

type Thread = { readonly worker: Worker; readonly kind: ThreadKind; readonly threadId: Int32Array };

/**
 * The nice value of a thread above that of its process, unless one is given. A large document waits for people who sign
 * in. It is not lower, since a busy machine would leave such a thread no time.
 */
const NICE = 8;

type Idle = {
  readonly thread: Thread;
  /** Takes it out of the idle threads. */
  leave(): void;
};
const idle: Idle[] = [];

/**
 * Runs work in a thread of its own. Input from outside, however large or hostile, then neither holds up the calls of
 * this process nor ends it. Input and output are cloned, which takes time here too, so large ones are texts.
 *
 * @throws refusals of the work, or `tooMuch`; TEMPORARILY_UNAVAILABLE where the machine left the thread no time
 */
export async function runInThread<Input, Output>({
  module,
  work,
  input,
  transfer = [],
  limits: { timeMs, memoryMb } = THREAD_LIMITS,
  nice = NICE,
  owner,
  tooMuch,
  tooBusy = () => refusal('TEMPORARILY_UNAVAILABLE'),
}: RunInThreadInput<Input, Output>): Promise<Output> {
  const kind = { memoryMb, nice, owner };
  const thread = takeIdle(kind) ?? begin(kind);
  const { worker } = thread;
  const computedBefore = computedMs(thread);
  let limit: NodeJS.Timeout | undefined;
  let stopListening = () => {};
  let isLight = false;
  try {
    return await new Promise((resolve, reject) => {
      limit = setTimeout(() => {
        const hadTime = computedMs(thread) - computedBefore >= timeMs * COMPUTED_SHARE_MIN;
        const time = `${timeMs / 1000} seconds`;
        reject(hadTime ? tooMuch(`more than ${time}`) : tooBusy(time));
      }, timeMs);
      stopListening = listen(worker, {
        message(answer: ThreadAnswer) {
          isLight = answer.heapBytes <= IDLE_HEAP_BYTES_MAX;
          if ('output' in answer) resolve(answer.output as Output);
          else reject(refusal(...answer.refused));
        },
        error: (error: NodeJS.ErrnoException) =>
          reject(
            error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch(`more than ${memoryMb} MB of memory`) : error,
          ),
        exit: () => reject(new Error(`The thread of ${module} ended without an answer.`)),
      });
      worker.postMessage({ module, name: work.name, input } satisfies ThreadTask, [...transfer]);
    });
  } finally {
    clearTimeout(limit);
    stopListening();
    if (isLight && makeRoom(kind)) keep(thread);
    else await worker.terminate();
  }
}

/** Listens until the returned function is called. A worker has listeners of its own, too. */
function listen(worker: Worker, listeners: Readonly<Record<string, (message: never) => void>>): () => void {
  const all = Object.entries(listeners) as [string, () => void][];
  for (const [event, listener] of all) worker.on(event, listener);
  return () => {
    for (const [event, listener] of all) worker.off(event, listener);
  };
}

function begin(kind: ThreadKind): Thread {
  const threadId = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(THREAD, {
    execArgv: ['--enable-source-maps'],
    workerData: { nice: kind.nice, threadId } satisfies ThreadData,
    resourceLimits: { maxOldGenerationSizeMb: kind.memoryMb },
  });
  return { worker, kind, threadId };
}

/** Returns the time that a thread has computed. Where the system does not tell, it had all the time. */
function computedMs({ threadId }: Thread): number {
  if (process.platform !== 'linux') return performance.now();
  try {
    return Number(readFileSync(`/proc/self/task/${threadId[0]}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    // It has not begun yet, or the kernel keeps no such account.
    return threadId[0] === 0 ? 0 : performance.now();
  }
}

const isOf =
  ({ memoryMb, nice, owner }: ThreadKind) =>
  ({ thread: { kind } }: Idle) =>
    kind.memoryMb === memoryMb && kind.nice === nice && kind.owner === owner;

function takeIdle(kind: ThreadKind): Thread | undefined {
  const found = idle.find(isOf(kind));
  found?.leave();
  found?.thread.worker.ref();
  return found?.thread;
}

/** Tells whether an idle thread may be kept. Of those that have owners, the one that waits longest makes room. */
function makeRoom(kind: ThreadKind): boolean {
  if (kind.owner === undefined) return idle.filter(isOf(kind)).length < IDLE_EACH;
  const owned = idle.filter(({ thread }) => thread.kind.owner !== undefined);
  for (const { leave, thread } of owned.slice(0, owned.length - IDLE_EACH + 1)) {
    leave();
    void thread.worker.terminate();
  }
  return true;
}

/** Keeps an idle thread. It does not keep the process running. */
function keep(thread: Thread): void {
  const { worker } = thread;
  const leave = () => {
    stopListening();
    clearTimeout(end);
    idle.splice(idle.indexOf(kept), 1);
  };
  const stopListening = listen(worker, { error: leave, exit: leave });
  const end = setTimeout(() => {
    leave();
    void worker.terminate();
  }, IDLE_MS).unref();
  const kept: Idle = { thread, leave };
  worker.unref();
  idle.push(kept);
}
