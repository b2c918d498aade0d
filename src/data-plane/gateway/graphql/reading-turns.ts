import { refuse } from '../../../foundation/errors.ts';

/** Time for which documents are read before calls have the event loop. The step that reaches it is the last. */
const TURN_MS = 3;
/** Calls have it so many times as long as documents had it. */
const REST_TIMES = 3;
/** Documents of an org that wait. */
const WAITING_MAX = 1_000;

/**
 * Bounds the event loop's time for reading GraphQL documents to a quarter.
 *
 * After the time of a turn, the rest of the reading waits until calls had three times as long. It goes on then, orgs in
 * turn. A call takes several turns of the event loop, and one expensive document in each would delay it several times
 * over.
 */
export type ReadingTurns = {
  /**
   * Takes the first step at once, as any call does. The others follow where there is time, else later.
   *
   * @throws what a step throws; VALIDATION_BUDGET_EXCEEDED when too many documents of the org wait
   */
  inTurn<Result>(orgId: string, reading: Iterator<unknown, Result>): Result | Promise<Result>;
};

type PendingRead = {
  readonly reading: Iterator<unknown, unknown>;
  resolve(result: unknown): void;
  reject(error: unknown): void;
};

/** Time and turns, which tests have their own of. */
type Loop = { now(): number; later(next: () => void, ms: number): void };
const eventLoop: Loop = {
  now: () => performance.now(),
  later: (next, ms) => void setTimeout(next, ms),
};

export function createReadingTurns({ now, later }: Loop = eventLoop): ReadingTurns {
  /** Waiting documents by org, the next org first. The end of a rest takes the next one. */
  const lines = new Map<string, PendingRead[]>();
  /** Time spent on documents, less a third of the time since then. It is nothing when the rest ends. */
  let spentMs = 0;
  let spentAt = now();
  let restsUntil = 0;

  /** @returns the last step, or the one that the turn was over with */
  function goOn<Result>(reading: Iterator<unknown, Result>): IteratorResult<unknown, Result> {
    const began = now();
    spentMs = Math.max(0, spentMs - (began - spentAt) / REST_TIMES);
    spentAt = began;
    try {
      for (;;) {
        const step = reading.next();
        if (step.done || spentMs + now() - began >= TURN_MS) return step;
      }
    } finally {
      spentAt = now();
      spentMs += spentAt - began;
      if (spentMs >= TURN_MS) restsUntil = spentAt + REST_TIMES * spentMs;
    }
  }
  function nextTurn(): void {
    for (const [orgId, line] of lines) {
      if (now() < restsUntil) break;
      lines.delete(orgId);
      const [next] = line;
      if (next && isDone(next)) line.shift();
      if (line.length > 0) lines.set(orgId, line);
    }
    if (lines.size > 0) later(nextTurn, restsUntil - now());
  }
  function isDone({ reading, resolve, reject }: PendingRead): boolean {
    try {
      const step = goOn(reading);
      if (step.done) resolve(step.value);
      return step.done ?? false;
    } catch (error) {
      reject(error);
      return true;
    }
  }
  function wait(orgId: string, waiting: PendingRead): void {
    if (lines.size === 0) later(nextTurn, restsUntil - now());
    const line = lines.get(orgId) ?? [];
    line.push(waiting);
    lines.set(orgId, line);
  }

  return {
    inTurn<Result>(orgId: string, reading: Iterator<unknown, Result>) {
      const first = reading.next();
      if (first.done) return first.value;
      if ((lines.get(orgId)?.length ?? 0) >= WAITING_MAX) tooMany();
      if (lines.size === 0 && now() >= restsUntil) {
        const step = goOn(reading);
        if (step.done) return step.value;
      }
      return new Promise<Result>((resolve, reject) =>
        wait(orgId, { reading, resolve: resolve as PendingRead['resolve'], reject }),
      );
    },
  };
}

function tooMany(): never {
  refuse('VALIDATION_BUDGET_EXCEEDED', {
    detail: 'Too many GraphQL documents of this organization wait to be checked: try again in a second.',
    facts: { waiting: WAITING_MAX, resetsInSeconds: 1 },
    headers: { 'Retry-After': '1' },
  });
}
