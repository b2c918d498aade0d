import { type BackgroundJob, startBackgroundJob } from '../../foundation/background-job.ts';
import type { Database } from '../../infrastructure/database/database.ts';

/** Numbers of what waits to be sent. Each process of the control plane reports all of it. */
type Waiting = { readonly mails: number; readonly deliveries: number };

type OutboxWatch = BackgroundJob & { waiting(): Waiting };

type OutboxWatchDeps = {
  readonly database: Pick<Database, 'prisma'>;
  readonly onFault: (error: unknown) => void;
};

const EVERY_MS = 30_000;

/** Counts the mails and deliveries that wait, as long as the process runs. */
export function watchOutboxes({ database, onFault }: OutboxWatchDeps): OutboxWatch {
  let waiting: Waiting = { mails: 0, deliveries: 0 };
  const job = startBackgroundJob(
    async () => {
      waiting = await countWaiting(database);
    },
    { everyMs: EVERY_MS, onFault },
  );
  return { ...job, waiting: () => waiting };
}

export async function countWaiting({ prisma }: Pick<Database, 'prisma'>): Promise<Waiting> {
  const waits = { nextAttemptAt: { not: null } } as const;
  return {
    mails: await prisma.mail.count({ where: waits }),
    deliveries: await prisma.webhookDelivery.count({ where: waits }),
  };
}
