import type { LimitCount } from './count-keeper.ts';
import type { Limit, RateLimitResult } from './rate-limits.ts';

/** The window of a counter as this process knows it. Times are of `performance.now()`. */
export type Window = {
  /** The id in the shared store. Empty where this process opened the window alone. */
  id: string;
  /** The time until which it is surely open. A shared window closes between the two times. */
  closesAt: number;
  /** The time from which it is surely closed. */
  closedAt: number;
  /** Points that all processes have taken of it, as the shared store last reported. */
  taken: number;
  /** Points that this process handed out of it. A call is one point, or a document its cost. */
  admitted: number;
  /** The handed out points that the shared store does not know of. */
  untold: number;
  /** A number that differs for each window of a process. Points of one window are not given back to another. */
  turn: number;
  /** The count that outlives this process. Windows of calendars have one. */
  count: LimitCount | undefined;
  /** Points that earlier windows have left over. It admits them beyond its limit. */
  carried: number;
  /** Points that the window before has left over, and when it closed. */
  left: number;
  endedAt: number;
  /** The time from which nothing is known here that matters to later windows. */
  refilledAt: number;
};

export function closedWindow(): Window {
  return {
    id: '',
    closesAt: 0,
    closedAt: 0,
    taken: 0,
    admitted: 0,
    untold: 0,
    turn: 0,
    count: undefined,
    carried: 0,
    left: Number.POSITIVE_INFINITY,
    endedAt: 0,
    refilledAt: 0,
  };
}

let turns = 0;

export function close(window: Window, limit: number): void {
  const { left, endedAt } = leftOver(window, limit);
  window.left = left;
  window.endedAt = endedAt;
  window.carried = 0;
  window.id = '';
  window.closesAt = 0;
  window.closedAt = 0;
  window.taken = 0;
  window.admitted = 0;
  window.untold = 0;
  turns += 1;
  window.turn = turns;
}

/** Points that a call needs, and the time of `performance.now()`. */
export type WantedPoints = { readonly now: number; readonly points: number };

/** Counts points in this process alone. A refused call counts nothing, and opens no window. */
export function countAlone(window: Window, terms: Limit, { now, points }: WantedPoints): RateLimitResult {
  const { limit } = terms;
  const isOpen = now < window.closesAt;
  if (!isOpen) close(window, limit);
  const carried = isOpen ? window.carried : carriedOver(window, terms, now);
  const admitted = points + usedOf(window) <= limit + carried;
  if (!isOpen) {
    if (!admitted) return unopened(window, terms, { now, points });
    window.carried = carried;
    window.closesAt = now + terms.windowSeconds * 1000;
    window.closedAt = window.closesAt;
    window.refilledAt = window.closedAt + refillMs(terms);
  }
  if (admitted) {
    window.admitted += points;
    window.untold += points;
    window.count?.add(points);
  }
  return rateLimitResult(window, { admitted, limit, now });
}

/** Returns what the last window has left over, and when it closed. */
const leftOver = (window: Window, limit: number): Pick<Window, 'left' | 'endedAt'> =>
  window.closedAt > 0 ? { left: limit + window.carried - usedOf(window), endedAt: window.closedAt } : window;

/**
 * Returns the points that a new window takes over. They are what the last one has left over, and the limit of each whole
 * window since, but no more than the burst.
 */
function carriedOver(window: Window, { limit, burst = limit, windowSeconds }: Limit, now: number): number {
  const { left, endedAt } = leftOver(window, limit);
  const passed = Math.floor((now - endedAt) / (windowSeconds * 1000));
  return Math.max(0, Math.min(burst - limit, left + passed * limit));
}

/** The longest time until a window begins with the whole burst again. */
const refillMs = ({ limit, burst = limit, windowSeconds }: Limit): number =>
  Math.ceil((burst - limit) / limit) * windowSeconds * 1000;

/** Returns the points of a window that this process knows to be used. */
const usedOf = (window: Window): number => Math.max(window.taken + window.untold, countedOf(window));

const countedOf = ({ count }: Pick<Limit, 'count'>): number => (count ? count.points : 0);

/**
 * Takes points back if their window is open.
 *
 * @returns how many of them the shared store has counted, and have to be given back there
 */
export function reclaim(window: Window, { points, turn }: { points: number; turn: number }): number {
  if (window.turn !== turn) return 0;
  const told = Math.max(0, points - window.untold);
  window.admitted -= points;
  window.untold -= points - told;
  window.taken -= told;
  window.count?.add(-points);
  return told;
}

/** Reads the counter of this process without counting. */
export function readAlone(window: Window | undefined, terms: Limit, now: number): RateLimitResult {
  const { limit } = terms;
  if (!window || now >= window.closesAt) return unopened(window, terms, { now, points: 1 });
  return rateLimitResult(window, { admitted: usedOf(window) < limit + window.carried, limit, now });
}

const fresh = closedWindow();

function unopened(window: Window = fresh, terms: Limit, { now, points }: WantedPoints): RateLimitResult {
  const limit = terms.limit + carriedOver(window, terms, now);
  const remaining = Math.max(0, limit - countedOf(terms));
  const { windowSeconds } = terms;
  return {
    admitted: points <= remaining,
    limit,
    remaining,
    resetsInMs: windowSeconds * 1000,
    turn: window.turn,
  };
}

type RateLimitDecision = { readonly admitted: boolean; readonly limit: number; readonly now: number };

/** @param unspent points that this process has taken and not handed out */
export function rateLimitResult(
  window: Window,
  { admitted, limit, now }: RateLimitDecision,
  unspent = 0,
): RateLimitResult {
  const capacity = limit + window.carried;
  return {
    admitted,
    limit: capacity,
    remaining: Math.max(0, capacity - usedOf(window) + unspent),
    resetsInMs: Math.max(1, Math.round(window.closedAt - now)),
    turn: window.turn,
  };
}

/** Old windows that are checked for each new one. More than one, so that closed windows do not pile up. */
const LOOKED_AT = 2;

/** The windows of a process, by name and length of their counter. Closed ones are dropped gradually. */
export class LocalWindows<Kept extends Window> {
  readonly #byLength = new Map<number, Map<string, Kept>>();
  readonly #create: (name: string, windowSeconds: number) => Kept;
  readonly #isIdle: (window: Kept) => boolean;

  constructor(
    create: (name: string, windowSeconds: number) => Kept,
    isIdle: (window: Kept) => boolean = () => true,
  ) {
    this.#create = create;
    this.#isIdle = isIdle;
  }

  find(name: string, windowSeconds: number): Kept | undefined {
    return this.#byLength.get(windowSeconds)?.get(name);
  }

  of(name: string, windowSeconds: number, now: number): Kept {
    let windows = this.#byLength.get(windowSeconds);
    if (!windows) {
      windows = new Map();
      this.#byLength.set(windowSeconds, windows);
    }
    let window = windows.get(name);
    if (!window) {
      this.#drop(windows, now);
      window = this.#create(name, windowSeconds);
      windows.set(name, window);
    }
    return window;
  }

  *all(): Generator<Kept> {
    for (const windows of this.#byLength.values()) yield* windows.values();
  }

  size(): number {
    return [...this.#byLength.values()].reduce((sum, windows) => sum + windows.size, 0);
  }

  #drop(windows: Map<string, Kept>, now: number): void {
    let looks = LOOKED_AT;
    for (const [name, window] of windows) {
      if (looks === 0) return;
      looks -= 1;
      windows.delete(name);
      if (now < window.closedAt || now < window.refilledAt || !this.#isIdle(window))
        windows.set(name, window);
    }
  }
}
