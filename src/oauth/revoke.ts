import { announce } from '../database/change.ts';
import { refuse } from '../errors.ts';
import type { Client } from '../snapshot/snapshot.ts';
import type { AccessToken } from '../tokens/verify.ts';
import { identifyClient, takesScripts } from './client-authentication.ts';
import type { Call, Endpoint, OAuthContext } from './endpoint.ts';
import { revokeFamilies } from './families.ts';
import { readForm, required } from './form.ts';
import { issuedToken } from './issued-token.ts';
import { issuedRefreshToken } from './refresh-tokens.ts';
import { inDatabase } from './storage.ts';

const UNAVAILABLE = 'The token cannot be revoked now.';
/** How long a revocation is kept after its token has expired: longer than any two clocks are apart. */
const KEPT_AFTER_EXPIRY_MS = 3_600_000;

/**
 * Revokes a token of the client that asks: an access token alone, a refresh token with all that came of the same
 * authorization; every gateway refuses them within one second. What is no valid token needs no revocation, and so is no
 * error; token_type_hint does not matter, each type can be told by itself. (RFC 7009 §2)
 */
export const revoke: Endpoint = {
  methods: ['POST'],
  isForScripts: takesScripts,
  async answer(call, context) {
    const form = await readForm(call.request);
    const { client } = identifyClient(form, call, context);
    const text = required(form, 'token');
    // The client hears of success only once the revocation is stored and announced. (RFC 7009 §2.2.1)
    await inDatabase(UNAVAILABLE, () => revokeToken(text, { ...call, client }, context));
    return { status: 200 };
  },
};

async function revokeToken(
  text: string,
  { client, ...call }: Call & { readonly client: Client },
  context: OAuthContext,
): Promise<void> {
  const { catalog } = call;
  const accessToken = await issuedToken(text, call, context.clock);
  if (accessToken) {
    if (accessToken.clientKey !== client.clientKey) refuseForeign();
    return remember(accessToken, catalog.orgId, context);
  }
  const refreshToken = await issuedRefreshToken(text, call, context);
  if (!refreshToken) return;
  if (refreshToken.family.credentialId !== client.credentialId) refuseForeign();
  await revokeFamilies({ catalog, families: { id: refreshToken.family.id } }, context);
}

function refuseForeign(): never {
  refuse('GRANT_INVALID', { detail: 'The token was issued to another client.' });
}

async function remember(
  { jti, expiresAt }: AccessToken,
  orgId: string,
  { database, clock }: OAuthContext,
): Promise<void> {
  const forgottenBefore = new Date(clock().getTime() - KEPT_AFTER_EXPIRY_MS);
  const { revokedToken } = database.prisma;
  await revokedToken.createMany({
    data: [{ jti, orgId, expiresAt: new Date(expiresAt) }],
    skipDuplicates: true,
  });
  await revokedToken.deleteMany({ where: { orgId, expiresAt: { lt: forgottenBefore } } });
  await announce(database, orgId);
}
