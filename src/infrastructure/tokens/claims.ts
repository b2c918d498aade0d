import { CLOCK_SKEW_SECONDS } from '../../domain/oauth/signing-key.ts';

/** The claims of an access token, as RFC 9068 §2.2 requires. Times are in seconds since 1970. */
export type AccessTokenClaims = {
  /** The OAuth provider in its catalog: {base_url}/<org>/<catalog>/<oauth provider>. */
  readonly iss: string;
  /** The person, by the name that the user registry knows. */
  readonly sub: string;
  /** The catalog: {base_url}/<org>/<catalog>. */
  readonly aud: string;
  readonly client_id: string;
  readonly exp: number;
  readonly iat: number;
  readonly nbf?: number;
  readonly jti: string;
  /** Names with a space between them. Absent when there is none. */
  readonly scope?: string | undefined;
  /** The family of all tokens of one authorization, which can be revoked together. Absent for a single token. */
  readonly family_id?: string | undefined;
  /** The client certificate that the token is bound to. (RFC 8705 §3.1) */
  readonly cnf?: { readonly 'x5t#S256': string } | undefined;
};

/** Writes the claims of a token as JSON.stringify does. The text has no doubled members or spaces. */
export function writeClaims(claims: AccessTokenClaims): Buffer {
  return Buffer.from(JSON.stringify(claims));
}

/**
 * Reads the claims of a token. Undefined when the platform would not write such claims. Unknown members are ignored.
 */
export function readClaims(payload: Uint8Array): AccessTokenClaims | undefined {
  const text = Buffer.from(payload).toString('utf8');
  try {
    const claims: unknown = JSON.parse(text);
    return JSON.stringify(claims) === text && areClaims(claims) ? claims : undefined;
  } catch {
    return undefined;
  }
}

function areClaims(value: unknown): value is AccessTokenClaims {
  if (typeof value !== 'object' || value === null) return false;
  const { iss, sub, aud, client_id, exp, iat, nbf, jti, scope, family_id, cnf } = value as Record<
    string,
    unknown
  >;
  return (
    [iss, sub, aud, client_id, jti].every((each) => typeof each === 'string' && each !== '') &&
    [exp, iat, ...(nbf === undefined ? [] : [nbf])].every(isNumericDate) &&
    [scope, family_id].every((each) => each === undefined || typeof each === 'string') &&
    (cnf === undefined || isConfirmation(cnf))
  );
}

/** A binding that is not understood is none that could be ignored. */
function isConfirmation(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as { 'x5t#S256'?: unknown })['x5t#S256'] === 'string'
  );
}

/** The last second that a Date can hold. (ECMA-262 §21.4.1.1) */
const LAST_SECOND = 8_640_000_000_000;

/** Is true for a time as this platform writes it: whole seconds since 1970. (RFC 7519 §2) */
function isNumericDate(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= LAST_SECOND;
}

/**
 * Is true when the token is valid at this time. It has begun, allowing for clock skew, and has not ended. (RFC 7519
 * §4.1)
 */
export function areInTime({ iat, nbf = iat, exp }: AccessTokenClaims, now: Date): boolean {
  const seconds = now.getTime() / 1000;
  return Math.max(iat, nbf) <= seconds + CLOCK_SKEW_SECONDS && seconds < exp;
}

/** Returns the audience of a provider's tokens: the catalog. It is the issuer without the provider's own segment. */
export function audienceOf(issuer: string): string {
  return issuer.slice(0, issuer.lastIndexOf('/'));
}
