import { type InputPath, refuse } from '../../foundation/errors.ts';
import {
  ISSUER_URL_MAX,
  type IssuerRegistration,
  type IssuerRegistrationDraft,
  issuerRegistrationFrom,
} from './client-registration.ts';

/**
 * Algorithms that an external issuer may sign with. None has a shared secret: who verifies with one could sign as well.
 * (RFC 8725 §3.1)
 */
export const issuerAlgorithms = [
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'PS256',
  'PS384',
  'PS512',
  'RS256',
  'RS384',
  'RS512',
] as const;
export type IssuerAlgorithm = (typeof issuerAlgorithms)[number];

/** The endpoint at which an issuer tells whether a token is active. (RFC 7662) */
export type IssuerIntrospection = {
  readonly url: string;
  /** The client id of the gateway at the issuer. */
  readonly clientId: string;
  /** The name of a secret of the catalog: that of the client. */
  readonly secret: string;
  /** Seconds for which an answer holds. A token revoked meanwhile is still taken. */
  readonly cacheSeconds: number;
};

/** An issuer of access tokens outside of the platform, and how its tokens are read. */
export type ExternalIssuer = {
  /** The claim `iss` of its tokens, and the address of its metadata. */
  readonly url: string;
  /** The address of its key set; null finds it by its metadata. (RFC 8414, OpenID Connect Discovery) */
  readonly jwksUrl: string | null;
  /** Its introspection endpoint, which is asked instead of verifying signatures; null for none. */
  readonly introspection: IssuerIntrospection | null;
  /** One of them has to be in the claim `aud`. Empty takes tokens for anybody. */
  readonly audiences: readonly string[];
  /** The claim that has the client id at the issuer. */
  readonly clientClaim: string;
  /** The claim that has the person. */
  readonly subjectClaim: string;
  /** The claim that has the scopes: a text with spaces between them, or a list. */
  readonly scopeClaim: string;
  readonly algorithms: readonly IssuerAlgorithm[];
  readonly clockSkewSeconds: number;
  /** The registration of applications there; absent where they are not registered. */
  readonly registration?: IssuerRegistration;
};

/** An external issuer as the management API and a manifest take it. */
export type ExternalIssuerDraft = {
  readonly url: string;
  readonly jwksUrl?: string | null | undefined;
  readonly introspection?:
    | (Omit<IssuerIntrospection, 'cacheSeconds'> & { readonly cacheSeconds?: number | null | undefined })
    | null
    | undefined;
  readonly audiences: readonly string[];
  readonly clientClaim?: string | null | undefined;
  readonly subjectClaim?: string | null | undefined;
  readonly scopeClaim?: string | null | undefined;
  readonly algorithms?: readonly IssuerAlgorithm[] | null | undefined;
  readonly clockSkewSeconds?: number | null | undefined;
  readonly registration?: IssuerRegistrationDraft | null | undefined;
};

/** The settings of an issuer that sets none. The claims are those of RFC 9068. */
export const externalIssuerDefaults = {
  clientClaim: 'client_id',
  subjectClaim: 'sub',
  scopeClaim: 'scope',
  algorithms: ['ES256', 'EdDSA', 'PS256', 'RS256'],
  clockSkewSeconds: 30,
  cacheSeconds: 60,
} as const satisfies Partial<ExternalIssuer> & Pick<IssuerIntrospection, 'cacheSeconds'>;

const AUDIENCES_MAX = 20;
const TEXT_MAX = 255;
const CLOCK_SKEW_MAX = 300;
const CACHE_SECONDS_MAX = 3_600;
/** A client id. (RFC 6749 §A.1) Quotation marks and backslashes are left out, which no issuer uses. */
const CLIENT_ID = /^[\x20-\x21\x23-\x5b\x5d-\x7e]{1,255}$/;

/**
 * Reads an external issuer, with the defaults of what it leaves out.
 *
 * @throws BAD_USER_INPUT, with the path of the member at fault
 */
export function externalIssuerFrom(draft: ExternalIssuerDraft): ExternalIssuer {
  const issuer: ExternalIssuer = {
    url: draft.url,
    jwksUrl: draft.jwksUrl ?? null,
    introspection: draft.introspection ? introspectionFrom(draft.introspection) : null,
    audiences: [...new Set(draft.audiences)],
    clientClaim: draft.clientClaim ?? externalIssuerDefaults.clientClaim,
    subjectClaim: draft.subjectClaim ?? externalIssuerDefaults.subjectClaim,
    scopeClaim: draft.scopeClaim ?? externalIssuerDefaults.scopeClaim,
    algorithms: [...new Set(draft.algorithms ?? externalIssuerDefaults.algorithms)],
    clockSkewSeconds: draft.clockSkewSeconds ?? externalIssuerDefaults.clockSkewSeconds,
    ...(draft.registration && {
      registration: issuerRegistrationFrom(draft.registration, ['input', 'issuer', 'registration']),
    }),
  };
  checkAddresses(issuer);
  checkClaims(issuer);
  if (issuer.algorithms.length === 0) bad('Name at least one algorithm, or leave them out.', ['algorithms']);
  checkSeconds('clockSkewSeconds', issuer.clockSkewSeconds, {
    max: CLOCK_SKEW_MAX,
    path: ['clockSkewSeconds'],
  });
  return issuer;
}

