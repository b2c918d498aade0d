import { sign } from './canonical-signature.ts';
import { writeClaims } from './claims.ts';
import { headerSegment, tokenHeader } from './header.ts';
import { newJti } from './jti.ts';
import type { SigningKey } from './keys.ts';

type AccessTokenRequest = {
  readonly key: SigningKey;
  readonly clientKey: string;
  /** The person, by the name that the user registry knows. */
  readonly subject: string;
  readonly scopes: Iterable<string>;
  readonly familyId?: string | undefined;
  /** The thumbprint of a client certificate; absent for a token of any bearer. */
  readonly boundTo?: string | undefined;
  readonly issuer: string;
  readonly audience: string;
  readonly lifetimeSeconds: number;
  readonly now: Date;
};

type SignedAccessToken = {
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** 256 random bits, in base64url. */
  readonly jti: string;
};

/** Signs a JWT access token. (RFC 9068 §2; architecture.md, "Access tokens") */
export async function signAccessToken(request: AccessTokenRequest): Promise<SignedAccessToken> {
  const { key, clientKey, subject, issuer, audience, familyId, boundTo } = request;
  const iat = Math.floor(request.now.getTime() / 1000);
  const exp = iat + request.lifetimeSeconds;
  const jti = newJti();
  const scope = [...request.scopes].join(' ');
  const payload = writeClaims({
    iss: issuer,
    sub: subject,
    aud: audience,
    client_id: clientKey,
    iat,
    exp,
    jti,
    scope: scope || undefined,
    family_id: familyId,
    cnf: boundTo === undefined ? undefined : { 'x5t#S256': boundTo },
  });
  const text = `${headerSegment(tokenHeader(key, clientKey))}.${payload.toString('base64url')}`;
  const signature = await sign(text, key);
  return { token: `${text}.${signature.toString('base64url')}`, expiresAt: exp * 1000, jti };
}
