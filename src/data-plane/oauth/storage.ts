import { Refusal, refuse } from '../../foundation/errors.ts';
import { outOfReach } from '../../infrastructure/database/unreachable.ts';

const RETRY_AFTER_SECONDS = '5';

/**
 * Does what cannot be done without the database. What the client is told has happened then.
 *
 * @throws TEMPORARILY_UNAVAILABLE with Retry-After when the database is out of reach, or full
 */
export async function inDatabase<Result>(detail: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof Refusal && !outOfReach(cause)) throw cause;
    return refuse('TEMPORARILY_UNAVAILABLE', {
      detail,
      headers: { 'Retry-After': RETRY_AFTER_SECONDS },
      cause,
    });
  }
}
