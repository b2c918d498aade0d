import { sign as signBytes, verify as verifyBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { SigningAlgorithm } from '../../domain/oauth/signing-key.ts';
import { inDer, numbersOf } from './der-signature.ts';
import type { SigningKey } from './keys.ts';

/**
 * The one form of a signature that is written and accepted. A token then has exactly one text, and an altered one is
 * refused.
 */
type CanonicalForm = {
  /** Returns the canonical form of a new signature. */
  readonly of: (signature: Buffer) => Buffer;
  readonly is: (signature: Uint8Array) => boolean;
};

/** The orders of P-256 and of Ed25519's base point. P-256 is the curve of ES256 (SEC 2, §2.4.2; RFC 8032 §5.1). */
const P256_ORDER = Buffer.from('ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551', 'hex');
const HALF_P256_ORDER = Buffer.from(
  '7fffffff800000007fffffffffffffffde737d56d38bcf4279dce5617e3192a8',
  'hex',
);
const ED25519_ORDER = 0x1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3edn;
const NUMBER_BYTES = 32;

/**
 * Takes the ES256 signature with the lower s. Each (r, s) has a twin (r, order − s) that verifies as well and that
 * anybody can compute. (spec.md, Errors)
 */
const lowerS: CanonicalForm = {
  of(signature) {
    if (lowerS.is(signature)) return signature;
    const twin = Buffer.from(signature);
    takeFrom(P256_ORDER, twin.subarray(NUMBER_BYTES));
    return twin;
  },
  is: (signature) =>
    signature.length === 2 * NUMBER_BYTES &&
    Buffer.compare(signature.subarray(NUMBER_BYTES), HALF_P256_ORDER) <= 0,
};

/** Requires an S below the order. (R, S + order) would otherwise mean the same as (R, S). (RFC 8032 §5.1.7) */
const reducedS: CanonicalForm = {
  of: (signature) => signature,
  is: (signature) =>
    signature.length === 2 * NUMBER_BYTES &&
    number(signature.subarray(NUMBER_BYTES).toReversed()) < ED25519_ORDER,
};

/**
 * Accepts every RSASSA-PKCS1-v1_5 signature. It is one number below the modulus, with its length, and no other
 * verifies. (RFC 8017 §8.2.2)
 */
const unique: CanonicalForm = { of: (signature) => signature, is: () => true };

const forms: Record<SigningAlgorithm, CanonicalForm> = { ES256: lowerS, EdDSA: reducedS, RS256: unique };

export function canonicalSignature(algorithm: SigningAlgorithm, signature: Buffer): Buffer {
  return forms[algorithm].of(signature);
}

/** The digest of each algorithm. EdDSA has its own. (RFC 7518 §3.1, RFC 8037 §3.1) */
const digests: Record<SigningAlgorithm, string | null> = { ES256: 'sha256', EdDSA: null, RS256: 'sha256' };

const signElsewhere = promisify(signBytes);

/**
 * Signs a text in canonical form. It uses node:crypto, because WebCrypto costs three times as much. The key goes alone:
 * with `dsaEncoding`, Node 24 takes twice as long. RS256 alone is slow enough for another thread.
 */
export async function sign(text: string, { algorithm, privateKey }: SigningKey): Promise<Buffer> {
  const [digest, bytes] = [digests[algorithm], Buffer.from(text)];
  if (algorithm === 'RS256') return signElsewhere(digest, bytes, privateKey);
  const signature = signBytes(digest, bytes, privateKey);
  return canonicalSignature(algorithm, algorithm === 'ES256' ? numbersOf(signature) : signature);
}

/** Is true for the one accepted signature of a text. The algorithm is the key's, never the token's. (RFC 8725 §3.1) */
export function isSignature(
  signature: Uint8Array,
  text: string,
  { algorithm, publicKey }: SigningKey,
): boolean {
  if (!forms[algorithm].is(signature)) return false;
  const written = algorithm === 'ES256' ? inDer(signature) : signature;
  return verifyBytes(digests[algorithm], Buffer.from(text), publicKey, written);
}

/**
 * Replaces a number by the difference of a larger one and it. It works byte by byte, because conversion to and from
 * BigInt goes through texts.
 */
function takeFrom(larger: Uint8Array, number: Uint8Array): void {
  let borrowed = 0;
  for (let at = number.length - 1; at >= 0; at -= 1) {
    const left = (larger[at] ?? 0) - (number[at] ?? 0) - borrowed;
    number[at] = left;
    borrowed = left < 0 ? 1 : 0;
  }
}

function number(bigEndian: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bigEndian).toString('hex')}`);
}
