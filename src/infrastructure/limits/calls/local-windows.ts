import type { Limit, RateLimitResult } from './rate-limits.ts';

/** The window of a counter as this process knows it. Times are of `performance.now()`. */
export type Window = {
  /** Which window it is in the shared store; empty where this process opened it alone. */
  id: string;
  /** Until then it is surely open: a shared one closes between the two. */
  closesAt: number;
  /** From then on it is surely closed. */
  closedAt: number;
  /** What all processes together have taken of it, as the shared store last said. */
  taken: number;
  /** The points that this process handed out of it: one a call, or what a document costs. */
  admitted: number;
  /** Those among them that the shared store has not been told of. */
  untold: number;
  /** No two windows of a process have the same: what was handed out of one is not given back to another. */
  turn: number;
};

export function closedWindow(): Window {
  return { id: '', closesAt: 0, closedAt: 0, taken: 0, admitted: 0, untold: 0, turn: 0 };
}

let turns = 0;

export function close(window: Window): void {
  window.id = '';
  window.closesAt = 0;
  window.closedAt = 0;
  window.taken = 0;
  window.admitted = 0;
  window.untold = 0;
  turns += 1;
  window.turn = turns;
}

/** Counts points in this process alone. What is refused counts nothing, and opens no window. */
export function countAlone(
  window: Window,
  { limit, windowSeconds }: Limit,
  { now, points }: { readonly now: number; readonly points: number },
): RateLimitResult {
  if (now >= window.closesAt) {
    if (limit < points) return unopened(window, { admitted: false, limit, windowSeconds });
    close(window);
    window.closesAt = now + windowSeconds * 1000;
    window.closedAt = window.closesAt;
  }
  const admitted = window.taken + window.untold + points <= limit;
  if (admitted) {
    window.admitted += points;
    window.untold += points;
  }
  return rateLimitResult(window, { admitted, limit, now });
}

/**
 * Takes back what was handed out of a window, if that is open.
 *
 * @returns how much of it the shared store has counted: that has to be given back there
 */
export function reclaim(window: Window, { points, turn }: { points: number; turn: number }): number {
  if (window.turn !== turn) return 0;
  const told = Math.max(0, points - window.untold);
  window.admitted -= points;
  window.untold -= points - told;
  window.taken -= told;
  return told;
}

/** The counter of this process without counting. */
export function readAlone(
  window: Window | undefined,
  { limit, windowSeconds }: Limit,
  now: number,
): RateLimitResult {
  if (!window || now >= window.closesAt)
    return unopened(window, { admitted: limit > 0, limit, windowSeconds });
  return rateLimitResult(window, { admitted: window.taken + window.untold < limit, limit, now });
}

function unopened(
  window: Window | undefined,
  { admitted, limit, windowSeconds }: Limit & { readonly admitted: boolean },
): RateLimitResult {
  return { admitted, limit, remaining: limit, resetsInMs: windowSeconds * 1000, turn: window?.turn ?? 0 };
}

type RateLimitDecision = { readonly admitted: boolean; readonly limit: number; readonly now: number };

/** @param unspent points that this process has taken and not handed out */
export function rateLimitResult(
  window: Window,
  { admitted, limit, now }: RateLimitDecision,
  unspent = 0,
): RateLimitResult {
  return {
    admitted,
    limit,
    remaining: Math.max(0, limit - window.taken - window.untold + unspent),
    resetsInMs: Math.max(1, Math.round(window.closedAt - now)),
    turn: window.turn,
  };
}

/** How many of the oldest are looked at for each new one: more than one, so that what has closed is caught up with. */
const LOOKED_AT = 2;

/** The windows of a process by the name and length of their counter; those that have closed are dropped by and by. */
export function keepWindows<Kept extends Window>(
  create: (name: string, windowSeconds: number) => Kept,
  isIdle: (window: Kept) => boolean = () => true,
) {
  const byLength = new Map<number, Map<string, Kept>>();

  function drop(windows: Map<string, Kept>, now: number): void {
    let looks = LOOKED_AT;
    for (const [name, window] of windows) {
      if (looks === 0) return;
      looks -= 1;
      windows.delete(name);
      if (now < window.closedAt || !isIdle(window)) windows.set(name, window);
    }
  }
  return {
    find: (name: string, windowSeconds: number) => byLength.get(windowSeconds)?.get(name),
    of(name: string, windowSeconds: number, now: number): Kept {
      let windows = byLength.get(windowSeconds);
      if (!windows) {
        windows = new Map();
        byLength.set(windowSeconds, windows);
      }
      let window = windows.get(name);
      if (!window) {
        drop(windows, now);
        window = create(name, windowSeconds);
        windows.set(name, window);
      }
      return window;
    },
    size: () => [...byLength.values()].reduce((sum, windows) => sum + windows.size, 0),
  };
}
