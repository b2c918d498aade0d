import * as client from 'openid-client';
import { FewATurn } from '../../foundation/few-a-turn.ts';
import type { OrgOutbound } from '../outbound/org-outbound.ts';

/** An issuer that gave no answer of use. The message tells why, without the secret and without text of its own. */
export class TokenFault extends Error {
  override readonly name = 'TokenFault';

  /** Tells whether the issuer refused the request. Another one may be granted. (RFC 6749 §5.2) */
  get isRefusal(): boolean {
    return this.cause instanceof client.ResponseBodyError && this.cause.status === 400;
  }
}

const TIMEOUT_SECONDS = 5;
const ANSWER_BYTES_MAX = 64 * 1024;
/** Characters of an answer that are read in no time. */
const SMALL_MAX = 16 * 1024;
/** Large answers. Brackets within brackets take their reader up to 15 ms, and many come in one moment. */
const largeAnswers = new FewATurn(1);
/** An error code of RFC 6749 §5.2. An issuer may have others. */
const ERROR_CODE = /^[a-z_]{1,60}$/;

type Endpoint = { readonly token_endpoint: string } | { readonly introspection_endpoint: string };
type OAuthClient = {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly outbound: Pick<OrgOutbound, 'fetch'>;
};

/** The gateway as a client at an endpoint of an issuer. It authenticates by HTTP Basic. (RFC 6749 §2.3.1) */
export function clientAt(
  endpoint: Endpoint,
  { clientId, clientSecret, outbound }: OAuthClient,
): client.Configuration {
  const [url = ''] = Object.values(endpoint) as string[];
  const server = { issuer: new URL(url).origin, ...endpoint };
  const config = new client.Configuration(server, clientId, {}, client.ClientSecretBasic(clientSecret));
  config[client.customFetch] = boundedFetch(outbound, ANSWER_BYTES_MAX);
  config.timeout = TIMEOUT_SECONDS;
  if (url.startsWith('http:')) client.allowInsecureRequests(config);
  return config;
}

/** Fetches without redirects, and with a bound on the answer. */
export function boundedFetch(outbound: Pick<OrgOutbound, 'fetch'>, bytesMax: number): client.CustomFetch {
  const fetch = async (url: string, init: object): Promise<Response> => {
    const { status, headers, body } = await outbound.fetch(url, init);
    const text = body ? await boundedText(body, bytesMax) : null;
    if (text !== null && text.length > SMALL_MAX) await new Promise<void>((goOn) => largeAnswers.add(goOn));
    return new Response(status === 204 || status === 304 ? null : text, { status, headers: [...headers] });
  };
  // The types of undici and of Node's fetch have nothing to do with each other.
  return fetch as unknown as client.CustomFetch;
}

async function boundedText(body: AsyncIterable<Uint8Array>, bytesMax: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) throw new TokenFault(`its answer has more than ${bytesMax} bytes`);
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

/** Says in words why openid-client had no answer. */
export function reasonOf(error: unknown): string {
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
