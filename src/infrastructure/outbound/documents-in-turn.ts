import { refuse } from '../../foundation/errors.ts';
import { awayFromTurn, TurnQueue } from '../../foundation/turn-queue.ts';

/** Documents that are fetched at a time. Each has five megabytes at most, and takes ten seconds. */
const AT_ONCE_MAX = 64;
const AT_ONCE_OF_ORG_MAX = 4;
/** Documents that wait: in all, and of one org. */
const WAITING_MAX = [800, 40];

const turns = new TurnQueue({
  atOnceMax: AT_ONCE_MAX,
  atOnceEach: AT_ONCE_OF_ORG_MAX,
  waitingMax: WAITING_MAX,
  tooMany: () =>
    refuse('TEMPORARILY_UNAVAILABLE', {
      detail: 'Too many documents are fetched for your org at this moment: try again.',
      headers: { 'Retry-After': '5' },
    }),
});

/**
 * Fetches a document from an address that an org gave, a few at a time. Orgs take turns. A costly query that waits for
 * one holds no turn.
 *
 * @throws TEMPORARILY_UNAVAILABLE with Retry-After when too many of the org wait
 */
export function documentInTurn<T>(orgId: string, fetch: () => Promise<T>): Promise<T> {
  return awayFromTurn(() => turns.run([orgId], fetch));
}
