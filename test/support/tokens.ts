import { CompactSign } from 'jose';
import type { SigningAlgorithm } from '../../src/domain/oauth/signing-key.ts';
import { canonicalSignature } from '../../src/infrastructure/tokens/canonical-signature.ts';
import { writeClaims } from '../../src/infrastructure/tokens/claims.ts';
import { headerSegment, tokenHeader } from '../../src/infrastructure/tokens/header.ts';
import { createSigningKey, importSigningKey, type SigningKey } from '../../src/infrastructure/tokens/keys.ts';

/** A new key, ready for use: it signs since 1970, unless said otherwise. */
export async function signingKey(
  algorithm: SigningAlgorithm = 'ES256',
  signsFrom = new Date(0),
): Promise<SigningKey> {
  return importSigningKey(await createSigningKey(algorithm), signsFrom);
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

/** Signs any claims, as a stolen key or a fault of the platform would. */
export async function forge({
  key,
  clientKey,
  payload,
  header = headerSegment(tokenHeader(key, clientKey)),
}: {
  key: SigningKey;
  clientKey: string;
  payload: unknown;
  header?: string;
}): Promise<string> {
  const bytes = typeof payload === 'string' ? Buffer.from(payload) : writeClaims(payload as never);
  const signed = await new CompactSign(bytes)
    .setProtectedHeader(JSON.parse(Buffer.from(header, 'base64url').toString()))
    .sign(key.privateKey);
  const [, middle, end = ''] = signed.split('.');
  return `${header}.${middle}.${base64url(canonicalSignature(key.algorithm, Buffer.from(end, 'base64url')))}`;
}
