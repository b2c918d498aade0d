/** Cost of the frames of all connections in one turn of the event loop. */
const COST_A_TURN = 256;
/** Cost of those of one connection before it is the next one's turn. */
const COST_AT_ONCE = 64;

/** A connection with bytes that have come. */
export type FrameLine = {
  /** Is true while it has bytes to pass, and somebody who takes them. */
  readonly hasMore: boolean;
  /** Passes bytes on. @returns what they cost, which is at most so much */
  pass(costMax: number): number;
};

/**
 * Reads the frames of connections in turn, some in each of the event loop.
 *
 * One read may bring thousands of them, each with its events, and one turn the reads of many connections. Frames of usual
 * sizes wait for nothing.
 */
export class FrameTurns {
  /** The connection whose turn is next comes first. */
  readonly #waiting = new Set<FrameLine>();
  #left = COST_A_TURN;
  #isBegun = false;

  /** Passes the bytes of a connection on, in this turn or a later one. */
  add(line: FrameLine): void {
    if (this.#waiting.has(line)) return;
    if (this.#waiting.size > 0 || this.#left <= 0) this.#waiting.add(line);
    else {
      this.#passOf(line);
      this.#passSome();
    }
    this.#await();
  }

  remove(line: FrameLine): void {
    this.#waiting.delete(line);
  }

  #passSome(): void {
    for (const line of this.#waiting) {
      if (this.#left <= 0) return;
      this.#waiting.delete(line);
      this.#passOf(line);
    }
  }

  #passOf(line: FrameLine): void {
    this.#left -= line.pass(Math.min(this.#left, COST_AT_ONCE));
    // Behind all that wait.
    if (line.hasMore) this.#waiting.add(line);
  }

  #await(): void {
    if (this.#isBegun) return;
    this.#isBegun = true;
    setImmediate(this.#beginTurn);
  }

  readonly #beginTurn = (): void => {
    this.#isBegun = false;
    this.#left = COST_A_TURN;
    if (this.#waiting.size === 0) return;
    this.#passSome();
    this.#await();
  };
}
