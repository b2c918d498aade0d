import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';

const EVERY_MS = 10 * 60_000;
/** A revoked family is remembered until the last access token of it has expired, which lives at most a day, and an hour more. */
const KEPT_MS = 25 * 3_600_000;

type PruningDeps = {
  readonly database: Pick<Database, 'prisma'>;
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
};

/** Deletes what is over: families with their codes and refresh tokens, and sessions. */
export type Pruning = {
  /** Prunes when it is time again. Nobody waits for it: faults are the operator's. */
  note(): void;
};

export function createPruning({ database, clock, onFault }: PruningDeps): Pruning {
  let nextAt = 0;
  return {
    note() {
      const now = clock().getTime();
      if (now < nextAt) return;
      nextAt = now + EVERY_MS;
      prune(database, new Date(now)).catch(onFault);
    },
  };
}

async function prune({ prisma }: Pick<Database, 'prisma'>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS);
  await prisma.tokenFamily.deleteMany({
    where: { OR: [{ expiresAt: { lt: before } }, { revokedAt: { lt: before } }] },
  });
  await prisma.providerSession.deleteMany({ where: { expiresAt: { lt: now } } });
}
