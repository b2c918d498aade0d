/** Requests that are begun in one turn of the event loop. */
const AT_ONCE = 2;

/** The requests of one connection that wait, the oldest first. */
type Line = Set<() => void>;

/**
 * Begins the requests of connections in turn, a few in each of the event loop.
 *
 * A read of a connection may bring hundreds of them, all of one caller. Others have their turn in between, and a request
 * that its caller gives up before its turn is never begun. (CVE-2023-44487)
 */
export class StreamTurns<Connection> {
  /** The connection whose turn is next comes first. */
  readonly #lines = new Map<Connection, Line>();
  #isWaiting = false;

  /** Waits for the turn of a request. @returns what takes it out again */
  add(connection: Connection, begin: () => void): () => void {
    const line = this.#lines.get(connection) ?? new Set();
    this.#lines.set(connection, line.add(begin));
    this.#wait();
    return () => {
      line.delete(begin);
      if (line.size === 0 && this.#lines.get(connection) === line) this.#lines.delete(connection);
    };
  }

  #wait(): void {
    if (this.#isWaiting || this.#lines.size === 0) return;
    this.#isWaiting = true;
    setImmediate(this.#beginSome);
  }

  readonly #beginSome = (): void => {
    this.#isWaiting = false;
    const some = Array.from({ length: AT_ONCE }, () => this.#next());
    this.#wait();
    for (const begin of some) begin?.();
  };

  #next(): (() => void) | undefined {
    for (const [connection, line] of this.#lines) {
      const [begin] = line;
      if (begin) line.delete(begin);
      this.#lines.delete(connection);
      if (line.size > 0) this.#lines.set(connection, line);
      return begin;
    }
    return undefined;
  }
}
