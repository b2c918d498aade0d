import type { ServerMetadata } from 'openid-client';
import { issuerAlgorithms } from '../../domain/oauth/external-issuer.ts';
import { FairCache } from '../../foundation/fair-cache.ts';
import { type IssuerDocument, openIdMetadataOf } from '../issuers/issuer-documents.ts';
import { IssuerFault } from '../issuers/trusted-issuer.ts';
import type { OrgOutbound } from '../outbound/org-outbound.ts';

/** The metadata of an OpenID provider that people can sign in with. */
export type OpenIdMetadata = ServerMetadata & {
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
  readonly jwks_uri: string;
};

type Fetching = Pick<OrgOutbound, 'fetch'>;
type OrgIssuer = { readonly orgId: string; readonly url: string };

/** Metadata that are being fetched, or that hold until then. */
type HeldMetadata = { readonly asked: Promise<OpenIdMetadata>; until: number };

/** The memory that metadata take at most, and that of all. */
const METADATA_BYTES = 64 * 1024;
const BOUNDS = { bytesMax: 64 * 1024 * 1024, bytesMaxOfOrg: 8 * 1024 * 1024 };
const KNOWN_MS = 5 * 60_000;
/** The time for which an issuer is not asked again that could not be asked. */
const FAILED_MS = 5_000;

/** The metadata of OpenID providers, as a process holds them. Those of one org are of no use to others. */
export class OpenIdIssuers {
  readonly #held = new FairCache<HeldMetadata>(BOUNDS, () => METADATA_BYTES);

  /** Returns the metadata. Who asks at the same time waits for one answer. @throws IssuerFault */
  metadataOf({ orgId, url }: OrgIssuer, outbound: Fetching): Promise<OpenIdMetadata> {
    const held = this.#held.known(orgId, url);
    if (held && performance.now() < held.until) return held.asked;
    const made = { asked: openIdMetadata(url, outbound), until: performance.now() + KNOWN_MS };
    this.#held.keep(orgId, url, made);
    made.asked.catch(() => {
      made.until = performance.now() + FAILED_MS;
    });
    return made.asked;
  }
}

/** Asks an issuer for its metadata. @throws IssuerFault, which names what is wrong with them */
export async function openIdMetadata(issuer: string, outbound: Fetching): Promise<OpenIdMetadata> {
  const { members } = await openIdMetadataOf(issuer, outbound);
  if (members['issuer'] !== issuer)
    throw new IssuerFault(
      `its metadata names another issuer${shown(members['issuer'])}: give exactly that one`,
    );
  const metadata = {
    ...members,
    issuer,
    authorization_endpoint: endpointOf(members, 'authorization_endpoint', issuer),
    token_endpoint: endpointOf(members, 'token_endpoint', issuer),
    jwks_uri: endpointOf(members, 'jwks_uri', issuer),
    ...('userinfo_endpoint' in members && {
      userinfo_endpoint: endpointOf(members, 'userinfo_endpoint', issuer),
    }),
  };
  expectOneOf(members, 'response_types_supported', ['code']);
  expectOneOf(members, 'id_token_signing_alg_values_supported', issuerAlgorithms);
  return metadata;
}

/** Reads an address that is sent secrets. It has TLS as the issuer has. */
function endpointOf(members: IssuerDocument['members'], member: string, issuer: string): string {
  const url = members[member];
  if (typeof url !== 'string' || !URL.canParse(url)) throw new IssuerFault(`its metadata names no ${member}`);
  const { protocol } = new URL(url);
  if (protocol !== 'https:' && protocol !== new URL(issuer).protocol)
    throw new IssuerFault(`its metadata names a ${member} that has no https address`);
  return url;
}

/** A list that is left out has its default, or says nothing. */
function expectOneOf(members: IssuerDocument['members'], member: string, wanted: readonly string[]): void {
  const offered = members[member];
  if (!Array.isArray(offered) || offered.some((each) => wanted.includes(String(each)))) return;
  throw new IssuerFault(
    `its ${member} have none of ${wanted.join(', ')}: people can sign in with one of these alone`,
  );
}

/** The name of an issuer, where it can be shown in one line. */
const shown = (issuer: unknown) =>
  typeof issuer === 'string' && /^[\x21-\x7e]{1,200}$/.test(issuer) ? `, ${issuer}` : '';
