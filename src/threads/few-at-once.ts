import { BulkheadRejectedError, bulkhead } from 'cockatiel';
import { refuse } from '../errors.ts';
import { type Run, runInThread } from './run-in-thread.ts';

const AT_ONCE_MAX = 2;
const WAITING_MAX = 20;

const seats = bulkhead(AT_ONCE_MAX, WAITING_MAX);

/**
 * Runs what callers wait for and what takes a thread each: few at once, so that they do not take the whole machine, and
 * some more that wait for their turn.
 *
 * @throws TEMPORARILY_UNAVAILABLE with Retry-After when too many wait
 */
export async function fewAtOnce<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await seats.execute(work);
  } catch (error) {
    if (!(error instanceof BulkheadRejectedError)) throw error;
    return refuse('TEMPORARILY_UNAVAILABLE', {
      detail: 'Too many large documents are read at this moment: try again.',
      headers: { 'Retry-After': '5' },
      cause: error,
    });
  }
}

/**
 * Does what callers wait for here where it is little, for what a thread needs to begin would be more; else in a thread, of
 * which there are few at once.
 *
 * @throws what the work refuses; TEMPORARILY_UNAVAILABLE when too many wait
 */
export async function inThreadIf<Input, Output>(isLarge: boolean, run: Run<Input, Output>): Promise<Output> {
  return isLarge ? fewAtOnce(() => runInThread(run)) : run.work(run.input);
}
