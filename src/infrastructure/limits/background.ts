import { Refusal, refuse } from '../../foundation/errors.ts';

/** Pieces of work under way in a process. */
const UNDER_WAY_MAX = 50;

/**
 * Does work after the answer. So nobody can tell by the time of the answer what there was to do. A process that
 * ends meanwhile does not do it.
 */
export class Background {
  readonly #onFault: (error: unknown) => void;
  readonly #underWay = new Set<Promise<void>>();

  constructor(onFault: (error: unknown) => void) {
    this.#onFault = onFault;
  }

  /** @throws TOO_MANY_ATTEMPTS where the process has enough to do */
  begin(work: () => Promise<unknown>): void {
    if (this.#underWay.size >= UNDER_WAY_MAX)
      refuse('TOO_MANY_ATTEMPTS', {
        detail: 'There is much to do at this moment: try again in 5 seconds.',
        headers: { 'Retry-After': '5' },
      });
    const done = new Promise<void>((answered) => setImmediate(answered))
      .then(work)
      .then(
        () => undefined,
        (error: unknown) => (error instanceof Refusal ? undefined : this.#onFault(error)),
      )
      .finally(() => this.#underWay.delete(done));
    this.#underWay.add(done);
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }
}
