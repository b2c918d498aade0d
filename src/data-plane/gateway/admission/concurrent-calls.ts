/** Calls under way of one caller. */
export type ConcurrentCalls = { inFlight: number };

export type ConcurrencyTable = {
  /**
   * Counts a call of a caller.
   *
   * @returns undefined when the caller has as many calls under way as it may
   */
  take(caller: string, max: number): ConcurrentCalls | undefined;
  /** Counts a call as ended. */
  leave(seats: ConcurrentCalls): void;
};

/** Callers that are remembered without a call under way. */
const IDLE_MAX = 1_000;

/**
 * Counts the concurrent calls of each caller in this process.
 *
 * A caller stays in the table when its last call has ended, and leaves it with many others: a table that calls enter
 * and leave one by one is expensive. (CONTRIBUTING.md)
 */
export function createConcurrencyTable(): ConcurrencyTable {
  const all = new Map<string, ConcurrentCalls>();
  let sweepAt = IDLE_MAX;

  function sweep(): void {
    for (const [caller, { inFlight }] of all) if (inFlight === 0) all.delete(caller);
    sweepAt = 2 * all.size + IDLE_MAX;
  }
  return {
    take(caller, max) {
      let seats = all.get(caller);
      if (!seats) {
        if (all.size >= sweepAt) sweep();
        seats = { inFlight: 0 };
        all.set(caller, seats);
      }
      if (seats.inFlight >= max) return undefined;
      seats.inFlight += 1;
      return seats;
    },
    leave(seats) {
      seats.inFlight -= 1;
    },
  };
}
