import { randomBytes } from 'node:crypto';
import type { SharedStore } from '../redis/redis.ts';
import type { Limit } from './rate-limits.ts';
import { WINDOW } from './window-script.ts';

/** The windows that several processes share. The store decides each request atomically, by its own clock. */
export type SharedWindows = {
  /** Is true while the store is lost. Nobody waits for it then. */
  isLost(): boolean;
  /** Returns how often the store was lost, perhaps with all that it held. */
  timesLost(): number;
  /**
   * @returns undefined where the window is not there, and `saved` is unknown
   * @throws when the store does not answer in time
   */
  take(name: string, wish: TakeInput): Promise<TakeResult | undefined>;
  /** Gives points back to a window, if it is still open. It never throws, and never gives back twice. */
  giveBack(name: string, returned: GivenBackLease & { readonly endsLease: boolean }): Promise<void>;
  /**
   * Returns a mark of what the store holds. It is another one when the store has lost that.
   *
   * @throws when the store does not answer in time
   */
  origin(): Promise<string>;
  /** Reports windows that others find used up while this process has a lease of them. */
  hear(recall: (name: string) => void): void;
  close(): void;
};

export type TakeInput = Limit & {
  /** The points of each waiting call, in their order. Those that fit are granted. */
  readonly calls: readonly number[];
  /**
   * Points to take in advance, as a lease. They are granted where much of the window is left and nobody else finds it
   * used up.
   */
  readonly ahead: number;
  /** The time after which the rest of the lease was surely given back. */
  readonly leaseMs: number;
  /** The rest of the lease before, which ends with this request. */
  readonly returned: GivenBackLease;
  /**
   * The window that this process believes open, and what it admitted there. It is added where it is not counted yet.
   * `saved` is the count that outlives processes: a window that is not there begins with it. It is undefined where it
   * may be out of date. `carried` is what it took over.
   */
  readonly known: {
    readonly id: string;
    readonly admitted: number;
    readonly untold: number;
    readonly carried: number;
    readonly saved: number | undefined;
    readonly closesInMs: number;
  };
};

/** Points of the window with this id. */
type GivenBackLease = { readonly id: string; readonly points: number };

export type TakeResult = {
  /** Points granted: those of the calls that fit, in their order, and those in advance. */
  readonly granted: number;
  /** The granted points that are in advance. */
  readonly ahead: number;
  /**
   * The longest time for which others may still give points back. It matters when not every call fits, and is 0 when
   * nobody holds points.
   */
  readonly heldMs: number;
  /** Points of the window taken by all processes, including those granted now. */
  readonly taken: number;
  readonly closesInMs: number;
  readonly id: string;
  /** The points that the window admits beyond its limit. Earlier ones have left them over. */
  readonly carried: number;
};

type TakeReply = readonly [
  granted: number,
  ahead: number,
  heldMs: number,
  taken: number,
  closesInMs: number,
  id: string,
  carried: number,
];
type Commands = {
  gatehouseWindow(key: string, id: string, points: number, lease: string): Promise<null>;
  gatehouseWindow(key: string, ...args: (string | number)[]): Promise<TakeReply | null>;
};

const PREFIX = 'gatehouse:calls:';
const RECALLS = 'gatehouse:recall:';
const ORIGIN = 'gatehouse:origin';

/** Keeps windows in Redis or a Redis Cluster. Each is one key, by the clock of the server. */
export class RedisWindows implements SharedWindows {
  readonly #store: SharedStore;
  readonly #commands: Commands;
  /** The name of this process among the holders of leases. */
  readonly #holder = newId();
  #recall = (_name: string): void => {};
  #isHearing = false;

  constructor(store: SharedStore) {
    store.redis.defineCommand('gatehouseWindow', { numberOfKeys: 1, lua: WINDOW });
    this.#store = store;
    this.#commands = store.redis as unknown as Commands;
  }

  isLost(): boolean {
    return this.#store.isLost();
  }

  timesLost(): number {
    return this.#store.timesLost();
  }

  take(name: string, wish: TakeInput): Promise<TakeResult | undefined> {
    return this.#store.ask(
      () => this.#takeNow(name, wish),
      // Its lease may have been followed by another one, which goes on. Redis counts as lost now, but has just answered.
      (late) => {
        if (late) void this.#giveBackNow(name, { id: late.id, points: late.granted }).catch(() => {});
      },
    );
  }

  async giveBack(
    name: string,
    { id, points, endsLease }: GivenBackLease & { readonly endsLease: boolean },
  ): Promise<void> {
    const lease = endsLease ? this.#holder : '';
    await this.#store.ask(() => this.#giveBackNow(name, { id, points }, lease)).catch(() => {});
  }

  async origin(): Promise<string> {
    const { redis } = this.#store;
    const made = newId();
    const asked = () => Promise.all([redis.set(ORIGIN, made, 'NX'), redis.get(ORIGIN)]);
    const [, mark] = await this.#store.ask(asked);
    return mark ?? made;
  }

  hear(recall: (name: string) => void): void {
    this.#recall = recall;
  }

  close(): void {
    this.#store.close();
  }

  #giveBackNow(name: string, { id, points }: GivenBackLease, lease = ''): Promise<null> {
    return this.#commands.gatehouseWindow(PREFIX + name, id, points, lease);
  }

  async #takeNow(
    name: string,
    { limit, burst = limit, windowSeconds, calls, ahead, leaseMs, returned, known }: TakeInput,
  ): Promise<TakeResult | undefined> {
    const { id, admitted, untold, carried, saved, closesInMs } = known;
    const wants = [limit, windowSeconds * 1000, inRuns(calls), ahead, leaseMs];
    const knows = [id, admitted, untold, Math.ceil(closesInMs), saved ?? '', burst - limit, carried];
    const own = [this.#holder, returned.id, returned.points, newId()];
    const reply = await this.#commands.gatehouseWindow(PREFIX + name, ...wants, ...own, ...knows);
    if (!reply) return undefined;
    const answer = answerOf(reply);
    if (answer.ahead > 0) this.#hearRecalls();
    return answer;
  }

  /** Listens for recalls. A process that takes nothing in advance needs no second connection. */
  #hearRecalls(): void {
    if (this.#isHearing) return;
    this.#isHearing = true;
    this.#store.hear(RECALLS + this.#holder, (key) => this.#recall(key.slice(PREFIX.length)));
  }
}

const newId = () => randomBytes(9).toString('base64url');

/** Encodes calls for the script. `3x1 1x20` are three calls of one point, then one of twenty. */
function inRuns(calls: readonly number[]): string {
  const runs: { count: number; readonly points: number }[] = [];
  for (const points of calls) {
    const last = runs.at(-1);
    if (last?.points === points) last.count += 1;
    else runs.push({ count: 1, points });
  }
  return runs.map(({ count, points }) => `${count}x${points}`).join(' ');
}

function answerOf([granted, ahead, heldMs, taken, closesInMs, id, carried]: TakeReply): TakeResult {
  return { granted, ahead, heldMs, taken, closesInMs, id, carried };
}
