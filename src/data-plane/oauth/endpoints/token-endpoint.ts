import { signingKeyAt } from '../../../domain/oauth/signing-key.ts';
import { refuse } from '../../../foundation/errors.ts';
import { audienceOf } from '../../../infrastructure/tokens/claims.ts';
import { signAccessToken } from '../../../infrastructure/tokens/sign.ts';
import type { Client } from '../../snapshot/snapshot.ts';
import { bindingOf } from '../certificate-binding.ts';
import { identifyClient, takesScripts } from '../client-authentication.ts';
import type { OAuthContext, OAuthEndpoint, OAuthRequest, OAuthResponse } from '../endpoint.ts';
import { type Form, readForm, required } from '../form-body.ts';
import type { Grant, GrantRequest, GrantResult } from '../grants/grant.ts';
import { grantsOf } from '../grants/grants.ts';

/** The token endpoint: its steps, in the order of RFC 6749. */
export const token: OAuthEndpoint = {
  methods: ['POST'],
  isForScripts: takesScripts,
  async answer(call, context) {
    const form = await readForm(call.request); // §3.2: what was sent
    const client = identifyClient(form, call, context); // §3.2.1: who asks
    const grant = chooseGrant(form, call); // §4: with what kind of grant
    checkClientType(grant, client); // §2.1: is it for such a client
    const boundTo = bindingOf(call, context); // RFC 8705 §3: who may use the token
    call.progress.begin('grant', { grantType: grant.grantType });
    const granted = await grant.authorize({ ...call, client, form, boundTo }, context); // §3.3, §4: scope and right
    return issue(granted, { ...call, client, boundTo }, context); // §5.1: the token
  },
};

function chooseGrant(form: Form, { provider, progress }: OAuthRequest): Grant {
  progress.begin('grantType', { supported: grantsOf(provider).map((each) => each.grantType) });
  const grantType = required(form, 'grant_type');
  const grant = grantsOf(provider).find((each) => each.grantType === grantType);
  return grant ?? refuse('GRANT_TYPE_UNSUPPORTED');
}

function checkClientType({ takesPublicClients }: Grant, { clientType }: Client): void {
  if (clientType === 'PUBLIC' && !takesPublicClients)
    refuse('CLIENT_UNAUTHORIZED', { detail: 'This grant is for confidential clients.' });
}

async function issue(
  { subject, scopes, familyId, refreshToken }: GrantResult,
  { provider, client, boundTo }: Omit<GrantRequest, 'form'>,
  { clock }: OAuthContext,
): Promise<OAuthResponse> {
  const key = signingKeyAt(provider.keys, clock().getTime());
  if (!key) return refuse('TEMPORARILY_UNAVAILABLE', { detail: 'The OAuth provider has no signing key.' });
  const { issuer, accessTokenSeconds } = provider;
  const signed = await signAccessToken({
    key,
    clientKey: client.clientKey,
    subject,
    scopes,
    familyId,
    boundTo,
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
      refresh_token: refreshToken,
      scope: scopes.join(' ') || undefined,
    },
  };
}
