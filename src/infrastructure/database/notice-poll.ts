import type { Pool } from 'pg';
import { type BackgroundJob, startBackgroundJob } from '../../foundation/background-job.ts';
import type { Clock } from '../../foundation/clock.ts';

const POLL_MS = 1_000;
/** The longest time without a report. What `REVISION` does not show is read by then. */
const REPORT_MS = 5_000;

/**
 * Text that differs after each change that readers follow. These are definitions, events, revocations, rehearsals and the
 * health of targets.
 */
const REVISION = `SELECT concat_ws(' ',
  (SELECT concat(count(*), '/', sum("revision")) FROM "Org"),
  (SELECT max("id") FROM "Event"),
  (SELECT max("revokedAt") FROM "Revocation"),
  (SELECT sum("builtRevision") FROM "GraphQLServer"),
  (SELECT max("since") FROM "TargetHealth"),
  (SELECT concat(count(*), '/', count("endedAt")) FROM "Rehearsal")) AS revision`;

type NoticePollOptions = {
  readonly pool: Pick<Pool, 'query'>;
  readonly clock: Clock;
  readonly onChange: () => void;
};

/** Asks the database each second whether something has changed, where its notices do not arrive. */
export class NoticePoll {
  readonly #options: NoticePollOptions;
  #job: BackgroundJob | undefined;
  #revision = '';
  #reportedAt = 0;
  #askedAt: Date | undefined;
  #failsSince: Date | undefined;

  constructor(options: NoticePollOptions) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#job !== undefined;
  }

  /** The time since which the database has not answered. Undefined while it answers, and while nothing is polled. */
  get failsSince(): Date | undefined {
    // A question may fail after the last answer is no longer waited for.
    return this.isRunning ? this.#failsSince : undefined;
  }

  /** Begins with a report: what was announced before is lost. */
  start(): void {
    if (this.#job) return;
    this.#revision = '';
    const onFault = () => {
      this.#failsSince ??= this.#askedAt ?? this.#options.clock();
    };
    this.#job = startBackgroundJob(() => this.#ask(), { everyMs: POLL_MS, onFault });
  }

  stop(): void {
    void this.#job?.close();
    this.#job = undefined;
    this.#failsSince = undefined;
  }

  async #ask(): Promise<void> {
    const { pool, clock, onChange } = this.#options;
    const at = clock();
    const { rows } = await pool.query<{ revision: string }>(REVISION);
    const revision = rows[0]?.revision ?? '';
    this.#askedAt = at;
    this.#failsSince = undefined;
    if (revision === this.#revision && performance.now() - this.#reportedAt < REPORT_MS) return;
    this.#revision = revision;
    this.#reportedAt = performance.now();
    onChange();
  }
}
