import * as client from 'openid-client';
import type { TokenRequest } from '../../domain/backend/credentials.ts';
import type { OrgOutbound } from '../outbound/org-outbound.ts';

/** A request for a token, with the secret of the client. */
export type SignedTokenRequest = TokenRequest & { readonly clientSecret: string };

/** A token of an issuer, which is sent as `Authorization: Bearer`. (RFC 6750 §2.1) */
export type IssuedToken = {
  readonly text: string;
  /** The lifetime in seconds; undefined where the issuer tells none. */
  readonly lifetime: number | undefined;
};

/** An issuer that gave no token. The message tells why, without the secret and without text of the issuer's own. */
export class TokenFault extends Error {
  override readonly name = 'TokenFault';
}

const TIMEOUT_SECONDS = 5;
const ANSWER_BYTES_MAX = 64 * 1024;
export const TOKEN_CHARACTERS_MAX = 16 * 1024;
/** A token that a header can carry. (RFC 6750 §2.1) */
const TOKEN = /^[\w.~+/-]+=*$/;
/** An error code of RFC 6749 §5.2. An issuer may have others. */
const ERROR_CODE = /^[a-z_]{1,60}$/;

/**
 * Requests a token by client credentials. (RFC 6749 §4.4) The client authenticates by HTTP Basic. (§2.3.1)
 *
 * @throws TokenFault where the issuer cannot be reached, is too slow, or gives no bearer token
 */
export async function requestToken(
  { tokenUrl, clientId, clientSecret, scopes, audience }: SignedTokenRequest,
  outbound: Pick<OrgOutbound, 'fetch'>,
): Promise<IssuedToken> {
  const server = { issuer: new URL(tokenUrl).origin, token_endpoint: tokenUrl };
  const config = new client.Configuration(server, clientId, {}, client.ClientSecretBasic(clientSecret));
  config[client.customFetch] = boundedFetch(outbound);
  config.timeout = TIMEOUT_SECONDS;
  if (tokenUrl.startsWith('http:')) client.allowInsecureRequests(config);
  const parameters = new URLSearchParams();
  if (scopes.length > 0) parameters.set('scope', scopes.join(' '));
  if (audience !== null) parameters.set('audience', audience);
  const issued = await client.clientCredentialsGrant(config, parameters).catch((error: unknown) => {
    throw new TokenFault(reasonOf(error), { cause: error });
  });
  return { text: checkedToken(issued), lifetime: issued.expiresIn() };
}

type TokenAnswer = Awaited<ReturnType<typeof client.clientCredentialsGrant>>;

function checkedToken({ access_token: text, token_type: type }: TokenAnswer): string {
  if (type !== 'bearer') throw new TokenFault('its token is no bearer token');
  if (text.length > TOKEN_CHARACTERS_MAX || !TOKEN.test(text))
    throw new TokenFault('its token cannot be sent in a header');
  return text;
}

/** Fetches without redirects, and with a bound on the answer. */
function boundedFetch(outbound: Pick<OrgOutbound, 'fetch'>): client.CustomFetch {
  const fetch = async (url: string, init: object): Promise<Response> => {
    const { status, headers, body } = await outbound.fetch(url, init);
    const text = body ? await boundedText(body) : null;
    return new Response(status === 204 || status === 304 ? null : text, { status, headers: [...headers] });
  };
  // The types of undici and of Node's fetch have nothing to do with each other.
  return fetch as unknown as client.CustomFetch;
}

async function boundedText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > ANSWER_BYTES_MAX) throw new TokenFault(`its answer has more than ${ANSWER_BYTES_MAX} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Words for the failures of openid-client. */
const reasons: Readonly<Record<string, string>> = {
  OAUTH_TIMEOUT: `it did not answer within ${TIMEOUT_SECONDS} seconds`,
  OAUTH_RESPONSE_IS_NOT_JSON: 'its answer is no JSON',
  OAUTH_PARSE_ERROR: 'its answer is no JSON',
  OAUTH_INVALID_RESPONSE: 'its answer is none of RFC 6749',
};

function reasonOf(error: unknown): string {
  if (error instanceof client.ResponseBodyError)
    return `it answered ${error.status} ${ERROR_CODE.test(error.error) ? error.error : 'with an error'}`;
  if (error instanceof client.WWWAuthenticateChallengeError) return `it answered ${error.status}`;
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    if (each instanceof TokenFault) return each.message;
    const { code, cause } = each as { code?: unknown; cause?: unknown };
    if (code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' && cause instanceof Response)
      return `it answered ${cause.status}`;
    const reason = typeof code === 'string' ? reasons[code] : undefined;
    if (reason) return reason;
  }
  return 'it cannot be reached';
}
