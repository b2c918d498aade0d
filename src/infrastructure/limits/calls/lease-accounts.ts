import { closedWindow, keepWindows, type Window } from './local-windows.ts';
import type { Limit, RateLimitResult } from './rate-limits.ts';

/** Points are handed out for so long after they were asked for, and then given back. */
export const LEASE_MS = 1_500;
const AHEAD_MAX = 1_000;

/** A window and what this process holds of it. */
export type Account = Window & {
  readonly name: string;
  /** The limit that the points were granted under. */
  limit: number;
  points: number;
  /** So many of them were granted in advance, where this process has a lease that others can recall. */
  lease: number;
  /** Points of the last lease that were not handed out, where they were given back. */
  unspent: number;
  /** Points are handed out before this, and not later. */
  until: number;
  /** Nobody has more left to take before this than this process knows of. */
  fullUntil: number;
  /** How often the shared windows had been lost when that was found: they may have forgotten it since. */
  fullAfter: number;
  /** The points that are asked for in advance. */
  ahead: number;
  readonly waiting: WaitingCall[];
  isAsking: boolean;
};

export type WaitingCall = {
  readonly points: number;
  /** It waits no longer for what others give back. */
  readonly until: number;
  readonly resolve: (standing: RateLimitResult) => void;
};

export function keepAccounts() {
  const accounts = keepWindows<Account>(newAccount, ({ points, isAsking }) => points === 0 && !isAsking);
  return {
    of: accounts.of,
    find: accounts.find,
    size: accounts.size,
    /** The one that the shared windows know by this name. */
    named(name: string): Account | undefined {
      const colon = name.indexOf(':');
      return accounts.find(name.slice(colon + 1), Number(name.slice(0, colon)));
    },
  };
}

/** What the window of a counter is called in the shared windows. */
export const nameOf = (key: string, windowSeconds: Limit['windowSeconds']): string =>
  `${windowSeconds}:${key}`;

const newAccount = (key: string, windowSeconds: number): Account => ({
  name: nameOf(key, windowSeconds),
  limit: 0,
  points: 0,
  lease: 0,
  unspent: 0,
  until: 0,
  fullUntil: 0,
  fullAfter: 0,
  ahead: 0,
  waiting: [],
  isAsking: false,
  // Last: of what is spread first V8 makes objects of a shape each, and reads them slowly.
  ...closedWindow(),
});

/** More for a lease that was used up in its time, fewer for one that was hardly used. */
export function nextAhead({ ahead, lease, points, unspent, until }: Account, at: number): number {
  if (at >= until + LEASE_MS) return 0;
  if (at >= until) return points + unspent > 0.75 * ahead ? ahead >> 1 : ahead;
  return lease < ahead ? ahead : Math.min(AHEAD_MAX, 2 * ahead + 1);
}
