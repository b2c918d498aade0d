import { announce, type Transaction, transact } from '../database/change.ts';
import type { Prisma } from '../database/generated/prisma/client.ts';
import type { CatalogSnapshot, Client, Provider } from '../snapshot/snapshot.ts';
import type { OAuthContext } from './endpoint.ts';

/** What a person has authorized a client to. */
export type Authorization = {
  readonly catalog: CatalogSnapshot;
  readonly provider: Provider;
  readonly client: Client;
  readonly subject: string;
  readonly scopes: readonly string[];
};

/** What a family begins with. */
type Beginning = Pick<Prisma.TokenFamilyUncheckedCreateInput, 'code' | 'refreshTokens'>;

/**
 * Begins a family: all that comes of one authorization. Its life is counted from now, whatever is refreshed.
 *
 * @returns its id
 */
export async function beginFamily(
  { catalog, provider, client, subject, scopes }: Authorization,
  beginning: Beginning,
  { database, clock, pruning }: OAuthContext,
): Promise<string> {
  const now = clock();
  pruning.note();
  const { id } = await database.prisma.tokenFamily.create({
    data: {
      catalogId: catalog.id,
      oauthProviderId: provider.id,
      credentialId: client.credentialId,
      subject,
      scopes: [...scopes],
      createdAt: now,
      expiresAt: new Date(now.getTime() + provider.refreshTokenSeconds * 1000),
      ...beginning,
    },
    select: { id: true },
  });
  return id;
}

/** What is revoked of a catalog: families by any of their columns. */
export type Revoked = {
  readonly catalog: Pick<CatalogSnapshot, 'orgId'>;
  readonly families: Prisma.TokenFamilyWhereInput;
};

/**
 * Revokes families: their refresh tokens are good for nothing at once, their access tokens on every gateway within a
 * second. Those revoked before are left as they are.
 */
export async function revokeFamilies(revoked: Revoked, { database, clock }: OAuthContext): Promise<void> {
  await transact(database, (transaction) => revokeWithin(transaction, revoked, clock()));
}

/** The same, together with what else is done in a transaction. */
export async function revokeWithin(
  transaction: Transaction,
  { catalog, families }: Revoked,
  now: Date,
): Promise<void> {
  const { count } = await transaction.tokenFamily.updateMany({
    where: { ...families, revokedAt: null },
    data: { revokedAt: now },
  });
  if (count > 0) await announce({ prisma: transaction }, catalog.orgId);
}
