import {
  type Account,
  handOut,
  isClosing,
  isFull,
  isLeft,
  isOver,
  isWaning,
  knownOf,
  LEASE_MS,
  LeaseAccounts,
  nextAhead,
  owes,
  putDown,
  receive,
  refuse,
  refused,
  serve,
  type WaitingCall,
  windowSecondsOf,
} from './lease-accounts.ts';
import { close, reclaim, type WantedPoints, type Window } from './local-windows.ts';
import type { Limit, LimitsStatus, OpenedWindows, RateLimitResult } from './rate-limits.ts';
import { RoundTrips } from './round-trips.ts';
import type { SharedWindows, TakeInput, TakeResult } from './shared-windows.ts';
import { Sweeps } from './sweeps.ts';
import { lookInto } from './window-look.ts';

type LeasesDeps = {
  readonly shared: SharedWindows;
  /** Decides while the shared windows are lost. */
  readonly countAlone: (window: Window, limit: Limit, wanted: WantedPoints) => RateLimitResult;
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number;
};

const SWEEP_EVERY_MS = 100;
/** Windows that are looked at in a sweep, to be told. A Redis that has just come back is not to be overrun. */
const TOLD_A_SWEEP = 500;
/** The time after which a lease was given back, by a request after both. */
const LEFT_IN_MS = LEASE_MS + 500;
/** The pause between two requests while others give back. */
const PAUSE_MS = { first: 2, last: 32 };
/** The longest wait of a call for others to give back. Every lease of its window is over by then. */
const WAIT_MS = 3_000;

/**
 * Counts exactly with few requests to the shared windows. A process takes points of a window in advance (a lease) and
 * hands them out by itself.
 *
 * It is exact for two reasons. Every point that is handed out was taken before, and none is handed out when its window
 * may have closed: the end is computed from the moment before the request. No call is refused while another process
 * holds points in advance: they are recalled, and the call waits until they are back, or their lease is over.
 */
export class Leases implements OpenedWindows {
  readonly #shared: SharedWindows;
  readonly #countAlone: LeasesDeps['countAlone'];
  readonly #now: LeasesDeps['now'];
  readonly #accounts = new LeaseAccounts();
  /** Accounts with a lease that is not over, and accounts with points. */
  readonly #holding = new Set<Account>();
  readonly #sweeps = new Sweeps(SWEEP_EVERY_MS, () => this.#sweep());
  /** Names of accounts whose points were handed out alone. The shared windows are told later. */
  readonly #untold = new Set<string>();
  readonly #roundTrips = new RoundTrips();
  #decidedAlone = 0;
  /** The mark of the shared windows that this process has told all that it counted. */
  #origin = '';

