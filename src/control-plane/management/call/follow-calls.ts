import type { EventFollower } from '../../events/event-feed.ts';
import type { ManagementContext } from '../context.ts';
import { type CallConditions, type LastIds, lastIds, type ReadCall, readCalls } from './recorded-calls.ts';

/** Interval at which a follower reads. Gateways write about every second. */
const READ_EVERY_MS = 1_000;
/** Calls of one reading. Of more, the newest are told. */
const READ_MAX = 200;

type FollowCallsInput = {
  readonly conditions: CallConditions;
  readonly begin: LastIds;
  /** Tells whether the follower still has the right. When not, the stream ends. */
  readonly mayGoOn: () => Promise<boolean>;
};

/**
 * Streams the calls that are kept from now on, the oldest first.
 *
 * Several gateways write, and a row can become visible after one with a higher id. So each reading begins where the one
 * before the last ended, and leaves out what was told.
 */
export async function* followCalls(
  context: Pick<ManagementContext, 'database' | 'clock'>,
  { conditions, begin, mayGoOn }: FollowCallsInput,
  follower: EventFollower,
): AsyncGenerator<ReadCall> {
  let [after, next] = [begin, begin];
  let told = new Set<string>();
  for (;;) {
    await follower.rest(READ_EVERY_MS);
    if (follower.hasEnded || !(await mayGoOn())) return;
    const last = await lastIds(context);
    const calls = await readCalls(context, conditions, { take: READ_MAX, after });
    for (const call of calls.toReversed()) if (!told.has(keyOf(call))) yield call;
    told = new Set(calls.map(keyOf));
    [after, next] = [next, last];
  }
}

const keyOf = ({ table, id }: ReadCall) => `${table}:${id}`;
