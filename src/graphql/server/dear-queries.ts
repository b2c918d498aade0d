import { refuse } from '../../foundation/errors.ts';
import { createTurns } from '../../foundation/turn-queue.ts';

/** A query that costs more is dear: a page of fifty things with a few facts each costs less. */
export const DEAR_COST = 200;
/** While one of them waits for the database, another takes the event loop. */
const AT_ONCE_MAX = 2;
/** Those that wait: in all, of an org, of somebody in it. */
const WAITING_MAX = [400, 40, 20];

/**
 * Runs dear queries of the platform's own GraphQL APIs: few at once, orgs in turn, and in each org who asks. An org that
 * sends many waits for itself, and what others change or read meanwhile shares the event loop with two of them at most.
 *
 * @throws TEMPORARILY_UNAVAILABLE with Retry-After when too many wait
 */
export const dearQueries = createTurns({
  atOnceMax: AT_ONCE_MAX,
  waitingMax: WAITING_MAX,
  tooMany: () =>
    refuse('TEMPORARILY_UNAVAILABLE', {
      detail: `Too many queries that cost more than ${DEAR_COST} wait: wait for the answers of those before, or ask for less.`,
      headers: { 'Retry-After': '2' },
    }),
});
