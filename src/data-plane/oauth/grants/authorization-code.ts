import { refuse } from '../../../foundation/errors.ts';
import type { Client } from '../../snapshot/snapshot.ts';
import { isVerifiedBy, type RedeemedCode, useCode } from '../codes.ts';
import type { OAuthContext } from '../endpoint.ts';
import { required } from '../form-body.ts';
import { isOfRegistry } from '../person-registry.ts';
import { newRefreshToken, refreshBinding, refreshedUntil } from '../refresh-tokens.ts';
import { inDatabase } from '../storage.ts';
import { revokeReused } from '../token-reuse.ts';
import type { Grant, GrantRequest } from './grant.ts';

const OTHER_REGISTRY = 'The person is of a user registry that the provider has no more.';
const UNAVAILABLE = 'The code cannot be looked up now.';
/** RFC 7636 §4.1 */
const CODE_VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

/**
 * Authorization code: the person has consented in the browser. (RFC 6749 §4.1.3)
 *
 * Decision: a code is used up by the first attempt to redeem it, also by one that fails: it was then in hands that it
 * was not meant for. A second attempt revokes all that came of the first.
 */
export const authorizationCode: Grant = {
  grantType: 'authorization_code',
  isEnabled: ({ grantTypes }) => grantTypes.has('ACCESS_CODE'),
  takesPublicClients: true,
  async authorize(request, context) {
    const text = required(request.form, 'code');
    const code = await inDatabase(UNAVAILABLE, () => useCode(text, request, context));
    if (!code) return refuseUsed(text, request, context);
    const fault = faultOf(code, request, context.clock());
    if (fault !== undefined) refuse('GRANT_INVALID', { detail: fault });
    const { subject, familyId } = code;
    const scopes = code.scopes.filter((scope) => request.provider.scopes.includes(scope));
    const refreshToken = request.provider.refreshTokens
      ? await firstRefreshToken(code, request, context)
      : undefined;
    return { subject, scopes, familyId, refreshToken };
  },
};

/** The fault in the redemption of a code; undefined when all matches. */
function faultOf(code: RedeemedCode, request: GrantRequest, now: Date): string | undefined {
  const { form, client } = request;
  if (code.credentialId !== client.credentialId) return 'The code was issued to another client.';
  if (code.revokedAt !== null) return 'The code was revoked.';
  if (now >= code.expiresAt) return 'The code has expired.';
  if (!isOfRegistry(code, request)) return OTHER_REGISTRY;
  if ((form.get('redirect_uri') ?? null) !== code.redirectUri)
    return 'redirect_uri is not that of the authorization request.';
  return verifierFault(code, form.get('code_verifier'), client);
}

/** RFC 7636 §4.6; that there is no verifier without a challenge, RFC 9700 §4.8.2. */
function verifierFault(
  { codeChallenge }: RedeemedCode,
  verifier: string | undefined,
  { clientType }: Client,
): string | undefined {
  if (codeChallenge === null) {
    if (verifier !== undefined) return 'The authorization request had no code_challenge.';
    // It was confidential when it asked for the code.
    return clientType === 'CONFIDENTIAL' ? undefined : 'A public client needs PKCE.';
  }
  if (verifier === undefined) return 'code_verifier is missing.';
  return CODE_VERIFIER.test(verifier) && isVerifiedBy(codeChallenge, verifier)
    ? undefined
    : 'code_verifier does not belong to the code_challenge.';
}

/** Unknown, or used before. (RFC 6749 §4.1.2) */
async function refuseUsed(code: string, request: GrantRequest, context: OAuthContext): Promise<never> {
  const { catalog, provider } = request;
  const codeHash = { in: context.secrets.hashes(code) };
  const what = 'authorization_code';
  const families = { code: { codeHash }, oauthProviderId: provider.id, catalogId: catalog.id };
  await inDatabase(UNAVAILABLE, () => revokeReused({ what, families }, request, context));
  return refuse('GRANT_INVALID', {
    detail: 'The code is not known, or was used before: all tokens that came of it are revoked.',
  });
}

/**
 * Issues the first refresh token. The family now lives as long as it can be refreshed.
 *
 * Without one, it ends with its access token.
 */
async function firstRefreshToken(
  { familyId, authorizedAt }: RedeemedCode,
  { provider, client, boundTo }: GrantRequest,
  context: OAuthContext,
): Promise<string> {
  const { token, columns } = newRefreshToken(context, client);
  const expiresAt = refreshedUntil(provider, authorizedAt);
  await inDatabase('The refresh token cannot be kept now.', () =>
    context.database.prisma.tokenFamily.update({
      where: { id: familyId },
      data: { expiresAt, boundTo: refreshBinding(client, boundTo), refreshTokens: { create: columns } },
    }),
  );
  return token;
}
