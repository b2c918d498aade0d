/** The order of P-256, the curve of ES256. (SEC 2, §2.4.2) */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const HALF_ORDER = ORDER / 2n;
const NUMBER_BYTES = 32;

/**
 * To each ES256 signature (r, s) there is a twin (r, order − s) that verifies as well, and that anybody can compute.
 * This platform writes and accepts the one with the lower s alone, so that a token has one text and an altered one is
 * refused. (spec.md, Errors)
 */
export function withLowerS(signature: Uint8Array): Uint8Array {
  const s = secondNumber(signature);
  if (s <= HALF_ORDER) return signature;
  const twin = (ORDER - s).toString(16).padStart(2 * NUMBER_BYTES, '0');
  return Buffer.concat([signature.subarray(0, NUMBER_BYTES), Buffer.from(twin, 'hex')]);
}

export function hasLowerS(signature: Uint8Array): boolean {
  return signature.length === 2 * NUMBER_BYTES && secondNumber(signature) <= HALF_ORDER;
}

function secondNumber(signature: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(signature.subarray(NUMBER_BYTES)).toString('hex')}`);
}
