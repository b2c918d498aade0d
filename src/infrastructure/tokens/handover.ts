import { CompactEncrypt, compactDecrypt, exportJWK, generateKeyPair, importJWK } from 'jose';

/** A key for one token, which only its maker can read. (RFC 7516; RFC 8037 §3.2) */
export type TokenRecipient = {
  /** The public key, as the member `x` of its JWK. */
  readonly publicKey: string;
  /** Reads a token that was sealed for it. @throws Error when it was sealed for another key, or changed */
  open(sealed: string): Promise<string>;
};

const ALGORITHM = { alg: 'ECDH-ES', enc: 'A256GCM' } as const;
const CURVE = { kty: 'OKP', crv: 'X25519' } as const;

/** Makes a key that a token can be sealed for. Its way leads through browser or clipboard. */
export async function createTokenRecipient(): Promise<TokenRecipient> {
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM.alg, { crv: CURVE.crv });
  const { x = '' } = await exportJWK(publicKey);
  return {
    publicKey: x,
    async open(sealed) {
      const { plaintext } = await compactDecrypt(sealed, privateKey, {
        keyManagementAlgorithms: [ALGORITHM.alg],
        contentEncryptionAlgorithms: [ALGORITHM.enc],
      });
      return new TextDecoder().decode(plaintext);
    },
  };
}

/** Tells whether a token can be sealed for a key. Some points of the curve are of no use. (RFC 7748 §6.1) */
export function isRecipientKey(publicKey: string): Promise<boolean> {
  return sealToken('', publicKey).then(
    () => true,
    () => false,
  );
}

/** Seals a token for the holder of a key. */
export async function sealToken(token: string, publicKey: string): Promise<string> {
  const key = await importJWK({ ...CURVE, x: publicKey }, ALGORITHM.alg);
  return new CompactEncrypt(new TextEncoder().encode(token)).setProtectedHeader(ALGORITHM).encrypt(key);
}
