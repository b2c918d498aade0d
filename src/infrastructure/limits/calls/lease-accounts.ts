import { PATIENCE_MS } from '../redis/redis.ts';
import { closedWindow, LocalWindows, rateLimitResult, type Window } from './local-windows.ts';
import type { Limit, RateLimitResult } from './rate-limits.ts';
import type { TakeInput, TakeResult } from './shared-windows.ts';

/** The time for which points of a lease are handed out. The rest is given back. */
export const LEASE_MS = 1_500;
const AHEAD_MAX = 1_000;
/** The time after which a full window is asked again. Others may have given points back. */
const FULL_MS = 1_000;
/** The time for which the rest of a lease waits for a further request. */
const LEFT_MS = 150;
/** A margin for clocks that differ. It exceeds their drift in a lease and the rounding of a millisecond. */
const GUARD_MS = 2;

/** A window, and what this process holds of it. */
export type Account = Window & {
  readonly name: string;
  /** The limit that the points were granted under, and its burst. */
  limit: number;
  burst: number | undefined;
  points: number;
  /** Points that were granted in advance: a lease, which others can recall. */
  lease: number;
  /** Points of the last lease that were given back, not handed out. */
  unspent: number;
  /** Points are handed out before this time only. */
  until: number;
  /** The time until which the window has no points beyond those known here. */
  fullUntil: number;
  /** The number of losses of the shared windows when the window was found full. They may have forgotten it since. */
  fullAfter: number;
  /** The number of points to request in advance. */
  ahead: number;
  /** The number of points that the next request takes in advance at least. A call is about to use them. */
  prepared: number;
  readonly waiting: WaitingCall[];
  isAsking: boolean;
};

export type WaitingCall = {
  readonly points: number;
  /** The time until which it waits for points of others. */
  readonly until: number;
  readonly resolve: (result: RateLimitResult) => void;
};

/** The accounts of a process. One with points, or whose calls wait for an answer, is never dropped. */
export class LeaseAccounts extends LocalWindows<Account> {
  constructor() {
    super(newAccount, ({ points, isAsking }) => points === 0 && !isAsking);
  }

  /** Returns the account that the shared windows know by this name. */
  named(name: string): Account | undefined {
    return this.find(name.slice(name.indexOf(':') + 1), windowSecondsOf(name));
  }
}

/** Returns the name of a counter's window in the shared windows. */
export const nameOf = (key: string, windowSeconds: Limit['windowSeconds']): string =>
  `${windowSeconds}:${key}`;

export const windowSecondsOf = (name: string): number => Number(name.slice(0, name.indexOf(':')));

const newAccount = (key: string, windowSeconds: number): Account => ({
  name: nameOf(key, windowSeconds),
  limit: 0,
  burst: undefined,
  points: 0,
  lease: 0,
  unspent: 0,
  until: 0,
  fullUntil: 0,
  fullAfter: 0,
  ahead: 0,
  prepared: 0,
  waiting: [],
  isAsking: false,
  // Last: V8 gives objects that begin with a spread a shape each, and reads them slowly.
  ...closedWindow(),
});

/** Tells whether half of a lease is over, by its time or its points. It is renewed then, where others are. */
export const isWaning = ({ points, lease, until }: Account, at: number): boolean =>
  2 * points <= lease || at >= until - LEASE_MS / 2;

/**
 * Computes the next lease. It grows when the last one was used up in its time, and shrinks when it was hardly used. One
 * that is prepared follows a lease with points left, and stays as it is.
 */
export function nextAhead(account: Account, at: number): number {
  const { prepared, ahead, points, until } = account;
  return Math.max(prepared, prepared > 0 && points > 0 && at < until ? ahead : grown(account, at));
}

function grown({ ahead, lease, points, unspent, until }: Account, at: number): number {
  if (at >= until + LEASE_MS) return 0;
  if (at >= until) return points + unspent > 0.75 * ahead ? ahead >> 1 : ahead;
  return lease < ahead ? ahead : Math.min(AHEAD_MAX, 2 * ahead + 1);
}

type Exchange = { readonly askedAt: number; readonly answeredAt: number; readonly told: number };

