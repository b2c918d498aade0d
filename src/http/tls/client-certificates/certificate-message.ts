import { X509Certificate } from 'node:crypto';
import { verifiesQuickly } from '../../../foundation/public-key-bounds.ts';

/** Certificates that a client may send. */
const CHAIN_MAX = 10;
const LENGTH_BYTES = 3;

/**
 * Tells whether all certificates that a client sends are quickly verified.
 *
 * @param body that of the message Certificate (RFC 5246 §7.4.2, RFC 8446 §4.4.2)
 */
export function isQuicklyVerified(body: Buffer, isTls13: boolean): boolean {
  try {
    const certificates = [...certificatesIn(body, isTls13)];
    return certificates.every((certificate) => verifiesQuickly(new X509Certificate(certificate).publicKey));
  } catch {
    return false;
  }
}

/** @throws where the message is broken, or has too many certificates */
function* certificatesIn(body: Buffer, isTls13: boolean): Generator<Buffer> {
  // In TLS 1.3 a context comes first, and extensions behind each certificate.
  let at = LENGTH_BYTES + (isTls13 ? 1 + body.readUInt8(0) : 0);
  for (let count = 0; at < body.length; count += 1) {
    if (count === CHAIN_MAX) throw new RangeError(`A client sends more than ${CHAIN_MAX} certificates.`);
    const length = body.readUIntBE(at, LENGTH_BYTES);
    at += LENGTH_BYTES;
    yield body.subarray(at, at + length);
    at += length + (isTls13 ? 2 + body.readUInt16BE(at + length) : 0);
  }
}
