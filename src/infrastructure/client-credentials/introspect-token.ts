import * as client from 'openid-client';
import type { OrgOutbound } from '../outbound/org-outbound.ts';
import { clientAt, reasonOf, TokenFault } from './oauth-client.ts';

/** The endpoint that tells of tokens, and the gateway as its client. */
type IntrospectionEndpoint = {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
};

/** The members of an answer that are the same for every token, beside the claims. (RFC 7662 §2.2) */
export type TokenIntrospection = Readonly<Record<string, unknown>> & { readonly active: boolean };

/**
 * Asks an issuer whether a token is active. (RFC 7662)
 *
 * @throws TokenFault where the issuer cannot be reached, is too slow, or does not say
 */
export async function introspectToken(
  token: string,
  { url, ...gateway }: IntrospectionEndpoint,
  outbound: Pick<OrgOutbound, 'fetch'>,
): Promise<TokenIntrospection> {
  const config = clientAt({ introspection_endpoint: url }, { ...gateway, outbound });
  const answer = await client.tokenIntrospection(config, token).catch((error: unknown) => {
    throw new TokenFault(reasonOf(error), { cause: error });
  });
  return { ...answer };
}
