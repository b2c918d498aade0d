import type { Database } from '../../infrastructure/database/database.ts';
import type { Event, Prisma } from '../../infrastructure/database/generated/prisma/client.ts';
import { NewestIds } from './newest-ids.ts';

/** Events of one reading. */
const BATCH = 100;
/** The pause between two looks at whether somebody writes events. */
const REST_MS = 100;
/** The time within which a gateway has committed what it writes. */
const WRITTEN_WITHIN_MS = 1_000;

type StreamRequest = {
  readonly orgId: string;
  /** Owner of the following, for its quota. */
  readonly owner: string;
  /** Receives the number of streams that the owner follows. It throws where that is the maximum. */
  readonly admit: (followed: number) => void;
};

type FollowRequest = StreamRequest & {
  /** Selects events of the org. It is called before each reading, since the right to see them may change. */
  readonly where: () => Promise<Prisma.EventWhereInput>;
  /** The last known event; without it, the stream begins with the next. */
  readonly after: bigint | undefined;
  /** Tells whether the follower still has the right. It is called before each reading; when not, the stream ends. */
  readonly mayGoOn: () => Promise<boolean>;
};

/** Feed of the platform's events as they are committed, for all followers in this process. */
export class EventFeed {
  readonly #database: Database;
  readonly #newest: NewestIds;
  readonly #followers = new Set<EventFollower>();
  /** The listening to the database. A failed one is forgotten, so that the next follower tries again. */
  #listening: Promise<void> | undefined;

  constructor(database: Database) {
    this.#database = database;
    this.#newest = new NewestIds(database);
  }

  /**
   * The events of an org in order: none twice, none left out. They are read up to an id below which nobody writes any
   * more. It resolves when the following has begun: without a last known event, behind the changes under way.
   *
   * @throws what `admit` throws
   */
  async follow(request: FollowRequest): Promise<AsyncIterableIterator<Event>> {
    this.#listening ??= this.#listen();
    await this.#listening.catch((error) => {
      this.#listening = undefined;
      throw error;
    });
    const follower = this.#admitted(request);
    try {
      const after = request.after ?? (await this.#settled(follower));
      return this.#endable(this.#read({ ...request, after }, follower), follower);
    } catch (error) {
      this.#end(follower);
      throw error;
    }
  }

  /**
   * Streams what a follower reads. It counts among the streams of its owner, and ends with them.
   *
   * @throws what `admit` throws
   */
  stream<Item>(
    request: StreamRequest,
    readAs: (follower: EventFollower) => AsyncGenerator<Item>,
  ): AsyncIterableIterator<Item> {
    const follower = this.#admitted(request);
    return this.#endable(readAs(follower), follower);
  }

  /** Admits a follower. Nothing is waited for in between: of many at once no more get through than there is room for. */
  #admitted(request: StreamRequest): EventFollower {
    request.admit(this.followers(request.owner));
    const follower = new EventFollower(request);
    this.#followers.add(follower);
    return follower;
  }

  #endable<Item>(events: AsyncGenerator<Item>, follower: EventFollower): AsyncIterableIterator<Item> {
    return endable(events, () => this.#end(follower));
  }

  #end(follower: EventFollower): void {
    this.#followers.delete(follower);
    follower.end();
  }

  /** Number of followers: in all, or of one owner. */
  followers(owner?: string): number {
    if (owner === undefined) return this.#followers.size;
    let own = 0;
    for (const each of this.#followers) if (each.owner === owner) own += 1;
    return own;
  }

  /** Ends all following. */
  close(): void {
    for (const each of this.#followers) each.end();
    this.#followers.clear();
  }

  async *#read(
    { orgId, where, after, mayGoOn }: FollowRequest & { readonly after: bigint },
    follower: EventFollower,
  ): AsyncGenerator<Event> {
    let last = after;
    for (;;) {
      await follower.woken();
      const upTo = await this.#settled(follower, last);
      for (let isMore = true; isMore; ) {
        if (follower.hasEnded || !(await mayGoOn())) return;
        const events = await this.#database.prisma.event.findMany({
          where: { AND: [{ orgId, id: { gt: last, lte: upTo } }, await where()] },
          orderBy: { id: 'asc' },
          take: BATCH,
        });
        for (const event of events) {
          if (follower.hasEnded) return;
          yield event;
          last = event.id;
        }
        isMore = events.length === BATCH;
      }
      if (upTo > last) last = upTo;
    }
  }

  /**
   * Returns an id up to which all events of a follower's org are committed. It waits for nobody where none is newer than
   * `last`.
   *
   * An org may change without a pause. The id is then the newest one before its last change began.
   */
  async #settled(follower: EventFollower, last = -1n): Promise<bigint> {
    const begun = performance.now();
    const first = await this.#newest.of(follower.orgId);
    for (let newest = first; newest.id > last && !follower.hasEnded; ) {
      if (newest.isSettled) return newest.id;
      const isOver = newest.revision !== first.revision && performance.now() - begun > WRITTEN_WITHIN_MS;
      if (isOver) return first.id;
      await follower.rest(REST_MS);
      newest = await this.#newest.of(follower.orgId);
    }
    return first.id;
  }

  #listen(): Promise<void> {
    return this.#database.listen((orgId) => {
      for (const each of this.#followers) if (orgId === undefined || orgId === each.orgId) each.wake();
    });
  }
}

/** A follower of the events of an org, who sleeps while there are none. */
export class EventFollower {
  readonly orgId: string;
  readonly owner: string;
  #isAwake = true;
  #hasEnded = false;
  #notify: (() => void) | undefined;

  constructor({ orgId, owner }: Pick<StreamRequest, 'orgId' | 'owner'>) {
    this.orgId = orgId;
    this.owner = owner;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  wake(): void {
    this.#isAwake = true;
    this.#notify?.();
  }

  end(): void {
    this.#hasEnded = true;
    this.wake();
  }

  /** Resolves after a time, or once it is woken or has ended. */
  async rest(ms: number): Promise<void> {
    if (this.#hasEnded) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#notify = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Resolves when it was woken since the last time, or has ended. */
  async woken(): Promise<void> {
    if (!this.#isAwake)
      await new Promise<void>((resolve) => {
        this.#notify = resolve;
      });
    this.#isAwake = false;
  }
}

/**
 * Makes a generator endable while it waits. It notices its end only when it goes on, so `end` is called first, and
 * wakes it.
 */
function endable<Item>(events: AsyncGenerator<Item>, end: () => void): AsyncIterableIterator<Item> {
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
