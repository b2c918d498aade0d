import { revoke as revokeById } from '../../../infrastructure/tokens/revoke.ts';
import { isRevoked } from '../../../infrastructure/tokens/verify.ts';
import type { Client } from '../../snapshot/snapshot.ts';
import { identifyClient, takesScripts } from '../client-authentication.ts';
import type { OAuthContext, OAuthEndpoint, OAuthRequest } from '../endpoint.ts';
import { revokeFamilies } from '../families.ts';
import { readForm, required } from '../form-body.ts';
import { countRevocation } from '../issue-counts.ts';
import { issuedToken } from '../issued-token.ts';
import { issuedRefreshToken } from '../refresh-tokens.ts';
import { inDatabase } from '../storage.ts';

const UNAVAILABLE = 'The token cannot be revoked now.';

/**
 * Revokes a token: an access token alone, a refresh token with its family.
 *
 * The token has to be the client's own. The family is all that came of the same authorization. Every gateway refuses
 * revoked tokens within one second. A text that is no valid token needs no revocation, and so is no error. A token of
 * another client stays valid, and is answered alike: nobody learns here which tokens are good. token_type_hint does not
 * matter, each type can be told by itself. (RFC 7009 §2)
 */
export const revoke: OAuthEndpoint = {
  methods: ['POST'],
  isForScripts: takesScripts,
  async answer(call, context) {
    const form = await readForm(call.request);
    const client = identifyClient(form, call, context);
    call.progress.begin('token');
    const text = required(form, 'token');
    // The client hears of success only once the revocation is stored and announced. (RFC 7009 §2.2.1)
    await inDatabase(UNAVAILABLE, () => revokeToken(text, { ...call, client }, context));
    return { status: 200 };
  },
};

async function revokeToken(
  text: string,
  { client, ...call }: OAuthRequest & { readonly client: Client },
  context: OAuthContext,
): Promise<void> {
  const accessToken = await issuedToken(text, call, context.clock);
  if (accessToken) {
    if (accessToken.clientKey !== client.clientKey) return;
    const { jti, expiresAt } = accessToken;
    if (isRevoked(accessToken, context.snapshots.current().revocations)) return;
    countRevocation(call.catalog.orgId, context);
    return revokeById(context.database, [jti], new Date(expiresAt));
  }
  const refreshToken = await issuedRefreshToken(text, call, context);
  if (refreshToken?.family.credentialId !== client.credentialId || refreshToken.family.revokedAt) return;
  countRevocation(call.catalog.orgId, context);
  await revokeFamilies({ id: refreshToken.family.id }, context);
}
