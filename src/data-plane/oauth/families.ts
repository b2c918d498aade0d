import { type Transaction, transact } from '../../infrastructure/database/change.ts';
import type { Prisma } from '../../infrastructure/database/generated/prisma/client.ts';
import { type Families, revokeWithin } from '../../infrastructure/tokens/revoke.ts';
import type { Client } from '../snapshot/snapshot.ts';
import type { CatalogProvider, OAuthContext } from './endpoint.ts';
import { registryIdOf } from './person-registry.ts';

/** The authorization of a client by a person. */
export type Authorization = CatalogProvider & {
  readonly client: Client;
  readonly subject: string;
  readonly scopes: readonly string[];
};

/** The database and time of a family. It may begin in a transaction with other work. */
export type FamilyStore = {
  readonly database: { readonly prisma: Pick<Transaction, 'tokenFamily'> };
};

/** The first columns of a family, and the expiry of its tokens. */
type NewFamily = Pick<
  Prisma.TokenFamilyUncheckedCreateInput,
  'code' | 'refreshTokens' | 'createdAt' | 'expiresAt'
>;

/**
 * Begins a family: all that comes of one authorization.
 *
 * @returns its id
 */
export async function beginFamily(
  { catalog, provider, client, subject, scopes }: Authorization,
  beginning: NewFamily,
  { database: { prisma } }: FamilyStore,
): Promise<string> {
  const { id } = await prisma.tokenFamily.create({
    data: {
      catalogId: catalog.id,
      oauthProviderId: provider.id,
      credentialId: client.credentialId,
      subject,
      userRegistryId: registryIdOf({ provider }),
      scopes: [...scopes],
      ...beginning,
    },
    select: { id: true },
  });
  return id;
}

/**
 * Revokes families. Those revoked before are left as they are.
 *
 * Their refresh tokens are invalid at once, their access tokens on every gateway within a second.
 */
export async function revokeFamilies(families: Families, { database, clock }: OAuthContext): Promise<void> {
  await transact(database, (transaction) => revokeWithin(transaction, families, clock()));
}
