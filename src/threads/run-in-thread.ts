import { Worker } from 'node:worker_threads';
import { type Refusal, type RefusalCode, type RefusalDetails, refusal } from '../errors.ts';

/** What a thread may take. */
export type ThreadLimits = { readonly timeMs: number; readonly memoryMb: number };
export const THREAD_LIMITS: ThreadLimits = { timeMs: 30_000, memoryMb: 512 };

/** A thread has no loader of TypeScript, also where its process has one: it runs what is compiled. */
const THREAD = new URL('../../build/threads/thread-work.js', import.meta.url);

export type ThreadTask = { readonly module: string; readonly name: string; readonly input: unknown };

/** What a thread says: what came of its work, or why it was refused. */
export type ThreadAnswer =
  | { readonly output: unknown }
  | { readonly refused: readonly [RefusalCode, RefusalDetails] };

export type Run<Input, Output> = {
  /** The file that exports the work, by its name: as it is imported from src, and without its ending. */
  readonly module: string;
  readonly work: (input: Input) => Output;
  readonly input: Input;
  readonly limits?: ThreadLimits | undefined;
  /** The refusal of work that takes too much: gets, for example, `more than 30 seconds`. */
  readonly tooMuch: (amount: string) => Refusal;
};

/**
 * Does work in a thread of its own: what comes from outside, however large and whatever is in it, neither holds up the
 * calls of this process nor ends it. Input and output are cloned, which also takes time here: large ones are texts.
 *
 * @throws what the work refuses, or `tooMuch`
 */
export async function runInThread<Input, Output>({
  module,
  work,
  input,
  limits: { timeMs, memoryMb } = THREAD_LIMITS,
  tooMuch,
}: Run<Input, Output>): Promise<Output> {
  const worker = new Worker(THREAD, {
    workerData: { module, name: work.name, input } satisfies ThreadTask,
    execArgv: ['--enable-source-maps'],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  let limit: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve, reject) => {
      limit = setTimeout(() => reject(tooMuch(`more than ${timeMs / 1000} seconds`)), timeMs);
      worker.once('message', (answer: ThreadAnswer) =>
        'output' in answer ? resolve(answer.output as Output) : reject(refusal(...answer.refused)),
      );
      worker.once('error', (error: NodeJS.ErrnoException) =>
        reject(
          error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch(`more than ${memoryMb} MB of memory`) : error,
        ),
      );
      worker.once('exit', () => reject(new Error(`The thread of ${module} ended without an answer.`)));
    });
  } finally {
    clearTimeout(limit);
    await worker.terminate();
  }
}
