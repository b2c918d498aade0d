import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
} from 'jose';

/** ES256 is cheap to sign and every client library knows it. */
export const algorithm = 'ES256';

/** A key that signs access tokens, as it is stored. */
export type SigningKeyPair = {
  readonly kid: string;
  readonly algorithm: string;
  readonly publicJwk: JWK;
  readonly privateJwk: JWK;
};

/** A key in use: what verifies, what is published (RFC 7517), and what signs. */
export type SigningKey = {
  readonly kid: string;
  readonly algorithm: string;
  readonly publicJwk: JWK;
  readonly publicKey: CryptoKey;
  readonly privateKey: CryptoKey;
};

/** Makes a new key; its `kid` is the thumbprint of RFC 7638. */
export async function createSigningKey(): Promise<SigningKeyPair> {
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true });
  const [publicJwk, privateJwk] = await Promise.all([exportJWK(publicKey), exportJWK(privateKey)]);
  const kid = await calculateJwkThumbprint(publicJwk);
  return { kid, algorithm, publicJwk: { ...publicJwk, kid, alg: algorithm, use: 'sig' }, privateJwk };
}

/** Makes a stored key ready for use. */
export async function importSigningKey(stored: SigningKeyPair): Promise<SigningKey> {
  const [publicKey, privateKey] = await Promise.all([
    importJWK(stored.publicJwk, stored.algorithm) as Promise<CryptoKey>,
    importJWK(stored.privateJwk, stored.algorithm) as Promise<CryptoKey>,
  ]);
  const { kid, publicJwk } = stored;
  return { kid, algorithm: stored.algorithm, publicJwk, publicKey, privateKey };
}
