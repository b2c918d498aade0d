import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal, refuse } from '../../foundation/errors.ts';

/** Pieces of work under way: in a process, and of an org. */
const UNDER_WAY_MAX = 50;
const UNDER_WAY_MAX_OF_ORG = 10;
/** The time that a stop waits for work under way, as for calls in flight. */
const CLOSE_MS = 10_000;

/**
 * Does work after the answer. So nobody can tell by the time of the answer what there was to do. A process that is
 * stopped does it first; one that is killed does not do it.
 */
export class Background {
  readonly #onFault: (error: unknown) => void;
  readonly #underWay = new Set<Promise<void>>();
  /** Counts of it by org. */
  readonly #ofOrg = new Map<string, number>();

  constructor(onFault: (error: unknown) => void) {
    this.#onFault = onFault;
  }

  /** @throws TOO_MANY_ATTEMPTS where the process, or the org in it, has enough to do */
  begin(orgId: string, work: () => Promise<unknown>): void {
    const ofOrg = this.#ofOrg.get(orgId) ?? 0;
    if (this.#underWay.size >= UNDER_WAY_MAX || ofOrg >= UNDER_WAY_MAX_OF_ORG)
      refuse('TOO_MANY_ATTEMPTS', {
        detail: 'There is much to do at this moment: try again in 5 seconds.',
        headers: { 'Retry-After': '5' },
      });
    this.#ofOrg.set(orgId, ofOrg + 1);
    const done = new Promise<void>((answered) => setImmediate(answered))
      .then(work)
      .then(
        () => undefined,
        (error: unknown) => (error instanceof Refusal ? undefined : this.#onFault(error)),
      )
      .finally(() => {
        this.#underWay.delete(done);
        this.#leave(orgId);
      });
    this.#underWay.add(done);
  }

  #leave(orgId: string): void {
    const left = (this.#ofOrg.get(orgId) ?? 1) - 1;
    if (left > 0) this.#ofOrg.set(orgId, left);
    else this.#ofOrg.delete(orgId);
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  /** Resolves when nothing is under way, or when it has taken too long. What is given up is told as a fault. */
  async close(waitMs = CLOSE_MS): Promise<void> {
    const late = new AbortController();
    const tooLate = sleep(waitMs, true, { ref: false, signal: late.signal }).catch(() => false);
    const isLate = await Promise.race([this.settled().then(() => false), tooLate]);
    late.abort();
    if (isLate)
      this.#onFault(new Error(`Work after an answer is given up: ${this.#underWay.size} under way`));
  }
}
