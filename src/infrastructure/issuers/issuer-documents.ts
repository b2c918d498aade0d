import type { Response } from 'undici';
import type { ExternalIssuer } from '../../domain/oauth/external-issuer.ts';
import { boundedText } from '../outbound/bounded-text.ts';
import type { OrgOutbound } from '../outbound/org-outbound.ts';
import { IssuerFault } from './trusted-issuer.ts';

type Fetching = Pick<OrgOutbound, 'fetch'>;

/** A JSON object of an issuer, with the time that its clock tells. */
export type IssuerDocument = {
  readonly members: Readonly<Record<string, unknown>>;
  readonly date: Date | undefined;
};

const TIMEOUT_MS = 5_000;
const METADATA_BYTES_MAX = 64 * 1024;
const KEY_SET_BYTES_MAX = 256 * 1024;

/** Returns the address of an issuer's key set, as configured or found. @throws IssuerFault */
export async function keySetUrlOf(
  { url, jwksUrl }: Pick<ExternalIssuer, 'url' | 'jwksUrl'>,
  outbound: Fetching,
): Promise<string> {
  if (jwksUrl !== null) return jwksUrl;
  return addressIn(await metadataOf(url, outbound), url, {
    member: 'jwks_uri',
    what: 'a key set',
    remedy: 'give the jwksUrl',
  });
}

/** Returns the address at which an issuer registers clients, as configured or found. @throws IssuerFault */
export async function registrationUrlOf(
  {
    url,
    registration,
  }: Pick<ExternalIssuer, 'url'> & { readonly registration: { readonly url: string | null } },
  outbound: Fetching,
): Promise<string> {
  if (registration.url !== null) return registration.url;
  return addressIn(await metadataOf(url, outbound), url, {
    member: 'registration_endpoint',
    what: 'a registration endpoint',
    remedy: 'give the url of the registration, if it has any',
  });
}

type WantedAddress = { readonly member: string; readonly what: string; readonly remedy: string };

/** Reads an address of the metadata. It has TLS as the issuer has. */
function addressIn(
  { members }: IssuerDocument,
  url: string,
  { member, what, remedy }: WantedAddress,
): string {
  const { issuer, [member]: found } = members;
  if (issuer !== url)
    throw new IssuerFault(`its metadata names another issuer${shown(issuer)}: give exactly that one`);
  if (typeof found !== 'string' || !URL.canParse(found))
    throw new IssuerFault(`its metadata names no ${member}: ${remedy}`);
  const { protocol } = new URL(found);
  if (protocol !== 'https:' && protocol !== new URL(url).protocol)
    throw new IssuerFault(`its metadata names ${what} that has no https address`);
  return found;
}

/** Fetches the key set of an issuer. @throws IssuerFault */
export const fetchKeySet = (keySetUrl: string, outbound: Fetching): Promise<IssuerDocument> =>
  fetchDocument(keySetUrl, outbound, KEY_SET_BYTES_MAX);

/** Fetches the metadata of an issuer. The address of OpenID Connect comes first, then that of RFC 8414 §3.1. */
async function metadataOf(issuer: string, outbound: Fetching): Promise<IssuerDocument> {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  try {
    return await openIdMetadataOf(issuer, outbound);
  } catch (fault) {
    const url = `${origin}/.well-known/oauth-authorization-server${path}`;
    return fetchDocument(url, outbound, METADATA_BYTES_MAX).catch(() => {
      throw fault;
    });
  }
}

/** Fetches the metadata of an issuer as OpenID Connect has it. (OpenID Connect Discovery §4) @throws IssuerFault */
export const openIdMetadataOf = (issuer: string, outbound: Fetching): Promise<IssuerDocument> =>
  fetchDocument(
    `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
    outbound,
    METADATA_BYTES_MAX,
  );

async function fetchDocument(url: string, outbound: Fetching, bytesMax: number): Promise<IssuerDocument> {
  const fault = (what: string) => new IssuerFault(`${url} ${what}`);
  let response: Response;
  let text: string | undefined;
  try {
    const headers = { accept: 'application/json, application/jwk-set+json' };
    response = await outbound.fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
    text = await boundedText(response, bytesMax);
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    throw fault(isLate ? `did not answer within ${TIMEOUT_MS / 1_000} seconds` : 'cannot be reached');
  }
  const { status } = response;
  if (status >= 300 && status < 400)
    throw fault(`answered ${status}, and redirects are not followed: give the address that it leads to`);
  if (status !== 200) throw fault(`answered ${status}`);
  if (text === undefined) throw fault(`answered with more than ${bytesMax / 1_024} KB`);
  return { members: objectIn(text) ?? raise(fault('answered with no JSON object')), date: dateOf(response) };
}

function objectIn(text: string): IssuerDocument['members'] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as IssuerDocument['members'])
      : undefined;
  } catch {
    return undefined;
  }
}

function dateOf({ headers }: Response): Date | undefined {
  const date = new Date(headers.get('date') ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** The name of an issuer, where it can be shown in one line. */
const shown = (issuer: unknown) =>
  typeof issuer === 'string' && /^[\x21-\x7e]{1,200}$/.test(issuer) ? `, ${issuer}` : '';

function raise(error: Error): never {
  throw error;
}
