import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import type { IssuerAlgorithm } from '../../domain/oauth/external-issuer.ts';
import { inFreshTurns } from '../../foundation/event-loop-turns.ts';
import { verifiesQuickly } from '../../foundation/public-key-bounds.ts';
import type { IssuerDocument } from './issuer-documents.ts';
import { IssuerFault } from './trusted-issuer.ts';

/** A public key of an issuer, as gateways hold it. */
export type IssuerKey = {
  readonly kid: string | undefined;
  /** The algorithms that it verifies. */
  readonly algorithms: readonly IssuerAlgorithm[];
  readonly publicKey: KeyObject;
};

const KEYS_MAX = 100;
const KID_MAX = 500;
/** The fewest bits of an RSA key. Shorter ones are broken. (RFC 7518 §3.3) */
const RSA_BITS_MIN = 2_048;
const RSA_ALGORITHMS = ['PS256', 'PS384', 'PS512', 'RS256', 'RS384', 'RS512'] as const;
const CURVES: Readonly<Record<string, IssuerAlgorithm>> = {
  'P-256': 'ES256',
  'P-384': 'ES384',
  'P-521': 'ES512',
  Ed25519: 'EdDSA',
};

/**
 * Reads the keys of a key set that verify signatures. Those that it holds for other uses are left out. (RFC 7517 §5)
 *
 * Others have their turns in between: a hundred points of large curves take 60 ms to check.
 *
 * @throws IssuerFault without such a key, with too many keys, or with a private one
 */
export const issuerKeys = (document: Pick<IssuerDocument, 'members'>): Promise<IssuerKey[]> =>
  inFreshTurns(readKeys(document));

function* readKeys({ members: { keys } }: Pick<IssuerDocument, 'members'>): Generator<void, IssuerKey[]> {
  if (!Array.isArray(keys)) throw new IssuerFault('its key set has no list of keys');
  if (keys.length > KEYS_MAX)
    throw new IssuerFault(`its key set has ${keys.length} keys: ${KEYS_MAX} are read at most`);
  if (keys.some((jwk) => isObject(jwk) && jwk.kty !== 'oct' && 'd' in jwk))
    throw new IssuerFault('its key set has a private key, which anybody can sign with');
  const read: IssuerKey[] = [];
  for (const jwk of keys) {
    const key = isObject(jwk) ? issuerKey(jwk) : undefined;
    if (key) read.push(key);
    yield;
  }
  if (read.length === 0)
    throw new IssuerFault('its key set has no key that verifies signatures: RSA of 2048 bits, EC or Ed25519');
  return read;
}

type Jwk = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Jwk => typeof value === 'object' && value !== null;

function issuerKey(jwk: Jwk): IssuerKey | undefined {
  const { kid, use, alg, key_ops: operations } = jwk;
  if (use !== undefined && use !== 'sig') return undefined;
  if (Array.isArray(operations) && !operations.includes('verify')) return undefined;
  if (kid !== undefined && (typeof kid !== 'string' || kid.length > KID_MAX)) return undefined;
  const algorithms = algorithmsOf(jwk).filter((each) => alg === undefined || each === alg);
  const publicKey = algorithms.length > 0 ? publicKeyOf(jwk) : undefined;
  return publicKey && { kid, algorithms, publicKey };
}

function algorithmsOf({ kty, crv }: Jwk): readonly IssuerAlgorithm[] {
  if (kty === 'RSA') return RSA_ALGORITHMS;
  const algorithm = typeof crv === 'string' && Object.hasOwn(CURVES, crv) ? CURVES[crv] : undefined;
  return algorithm ? [algorithm] : [];
}

function publicKeyOf(jwk: Jwk): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' });
    const bits = key.asymmetricKeyDetails?.modulusLength ?? RSA_BITS_MIN;
    return bits >= RSA_BITS_MIN && verifiesQuickly(key) ? key : undefined;
  } catch {
    return undefined;
  }
}
