import type { Database } from '../../infrastructure/database/database.ts';
import type { Event, Prisma } from '../../infrastructure/database/generated/prisma/client.ts';

/** Events of one reading. */
const BATCH = 100;

export type FollowRequest = {
  readonly orgId: string;
  /** Owner of the following, for its quota. */
  readonly owner: string;
  /** Receives the number of streams that the owner follows. It throws where that is the maximum. */
  readonly admit: (followed: number) => void;
  /** Selects events of the org. It is called before each reading, since the right to see them may change. */
  readonly where: () => Promise<Prisma.EventWhereInput>;
  /** The last known event; without it, the stream begins with the next. */
  readonly after: bigint | undefined;
  /** Tells whether the follower still has the right. It is called before each reading; when not, the stream ends. */
  readonly mayGoOn: () => Promise<boolean>;
};

/** Feed of the platform's events as they are committed, for all followers in this process. */
export type EventFeed = {
  /**
   * The events of an org in order: none twice, none left out. Changes of one org follow one another, so an event that
   * is read later never has a lower id. It resolves when the following has begun.
   *
   * @throws what `admit` throws
   */
  follow(request: FollowRequest): Promise<AsyncIterableIterator<Event>>;
  /** Number of followers: in all, or of one owner. */
  followers(owner?: string): number;
  /** Ends all following. */
  close(): void;
};

export function createEventFeed(database: Database): EventFeed {
  const followers = new Set<Follower>();
  let listening: Promise<void> | undefined;
  const listen = () =>
    database.listen((orgId) => {
      for (const each of followers) if (orgId === undefined || orgId === each.orgId) each.wake();
    });

  function count(owner: string): number {
    let own = 0;
    for (const each of followers) if (each.owner === owner) own += 1;
    return own;
  }

  return {
    async follow(request) {
      listening ??= listen();
      await listening.catch((error) => {
        listening = undefined;
        throw error;
      });
      const last = request.after ?? (await newest(database, request.orgId));
      // Nothing is waited for in between: of many at once no more get through than there is room for.
      request.admit(count(request.owner));
      const follower = createFollower(request);
      followers.add(follower);
      const events = read(database, { ...request, after: last }, follower);
      return endable(events, () => {
        followers.delete(follower);
        follower.end();
      });
    },
    followers: (owner) => (owner === undefined ? followers.size : count(owner)),
    close() {
      for (const each of followers) each.end();
      followers.clear();
    },
  };
}

async function newest({ prisma }: Database, orgId: string): Promise<bigint> {
  const { _max } = await prisma.event.aggregate({ where: { orgId }, _max: { id: true } });
  return _max.id ?? 0n;
}

type Follower = Pick<FollowRequest, 'orgId' | 'owner'> & {
  wake(): void;
  end(): void;
  hasEnded(): boolean;
  /** Resolves when it was woken since the last time, or has ended. */
  woken(): Promise<void>;
};

function createFollower({ orgId, owner }: Pick<FollowRequest, 'orgId' | 'owner'>): Follower {
  let isAwake = true;
  let hasEnded = false;
  let notify: (() => void) | undefined;
  function wake(): void {
    isAwake = true;
    notify?.();
  }
  return {
    orgId,
    owner,
    wake,
    end() {
      hasEnded = true;
      wake();
    },
    hasEnded: () => hasEnded,
    async woken() {
      if (!isAwake)
        await new Promise<void>((resolve) => {
          notify = resolve;
        });
      isAwake = false;
    },
  };
}

async function* read(
  { prisma }: Database,
  { orgId, where, after, mayGoOn }: FollowRequest,
  follower: Follower,
): AsyncGenerator<Event> {
  let last = after ?? 0n;
  for (;;) {
    await follower.woken();
    for (let isMore = true; isMore; ) {
      if (follower.hasEnded() || !(await mayGoOn())) return;
      const events = await prisma.event.findMany({
        where: { AND: [{ orgId, id: { gt: last } }, await where()] },
        orderBy: { id: 'asc' },
        take: BATCH,
      });
      for (const event of events) {
        if (follower.hasEnded()) return;
        yield event;
        last = event.id;
      }
      isMore = events.length === BATCH;
    }
  }
}

/**
 * Makes a generator endable while it waits. It notices its end only when it goes on, so `end` is called first, and
 * wakes it.
 */
function endable(events: AsyncGenerator<Event>, end: () => void): AsyncIterableIterator<Event> {
  return {
    async next() {
      const result = await events.next().catch((error) => {
        end();
        throw error;
      });
      if (result.done) end();
      return result;
    },
    return() {
      end();
      return events.return(undefined);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
