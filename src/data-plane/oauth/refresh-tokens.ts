import type { TokenFamily } from '../../infrastructure/database/generated/prisma/client.ts';
import type { Client, Provider } from '../snapshot/snapshot.ts';
import type { CatalogProvider, OAuthContext } from './endpoint.ts';

const PREFIX = 'rt_';

/** A refresh token that was issued, used up or not, and all that came of the same authorization. */
export type IssuedRefreshToken = {
  readonly tokenHash: string;
  readonly isForConfidential: boolean;
  readonly createdAt: Date;
  readonly usedAt: Date | null;
  readonly family: TokenFamily;
};

/** Does the provider issue refresh tokens, and by a grant that they can come of? */
export function givesRefreshTokens({ refreshTokens, grantTypes, clientTypes }: Provider): boolean {
  const byPassword = grantTypes.has('RESOURCE_OWNER_PASSWORD') && clientTypes.has('CONFIDENTIAL');
  return refreshTokens && (byPassword || grantTypes.has('ACCESS_CODE'));
}

/** A new refresh token, and the columns that are kept of it: its hash, never itself. */
export function newRefreshToken({ secrets, clock }: OAuthContext, { clientType }: Client) {
  const token = secrets.issue(PREFIX);
  const isForConfidential = clientType === 'CONFIDENTIAL';
  return { token, columns: { tokenHash: secrets.hash(token), isForConfidential, createdAt: clock() } };
}

/** Until when tokens are refreshed, however often: it is counted from the authorization. */
export function refreshedUntil({ refreshTokenSeconds }: Provider, authorizedAt: Date): Date {
  return new Date(authorizedAt.getTime() + refreshTokenSeconds * 1000);
}

/** The refresh token that a text is, if this provider issued it in this catalog; undefined for all else. */
export async function issuedRefreshToken(
  text: string,
  { catalog, provider }: CatalogProvider,
  { database, secrets }: OAuthContext,
): Promise<IssuedRefreshToken | undefined> {
  if (!text.startsWith(PREFIX)) return undefined;
  const found = await database.prisma.refreshToken.findFirst({
    where: {
      tokenHash: { in: secrets.hashes(text) },
      family: { catalogId: catalog.id, oauthProviderId: provider.id },
    },
    include: { family: true },
  });
  return found ?? undefined;
}

/** Can tokens still come of the family? */
export function isAlive({ revokedAt, expiresAt }: TokenFamily, now: Date): boolean {
  return revokedAt === null && now < expiresAt;
}

/**
 * Puts a new refresh token in the place of one that is used for the first time, in one statement: of several at the
 * same time one alone gets it.
 *
 * @returns the new token; undefined when the old one was used before, or its family is over
 */
export async function rotate(
  { tokenHash }: IssuedRefreshToken,
  client: Client,
  context: OAuthContext,
): Promise<string | undefined> {
  const { token, columns } = newRefreshToken(context, client);
  const { createdAt, isForConfidential } = columns;
  const rotated = await context.database.prisma.$executeRaw`
    WITH used AS (
      UPDATE "RefreshToken" AS token SET "usedAt" = ${createdAt} FROM "TokenFamily" AS family
      WHERE token."tokenHash" = ${tokenHash} AND token."usedAt" IS NULL
        AND family."id" = token."familyId" AND family."revokedAt" IS NULL AND family."expiresAt" > ${createdAt}
      RETURNING token."familyId"
    )
    INSERT INTO "RefreshToken" ("tokenHash", "familyId", "isForConfidential", "createdAt")
    SELECT ${columns.tokenHash}, "familyId", ${isForConfidential}::boolean, ${createdAt}::timestamptz FROM used`;
  return rotated > 0 ? token : undefined;
}
