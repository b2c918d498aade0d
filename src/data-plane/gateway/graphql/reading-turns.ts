import { refuse } from '../../../foundation/errors.ts';

/** Time for which documents are read before calls have the event loop. The step that reaches it is the last. */
const TURN_MS = 3;
/** Calls have it so many times as long as documents had it. */
const REST_TIMES = 3;
/** Documents of an org that wait. */
const WAITING_MAX = 1_000;

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

/**
 * Bounds the event loop's time for reading GraphQL documents to a quarter.
 *
 * After the time of a turn, the rest of the reading waits until calls had three times as long. It goes on then, orgs in
 * turn. A call takes several turns of the event loop, and one expensive document in each would delay it several times
 * over.
 */
export class ReadingTurns {
  readonly #loop: Loop;
  /** Waiting documents by org, the next org first. The end of a rest takes the next one. */
  readonly #lines = new Map<string, PendingRead[]>();
  /** Time spent on documents, less a third of the time since then. It is nothing when the rest ends. */
  #spentMs = 0;
  #spentAt: number;
  #restsUntil = 0;

  constructor(loop: Loop = eventLoop) {
    this.#loop = loop;
    this.#spentAt = loop.now();
  }

  /**
   * Takes the first step at once, as any call does. The others follow where there is time, else later.
   *
   * @throws what a step throws; VALIDATION_BUDGET_EXCEEDED when too many documents of the org wait
   */
  inTurn<Result>(orgId: string, reading: Iterator<unknown, Result>): Result | Promise<Result> {
    const first = reading.next();
    if (first.done) return first.value;
    if ((this.#lines.get(orgId)?.length ?? 0) >= WAITING_MAX) tooMany();
    if (this.#lines.size === 0 && this.#loop.now() >= this.#restsUntil) {
      const step = this.#goOn(reading);
      if (step.done) return step.value;
    }
    return new Promise<Result>((resolve, reject) =>
      this.#wait(orgId, { reading, resolve: resolve as PendingRead['resolve'], reject }),
    );
  }

  /** @returns the last step, or the one that the turn was over with */
  #goOn<Result>(reading: Iterator<unknown, Result>): IteratorResult<unknown, Result> {
    const began = this.#loop.now();
    this.#spentMs = Math.max(0, this.#spentMs - (began - this.#spentAt) / REST_TIMES);
    this.#spentAt = began;
    try {
      for (;;) {
        const step = reading.next();
        if (step.done || this.#spentMs + this.#loop.now() - began >= TURN_MS) return step;
      }
    } finally {
      this.#spentAt = this.#loop.now();
      this.#spentMs += this.#spentAt - began;
      if (this.#spentMs >= TURN_MS) this.#restsUntil = this.#spentAt + REST_TIMES * this.#spentMs;
    }
  }

  #wait(orgId: string, waiting: PendingRead): void {
    if (this.#lines.size === 0) this.#scheduleTurn();
    const line = this.#lines.get(orgId) ?? [];
    line.push(waiting);
    this.#lines.set(orgId, line);
  }

  #scheduleTurn(): void {
    this.#loop.later(() => this.#takeTurn(), this.#restsUntil - this.#loop.now());
  }

  #takeTurn(): void {
    for (const [orgId, line] of this.#lines) {
      if (this.#loop.now() < this.#restsUntil) break;
      this.#lines.delete(orgId);
      const [next] = line;
      if (next && this.#isDone(next)) line.shift();
      if (line.length > 0) this.#lines.set(orgId, line);
    }
    if (this.#lines.size > 0) this.#scheduleTurn();
  }

  #isDone({ reading, resolve, reject }: PendingRead): boolean {
    try {
      const step = this.#goOn(reading);
      if (step.done) resolve(step.value);
      return step.done ?? false;
    } catch (error) {
      reject(error);
      return true;
    }
  }
}

function tooMany(): never {
  refuse('VALIDATION_BUDGET_EXCEEDED', {
    detail: 'Too many GraphQL documents of this organization wait to be checked: try again in a second.',
    facts: { waiting: WAITING_MAX, resetsInSeconds: 1 },
    headers: { 'Retry-After': '1' },
  });
}
