import type { OpenIdRegistrySettings } from '../../domain/oauth/open-id-settings.ts';
import { clockFault } from '../issuers/check-issuer.ts';
import { fetchKeySet } from '../issuers/issuer-documents.ts';
import { issuerKeys } from '../issuers/issuer-keys.ts';
import { IssuerFault } from '../issuers/trusted-issuer.ts';
import type { OrgOutbound } from '../outbound/org-outbound.ts';
import { openIdMetadata } from './open-id-issuers.ts';
import { secretAuthentication } from './openid-connect.ts';

/** The pages of an OpenID provider, and what keeps people from signing in there. */
export type OpenIdCheck = {
  readonly authorizationUrl: string | null;
  /** Sentences; empty where people can sign in. */
  readonly faults: readonly string[];
};

/** Seconds by which the clock of an issuer may differ from that of the platform. */
const CLOCK_SKEW_SECONDS = 30;

/** Asks an OpenID provider as a sign-in would, and names what is wrong. The client is not tried: that needs a person. */
export async function checkOpenId(
  { url, openId }: { readonly url: string; readonly openId: OpenIdRegistrySettings },
  outbound: Pick<OrgOutbound, 'fetch'>,
  now: () => Date,
): Promise<OpenIdCheck> {
  let authorizationUrl: string | null = null;
  try {
    const metadata = await openIdMetadata(url, outbound);
    authorizationUrl = metadata.authorization_endpoint;
    if (openId.clientType === 'CONFIDENTIAL') secretAuthentication(metadata);
    const document = await fetchKeySet(metadata.jwks_uri, outbound);
    await issuerKeys(document);
    const fault = clockFault(document.date, now(), { clockSkewSeconds: CLOCK_SKEW_SECONDS });
    return { authorizationUrl, faults: fault === undefined ? [] : [fault] };
  } catch (error) {
    if (!(error instanceof IssuerFault)) throw error;
    return { authorizationUrl, faults: [`Nobody can sign in at the issuer: ${error.message}.`] };
  }
}
