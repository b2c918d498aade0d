import { LRUCache } from 'lru-cache';
import type { Clock } from '../../foundation/clock.ts';
import { refuse } from '../../foundation/errors.ts';
import { isSignature } from './canonical-signature.ts';
import { type AccessTokenClaims, areInTime, audienceOf, readClaims } from './claims.ts';
import { headerSegment, type TokenHeader, tokenHeader } from './header.ts';
import type { SigningKey } from './keys.ts';

/** A verified access token. Its client and catalog still have to be compared. */
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
  /** The family that it is revoked with. Undefined for a single token. */
  readonly familyId: string | undefined;
  readonly kid: string;
  /** The thumbprint of the client certificate that it is bound to. Undefined for none. */
  readonly boundTo: string | undefined;
};

/** The token keyring: the clients and keys that tokens may name. */
export type TokenKeyring = {
  client(clientKey: string): boolean;
  key(kid: string): SigningKey | undefined;
};

/** The hint for a token whose first part names no client. */
const ISSUED_WHOLE =
  'The access token is not as an OAuth provider of this catalog issued it: send it whole, to its last character. A client key is none.';

const HEADER_LENGTH_MAX = 1024;
const TOKEN_LENGTH_MAX = 8192;
const SCOPE_SETS_MAX = 1_000;

/**
 * Verifies an access token of this platform. A plain JWT check is not enough, because a changed last character can pass
 * one. Each token has one accepted text. (architecture.md, "Access tokens"; RFC 9068 §4)
 *
 * @throws CLIENT_ID_MISSING when the first part is not the header that this platform writes for a known client and key
 * @throws TOKEN_INVALID when anything else is wrong with it, or it is not valid at this time
 */
export async function verifyAccessToken(
  token: string,
  known: TokenKeyring,
  clock: Clock,
): Promise<AccessToken> {
  const [first = '', ...rest] = token.split('.', 4);
  const { clientKey, key } =
    readHeader(first, known) ??
    refuse('CLIENT_ID_MISSING', { hint: ISSUED_WHOLE, facts: { part: 'HEADER' } });
  const [payload, signature] = rest.map(canonicalBytes);
  if (token.length > TOKEN_LENGTH_MAX || rest.length !== 2) return refuseAt('WHOLE');
  if (!payload) return refuseAt('PAYLOAD');
  if (!signature || !isSignature(signature, token.slice(0, token.lastIndexOf('.')), key))
    return refuseAt('SIGNATURE');
  const claims = readClaims(payload);
  if (claims?.client_id !== clientKey) return refuseAt('PAYLOAD');
  if (!areInTime(claims, clock())) return refuseUntimely(claims);
  return {
    clientKey,
    subject: claims.sub,
    scopes: scopesIn(claims.scope),
    issuer: claims.iss,
    audience: claims.aud,
    issuedAt: claims.iat * 1000,
    expiresAt: claims.exp * 1000,
    jti: claims.jti,
    familyId: claims.family_id,
    kid: key.kid,
    boundTo: claims.cnf?.['x5t#S256'],
  };
}

/** Sets of scopes, shared by tokens. Ten thousand tokens have a few sets. */
const scopeSets = new LRUCache<string, ReadonlySet<string>>({ max: SCOPE_SETS_MAX });

function scopesIn(text = ''): ReadonlySet<string> {
  const known = scopeSets.get(text);
  if (known) return known;
  const scopes = new Set(text.split(' ').filter(Boolean));
  scopeSets.set(text, scopes);
  return scopes;
}

/** Refuses a token and names its altered part. An altered part of valid form fails by the signature. */
function refuseAt(part: 'WHOLE' | 'PAYLOAD' | 'SIGNATURE'): never {
  return refuse('TOKEN_INVALID', { facts: { part } });
}

/** Refuses a token outside its time. Its signature is valid, so its client is known. */
function refuseUntimely({ client_id: clientKey, iat, exp }: AccessTokenClaims): never {
  const [issuedAt, expiresAt] = [iat, exp].map((seconds) => new Date(seconds * 1000).toISOString());
  return refuse('TOKEN_INVALID', { facts: { rule: 'IN_TIME', clientKey, issuedAt, expiresAt } });
}

/** Is true when this provider issued the token in this catalog, with its own key. */
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

/** Is true for a client that acts in its own name. The token is then of no person. (RFC 9068 §2.2) */
export const isOfApplication = ({ subject, clientKey }: AccessToken): boolean => subject === clientKey;

/** Returns the claims of a token, as conditions see them. (RFC 9068 §2.2) */
export function claimsIn(token: AccessToken): AccessTokenClaims {
  return {
    iss: token.issuer,
    sub: token.subject,
    aud: token.audience,
    client_id: token.clientKey,
    exp: token.expiresAt / 1000,
    iat: token.issuedAt / 1000,
    jti: token.jti,
    ...(token.scopes.size > 0 && { scope: [...token.scopes].join(' ') }),
  };
}

/** Is true when the token or its family was revoked. */
export function isRevoked({ jti, familyId }: AccessToken, revoked: { has(id: string): boolean }): boolean {
  return revoked.has(jti) || (familyId !== undefined && revoked.has(familyId));
}

/** Reads client and key from the header. All other text must be what this platform writes for them. */
function readHeader(
  segment: string,
  known: TokenKeyring,
): { clientKey: string; key: SigningKey } | undefined {
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

/**
 * Decodes base64url text, if it is the only spelling of its bytes. Padding, stray bits and other characters are
 * refused.
 */
function canonicalBytes(segment: string): Uint8Array | undefined {
  const bytes = Buffer.from(segment, 'base64url');
  return bytes.toString('base64url') === segment ? bytes : undefined;
}
