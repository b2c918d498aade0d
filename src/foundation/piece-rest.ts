/** Pieces that a reader takes without a rest. */
export const PIECES_WITHOUT_REST = 256;
/** Rest for one piece: some three times what reading it takes. */
const REST_MS = 0.006;
/** The longest rest, however many readers have to rest. */
const REST_MS_MAX = 1_000;

/** The time until which others rest. */
let until = 0;

/**
 * Calls back once the reader of so many pieces has rested.
 *
 * A connection brings ten thousand pieces of a byte in one read, and thirty reads in one turn. Such readers rest one after
 * another, so that all of them together take a quarter of the time.
 */
export function restAfter(pieces: number, goOn: () => void): void {
  const now = performance.now();
  until = Math.min(Math.max(now, until) + pieces * REST_MS, now + REST_MS_MAX);
  setTimeout(goOn, until - now).unref();
}
