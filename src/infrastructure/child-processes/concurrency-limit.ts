import { availableParallelism } from 'node:os';
import { refuse } from '../../foundation/errors.ts';
import { awayFromTurn, TurnQueue } from '../../foundation/turn-queue.ts';
import { type RunInChildInput, runInChild } from './run-in-child.ts';

/** One core stays free for serving. */
export const AT_ONCE_MAX = Math.max(1, Math.min(2, availableParallelism() - 1));
/** The time after which work of another org begins beside it. Most documents are read by then. */
const LENDS_AFTER_MS = 2_000;
/** Work that may wait: in all, and per org. */
const WAITING_MAX = [400, 20];

const turns = new TurnQueue({
  atOnceMax: AT_ONCE_MAX,
  waitingMax: WAITING_MAX,
  lendsAfterMs: LENDS_AFTER_MS,
  tooMany: () =>
    refuse('TEMPORARILY_UNAVAILABLE', {
      detail: 'Too many large documents are read at this moment: try again.',
      headers: { 'Retry-After': '5' },
    }),
});

/**
 * Runs work of child processes that callers wait for, a few pieces at a time. They then do not take the whole machine.
 * Further work waits, and orgs take turns.
 *
 * @param queueKey the org whose turn it takes
 * @throws TEMPORARILY_UNAVAILABLE with Retry-After when too many of the org wait
 */
export function fewAtOnce<T>(queueKey: string, work: () => Promise<T>): Promise<T> {
  return awayFromTurn(() => turns.run([queueKey], work));
}

/**
 * Runs work in a child process, with few at a time.
 * @throws as `fewAtOnce`, and refusals of the work
 */
export function inFewChildren<Input, Output>(
  queueKey: string,
  run: RunInChildInput<Input, Output>,
): Promise<Output> {
  return fewAtOnce(queueKey, () => runInChild(run));
}

type InChildIfInput = {
  readonly isLarge: boolean;
  /** The org whose turn a child process takes. */
  readonly queueKey: string;
};

/**
 * Runs small work here, and large work in a child process. Starting a child process would cost more than small work.
 * Few child processes run at a time.
 *
 * @throws refusals of the work; TEMPORARILY_UNAVAILABLE when too many wait
 */
export async function inChildIf<Input, Output>(
  { isLarge, queueKey }: InChildIfInput,
  run: RunInChildInput<Input, Output>,
): Promise<Output> {
  return isLarge ? inFewChildren(queueKey, run) : run.work(run.input, run.onNote ?? (() => {}));
}
