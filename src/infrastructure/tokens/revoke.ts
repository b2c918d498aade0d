import { OUTLIVED_MS } from '../../domain/oauth/oauth-provider.ts';
import type { Transaction } from '../database/change.ts';
import { REVOKED } from '../database/database.ts';
import type { Prisma } from '../database/generated/prisma/client.ts';

/**
 * Revokes: stored and announced to every gateway, each by its id, or neither.
 *
 * @param ids `jti` or `family_id`
 */
export async function revoke(
  { prisma }: { readonly prisma: Pick<Transaction, '$executeRaw'> },
  ids: readonly string[],
  expiresAt: Date,
): Promise<void> {
  await prisma.$executeRaw`
    WITH revoked AS (
      INSERT INTO "Revocation" ("id", "expiresAt") SELECT unnest(${ids}::text[]), ${expiresAt}::timestamptz
      ON CONFLICT DO NOTHING RETURNING "id", "expiresAt"
    )
    SELECT pg_notify(${REVOKED}, floor(extract(epoch FROM "expiresAt") * 1000) || ' ' || "id") FROM revoked`;
}

/** A selection of families by any of their columns. */
export type Families = Prisma.TokenFamilyWhereInput;

/**
 * Revokes families, together with what else is done in a transaction.
 *
 * @returns those that were not revoked before
 */
export async function revokeWithin(
  transaction: Transaction,
  families: Families,
  now: Date,
): Promise<{ id: string; subject: string }[]> {
  const revoked = await transaction.tokenFamily.updateManyAndReturn({
    where: { ...families, revokedAt: null },
    data: { revokedAt: now },
    select: { id: true, subject: true },
  });
  const ids = revoked.map(({ id }) => id);
  if (ids.length > 0) await revoke({ prisma: transaction }, ids, new Date(now.getTime() + OUTLIVED_MS));
  return revoked;
}