/** Notes what the shared windows answered. Points admitted alone meanwhile are still untold. */
export function receive(
  account: Account,
  { id, taken, granted, ahead, carried, closesInMs }: TakeResult,
  { askedAt, answeredAt, told }: Exchange,
): void {
  account.id = id;
  account.taken = taken;
  account.carried = carried;
  account.untold = Math.max(0, account.untold - told);
  account.closesAt = askedAt + closesInMs;
  account.closedAt = answeredAt + closesInMs;
  account.points = granted;
  account.lease = ahead;
  account.unspent = 0;
  account.until = Math.min(account.closesAt, askedAt + LEASE_MS) - GUARD_MS;
}

/** Stops handing out points of this process. @returns the points that it held */
export function putDown(account: Account): number {
  const { points } = account;
  account.points = 0;
  account.taken -= points;
  account.unspent += points;
  account.lease = 0;
  return points;
}

/** Hands out points that the account holds. */
export function handOut(account: Account, points: number, at: number): RateLimitResult {
  account.points -= points;
  account.admitted += points;
  account.count?.add(points);
  return rateLimitResult(account, { admitted: true, limit: account.limit, now: at }, account.points);
}

/** Refuses a call. Some points may be left, fewer than it needs. */
export function refused(account: Account, at: number): RateLimitResult {
  return rateLimitResult(account, { admitted: false, limit: account.limit, now: at }, account.points);
}

/** Tells whether a window has fewer points left, as far as is known. The shared windows may have forgotten it since. */
export function isFull(
  { fullUntil, fullAfter, taken, limit, carried }: Account,
  points: number,
  { at, timesLost }: { readonly at: number; readonly timesLost: number },
): boolean {
  return at < fullUntil && fullAfter === timesLost && taken + points > limit + carried;
}

/** Refuses calls that a window has no room for, and notes that. */
export function refuse(
  account: Account,
  waiters: readonly WaitingCall[],
  { at, timesLost }: { readonly at: number; readonly timesLost: number },
): void {
  if (waiters.length === 0) return;
  account.fullUntil = Math.min(account.closesAt, at + FULL_MS);
  account.fullAfter = timesLost;
  for (const { resolve } of waiters) resolve(refused(account, at));
}

/**
 * Tells whether a lease is over without others having to hear of it. It has nothing left, or its window has closed and
 * carries nothing over.
 */
export const isOver = ({ burst, points, until, closedAt }: Account, at: number): boolean =>
  (burst === undefined && at >= closedAt) || (points === 0 && at >= until);

/** Tells whether the rest of a lease has waited long enough for a further request. */
export const isLeft = ({ until }: Account, at: number): boolean => at >= until + LEFT_MS;

/** Serves callers in their order. @returns those who need more than is left */
export function serve(account: Account, waiters: readonly WaitingCall[], at: number): readonly WaitingCall[] {
  return waiters.filter(({ points, resolve }) => {
    if (points > account.points) return true;
    resolve(handOut(account, points, at));
    return false;
  });
}

/** Tells whether a window is about to close. It is not lost when another one is found, which owes it nothing. */
export const isClosing = ({ id, closesAt }: Account, at: number): boolean =>
  id !== '' && closesAt - at <= PATIENCE_MS;

/** Tells whether a lost window would miss points of this process. They are in no saved count yet. */
export const owes = ({ id, count }: Account): boolean =>
  id !== '' && count !== undefined && count.unsaved > 0;

/** Returns what the process knows of a window. A count that outlives it says more than what it admitted itself. */
export function knownOf(account: Account, at: number): TakeInput['known'] {
  const { name, id, untold, carried, count, closesAt } = account;
  if (count) {
    const closesInMs = windowSecondsOf(name) * 1000;
    const saved = id === '' ? count.saved : undefined;
    return { id, admitted: Math.max(0, count.unsaved), untold, carried, saved, closesInMs };
  }
  const admitted = isClosing(account, at) ? 0 : account.admitted;
  return { id, admitted, untold, carried, saved: 0, closesInMs: Math.max(0, closesAt - at) };
}
