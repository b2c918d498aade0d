import { setTimeout as sleep } from 'node:timers/promises';
import { Counts } from '../../foundation/counts.ts';
import { Refusal, refuse } from '../../foundation/errors.ts';
import { PendingWork } from '../../foundation/pending-work.ts';

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
  readonly #pending = new PendingWork();
  /** Counts of it by org. */
  readonly #ofOrg = new Counts();

  constructor(onFault: (error: unknown) => void) {
    this.#onFault = onFault;
  }

  /** @throws TOO_MANY_ATTEMPTS where the process, or the org in it, has enough to do */
  begin(orgId: string, work: () => Promise<unknown>): void {
    if (this.#pending.size >= UNDER_WAY_MAX || this.#ofOrg.of(orgId) >= UNDER_WAY_MAX_OF_ORG)
      refuse('TOO_MANY_ATTEMPTS', {
        detail: 'There is much to do at this moment: try again in 5 seconds.',
        headers: { 'Retry-After': '5' },
      });
    this.#ofOrg.add(orgId);
    const done = new Promise<void>((answered) => setImmediate(answered))
      .then(work)
      .then(
        () => undefined,
        (error: unknown) => (error instanceof Refusal ? undefined : this.#onFault(error)),
      )
      .finally(() => this.#ofOrg.remove(orgId));
    this.#pending.add(done);
  }

  /** Resolves when nothing is under way. */
  settled(): Promise<void> {
    return this.#pending.settled();
  }

  /** Resolves when nothing is under way, or when it has taken too long. What is given up is told as a fault. */
  async close(waitMs = CLOSE_MS): Promise<void> {
    const late = new AbortController();
    const tooLate = sleep(waitMs, true, { ref: false, signal: late.signal }).catch(() => false);
    const isLate = await Promise.race([this.settled().then(() => false), tooLate]);
    late.abort();
    if (isLate) this.#onFault(new Error(`Work after an answer is given up: ${this.#pending.size} under way`));
  }
}
