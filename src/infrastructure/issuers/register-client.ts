import * as oauth from 'oauth4webapi';
import type { ClientMetadata } from '../../domain/oauth/client-registration.ts';
import { isExternalClientId } from '../../domain/oauth/external-issuer.ts';
import { boundedFetch, reasonOf } from '../client-credentials/oauth-client.ts';
import type { OrgOutbound } from '../outbound/org-outbound.ts';
import { IssuerFault } from './trusted-issuer.ts';

type Fetching = Pick<OrgOutbound, 'fetch'>;

/** The address at which a client can be deleted, with the token for it. (RFC 7592) */
export type ClientManagement = { readonly url: string; readonly token: string };

/** A client as an issuer has registered it. */
export type RegisteredClient = {
  readonly clientId: string;
  /** Null for a public client. */
  readonly clientSecret: string | null;
  /** Null for a secret that does not end. */
  readonly secretExpiresAt: Date | null;
  /** Null where the issuer gives none. */
  readonly management: ClientManagement | null;
};

/** The endpoint at which an issuer registers clients. */
type RegistrationEndpoint = {
  readonly url: string;
  /** The opened token; undefined where the issuer asks for none. */
  readonly initialAccessToken: string | undefined;
};

const TIMEOUT_MS = 5_000;
const ANSWER_BYTES_MAX = 64 * 1024;
const TEXT_MAX = 4_096;
const URL_MAX = 2_000;
/** A token that a header can carry. (RFC 6750 §2.1) */
const TOKEN = /^[\w.~+/-]+=*$/;
/** A secret of visible ASCII. (RFC 6749 §A.2) */
const SECRET = /^[\x20-\x7e]{1,4096}$/;

/**
 * Registers a client at an issuer. (RFC 7591 §3)
 *
 * @throws IssuerFault where the issuer cannot be reached, is too slow, refuses, or gives no client of use
 */
export async function registerClient(
  { url, initialAccessToken }: RegistrationEndpoint,
  metadata: ClientMetadata,
  outbound: Fetching,
): Promise<RegisteredClient> {
  const server = { issuer: new URL(url).origin, registration_endpoint: url };
  try {
    const response = await oauth.dynamicClientRegistrationRequest(server, metadata, {
      ...(initialAccessToken !== undefined && { initialAccessToken }),
      [oauth.allowInsecureRequests]: url.startsWith('http:'),
      [oauth.customFetch]: boundedFetch(outbound, ANSWER_BYTES_MAX) as typeof fetch,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return clientIn(await oauth.processDynamicClientRegistrationResponse(response), url);
  } catch (error) {
    throw error instanceof IssuerFault ? error : new IssuerFault(faultOf(error), { cause: error });
  }
}

type Answer = Awaited<ReturnType<typeof oauth.processDynamicClientRegistrationResponse>>;

function clientIn(answer: Answer, url: string): RegisteredClient {
  const clientId = String(answer['client_id']);
  const { client_secret: secret, client_secret_expires_at: endsAt } = answer;
  if (!isExternalClientId(clientId))
    throw new IssuerFault('its client id is not one that tokens are taken of');
  const clientSecret = secret === undefined ? null : String(secret);
  if (clientSecret !== null && !SECRET.test(clientSecret))
    throw new IssuerFault('its client secret cannot be sent');
  const expiresAt = new Date((Number(endsAt) || Number.NaN) * 1_000);
  return {
    clientId,
    clientSecret,
    secretExpiresAt: Number.isNaN(expiresAt.getTime()) ? null : expiresAt,
    management: managementIn(answer, url),
  };
}

/** Reads where the client can be deleted. What cannot be called is as if it were not given. */
function managementIn(answer: Answer, registrationUrl: string): ClientManagement | null {
  const { registration_client_uri: url, registration_access_token: token } = answer;
  if (typeof url !== 'string' || url.length > URL_MAX || !URL.canParse(url)) return null;
  if (typeof token !== 'string' || token.length > TEXT_MAX || !TOKEN.test(token)) return null;
  const { protocol } = new URL(url);
  return protocol === 'https:' || protocol === new URL(registrationUrl).protocol ? { url, token } : null;
}

/** Answers after which there is no such client, or none that could be deleted. (RFC 7592 §2.3) */
const SETTLED = new Set([401, 403, 404, 405, 410, 501]);

/**
 * Deletes a client at its issuer. (RFC 7592 §2.3)
 *
 * @returns whether there is nothing left to try: false where the issuer may answer otherwise later
 */
export async function deleteClient({ url, token }: ClientManagement, outbound: Fetching): Promise<boolean> {
  try {
    const { status, body } = await outbound.fetch(url, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await body?.cancel();
    return (status >= 200 && status < 300) || SETTLED.has(status);
  } catch {
    return false;
  }
}

function faultOf(error: unknown): string {
  for (let each: unknown = error; each instanceof Error; each = each.cause)
    if (each.name === 'TimeoutError') return `it did not answer within ${TIMEOUT_MS / 1_000} seconds`;
  return reasonOf(error);
}
