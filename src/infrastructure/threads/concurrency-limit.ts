import { availableParallelism } from 'node:os';
import { refuse } from '../../foundation/errors.ts';
import { TurnQueue } from '../../foundation/turn-queue.ts';
import { type RunInThreadInput, runInThread } from './run-in-thread.ts';

/** One core stays free for serving. */
export const AT_ONCE_MAX = Math.max(1, Math.min(2, availableParallelism() - 1));
/** Work that may wait: in all, and per org. */
const WAITING_MAX = [400, 20];

const turns = new TurnQueue({
  atOnceMax: AT_ONCE_MAX,
  waitingMax: WAITING_MAX,
  tooMany: () =>
    refuse('TEMPORARILY_UNAVAILABLE', {
      detail: 'Too many large documents are read at this moment: try again.',
      headers: { 'Retry-After': '5' },
    }),
});

/**
 * Runs thread work that callers wait for, a few pieces at a time. They then do not take the whole machine. Further work
 * waits, and orgs take turns.
 *
 * @param queueKey the org whose turn it takes
 * @throws TEMPORARILY_UNAVAILABLE with Retry-After when too many of the org wait
 */
export function fewAtOnce<T>(queueKey: string, work: () => Promise<T>): Promise<T> {
  return turns.run([queueKey], work);
}

/**
 * Runs work in a thread, with few at a time.
 * @throws as `fewAtOnce`, and refusals of the work
 */
export function inFewThreads<Input, Output>(
  queueKey: string,
  run: RunInThreadInput<Input, Output>,
): Promise<Output> {
  return fewAtOnce(queueKey, () => runInThread(run));
}

type InThreadIfInput = {
  readonly isLarge: boolean;
  /** The org whose turn a thread takes. */
  readonly queueKey: string;
};

/**
 * Runs small work here, and large work in a thread. Starting a thread would cost more than small work. Few threads run
 * at a time.
 *
 * @throws refusals of the work; TEMPORARILY_UNAVAILABLE when too many wait
 */
export async function inThreadIf<Input, Output>(
  { isLarge, queueKey }: InThreadIfInput,
  run: RunInThreadInput<Input, Output>,
): Promise<Output> {
  return isLarge ? inFewThreads(queueKey, run) : run.work(run.input);
}
