import { grantedScopes } from '../domain/scope.ts';
import { refuse } from '../errors.ts';
import type { Client, Provider } from '../snapshot/snapshot.ts';
import { audienceOf } from '../tokens/claims.ts';
import { signAccessToken } from '../tokens/sign.ts';
import { authenticateClient } from './client-authentication.ts';
import type { Answer, Endpoint, OAuthContext } from './endpoint.ts';
import { type Form, readForm, required } from './form.ts';
import type { Grant, Granted } from './grants/grant.ts';
import { grantsOf } from './grants/grants.ts';

/**
 * The token endpoint, in the order of RFC 6749: what was sent (§3.2), who asks (§3.2.1), for what kind of grant (§4),
 * for which scope (§3.3), with what right (the grant), and the token (§5.1).
 */
export const token: Endpoint = {
  methods: ['POST'],
  async answer(call, context) {
    const { provider } = call;
    const form = await readForm(call.request);
    const client = authenticateClient(form, call, context);
    const grant = chosenGrant(form, provider);
    const scopes = grantedScopes(form.get('scope'), provider.scopes);
    const granted = await grant.authorize({ form, provider, client, scopes }, context);
    return issue(granted, { provider, client }, context);
  },
};

function chosenGrant(form: Form, provider: Provider): Grant {
  const grantType = required(form, 'grant_type');
  const grant = grantsOf(provider).find((each) => each.grantType === grantType);
  return grant ?? refuse('GRANT_TYPE_UNSUPPORTED');
}

async function issue(
  { subject, scopes }: Granted,
  { provider, client }: { provider: Provider; client: Client },
  { clock }: OAuthContext,
): Promise<Answer> {
  const [key] = provider.keys;
  if (!key) return refuse('TEMPORARILY_UNAVAILABLE', { detail: 'The OAuth provider has no signing key.' });
  const { issuer, accessTokenSeconds } = provider;
  const signed = await signAccessToken({
    key,
    clientKey: client.clientKey,
    subject,
    scopes,
    issuer,
    audience: audienceOf(issuer),
    lifetimeSeconds: accessTokenSeconds,
    now: clock(),
  });
  return {
    status: 200,
    body: {
      access_token: signed.token,
      token_type: 'Bearer',
      expires_in: accessTokenSeconds,
      ...(scopes.length > 0 && { scope: scopes.join(' ') }),
    },
  };
}
