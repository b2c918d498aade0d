import { errors, type JWTVerifyResult, jwtVerify } from 'jose';
import type { IssuerAlgorithm } from '../../domain/oauth/external-issuer.ts';
import { refuse } from '../../foundation/errors.ts';
import type { IssuerKey } from './issuer-keys.ts';
import type { KeySets } from './key-sets.ts';
import type { TrustedIssuer } from './trusted-issuer.ts';

/** The facts of a token that an external issuer vouches for. */
export type ExternalClaims = {
  readonly clientId: string;
  /** The person; the client itself where the token names none. */
  readonly subject: string;
  readonly scopes: ReadonlySet<string>;
  /** Milliseconds since 1970. */
  readonly issuedAt: number;
  /** Milliseconds since 1970. The clock skew is added. */
  readonly expiresAt: number;
  /** Milliseconds since 1970. It is then verified again: keys may have changed. */
  readonly holdsUntil: number;
  /** The thumbprint of the client certificate that it is bound to; undefined for none. (RFC 8705 §3.1) */
  readonly boundTo: string | undefined;
  /** Reads all that its issuer says of it. A JWT holds that itself: nothing is kept twice. */
  readonly claims: () => Claims;
};

type Claims = Readonly<Record<string, unknown>>;

/** Seconds for which a verified token holds. A key that its issuer withdraws is known after that. */
const VERIFIED_SECONDS = 300;
/** The last second that a Date can hold. (ECMA-262 §21.4.1.1) */
const LAST_SECOND = 8_640_000_000_000;

/** Types of access tokens. Tokens for other ends have types of their own. (RFC 9068 §2.1, RFC 8725 §3.11) */
const TYPES = new Set([undefined, 'jwt', 'at+jwt', 'application/at+jwt']);

/**
 * Verifies a JWT of an external issuer with its key set. (RFC 7519, RFC 8725)
 *
 * The algorithm is one of the settings and of the key, never of the token alone. Each segment has one spelling.
 *
 * @throws TOKEN_INVALID; ISSUER_UNAVAILABLE while there is no key set
 */
export async function verifyExternal(
  token: string,
  issuer: TrustedIssuer,
  { keySets, now }: { readonly keySets: Pick<KeySets, 'keysFor'>; readonly now: Date },
): Promise<ExternalClaims> {
  if (!token.split('.').every(isCanonical))
    return refuseAt('WHOLE', 'The access token is not spelt as a JWT.');
  const header = headerOf(token) ?? refuseAt('HEADER', 'The header of the access token cannot be read.');
  if (!TYPES.has(header.typ?.toLowerCase()))
    return refuseBy('TYPE', 'The JWT is no access token: its header names another type.');
  const alg = issuer.algorithms.find((each) => each === header.alg);
  if (!alg) return refuseBy('ALGORITHM', 'The access token is signed by an algorithm that is not taken.');
  const keys = await keySets.keysFor(issuer, { alg, kid: header.kid });
  for (const key of keys) {
    const verified = await verifiedBy(key, { token, alg, issuer, now });
    if (verified)
      return {
        ...claimsOf(verified.payload, issuer, { now, holdsSeconds: VERIFIED_SECONDS }),
        claims: () => payloadOf(token),
      };
  }
  return keys.length === 0
    ? refuseBy('KNOWN_KEY', 'The access token is signed with a key that its issuer does not publish.')
    : refuseAt('SIGNATURE', 'The signature of the access token is not that of its issuer.');
}

type Header = { readonly alg?: string; readonly kid: string | undefined; readonly typ: string | undefined };

function headerOf(token: string): Header | undefined {
  const { alg, kid, typ } = (jsonIn(token.slice(0, token.indexOf('.'))) ?? {}) as Record<string, unknown>;
  const areTexts = [kid, typ].every((each) => each === undefined || typeof each === 'string');
  if (typeof alg !== 'string' || !areTexts) return undefined;
  return { alg, kid: kid as Header['kid'], typ: typ as Header['typ'] };
}

/** Reads the issuer that a JWT names, unverified. It is only looked for among trusted ones. */
export function namedIssuer(token: string): string | undefined {
  const { iss } = payloadOf(token);
  return typeof iss === 'string' ? iss : undefined;
}

function payloadOf(token: string): Claims {
  const [, payload, , ...more] = token.split('.', 4);
  const claims = payload === undefined || more.length > 0 ? undefined : jsonIn(payload);
  return (claims ?? {}) as Claims;
}

