import type { KeyObject } from 'node:crypto';

/** The largest RSA keys in bits. Longer ones are too expensive to verify with. */
const RSA_BITS_MAX = 8_192;
/** The largest public exponent of an RSA key. One as long as the key makes each verification 200 times as expensive. */
const RSA_EXPONENT_MAX = 2n ** 32n;
const CURVES = /^(?:prime256v1|secp(?:384|521)r1|brainpoolP(?:256|384|512)r1)$/;

/** Tells whether a verification with a public key takes a millisecond or so. Strangers may have made the key. */
export function verifiesQuickly({
  asymmetricKeyType: type,
  asymmetricKeyDetails: details = {},
}: KeyObject): boolean {
  const { modulusLength = 0, publicExponent = 0n, namedCurve = '' } = details;
  if (type === 'rsa' || type === 'rsa-pss')
    return modulusLength <= RSA_BITS_MAX && publicExponent <= RSA_EXPONENT_MAX;
  return type === 'ec' ? CURVES.test(namedCurve) : type === 'ed25519' || type === 'ed448';
}