  constructor({ shared, countAlone, now }: LeasesDeps) {
    this.#shared = shared;
    this.#countAlone = countAlone;
    this.#now = now;
    shared.hear((name) => this.#recall(name));
  }

  consume(key: string, limit: Limit, points = 1): RateLimitResult | Promise<RateLimitResult> {
    const at = this.#now();
    const account = this.#accounts.of(key, limit.windowSeconds, at);
    account.count = limit.count;
    account.burst = limit.burst;
    if (account.limit !== limit.limit) this.#changeLimit(account, limit.limit);
    if (account.points >= points && at < account.until) return handOut(account, points, at);
    if (this.#shared.isLost()) return this.#decideAlone(account, limit.windowSeconds, { now: at, points });
    if (isFull(account, points, { at, timesLost: this.#shared.timesLost() })) return refused(account, at);
    return this.#wait(account, points, at);
  }

  #wait(account: Account, points: number, at: number): Promise<RateLimitResult> {
    return new Promise((resolve) => {
      account.waiting.push({ points, until: at + WAIT_MS, resolve });
      if (!account.isAsking) void this.#ask(account, windowSecondsOf(account.name));
    });
  }

  async tellLost(): Promise<void> {
    this.#roundTrips.send();
    const origin = await this.#shared.origin().catch(() => this.#origin);
    if (origin === this.#origin) return;
    const owing = [...this.#accounts.all()].filter(owes);
    await Promise.all(owing.map((account) => this.#wait(account, 0, this.#now())));
    if (!this.#shared.isLost()) this.#origin = origin;
  }

  prepare(key: string, { limit, burst, windowSeconds, count }: Limit, points: number): void {
    const at = this.#now();
    const account = this.#accounts.of(key, windowSeconds, at);
    if (account.isAsking || this.#shared.isLost() || !isWaning(account, at)) return;
    if (isFull(account, points, { at, timesLost: this.#shared.timesLost() })) return;
    account.count = count;
    account.burst = burst;
    if (account.limit !== limit) this.#changeLimit(account, limit);
    account.prepared = points;
    void this.#ask(account, windowSeconds);
  }

  /**
   * Takes points back. They can be handed out again while a lease exists that others can recall, and are given back
   * with its rest.
   */
  refund(key: string, { windowSeconds }: Limit, given: { points: number; turn: number }): void {
    const account = this.#accounts.find(key, windowSeconds);
    const points = account ? reclaim(account, given) : 0;
    if (!account || points === 0) return;
    account.fullUntil = 0;
    account.taken += points;
    account.points += points;
    if (account.lease > 0 && this.#now() < account.until) this.#hold(account);
    else void this.#giveBack(account);
  }

  peek(key: string, limit: Limit): Promise<RateLimitResult> {
    const own = this.#accounts.find(key, limit.windowSeconds);
    this.#roundTrips.send();
    return lookInto(this.#shared, { key, limit, own }, this.#now());
  }

  status(): LimitsStatus {
    return {
      counting: this.#shared.isLost() ? 'LOST' : 'SHARED',
      timesLost: this.#shared.timesLost(),
      roundTrips: this.#roundTrips.count,
      decidedAlone: this.#decidedAlone,
      windows: this.#accounts.size(),
    };
  }

  async close(): Promise<void> {
    await this.tellLost();
    this.#sweeps.end();
    await Promise.all([...this.#holding].map((account) => this.#giveBack(account)));
    this.#shared.close();
  }

  #changeLimit(account: Account, limit: number): void {
    void this.#giveBack(account);
    account.limit = limit;
    account.until = 0;
    account.fullUntil = 0;
  }

  #decideAlone(account: Account, windowSeconds: number, wanted: WantedPoints): RateLimitResult {
    this.#decidedAlone += 1;
    this.#untold.add(account.name);
    this.#sweeps.begin();
    const { limit, burst, count } = account;
    return this.#countAlone(account, { limit, burst, windowSeconds, count }, wanted);
  }

  /** Sends one request at a time. Calls that arrive meanwhile share the next. The first may be for no call. */
  async #ask(account: Account, windowSeconds: number): Promise<void> {
    account.isAsking = true;
    const { waiting } = account;
    let pauseMs = PAUSE_MS.first;
    // Calls of the same moment share a request, and nothing is taken in advance for them.
    await Promise.resolve();
    do {
      const asked = waiting.splice(0);
      const answer = await this.#take(account, windowSeconds, asked).catch(() => undefined);
      const at = this.#now();
      if (!answer) {
        for (const { points, resolve } of [...asked, ...waiting.splice(0)])
          resolve(this.#decideAlone(account, windowSeconds, { now: at, points }));
      } else if (at >= account.until) {
        waiting.unshift(...asked);
      } else if (answer.heldMs > 0) {
        const left = serve(account, asked, at);
        for (const { until, resolve } of left) if (at >= until) resolve(refused(account, at));
        waiting.unshift(...left.filter(({ until }) => at < until));
        await new Promise((resolve) => setTimeout(resolve, Math.min(pauseMs, answer.heldMs)));
        pauseMs = Math.min(2 * pauseMs, PAUSE_MS.last);
      } else {
        refuse(account, serve(account, asked, at), { at, timesLost: this.#shared.timesLost() });
        waiting.push(...serve(account, waiting.splice(0), at));
        pauseMs = PAUSE_MS.first;
      }
    } while (waiting.length > 0);
    account.isAsking = false;
    if (account.points > 0 || account.lease > 0) this.#hold(account);
  }

  async #take(account: Account, windowSeconds: number, asked: readonly WaitingCall[]): Promise<TakeResult> {
    const askedAt = this.#now();
    const calls = asked.map(({ points }) => points).filter((points) => points > 0);
    account.ahead = calls.length + account.prepared > 0 ? nextAhead(account, askedAt) : 0;
    account.prepared = 0;
    const returned = { id: account.id, points: this.#putDown(account) };
    if (askedAt >= account.closesAt) close(account, account.limit);
    const { limit, burst, ahead } = account;
    const known = knownOf(account, askedAt);
    this.#roundTrips.send();
    const wish = { limit, burst, windowSeconds, calls, ahead, leaseMs: LEFT_IN_MS, returned, known };
    const answer = (await this.#shared.take(account.name, wish)) ?? (await this.#takeAnew(account, wish));
    if (isClosing(account, askedAt) && answer.id !== account.id) close(account, limit);
    receive(account, answer, { askedAt, answeredAt: this.#now(), told: known.untold });
    if (account.limit !== limit) this.#changeLimit(account, account.limit);
    return answer;
  }

  /** Opens a window that is not there with the points that were counted in it. */
  async #takeAnew(account: Account, wish: TakeInput): Promise<TakeResult> {
    await account.count?.refresh();
    this.#roundTrips.send();
    const known = { ...knownOf(account, this.#now()), saved: account.count?.saved ?? 0 };
    const answer = await this.#shared.take(account.name, { ...wish, known });
    if (!answer) throw new Error('A window with a known count was not opened.');
    return answer;
  }

  /** @returns the points that this process held */
  #putDown(account: Account): number {
    this.#holding.delete(account);
    return putDown(account);
  }

  async #giveBack(account: Account): Promise<void> {
    const { name, id, lease } = account;
    const points = this.#putDown(account);
    if (id === '' || (points === 0 && lease === 0)) return;
    this.#roundTrips.send();
    await this.#shared.giveBack(name, { id, points, endsLease: lease > 0 });
  }

  /** Ends the lease of a recalled window, also of a request that is under way. */
  #recall(name: string): void {
    const account = this.#accounts.named(name);
    if (account?.isAsking) return;
    const points = account ? this.#putDown(account) : 0;
    this.#roundTrips.send();
    void this.#shared.giveBack(name, { id: account?.id ?? '', points, endsLease: true });
  }

  #hold(account: Account): void {
    this.#holding.add(account);
    this.#sweeps.begin();
  }

  /** Drops leases that are over, and gives back what is left of others. */
  #sweep(): boolean {
    const at = this.#now();
    for (const account of this.#holding)
      if (isOver(account, at)) this.#putDown(account);
      else if (isLeft(account, at)) void this.#giveBack(account);
    if (!this.#shared.isLost()) this.#tellSome();
    return this.#holding.size > 0 || this.#untold.size > 0;
  }

  /** Tells the shared windows what was admitted without them, until they have taken it. */
  #tellSome(): void {
    let count = 0;
    for (const name of this.#untold) {
      if (count === TOLD_A_SWEEP) return;
      count += 1;
      const account = this.#accounts.named(name);
      if (!account || account.untold === 0 || this.#now() >= account.closesAt) this.#untold.delete(name);
      else if (!account.isAsking) void this.#ask(account, windowSecondsOf(name));
    }
  }
}
