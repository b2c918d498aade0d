import type { Limit, LimitsStatus, RateLimits, Standing } from './rate-limits.ts';
import { close, closedWindow, keepWindows, readAlone, standing, takeBack, type Window } from './windows.ts';

/** The windows that several processes share. Each decision is made at once there, on the clock there. */
export type SharedWindows = {
  /** Nobody waits for them then. */
  isLost(): boolean;
  /** @throws when they do not answer soon enough */
  take(name: string, wish: Wish): Promise<Answer>;
  /** Gives points back to that window, if it is still open. Never throws; never does it twice. */
  giveBack(name: string, id: string, points: number): Promise<void>;
};

export type Wish = Limit & {
  /** Points for calls that wait. */
  readonly wanted: number;
  /** Points in advance, granted where much of the window is left. */
  readonly ahead: number;
  /** The window that this process believes open, and what it admitted there: added where it is not counted yet. */
  readonly known: {
    readonly id: string;
    readonly admitted: number;
    readonly untold: number;
    readonly closesInMs: number;
  };
};

export type Answer = {
  readonly granted: number;
  /** Of the window, by all processes, with those granted now. */
  readonly taken: number;
  readonly closesInMs: number;
  readonly id: string;
};

export type LeasesDeps = {
  readonly shared: SharedWindows;
  /** What decides while the shared windows are lost. */
  readonly countAlone: (
    window: Window,
    limit: Limit,
    of: { readonly now: number; readonly points: number },
  ) => Standing;
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number;
};

/** Points are handed out for so long after they were asked for, and then given back. */
const LEASE_MS = 1_000;
/** For clocks that do not run alike: more than they drift in a lease, and the rounding of a millisecond. */
const GUARD_MS = 2;
/** A full window is asked again after so long: others may have given points back. */
const FULL_MS = 1_000;
const AHEAD_MAX = 1_000;
const SWEEP_EVERY_MS = 250;

/** A window and what this process holds of it. */
type Account = Window & {
  readonly name: string;
  /** The limit that the points were granted under. */
  limit: number;
  points: number;
  /** Points are handed out before this, and not later. */
  until: number;
  /** Nothing is left to take before this. */
  fullUntil: number;
  ahead: number;
  readonly waiting: Waiter[];
  isAsking: boolean;
};

type Waiter = { readonly points: number; readonly resolve: (standing: Standing) => void };

const newAccount = (key: string, windowSeconds: number): Account => ({
  ...closedWindow(),
  name: `${windowSeconds}:${key}`,
  limit: 0,
  points: 0,
  until: 0,
  fullUntil: 0,
  ahead: 0,
  waiting: [],
  isAsking: false,
});

/**
 * Counts with few questions: a process takes points of a shared window in advance (a lease) and hands them out by
 * itself. Exact, because no point is handed out that was not taken before, nor when its window may have closed: the end
 * is reckoned from the moment before the question. Of a window with little left, only calls that wait are asked for.
 */
