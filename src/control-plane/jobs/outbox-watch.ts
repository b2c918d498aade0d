import { type BackgroundJob, startBackgroundJob } from '../../foundation/background-job.ts';
import type { Database } from '../../infrastructure/database/database.ts';

/** Numbers of what waits to be sent. Each process of the control plane reports all of it. */
type Waiting = { readonly mails: number; readonly deliveries: number };

type OutboxWatchDeps = {
  readonly database: Pick<Database, 'prisma'>;
  readonly onFault: (error: unknown) => void;
};

const EVERY_MS = 30_000;

/** Counts the mails and deliveries that wait, as long as the process runs. */
export class OutboxWatch {
  readonly #job: BackgroundJob;
  #waiting: Waiting = { mails: 0, deliveries: 0 };

  constructor({ database, onFault }: OutboxWatchDeps) {
    const look = async () => {
      this.#waiting = await countWaiting(database);
    };
    this.#job = startBackgroundJob(look, { everyMs: EVERY_MS, onFault });
  }

  get waiting(): Waiting {
    return this.#waiting;
  }

  close(): Promise<void> {
    return this.#job.close();
  }
}

export async function countWaiting({ prisma }: Pick<Database, 'prisma'>): Promise<Waiting> {
  const waits = { nextAttemptAt: { not: null } } as const;
  return {
    mails: await prisma.mail.count({ where: waits }),
    deliveries: await prisma.webhookDelivery.count({ where: waits }),
  };
}
