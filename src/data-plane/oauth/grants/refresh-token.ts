import { refuse } from '../../../foundation/errors.ts';
import { shownThumbprint } from '../certificate-binding.ts';
import type { OAuthContext } from '../endpoint.ts';
import { required } from '../form-body.ts';
import { countIssue } from '../issue-counts.ts';
import { isOfRegistry } from '../person-registry.ts';
import {
  givesRefreshTokens,
  type IssuedRefreshToken,
  isAlive,
  issuedRefreshToken,
  rotate,
} from '../refresh-tokens.ts';
import { grantedScopes } from '../scope.ts';
import { inDatabase } from '../storage.ts';
import { revokeReused } from '../token-reuse.ts';
import type { Grant, GrantRequest } from './grant.ts';

const UNAVAILABLE = 'The refresh token cannot be looked up now.';

/**
 * Refreshing: a refresh token is used once, and replaced. Whoever brings it again is, or was before, a thief: which of
 * the two cannot be told, so that all tokens of the family are revoked. That holds too for a client that asks again
 * because the answer was lost on its way: it has to ask the person again. (RFC 6749 §6, RFC 9700 §4.14.2)
 *
 * A refresh token of another client is refused and left as it is: that client has lost nothing.
 */
export const refreshToken: Grant = {
  grantType: 'refresh_token',
  isEnabled: givesRefreshTokens,
  takesPublicClients: true,
  async authorize(request, context) {
    const { form, provider, client } = request;
    const text = required(form, 'refresh_token');
    const found = await inDatabase(UNAVAILABLE, () => issuedRefreshToken(text, request, context));
    if (
      !found ||
      found.family.credentialId !== client.credentialId ||
      !isAlive(found.family, context.clock())
    )
      return refuse('GRANT_INVALID', {
        detail: 'The refresh token is not known, is over, was revoked, or is of another client.',
      });
    if (found.isForConfidential && client.clientType !== 'CONFIDENTIAL')
      refuse('GRANT_INVALID', {
        detail: 'The refresh token is of the time when the client was confidential.',
      });
    const { family } = found;
    if (!isOfRegistry(family, request))
      refuse('GRANT_INVALID', {
        detail: 'The person is of a user registry that the provider has no more: begin a new authorization.',
      });
    if (family.boundTo !== null && family.boundTo !== shownThumbprint(request, context.clock()))
      refuse('GRANT_INVALID', {
        detail: 'The refresh token is bound to a client certificate: connect with that certificate.',
      });
    if (found.usedAt !== null) return refuseReused(found, request, context);
    const offered = family.scopes.filter((scope) => provider.scopes.includes(scope));
    const scopes = grantedScopes(form.get('scope'), offered, 'The refresh token');
    countIssue('REFRESH', { orgId: request.catalog.orgId, name: family.id }, context);
    const next = await inDatabase(UNAVAILABLE, () => rotate(found, client, context));
    if (next === undefined) return refuseReused(found, request, context);
    return { subject: family.subject, scopes, familyId: family.id, refreshToken: next };
  },
};

async function refuseReused(
  { family: { id } }: IssuedRefreshToken,
  request: GrantRequest,
  context: OAuthContext,
): Promise<never> {
  await inDatabase(UNAVAILABLE, () =>
    revokeReused({ what: 'refresh_token', families: { id } }, request, context),
  );
  return refuse('GRANT_INVALID', {
    detail: 'The refresh token was used before: all tokens that came of the same authorization are revoked.',
  });
}
