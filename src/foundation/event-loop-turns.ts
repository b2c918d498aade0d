/** Time in one turn after which deferrable work continues in a later one. */
const TURN_MS = 3;

/**
 * Turns of the event loop for other work between two steps of deferrable work. That work is short, and needs a turn for
 * each answer of the database. Turns without work take no time.
 */
const TURNS_BETWEEN = 6;

const waiting: (() => void)[] = [];
let began = performance.now();

/** Tells whether this turn of the event loop has taken its time. */
export function isTurnOver(): boolean {
  return performance.now() - began > TURN_MS;
}

/** Notes the beginning of a turn: a request has come in it. */
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

/** Runs work step by step. Between two steps other work has its turn, once this one is over. */
export async function inFreshTurns<Result>(work: Iterator<unknown, Result>): Promise<Result> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (isTurnOver()) await freshTurn();
  }
}

/** Runs all steps of work in this turn. */
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
  // After the work that the waiter does in this turn.
  after(TURNS_BETWEEN, () => {
    waiting.shift();
    if (waiting.length > 0) release();
  });
}

/** Runs work after a number of turns. */
function after(turns: number, work: () => void): void {
  setImmediate(() => (turns > 1 ? after(turns - 1, work) : work()));
}
