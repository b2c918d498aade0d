import { availableParallelism } from 'node:os';
import { refuse } from '../../foundation/errors.ts';
import { createTurns } from '../../foundation/turn-queue.ts';
import { type RunInThreadInput, runInThread } from './run-in-thread.ts';

/** One core stays for what is served meanwhile. */
export const AT_ONCE_MAX = Math.max(1, Math.min(2, availableParallelism() - 1));
/** In all, and of one org. */
const WAITING_MAX = [400, 20];

const inTurn = createTurns({
  atOnceMax: AT_ONCE_MAX,
  waitingMax: WAITING_MAX,
  tooMany: () =>
    refuse('TEMPORARILY_UNAVAILABLE', {
      detail: 'Too many large documents are read at this moment: try again.',
      headers: { 'Retry-After': '5' },
    }),
});

/**
 * Runs what callers wait for and what takes a thread each: few at once, so that they do not take the whole machine, and
 * some more that wait for their turn. Orgs take turns.
 *
 * @param whose the org whose turn it takes
 * @throws TEMPORARILY_UNAVAILABLE with Retry-After when too many of the org wait
 */
export function fewAtOnce<T>(whose: string, work: () => Promise<T>): Promise<T> {
  return inTurn([whose], work);
}

/** Does what callers wait for in a thread, of which there are few at once. @throws as `fewAtOnce`, and what the work refuses */
export function inFewThreads<Input, Output>(
  whose: string,
  run: RunInThreadInput<Input, Output>,
): Promise<Output> {
  return fewAtOnce(whose, () => runInThread(run));
}

type InThreadIfInput = {
  readonly isLarge: boolean;
  /** The org whose turn a thread takes. */
  readonly whose: string;
};

/**
 * Does what callers wait for here where it is little, for what a thread needs to begin would be more; else in a thread, of
 * which there are few at once.
 *
 * @throws what the work refuses; TEMPORARILY_UNAVAILABLE when too many wait
 */
export async function inThreadIf<Input, Output>(
  { isLarge, whose }: InThreadIfInput,
  run: RunInThreadInput<Input, Output>,
): Promise<Output> {
  return isLarge ? inFewThreads(whose, run) : run.work(run.input);
}
