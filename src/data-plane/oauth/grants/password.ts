import { identifyPerson } from '../authenticate-person.ts';
import type { OAuthContext } from '../endpoint.ts';
import { type Authorization, beginFamily } from '../families.ts';
import { countIssue } from '../issue-counts.ts';
import { hasOwnPages } from '../redirect-sign-in.ts';
import { newRefreshToken, refreshedUntil } from '../refresh-tokens.ts';
import { grantedScopes } from '../scope.ts';
import { inDatabase } from '../storage.ts';
import type { Grant, GrantResult } from './grant.ts';

/**
 * Resource owner password credentials: the person is known by the provider's user registry. The token is in the name
 * of the username. (RFC 6749 §4.3; spec.md, Authentication)
 *
 * Decision: for confidential clients alone. What anybody can guess with has to be counted against somebody.
 */
export const password: Grant = {
  grantType: 'password',
  isEnabled: ({ grantTypes, registry }) =>
    grantTypes.has('RESOURCE_OWNER_PASSWORD') && !(registry && hasOwnPages(registry)),
  takesPublicClients: false,
  async authorize(request, context) {
    const { form, catalog, provider, client } = request;
    const scopes = grantedScopes(form.get('scope'), provider.scopes);
    const subject = await identifyPerson(form, request, context);
    const name = `${catalog.id} ${client.application.consumerOrg}`;
    countIssue('PASSWORD', { orgId: catalog.orgId, name }, context);
    if (!provider.refreshTokens) return { subject, scopes };
    return refreshable({ catalog, provider, client, subject, scopes }, context);
  },
};

/** The first tokens of a family. */
async function refreshable(authorization: Authorization, context: OAuthContext): Promise<GrantResult> {
  const { token, columns } = newRefreshToken(context, authorization.client);
  const { createdAt } = columns;
  const expiresAt = refreshedUntil(authorization.provider, createdAt);
  const familyId = await inDatabase('The refresh token cannot be kept now.', () =>
    beginFamily(authorization, { refreshTokens: { create: columns }, createdAt, expiresAt }, context),
  );
  const { subject, scopes } = authorization;
  return { subject, scopes, familyId, refreshToken: token };
}
