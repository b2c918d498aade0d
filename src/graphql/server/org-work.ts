import { asWorkOf } from '../../infrastructure/database/fair-pool.ts';
import { orgTurns } from './org-turns.ts';

/**
 * Does work for an org in its turn of the event loop.
 *
 * It has the org's share of the connections to the database.
 */
export async function inTurnOf<Result>(
  org: string,
  work: () => PromiseLike<Result> | Result,
): Promise<Result> {
  const leave = orgTurns.enter(org);
  try {
    const turn = orgTurns.turn(org);
    if (turn) await turn;
    return await asWorkOf(org, work);
  } finally {
    leave();
  }
}
