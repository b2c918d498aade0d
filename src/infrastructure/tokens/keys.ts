import { createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import type { SigningAlgorithm } from '../../domain/oauth/signing-key.ts';

/** A key that signs access tokens, as it is stored. */
export type SigningKeyPair = {
  readonly kid: string;
  readonly algorithm: SigningAlgorithm;
  readonly publicJwk: JWK;
  readonly privateJwk: JWK;
};

/** A key in use, with its forms for verifying, publishing (RFC 7517) and signing. */
export type SigningKey = {
  readonly kid: string;
  readonly algorithm: SigningAlgorithm;
  /** Milliseconds since 1970. Before that time, the key is published and only verifies. */
  readonly signsFrom: number;
  readonly publicJwk: JWK;
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
};

/** Makes a new key. Its `kid` is the thumbprint of RFC 7638. */
export async function createSigningKey(algorithm: SigningAlgorithm): Promise<SigningKeyPair> {
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true });
  const [publicJwk, privateJwk] = await Promise.all([exportJWK(publicKey), exportJWK(privateKey)]);
  const kid = await calculateJwkThumbprint(publicJwk);
  return { kid, algorithm, publicJwk: { ...publicJwk, kid, alg: algorithm, use: 'sig' }, privateJwk };
}

/** Prepares a stored key for use, from a moment on. */
export function importSigningKey(stored: SigningKeyPair, signsFrom: Date): SigningKey {
  const { kid, algorithm, publicJwk, privateJwk } = stored;
  return {
    kid,
    algorithm,
    signsFrom: signsFrom.getTime(),
    publicJwk,
    publicKey: createPublicKey({ key: publicJwk as JsonWebKey, format: 'jwk' }),
    privateKey: createPrivateKey({ key: privateJwk as JsonWebKey, format: 'jwk' }),
  };
}

/** Returns the key in its stored form. */
export function exportSigningKey({ kid, algorithm, publicJwk, privateKey }: SigningKey): SigningKeyPair {
  return { kid, algorithm, publicJwk, privateJwk: privateKey.export({ format: 'jwk' }) as JWK };
}
