import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Outcome } from './outcome.ts';

type Waiting = Pick<Outcome, 'rounds'> & { readonly promise: Promise<unknown>; readonly settle: () => void };

/**
 * Gives the reference the outcomes of a plan's root fields, in their order. So its errors stand in the order that they
 * had without a plan, and no back-end is called twice.
 */
export class Replay {
  readonly #waiting: ReadonlyMap<string, Waiting>;

  constructor(outcomes: readonly Outcome[]) {
    this.#waiting = new Map(outcomes.map((outcome) => [outcome.responseName, waitingFor(outcome)]));
  }

  /** Returns the outcome of a root field. */
  outcomeOf(responseName: string | number): Promise<unknown> | undefined {
    return this.#waiting.get(String(responseName))?.promise;
  }

  /** Settles the outcomes as far apart as they were. */
  async settle(): Promise<void> {
    for (const { settle, rounds } of this.#waiting.values()) {
      if (rounds === undefined) await nextTurn();
      for (let left = rounds ?? 0; left > 0; left -= 1) await undefined;
      settle();
    }
  }
}

function waitingFor({ settle, rounds }: Outcome): Waiting {
  let begin: (value?: undefined) => void = () => {};
  const begun = new Promise<undefined>((resolve) => {
    begin = resolve;
  });
  const promise = begun.then(settle);
  // The reference handles it, where it gets that far.
  promise.catch(() => {});
  return { promise, settle: begin, rounds };
}
