import { type BackgroundJob, startBackgroundJob } from '../../foundation/background-job.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { Database } from '../../infrastructure/database/database.ts';

type RehearsalWatchDeps = {
  readonly database: Pick<Database, 'prisma'>;
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
};

const EVERY_MS = 10_000;
/** Time in which gateways compare and write the last calls. The event has their differences. */
const LAST_CALLS_MS = 10_000;

/** Ends rehearsals whose time is over, as long as the process runs. */
export function watchRehearsals(deps: RehearsalWatchDeps): BackgroundJob {
  return startBackgroundJob(() => endRehearsals(deps), { everyMs: EVERY_MS, onFault: deps.onFault });
}

/** Ends rehearsals whose time is over. A trigger tells of each once, whichever process comes first. */
export async function endRehearsals({ database, clock }: Omit<RehearsalWatchDeps, 'onFault'>): Promise<void> {
  const over = new Date(clock().getTime() - LAST_CALLS_MS);
  await database.prisma.$executeRaw`
    UPDATE "Rehearsal" SET "endedAt" = "endsAt" WHERE "endedAt" IS NULL AND "endsAt" <= ${over}`;
}