export function createLeases({ shared, countAlone, now }: LeasesDeps) {
  const accounts = keepWindows<Account>(newAccount, ({ points, isAsking }) => points === 0 && !isAsking);
  const holding = new Set<Account>();
  let sweeping: NodeJS.Timeout | undefined;
  let roundTrips = 0;
  let decidedAlone = 0;

  const consume: RateLimits['consume'] = (key, limit, points = 1) => {
    const at = now();
    const account = accounts.of(key, limit.windowSeconds, at);
    if (account.limit !== limit.limit) changeLimit(account, limit.limit);
    if (account.points >= points && at < account.until) return handOut(account, points, at);
    if (shared.isLost()) return decideAlone(account, limit.windowSeconds, { now: at, points });
    if (at < account.fullUntil) return refused(account, at);
    return new Promise((resolve) => {
      account.waiting.push({ points, resolve });
      if (!account.isAsking) void ask(account, limit.windowSeconds);
    });
  };

  function changeLimit(account: Account, limit: number): void {
    void giveBack(account);
    account.limit = limit;
    account.until = 0;
    account.fullUntil = 0;
  }

  function handOut(account: Account, points: number, at: number): Standing {
    account.points -= points;
    account.admitted += points;
    return standing(account, { admitted: true, limit: account.limit, now: at }, account.points);
  }

  function decideAlone(
    account: Account,
    windowSeconds: number,
    of: { readonly now: number; readonly points: number },
  ): Standing {
    decidedAlone += 1;
    return countAlone(account, { limit: account.limit, windowSeconds }, of);
  }

  /** What is left may be more than nothing, and still less than was asked for. */
  function refused(account: Account, at: number): Standing {
    return standing(account, { admitted: false, limit: account.limit, now: at }, account.points);
  }

  /** They can be handed out again as long as the lease lasts, and go back with what is left of it. */
  const refund: RateLimits['refund'] = (key, { windowSeconds }, given) => {
    const account = accounts.find(key, windowSeconds);
    const points = account ? takeBack(account, given) : 0;
    if (!account || points === 0) return;
    account.fullUntil = 0;
    account.taken += points;
    account.points += points;
    if (now() < account.until && !account.isAsking) hold(account);
    else void giveBack(account);
  };

  /** One question at a time; those who come meanwhile are asked for together by the next. */
  async function ask(account: Account, windowSeconds: number): Promise<void> {
    account.isAsking = true;
    const { waiting } = account;
    // Calls of the same moment are asked for together, and nothing is taken in advance for them.
    await Promise.resolve();
    while (waiting.length > 0) {
      const wanted = waiting.reduce((sum, { points }) => sum + points, 0);
      const answer = await take(account, windowSeconds, wanted).catch(() => undefined);
      const at = now();
      if (!answer) {
        for (const { points, resolve } of waiting.splice(0))
          resolve(decideAlone(account, windowSeconds, { now: at, points }));
      } else if (at < account.until) {
        serve(account, at);
        if (answer.granted < wanted) refuseAll(account, at);
      }
    }
    account.isAsking = false;
    if (account.points > 0) hold(account);
  }

  async function take(account: Account, windowSeconds: number, wanted: number): Promise<Answer> {
    void giveBack(account);
    const askedAt = now();
    account.ahead = nextAhead(account, askedAt);
    if (askedAt >= account.closesAt) close(account);
    const { id, admitted, untold, limit, ahead } = account;
    const known = { id, admitted, untold, closesInMs: Math.max(0, account.closesAt - askedAt) };
    roundTrips += 1;
    const answer = await shared.take(account.name, { limit, windowSeconds, wanted, ahead, known });
    account.id = answer.id;
    account.taken = answer.taken;
    // What was admitted alone while the answer was on its way is still untold.
    account.untold = Math.max(0, account.untold - untold);
    account.closesAt = askedAt + answer.closesInMs;
    account.closedAt = now() + answer.closesInMs;
    account.points = answer.granted;
    account.until = Math.min(account.closesAt, askedAt + LEASE_MS) - GUARD_MS;
    if (account.limit !== limit) changeLimit(account, account.limit);
    return answer;
  }

  /** In their order; who wants more than is left waits on. */
  function serve(account: Account, at: number): void {
    for (const waiter of account.waiting.splice(0))
      if (waiter.points > account.points) account.waiting.push(waiter);
      else waiter.resolve(handOut(account, waiter.points, at));
  }

  function refuseAll(account: Account, at: number): void {
    account.fullUntil = Math.min(account.closesAt, at + FULL_MS);
    for (const { resolve } of account.waiting.splice(0)) resolve(refused(account, at));
  }

  async function giveBack(account: Account): Promise<void> {
    const { name, id, points } = account;
    account.points = 0;
    holding.delete(account);
    if (points === 0 || id === '') return;
    account.taken -= points;
    roundTrips += 1;
    await shared.giveBack(name, id, points);
  }

  function hold(account: Account): void {
    holding.add(account);
    sweeping ??= setInterval(sweep, SWEEP_EVERY_MS).unref();
  }

  function sweep(): void {
    const at = now();
    for (const account of holding) if (account.points === 0 || at >= account.until) void giveBack(account);
    if (holding.size > 0) return;
    clearInterval(sweeping);
    sweeping = undefined;
  }

  return {
    consume,
    refund,
    async peek(key: string, { limit, windowSeconds }: Limit): Promise<Standing> {
      const own = accounts.find(key, windowSeconds);
      const name = own?.name ?? newAccount(key, windowSeconds).name;
      const known = { id: '', admitted: 0, untold: 0, closesInMs: 0 };
      const at = now();
      roundTrips += 1;
      try {
        const wish = { limit, windowSeconds, wanted: 0, ahead: 0, known };
        const { id, taken, closesInMs } = await shared.take(name, wish);
        const unspent = own?.id === id ? own.points : 0;
        const remaining = Math.max(0, limit - taken + unspent);
        const resetsInMs = Math.max(1, closesInMs);
        return { admitted: remaining > 0, limit, remaining, resetsInMs, turn: own?.turn ?? 0 };
      } catch {
        return readAlone(own, { limit, windowSeconds }, at);
      }
    },
    status: (): Pick<LimitsStatus, 'roundTrips' | 'decidedAlone' | 'windows'> => ({
      roundTrips,
      decidedAlone,
      windows: accounts.size(),
    }),
    async close(): Promise<void> {
      clearInterval(sweeping);
      await Promise.all([...holding].map(giveBack));
    },
  };
}

/** More for a lease that was used up in its time, fewer for one that was not. */
function nextAhead({ ahead, until }: Account, at: number): number {
  if (at < until) return Math.min(AHEAD_MAX, 2 * ahead + 1);
  return at < until + LEASE_MS ? ahead >> 1 : 0;
}
