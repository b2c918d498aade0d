/** So long a turn of the event loop may take before work that can wait goes on in a later one. */
const TURN_MS = 3;

/**
 * So many turns others have in between: what they do is short, and takes a turn for each answer of the database that it
 * waits for. Where nobody else is there, they take no time.
 */
const TURNS_BETWEEN = 6;

const waiting: (() => void)[] = [];
let began = performance.now();

/** Has this turn of the event loop taken so long that others should have one? */
export function isTurnOver(): boolean {
  return performance.now() - began > TURN_MS;
}

/** Says that a turn has begun: with a request, which came in one. */
export function beginTurn(): void {
  began = performance.now();
}

/**
 * Resolves in a turn of the event loop of its own: who waits here does so in line with all others who do, whatever the
 * request, and between any two of them calls are served.
 */
export function freshTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(release);
  });
}

/** Does work step by step: between two steps others have their turn, as soon as it is due. */
export async function inFreshTurns<Result>(work: Iterator<unknown, Result>): Promise<Result> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (isTurnOver()) await freshTurn();
  }
}

/** Does at once what could be done step by step. */
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
  // Behind what the one that goes on does at once.
  after(TURNS_BETWEEN, () => {
    waiting.shift();
    if (waiting.length > 0) release();
  });
}

/** Does something so many turns later. */
function after(turns: number, work: () => void): void {
  setImmediate(() => (turns > 1 ? after(turns - 1, work) : work()));
}
