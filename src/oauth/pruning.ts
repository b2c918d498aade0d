import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { OUTLIVED_MS } from './families.ts';

const EVERY_MS = 10 * 60_000;
/** A revocation is kept after its token has expired: longer than any two clocks are apart. */
const KEPT_AFTER_EXPIRY_MS = 3_600_000;

type PruningDeps = {
  readonly database: Pick<Database, 'prisma'>;
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
};

/** Deletes what is over: families with their codes and refresh tokens, revocations, and sessions. */
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
  const before = new Date(now.getTime() - OUTLIVED_MS);
  await prisma.tokenFamily.deleteMany({
    where: {
      OR: [
        { expiresAt: { lt: before } },
        { revokedAt: { lt: before } },
        // Nothing came of it, and nothing can.
        { code: { usedAt: null, expiresAt: { lte: now } } },
      ],
    },
  });
  const forgotten = new Date(now.getTime() - KEPT_AFTER_EXPIRY_MS);
  await prisma.revocation.deleteMany({ where: { expiresAt: { lt: forgotten } } });
  await prisma.providerSession.deleteMany({ where: { expiresAt: { lt: now } } });
}
