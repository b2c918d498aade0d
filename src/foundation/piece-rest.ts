/** Pieces that a reader takes without a rest. */
export const PIECES_WITHOUT_REST = 256;
/** Rest for one piece: some three times what reading it takes. */
const REST_MS = 0.006;
/** The longest rest, however many readers have to rest. */
const REST_MS_MAX = 1_000;

/** The time until which others rest. */
let until = 0;

/**
 * Calls back once a reader has rested for so long.
 *
 * Readers rest one after another. Whoever rests three times as long as it has worked takes a quarter of the time, with all
 * others together.
 */
export function restFor(milliseconds: number, goOn: () => void): void {
  const now = performance.now();
  until = Math.min(Math.max(now, until) + milliseconds, now + REST_MS_MAX);
  setTimeout(goOn, until - now).unref();
}

/**
 * Calls back once the reader of so many pieces has rested.
 *
 * A connection brings ten thousand pieces of a byte in one read, and thirty reads in one turn.
 */
export const restAfterPieces = (pieces: number, goOn: () => void): void => restFor(pieces * REST_MS, goOn);