function jsonIn(segment: string): unknown {
  try {
    return JSON.parse(Buffer.from(segment, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Padding, stray bits and other characters would give a token a second spelling. */
const isCanonical = (segment: string) => Buffer.from(segment, 'base64url').toString('base64url') === segment;

type VerifiedByInput = {
  readonly token: string;
  readonly alg: IssuerAlgorithm;
  readonly issuer: TrustedIssuer;
  readonly now: Date;
};

/** Undefined where the signature is of another key. */
async function verifiedBy(
  { publicKey }: IssuerKey,
  { token, alg, issuer, now }: VerifiedByInput,
): Promise<JWTVerifyResult | undefined> {
  try {
    return await jwtVerify(token, publicKey, {
      algorithms: [alg],
      issuer: issuer.url,
      ...(issuer.audiences.length > 0 && { audience: [...issuer.audiences] }),
      clockTolerance: issuer.clockSkewSeconds,
      currentDate: now,
      requiredClaims: ['exp'],
    });
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed) return undefined;
    return refuseFor(error);
  }
}

const claimRules: Readonly<Record<string, readonly [rule: string, detail: string]>> = {
  iss: ['ISSUER', 'The access token is of another issuer.'],
  aud: ['AUDIENCE', 'The access token is for another audience.'],
  exp: ['IN_TIME', 'The access token has no end, which it must have.'],
  nbf: ['IN_TIME', 'The access token is not valid yet.'],
};

function refuseFor(error: unknown): never {
  if (error instanceof errors.JWTExpired) return refuseBy('IN_TIME', 'The access token has expired.');
  if (error instanceof errors.JWTClaimValidationFailed)
    return refuseBy(
      ...(claimRules[error.claim] ?? (['CLAIMS', 'The claims of the access token cannot be read.'] as const)),
    );
  if (error instanceof errors.JOSEError || error instanceof TypeError)
    return refuseAt('PAYLOAD', 'The access token cannot be read as a JWT.');
  throw error;
}

/** Reads the claims that the settings name. @throws TOKEN_INVALID without a client, or before its time */
export function claimsOf(
  claims: Claims,
  { clientClaim, subjectClaim, scopeClaim, clockSkewSeconds }: TrustedIssuer,
  { now, holdsSeconds }: { readonly now: Date; readonly holdsSeconds: number },
): Omit<ExternalClaims, 'claims'> {
  const { [clientClaim]: clientId, [subjectClaim]: subject, iat, exp } = claims;
  const seconds = now.getTime() / 1_000;
  if (typeof clientId !== 'string' || clientId === '')
    return refuseBy(
      'CLIENT_CLAIM',
      'The access token names no client in the claim that the provider has chosen.',
    );
  if (typeof iat === 'number' && iat > seconds + clockSkewSeconds)
    return refuseBy('IN_TIME', 'The access token was issued in the future.');
  const expiresAt =
    Math.min((typeof exp === 'number' ? exp : LAST_SECOND) + clockSkewSeconds, LAST_SECOND) * 1_000;
  return {
    clientId,
    subject: typeof subject === 'string' && subject !== '' ? subject : clientId,
    scopes: new Set(scopesIn(claims[scopeClaim])),
    issuedAt: typeof iat === 'number' ? iat * 1_000 : now.getTime(),
    expiresAt,
    holdsUntil: Math.min(expiresAt, now.getTime() + holdsSeconds * 1_000),
    boundTo: boundTo(claims['cnf']),
  };
}

/** Reads the certificate that a token is bound to. Other confirmations are not for the gateway to check. (RFC 7800 §3.1) */
function boundTo(confirmation: unknown): string | undefined {
  if (confirmation === undefined) return undefined;
  const { 'x5t#S256': thumbprint } = Object(confirmation) as Claims;
  const isObject = typeof confirmation === 'object' && confirmation !== null;
  if (isObject && (thumbprint === undefined || typeof thumbprint === 'string')) return thumbprint;
  return refuseBy('CLAIMS', 'The claims of the access token cannot be read.');
}

function scopesIn(claim: unknown): string[] {
  const names = typeof claim === 'string' ? claim.split(' ') : Array.isArray(claim) ? claim : [];
  return names.filter((name) => typeof name === 'string' && name !== '');
}

const refuseAt = (part: 'WHOLE' | 'HEADER' | 'PAYLOAD' | 'SIGNATURE', detail: string): never =>
  refuse('TOKEN_INVALID', { detail, facts: { part } });

export const refuseBy = (rule: string, detail: string): never =>
  refuse('TOKEN_INVALID', { detail, facts: { rule } });