function introspectionFrom(draft: NonNullable<ExternalIssuerDraft['introspection']>): IssuerIntrospection {
  const { url, clientId, secret, cacheSeconds } = draft;
  const settings = {
    url,
    clientId,
    secret,
    cacheSeconds: cacheSeconds ?? externalIssuerDefaults.cacheSeconds,
  };
  if (!CLIENT_ID.test(clientId))
    bad('Give a client id of 1 to 255 characters of visible ASCII, without quotes and backslashes.', [
      'introspection',
      'clientId',
    ]);
  checkSeconds('cacheSeconds', settings.cacheSeconds, {
    max: CACHE_SECONDS_MAX,
    path: ['introspection', 'cacheSeconds'],
  });
  return settings;
}

function checkAddresses({ url, jwksUrl, introspection }: ExternalIssuer): void {
  if (url.length > ISSUER_URL_MAX || /[?#]/.test(url))
    bad(
      `An issuer is a URL of at most ${ISSUER_URL_MAX} characters without query and fragment (RFC 8414 §2).`,
      ['url'],
    );
  if (jwksUrl !== null && introspection)
    bad('Tokens are either verified with keys or introspected: leave out jwksUrl or introspection.', [
      'jwksUrl',
    ]);
  for (const [member, address] of [
    ['jwksUrl', jwksUrl],
    ['introspection', introspection?.url],
  ] as const)
    if (address && address.length > ISSUER_URL_MAX)
      bad(`An address has at most ${ISSUER_URL_MAX} characters.`, [member]);
}

function checkClaims(issuer: ExternalIssuer): void {
  if (issuer.audiences.length > AUDIENCES_MAX) bad(`Give at most ${AUDIENCES_MAX} audiences.`, ['audiences']);
  issuer.audiences.forEach((audience, index) => {
    if (audience === '' || audience.length > TEXT_MAX)
      bad(`An audience has 1 to ${TEXT_MAX} characters.`, ['audiences', index]);
  });
  for (const member of ['clientClaim', 'subjectClaim', 'scopeClaim'] as const)
    if (issuer[member] === '' || issuer[member].length > TEXT_MAX)
      bad(`A claim has a name of 1 to ${TEXT_MAX} characters.`, [member]);
}

function checkSeconds(
  name: string,
  seconds: number,
  { max, path }: { readonly max: number; readonly path: InputPath },
): void {
  if (!Number.isInteger(seconds) || seconds < 0 || seconds > max)
    bad(`${name} is ${seconds}: give 0 to ${max} seconds.`, path);
}

/** The addresses at which the platform calls an issuer. */
export function calledAddresses({ url, jwksUrl, introspection, registration }: ExternalIssuer): string[] {
  const verifying = introspection?.url ?? jwksUrl ?? url;
  return registration ? [verifying, registration.url ?? url] : [verifying];
}

/** An application as a client of an external issuer, in a catalog. */
type ExternalClientAddress = {
  readonly catalogId: string;
  readonly oauthProviderId: string;
  readonly clientId: string;
};

/** Returns the key of a client of an external issuer. In a catalog, it is one application. */
export const externalClientKey = ({ catalogId, oauthProviderId, clientId }: ExternalClientAddress): string =>
  `${catalogId} ${oauthProviderId} ${clientId}`;

/** Tells whether a token could have it. */
export const isExternalClientId = (clientId: string): boolean => CLIENT_ID.test(clientId);

/** @throws BAD_USER_INPUT for a client id that no token could have */
export function checkExternalClientId(clientId: string, path: InputPath): void {
  if (!isExternalClientId(clientId))
    refuse('BAD_USER_INPUT', {
      detail: 'Give a client id of 1 to 255 characters of visible ASCII, without quotes and backslashes.',
      path,
    });
}

/**
 * Checks that a token proves whose client of an external issuer it is.
 *
 * It has to be of the client itself: people who use an application hold tokens of it too.
 *
 * @throws BAD_USER_INPUT
 */
export function checkClientProof(
  token: { readonly clientId: string; readonly subject: string },
  clientId: string,
  path: InputPath,
): void {
  if (token.clientId !== clientId)
    refuse('BAD_USER_INPUT', {
      detail: 'The access token is of another client: get one of the client whose id you give.',
      path,
    });
  if (token.subject !== clientId)
    refuse('BAD_USER_INPUT', {
      detail:
        'The access token is of a person: get one of the client itself, by client credentials, or ask the provider of this portal to register the client.',
      path,
    });
}

const bad = (detail: string, path: InputPath): never =>
  refuse('BAD_USER_INPUT', { detail, path: ['input', 'issuer', ...path] });
