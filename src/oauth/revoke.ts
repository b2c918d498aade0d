import { announce } from '../database/change.ts';
import { refuse } from '../errors.ts';
import type { AccessToken } from '../tokens/verify.ts';
import { authenticateClient } from './client-authentication.ts';
import type { Endpoint, OAuthContext } from './endpoint.ts';
import { readForm, required } from './form.ts';
import { issuedToken } from './issued-token.ts';

const RETRY_AFTER_SECONDS = '5';
/** How long a revocation is kept after its token has expired: longer than any two clocks are apart. */
const KEPT_AFTER_EXPIRY_MS = 3_600_000;

/**
 * Revokes an access token of the client that asks; every gateway refuses it within one second. What is no valid token
 * needs no revocation, and so is no error; token_type_hint does not matter, there is one type. (RFC 7009 §2)
 */
export const revoke: Endpoint = {
  methods: ['POST'],
  async answer(call, context) {
    const form = await readForm(call.request);
    const client = authenticateClient(form, call, context);
    const token = await issuedToken(required(form, 'token'), call, context.clock);
    if (token && token.clientKey !== client.clientKey)
      refuse('GRANT_INVALID', { detail: 'The token was issued to another client.' });
    if (token) await remember(token, call.catalog.orgId, context);
    return { status: 200 };
  },
};

/** The client hears of success only once the revocation is stored and announced. (RFC 7009 §2.2.1) */
async function remember(
  { jti, expiresAt }: AccessToken,
  orgId: string,
  { database, clock }: OAuthContext,
): Promise<void> {
  const forgottenBefore = new Date(clock().getTime() - KEPT_AFTER_EXPIRY_MS);
  try {
    const { revokedToken } = database.prisma;
    await revokedToken.createMany({
      data: [{ jti, orgId, expiresAt: new Date(expiresAt) }],
      skipDuplicates: true,
    });
    await revokedToken.deleteMany({ where: { orgId, expiresAt: { lt: forgottenBefore } } });
    await announce(database, orgId);
  } catch (cause) {
    refuse('TEMPORARILY_UNAVAILABLE', {
      detail: 'The token cannot be revoked now.',
      headers: { 'Retry-After': RETRY_AFTER_SECONDS },
      cause,
    });
  }
}
