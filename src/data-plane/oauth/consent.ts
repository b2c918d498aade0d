import { type Transaction, transact } from '../../infrastructure/database/change.ts';
import { revokeWithin } from '../../infrastructure/tokens/revoke.ts';
import type { Client } from '../snapshot/snapshot.ts';
import type { CatalogProvider, OAuthContext } from './endpoint.ts';
import { isOfRegistry, ofRegistry, registryIdOf } from './person-registry.ts';

/** The consent of a person to an application, at one provider in one catalog. */
export type Allowance = {
  readonly catalogProvider: CatalogProvider;
  readonly client: Client;
  readonly subject: string;
  readonly scopes: readonly string[];
};

const keyOf = ({ catalogProvider: { catalog, provider }, client, subject }: Omit<Allowance, 'scopes'>) => ({
  catalogId: catalog.id,
  oauthProviderId: provider.id,
  subject,
  applicationId: client.application.id,
});

/**
 * Tells whether the person allowed all scopes before. New ones have to be asked for.
 *
 * The consent is not withdrawn before the transaction ends. A withdrawal comes before, and there is no consent, or
 * after, and revokes what the transaction made.
 */
export async function isAllowed(transaction: Transaction, allowance: Allowance): Promise<boolean> {
  const { catalogId, oauthProviderId, subject, applicationId } = keyOf(allowance);
  const [consent] = await transaction.$queryRaw<{ scopes: string[]; userRegistryId: string | null }[]>`
    SELECT "scopes", "userRegistryId" FROM "Consent" WHERE "catalogId" = ${catalogId}::uuid AND "subject" = ${subject}
      AND "oauthProviderId" = ${oauthProviderId}::uuid AND "applicationId" = ${applicationId}::uuid FOR SHARE`;
  if (!consent || !isOfRegistry(consent, allowance.catalogProvider)) return false;
  return allowance.scopes.every((scope) => consent.scopes.includes(scope));
}

/** Remembers what a person has allowed, beside what they had allowed before. It replaces what a namesake had allowed. */
export async function rememberConsent(
  transaction: Transaction,
  allowance: Allowance,
  grantedAt: Date,
): Promise<void> {
  const key = keyOf(allowance);
  const where = { catalogId_oauthProviderId_subject_applicationId: key };
  const before = await transaction.consent.findUnique({
    where,
    select: { scopes: true, userRegistryId: true },
  });
  const { catalogProvider } = allowance;
  const allowed = before && isOfRegistry(before, catalogProvider) ? before.scopes : [];
  const data = {
    scopes: [...new Set([...allowed, ...allowance.scopes])],
    grantedAt,
    userRegistryId: registryIdOf(catalogProvider),
  };
  await transaction.consent.upsert({ where, create: { ...key, ...data }, update: data });
}

/** Lists the consents of a person at a provider in a catalog, by application name. */
export function consentsOf(
  subject: string,
  { catalog, provider }: CatalogProvider,
  { database }: OAuthContext,
) {
  return database.prisma.consent.findMany({
    where: { catalogId: catalog.id, oauthProviderId: provider.id, subject, ...ofRegistry({ provider }) },
    include: { application: { select: { title: true } } },
    orderBy: [{ application: { title: 'asc' } }, { id: 'asc' }],
  });
}

/**
 * Withdraws a consent of a person, with all that came of it or nothing.
 *
 * A failure can thus be tried again. Another person's consent does not exist for them.
 */
export async function withdrawConsent(
  { id, subject, catalogProvider }: { id: string; subject: string; catalogProvider: CatalogProvider },
  { database, clock }: OAuthContext,
): Promise<void> {
  const where = {
    id,
    subject,
    catalogId: catalogProvider.catalog.id,
    oauthProviderId: catalogProvider.provider.id,
    ...ofRegistry(catalogProvider),
  };
  await transact(database, async (transaction) => {
    const found = await transaction.consent.findFirst({ where, select: { applicationId: true } });
    if (!found) return;
    await transaction.consent.deleteMany({ where });
    const credential = { applicationId: found.applicationId };
    const { catalogId, oauthProviderId } = where;
    const families = { catalogId, oauthProviderId, subject, credential };
    await revokeWithin(transaction, families, clock());
  });
}
