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

/** Reports failed sign-ins: to the audit of the orgs concerned, else to the operator. */
export type FailedSignIns = {
  /**
   * Counts one. Nothing waits for it, so that its timing does not reveal whether the person exists. `close` waits for one
   * that is still being looked up.
   */
  note(failed: FailedSignIn | Promise<FailedSignIn>): void;
  /** Writes the counts that are due. */
  tell(): Promise<void>;
  /** Writes all counts. */
  close(): Promise<void>;
};

/** The actor of failed sign-ins. Nobody is known to have made them. */
const ACTOR = 'anonymous';
const EVERY_MS = 60_000;
/** The events that are written at a time. The rest waits for the next time. */
const EVENTS_MAX = 1_000;

export type FailedSignInsOptions = {
  readonly database: Pick<Database, 'prisma'>;
  readonly clock: Clock;
  /** Called with failures that concern no org. */
  readonly onStrangers: (failures: Omit<ReportedFailures, 'orgId' | 'done'>) => void;
};

export function createFailedSignIns(options: FailedSignInsOptions): FailedSignIns {
  const { clock } = options;
  const tally = new FailedSignInTally();
  const write = (reports: readonly ReportedFailures[]) => inTurn(reports.slice(0, EVENTS_MAX), options);
  const lookups = new Set<Promise<void>>();
  const count = (failed: FailedSignIn) => tally.note(failed, clock());
  return {
    note(failed) {
      if (!(failed instanceof Promise)) return count(failed);
      const lookup = failed.then(count).finally(() => lookups.delete(lookup));
      lookups.add(lookup);
    },
    tell: () => write(tally.due(clock())),
    async close() {
      await Promise.all(lookups);
      await write(tally.due(clock(), { isEnd: true }));
    },
  };
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
  const { close } = startBackgroundJob(failedSignIns.tell, { everyMs: EVERY_MS, onFault });
  return {
    async close() {
      await close();
      await failedSignIns.close().catch(onFault);
    },
  };
}
