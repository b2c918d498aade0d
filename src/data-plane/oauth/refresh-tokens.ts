import type { TokenFamily } from '../../infrastructure/database/generated/prisma/client.ts';
import type { Client, Provider } from '../snapshot/snapshot.ts';
import type { CatalogProvider, OAuthContext } from './endpoint.ts';

const PREFIX = 'rt_';

/** An issued refresh token, used or not, with its family. */
export type IssuedRefreshToken = {
  readonly tokenHash: string;
  readonly isForConfidential: boolean;
  readonly createdAt: Date;
  readonly usedAt: Date | null;
  readonly family: TokenFamily;
};

/** Tells whether the provider issues refresh tokens, by a grant that can give them. */
export function givesRefreshTokens({ refreshTokens, grantTypes, clientTypes }: Provider): boolean {
  const byPassword = grantTypes.has('RESOURCE_OWNER_PASSWORD') && clientTypes.has('CONFIDENTIAL');
  return refreshTokens && (byPassword || grantTypes.has('ACCESS_CODE'));
}

/** Issues a refresh token with its stored columns. They have its hash, never the token itself. */
export function newRefreshToken({ secrets, clock }: OAuthContext, { clientType }: Client) {
  const token = secrets.issue(PREFIX);
  const isForConfidential = clientType === 'CONFIDENTIAL';
  return { token, columns: { tokenHash: secrets.hash(token), isForConfidential, createdAt: clock() } };
}

/**
 * Returns what refresh tokens are bound to. Those of a confidential client are bound to its secret.
 *
 * (RFC 8705 §4, §7.1)
 */
export function refreshBinding({ clientType }: Client, boundTo: string | undefined): string | null {
  return clientType === 'PUBLIC' ? (boundTo ?? null) : null;
}

/** The end of refreshing, however often, counted from the authorization. */
export function refreshedUntil({ refreshTokenSeconds }: Provider, authorizedAt: Date): Date {
  return new Date(authorizedAt.getTime() + refreshTokenSeconds * 1000);
}

/** Reads a refresh token of this provider and catalog; undefined for any other text. */
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

/** Tells whether the family can still give tokens. */
export function isAlive({ revokedAt, expiresAt }: TokenFamily, now: Date): boolean {
  return revokedAt === null && now < expiresAt;
}

/**
 * Replaces a refresh token at its first use, in one statement.
 *
 * Of several uses at the same time, only one gets the new token.
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
