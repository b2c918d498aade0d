import { compactVerify } from 'jose';
import type { Clock } from '../clock.ts';
import { refuse } from '../errors.ts';
import { areInTime, audienceOf, readClaims } from './claims.ts';
import { headerSegment, type TokenHeader, tokenHeader } from './header.ts';
import type { SigningKey } from './keys.ts';
import { hasLowerS } from './signature.ts';

/** An access token that was verified. Whose it is and for which catalog is still to be compared. */
export type AccessToken = {
  readonly clientKey: string;
  /** The person, by the name that the user registry knows. */
  readonly subject: string;
  readonly scopes: ReadonlySet<string>;
  readonly issuer: string;
  readonly audience: string;
  /** Milliseconds since 1970. */
  readonly issuedAt: number;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly jti: string;
  readonly kid: string;
};

/** The clients and keys in whose names tokens may be. */
export type Known = {
  client(clientKey: string): boolean;
  key(kid: string): SigningKey | undefined;
};

const HEADER_LENGTH_MAX = 1024;
const TOKEN_LENGTH_MAX = 8192;

/**
 * Verifies an access token of this platform. A plain JWT check is not enough: a changed last character can pass one.
 * Of each token there is one text that is accepted. (architecture.md, "Access tokens"; RFC 9068 §4)
 *
 * @throws CLIENT_ID_MISSING when the first part is not the header that this platform writes for a known client and key
 * @throws TOKEN_INVALID when anything else is wrong with it, or it is not its time
 */
export async function verifyAccessToken(token: string, known: Known, clock: Clock): Promise<AccessToken> {
  const [first = '', ...rest] = token.split('.', 4);
  const { clientKey, key } = readHeader(first, known) ?? refuse('CLIENT_ID_MISSING');
  const [payload, signature] = rest.map(canonicalBytes);
  const wellFormed = token.length <= TOKEN_LENGTH_MAX && rest.length === 2;
  if (!wellFormed || !payload || !signature || !hasLowerS(signature)) return refuse('TOKEN_INVALID');
  if (!(await isSignedBy(key, token))) return refuse('TOKEN_INVALID');
  const claims = readClaims(payload);
  if (claims?.client_id !== clientKey || !areInTime(claims, clock())) return refuse('TOKEN_INVALID');
  return {
    clientKey,
    subject: claims.sub,
    scopes: new Set(claims.scope?.split(' ')),
    issuer: claims.iss,
    audience: claims.aud,
    issuedAt: claims.iat * 1000,
    expiresAt: claims.exp * 1000,
    jti: claims.jti,
    kid: key.kid,
  };
}

/** Did this provider issue the token, in this catalog and for its APIs, with a key of its own? */
export function isIssuedBy(
  { issuer, audience, kid }: AccessToken,
  provider: { readonly issuer: string; readonly keys: readonly SigningKey[] },
): boolean {
  return (
    issuer === provider.issuer &&
    audience === audienceOf(provider.issuer) &&
    provider.keys.some((key) => key.kid === kid)
  );
}

/** Nothing is taken from the header but two names; the rest must be what this platform writes for them. */
function readHeader(segment: string, known: Known): { clientKey: string; key: SigningKey } | undefined {
  const header = segment.length <= HEADER_LENGTH_MAX ? parseHeader(segment) : undefined;
  if (typeof header?.kid !== 'string' || typeof header.client_id !== 'string') return undefined;
  const key = known.key(header.kid);
  if (!key || !known.client(header.client_id)) return undefined;
  const clientKey = header.client_id;
  return segment === headerSegment(tokenHeader(key, clientKey)) ? { clientKey, key } : undefined;
}

function parseHeader(segment: string): Partial<Record<keyof TokenHeader, unknown>> | null | undefined {
  try {
    return JSON.parse(Buffer.from(segment, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

/** The bytes of a base64url text, if it is the one text for them: no padding, no stray bits, no other characters. */
function canonicalBytes(segment: string): Uint8Array | undefined {
  const bytes = Buffer.from(segment, 'base64url');
  return bytes.toString('base64url') === segment ? bytes : undefined;
}

/** The algorithm is the key's, never the token's. (RFC 8725 §3.1) */
async function isSignedBy(key: SigningKey, token: string): Promise<boolean> {
  try {
    await compactVerify(token, key.publicKey, { algorithms: [key.algorithm] });
    return true;
  } catch {
    return false;
  }
}
