import { Refusal, refuse } from '../../foundation/errors.ts';

const RETRY_AFTER_SECONDS = '5';

/**
 * Does what cannot be done without the database. What the client is told has happened then.
 *
 * @throws TEMPORARILY_UNAVAILABLE with Retry-After when the database is out of reach
 */
export async function inDatabase<Result>(detail: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof Refusal && cause.code !== 'TEMPORARILY_UNAVAILABLE') throw cause;
    return refuse('TEMPORARILY_UNAVAILABLE', {
      detail,
      headers: { 'Retry-After': RETRY_AFTER_SECONDS },
      cause,
    });
  }
}
