/** The time of a turn after which deferrable work goes on in a later one. */
const TURN_MS = 3;

/**
 * Turns that others have in between. Their work is short, and takes a turn for each answer of the database. When there
 * is nobody else, they take no time.
 */
const TURNS_BETWEEN = 6;

const waiting: (() => void)[] = [];
let began = performance.now();

/** Is true when this turn of the event loop has taken long enough. */
export function isTurnOver(): boolean {
  return performance.now() - began > TURN_MS;
}

/** Marks the beginning of a turn, with the request that came in it. */
export function beginTurn(): void {
  began = performance.now();
}

/**
 * Resolves in a turn of the event loop of its own. All waiters share one queue, whatever their request, and calls are
 * served between any two of them.
 */
export function freshTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(release);
  });
}

/** Runs work step by step. Others have their turn between two steps, as soon as it is due. */
export async function inFreshTurns<Result>(work: Iterator<unknown, Result>): Promise<Result> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (isTurnOver()) await freshTurn();
  }
}

/** Runs work at once that could be done step by step. */
export function atOnce<Result>(work: Iterator<unknown, Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

function release(): void {
  began = performance.now();
  const next = waiting[0];
  next?.();
  // Behind the work that the waiter does at once.
  after(TURNS_BETWEEN, () => {
    waiting.shift();
    if (waiting.length > 0) release();
  });
}

/** Runs work after a number of turns. */
function after(turns: number, work: () => void): void {
  setImmediate(() => (turns > 1 ? after(turns - 1, work) : work()));
}
