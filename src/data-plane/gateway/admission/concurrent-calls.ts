/** Calls under way of one caller. */
export type ConcurrentCalls = { inFlight: number };

/** A call with the counters that it was counted by. */
type CountedCall = { concurrentCalls: ConcurrentCalls[] };

/** Callers that are remembered without a call under way. */
const IDLE_MAX = 1_000;

/**
 * Counts the concurrent calls of each caller in this process.
 *
 * A caller stays in the table when its last call has ended, and leaves it with many others: a table that calls enter
 * and leave one by one is expensive. (CONTRIBUTING.md)
 */
export class ConcurrencyTable {
  readonly #all = new Map<string, ConcurrentCalls>();
  #sweepAt = IDLE_MAX;

  /**
   * Counts a call of a caller.
   *
   * @returns false when the caller has as many calls under way as it may
   */
  take(call: CountedCall, caller: string, max: number): boolean {
    let calls = this.#all.get(caller);
    if (!calls) {
      if (this.#all.size >= this.#sweepAt) this.#sweep();
      calls = { inFlight: 0 };
      this.#all.set(caller, calls);
    }
    if (calls.inFlight >= max) return false;
    calls.inFlight += 1;
    call.concurrentCalls.push(calls);
    return true;
  }

  /** Counts a call as ended. It does so once. */
  leave(call: CountedCall): void {
    for (const calls of call.concurrentCalls) calls.inFlight -= 1;
    call.concurrentCalls.length = 0;
  }

  #sweep(): void {
    for (const [caller, { inFlight }] of this.#all) if (inFlight === 0) this.#all.delete(caller);
    this.#sweepAt = 2 * this.#all.size + IDLE_MAX;
  }
}
