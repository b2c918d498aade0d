import { CLOCK_SKEW_SECONDS } from '../../domain/oauth/signing-key.ts';

/** The claims of an access token, all that RFC 9068 §2.2 requires; times in seconds since 1970. */
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
  /** Names with a space between them; absent when there is none. */
  readonly scope?: string | undefined;
  /** All tokens of one authorization, which can be revoked together; absent where it gave this one alone. */
  readonly family_id?: string | undefined;
};

/** The text of the claims in a token: as JSON.stringify writes them, and so without doubled members or spaces. */
export function writeClaims(claims: AccessTokenClaims): Buffer {
  return Buffer.from(JSON.stringify(claims));
}

/** The claims of a token, or undefined when they are not such as this platform writes. Members it never wrote are let be. */
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
  const { iss, sub, aud, client_id, exp, iat, nbf, jti, scope, family_id } = value as Record<string, unknown>;
  return (
    [iss, sub, aud, client_id, jti].every((each) => typeof each === 'string' && each !== '') &&
    [exp, iat, ...(nbf === undefined ? [] : [nbf])].every(isNumericDate) &&
    [scope, family_id].every((each) => each === undefined || typeof each === 'string')
  );
}

/** The last second that a Date can be. (ECMA-262 §21.4.1.1) */
const LAST_SECOND = 8_640_000_000_000;

/** RFC 7519 §2, as this platform writes it: in whole seconds since 1970. */
function isNumericDate(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= LAST_SECOND;
}

/** Is it the time of this token? It has begun, but for the skew of clocks, and it has not ended. (RFC 7519 §4.1) */
export function areInTime({ iat, nbf = iat, exp }: AccessTokenClaims, now: Date): boolean {
  const seconds = now.getTime() / 1000;
  return Math.max(iat, nbf) <= seconds + CLOCK_SKEW_SECONDS && seconds < exp;
}

/** The catalog that tokens of a provider are for: the issuer without the provider's own segment. */
export function audienceOf(issuer: string): string {
  return issuer.slice(0, issuer.lastIndexOf('/'));
}
