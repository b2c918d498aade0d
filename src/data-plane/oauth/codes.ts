import { createHash, timingSafeEqual } from 'node:crypto';
import type { OAuthContext, OAuthRequest } from './endpoint.ts';
import { type Authorization, beginFamily, type FamilyStore } from './families.ts';

/** Lifetime of a code, short as RFC 9700 wants it. A client redeems it as soon as the browser brings it. */
const CODE_MS = 60_000;

/** Values of the request that the redemption of its code has to match. (RFC 6749 §4.1.3, RFC 7636 §4.6) */
export type CodeBinding = {
  /** Null where the request had none. */
  readonly redirectUri: string | null;
  /** Challenge of S256; null where the request had none. */
  readonly codeChallenge: string | null;
};

/** A code that is redeemed for the first time. */
export type RedeemedCode = CodeBinding & {
  readonly familyId: string;
  /** Instant at which the person authorized it. */
  readonly authorizedAt: Date;
  readonly expiresAt: Date;
  readonly credentialId: string;
  readonly subject: string;
  readonly userRegistryId: string | null;
  readonly scopes: string[];
  readonly revokedAt: Date | null;
};

/** Issues an authorization code: it stands for the authorization for a minute, and once. */
export async function issueCode(
  authorization: Authorization,
  binding: CodeBinding,
  context: FamilyStore & Pick<OAuthContext, 'secrets' | 'clock'>,
): Promise<string> {
  const { secrets, clock } = context;
  const code = secrets.issue('ac_');
  const { redirectUri, codeChallenge } = binding;
  const createdAt = clock();
  const expiresAt = new Date(createdAt.getTime() + CODE_MS);
  const create = { codeHash: secrets.hash(code), redirectUri, codeChallenge, expiresAt };
  await beginFamily(authorization, { code: { create }, createdAt, expiresAt }, context);
  return code;
}

/** Uses a code up in one statement. Of several attempts at the same time, only one finds it unused. */
export async function useCode(
  code: string,
  { catalog, provider }: OAuthRequest,
  { database, secrets, clock }: OAuthContext,
): Promise<RedeemedCode | undefined> {
  const [used] = await database.prisma.$queryRaw<RedeemedCode[]>`
    UPDATE "AuthorizationCode" AS code SET "usedAt" = ${clock()} FROM "TokenFamily" AS family
    WHERE code."codeHash" = ANY(${secrets.hashes(code)}) AND code."usedAt" IS NULL
      AND family."id" = code."familyId"
      AND family."catalogId" = ${catalog.id}::uuid AND family."oauthProviderId" = ${provider.id}::uuid
    RETURNING code."familyId", code."redirectUri", code."codeChallenge", code."expiresAt",
      family."credentialId", family."subject", family."userRegistryId", family."scopes", family."revokedAt",
      family."createdAt" AS "authorizedAt"`;
  return used;
}

/** Tells whether the verifier belongs to the challenge. (RFC 7636 §4.6: S256, the only method) */
export function isVerifiedBy(codeChallenge: string, codeVerifier: string): boolean {
  const [actual, expected] = [
    createHash('sha256').update(codeVerifier).digest(),
    Buffer.from(codeChallenge, 'base64url'),
  ];
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
