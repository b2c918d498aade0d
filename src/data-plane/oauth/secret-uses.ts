import type { Clock } from '../../foundation/clock.ts';
import { growingCache } from '../../foundation/growing-cache.ts';
import type { Database } from '../../infrastructure/database/database.ts';

const EVERY_MS = 60_000;
/** Remembered secrets. The oldest of any more are forgotten, and written once more than needed. */
const SECRETS_MAX = 10_000;

type SecretUsesDeps = {
  readonly database: Pick<Database, 'prisma'>;
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
};

/** Records the last use of each client secret to the minute, which its owner sees. */
export class SecretUses {
  readonly #deps: SecretUsesDeps;
  /** The time at which each secret was last written, by its hash. */
  readonly #notedAt = growingCache<number>(SECRETS_MAX);

  constructor(deps: SecretUsesDeps) {
    this.#deps = deps;
  }

  /** Notes that the secret with this hash was shown. Nobody waits for it: faults are the operator's. */
  note(credentialId: string, secretHash: string): void {
    const { database, clock, onFault } = this.#deps;
    const now = clock();
    if (now.getTime() - (this.#notedAt.get(secretHash) ?? 0) < EVERY_MS) return;
    this.#notedAt.set(secretHash, now.getTime());
    write(database, { credentialId, secretHash, now }).catch(onFault);
  }
}

/** Writes a use for the current secret, found by its hash. It may have been replaced a moment ago. */
async function write(
  { prisma }: Pick<Database, 'prisma'>,
  { credentialId: id, secretHash, now }: { credentialId: string; secretHash: string; now: Date },
): Promise<void> {
  const present = await prisma.credential.updateMany({
    where: { id, secretHash },
    data: { secretLastUsedAt: now, lastUsedAt: now },
  });
  if (present.count > 0) return;
  await prisma.credential.updateMany({
    where: { id, previousSecretHash: secretHash },
    data: { previousSecretLastUsedAt: now, lastUsedAt: now },
  });
}
