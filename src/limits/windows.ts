import type { Limit, Standing } from './rate-limits.ts';

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
  /** The calls that this process admitted in it. */
  admitted: number;
  /** Those among them that the shared store has not been told of. */
  untold: number;
};

export function closedWindow(): Window {
  return { id: '', closesAt: 0, closedAt: 0, taken: 0, admitted: 0, untold: 0 };
}

export function close(window: Window): void {
  window.id = '';
  window.closesAt = 0;
  window.closedAt = 0;
  window.taken = 0;
  window.admitted = 0;
  window.untold = 0;
}

/** Counts a call in this process alone. A refused one counts nothing, and opens no window. */
export function countAlone(window: Window, { limit, windowSeconds }: Limit, now: number): Standing {
  if (now >= window.closesAt) {
    if (limit === 0) return { admitted: false, limit, remaining: 0, resetsInMs: windowSeconds * 1000 };
    close(window);
    window.closesAt = now + windowSeconds * 1000;
    window.closedAt = window.closesAt;
  }
  const admitted = window.taken + window.untold < limit;
  if (admitted) {
    window.admitted += 1;
    window.untold += 1;
  }
  return standing(window, { admitted, limit, now });
}

/** The counter of this process without counting. */
export function readAlone(
  window: Window | undefined,
  { limit, windowSeconds }: Limit,
  now: number,
): Standing {
  if (!window || now >= window.closesAt)
    return { admitted: limit > 0, limit, remaining: limit, resetsInMs: windowSeconds * 1000 };
  return standing(window, { admitted: window.taken + window.untold < limit, limit, now });
}

type Decided = { readonly admitted: boolean; readonly limit: number; readonly now: number };

/** @param unspent points that this process has taken and not handed out */
export function standing(window: Window, { admitted, limit, now }: Decided, unspent = 0): Standing {
  return {
    admitted,
    limit,
    remaining: Math.max(0, limit - window.taken - window.untold + unspent),
    resetsInMs: Math.max(1, Math.round(window.closedAt - now)),
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
