import {
  type FailedSignIn,
  FailedSignInTally,
  type ReportedFailures,
} from '../../domain/people/failed-sign-ins.ts';
import { type BackgroundJob, startBackgroundJob } from '../../foundation/background-job.ts';
import type { Clock } from '../../foundation/clock.ts';
import { appendAuditOf } from './audit-chain.ts';
import { transact } from './change.ts';
import type { Database } from './database.ts';
import type { Prisma } from './generated/prisma/client.ts';

/** The actor of failed sign-ins. Nobody is known to have made them. */
const ACTOR = 'anonymous';
const EVERY_MS = 60_000;
/** The events that are written at a time. The rest waits for the next time. */
const EVENTS_MAX = 1_000;

type FailedSignInsOptions = {
  readonly database: Pick<Database, 'prisma'>;
  readonly clock: Clock;
  /** Called with failures that concern no org. */
  readonly onStrangers: (failures: Omit<ReportedFailures, 'orgId' | 'done'>) => void;
};

/** Reports failed sign-ins: to the audit of the orgs concerned, else to the operator. */
export class FailedSignIns {
  readonly #options: FailedSignInsOptions;
  readonly #tally = new FailedSignInTally();
  /** Failures of which it is still being looked up whom they concern. */
  readonly #lookups = new Set<Promise<void>>();

  constructor(options: FailedSignInsOptions) {
    this.#options = options;
  }

  /**
   * Counts one. Nothing waits for it, so that its timing does not reveal whether the person exists. `close` waits for one
   * that is still being looked up.
   */
  note(failed: FailedSignIn | Promise<FailedSignIn>): void {
    if (failed instanceof Promise) this.#lookUp(failed);
    else this.#count(failed);
  }

  /** Writes the counts that are due. */
  tell(): Promise<void> {
    return this.#write(this.#tally.due(this.#options.clock()));
  }

  /** Writes all counts. */
  async close(): Promise<void> {
    await Promise.all(this.#lookups);
    await this.#write(this.#tally.due(this.#options.clock(), { isEnd: true }));
  }

  #lookUp(failed: Promise<FailedSignIn>): void {
    const lookup = failed.then((found) => this.#count(found)).finally(() => this.#lookups.delete(lookup));
    this.#lookups.add(lookup);
  }

  #count(failed: FailedSignIn): void {
    this.#tally.note(failed, this.#options.clock());
  }

  #write(reports: readonly ReportedFailures[]): Promise<void> {
    return inTurn(reports.slice(0, EVENTS_MAX), this.#options);
  }
}

async function inTurn(
  failures: readonly ReportedFailures[],
  { database, onStrangers }: FailedSignInsOptions,
): Promise<void> {
  for (const { orgId, done, ...event } of failures) {
    const record = { ...event, actor: ACTOR, detail: event.detail as Prisma.InputJsonObject };
    if (orgId === undefined) onStrangers(event);
    else await transact(database, (transaction) => appendAuditOf(transaction, orgId, record));
    done();
  }
}

/** Reports failures as long as the process runs, and at its end. */
export function watchFailedSignIns({
  failedSignIns,
  onFault,
}: {
  readonly failedSignIns: FailedSignIns;
  readonly onFault: (error: unknown) => void;
}): Pick<BackgroundJob, 'close'> {
  const { close } = startBackgroundJob(() => failedSignIns.tell(), { everyMs: EVERY_MS, onFault });
  return {
    async close() {
      await close();
      await failedSignIns.close().catch(onFault);
    },
  };
}
