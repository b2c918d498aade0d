import { refuse } from '../../foundation/errors.ts';
import { TurnQueue } from '../../foundation/turn-queue.ts';

/** The cost above which a query takes turns. A page of fifty things with a few facts each costs less. */
export const DEAR_COST = 200;
/** Queries that run at a time: in all, and of one org. While one waits for the database, that of another org goes on. */
const AT_ONCE_MAX = 2;
const AT_ONCE_OF_ORG_MAX = 1;
/** Queries that may wait: in all, per org, and per caller within an org. */
const WAITING_MAX = [400, 40, 20];

/**
 * Runs costly queries of the platform's own GraphQL APIs, few at a time. Orgs take turns, and callers take turns within
 * an org. An org that sends many waits for itself.
 *
 * @throws TEMPORARILY_UNAVAILABLE with Retry-After when too many wait
 */
export const dearQueries = new TurnQueue({
  atOnceMax: AT_ONCE_MAX,
  atOnceEach: AT_ONCE_OF_ORG_MAX,
  // A server of an org that never answers would keep the queries of all others waiting.
  canLeave: true,
  waitingMax: WAITING_MAX,
  tooMany: () =>
    refuse('TEMPORARILY_UNAVAILABLE', {
      detail: `Too many queries that cost more than ${DEAR_COST} wait: wait for the answers of those before, or ask for less.`,
      headers: { 'Retry-After': '2' },
    }),
});
