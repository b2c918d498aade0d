import * as client from 'openid-client';
import type { TokenRequest } from '../../domain/backend/credentials.ts';
import type { OrgOutbound } from '../outbound/org-outbound.ts';
import { clientAt, reasonOf, TokenFault } from './oauth-client.ts';

/** A request for a token, with the secret of the client. */
export type SignedTokenRequest = TokenRequest & { readonly clientSecret: string };

/** A token of an issuer, which is sent as `Authorization: Bearer`. (RFC 6750 §2.1) */
type IssuedToken = {
  readonly text: string;
  /** The lifetime in seconds; undefined where the issuer tells none. */
  readonly lifetime: number | undefined;
};

export const TOKEN_CHARACTERS_MAX = 16 * 1024;
/** A token that a header can carry. (RFC 6750 §2.1) */
const TOKEN = /^[\w.~+/-]+=*$/;

const EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token';

/**
 * Requests a token by client credentials, or in exchange for that of a caller.
 *
 * (RFC 6749 §4.4, RFC 8693 §2.1) The client authenticates by HTTP Basic. (RFC 6749 §2.3.1)
 *
 * @throws TokenFault where the issuer cannot be reached, is too slow, or gives no bearer token
 */
export async function requestToken(
  { tokenUrl, clientId, clientSecret, scopes, audience }: SignedTokenRequest,
  outbound: Pick<OrgOutbound, 'fetch'>,
  callerToken?: string,
): Promise<IssuedToken> {
  const config = clientAt({ token_endpoint: tokenUrl }, { clientId, clientSecret, outbound });
  const parameters = new URLSearchParams();
  if (scopes.length > 0) parameters.set('scope', scopes.join(' '));
  if (audience !== null) parameters.set('audience', audience);
  const issued = await grantedFor(config, parameters, callerToken).catch((error: unknown) => {
    throw new TokenFault(reasonOf(error), { cause: error });
  });
  return { text: checkedToken(issued), lifetime: issued.expiresIn() };
}

function grantedFor(
  config: client.Configuration,
  parameters: URLSearchParams,
  callerToken: string | undefined,
): Promise<TokenAnswer> {
  if (callerToken === undefined) return client.clientCredentialsGrant(config, parameters);
  parameters.set('subject_token', callerToken);
  parameters.set('subject_token_type', ACCESS_TOKEN);
  return client.genericGrantRequest(config, EXCHANGE, parameters);
}

type TokenAnswer = Awaited<ReturnType<typeof client.clientCredentialsGrant>>;

function checkedToken({ access_token: text, token_type: type }: TokenAnswer): string {
  if (type !== 'bearer') throw new TokenFault('its token is no bearer token');
  if (text.length > TOKEN_CHARACTERS_MAX || !TOKEN.test(text))
    throw new TokenFault('its token cannot be sent in a header');
  return text;
}
