import { countIssue } from '../issue-counts.ts';
import { grantedScopes } from '../scope.ts';
import type { Grant } from './grant.ts';

/**
 * Issues a token to the application in its own name. There is no person, and no refresh token.
 *
 * It can ask again at any time. (RFC 6749 §4.4; RFC 9068 §2.2 has the client for a subject then)
 */
export const clientCredentials: Grant = {
  grantType: 'client_credentials',
  isEnabled: ({ grantTypes }) => grantTypes.has('APPLICATION'),
  takesPublicClients: false,
  authorize({ form, catalog, provider, client }, context) {
    const scopes = grantedScopes(form.get('scope'), provider.scopes);
    const name = `${catalog.id} ${client.application.consumerOrg}`;
    countIssue('CLIENT_CREDENTIALS', { orgId: catalog.orgId, name }, context);
    return { subject: client.clientKey, scopes };
  },
};
