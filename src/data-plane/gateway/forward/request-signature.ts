import { createHmac } from 'node:crypto';

/** The header of a signed call. No caller can send it, as all headers that begin alike are the gateway's. */
export const SIGNATURE_HEADER = 'X-Gatehouse-Signature';

type RequestSignatureInput = {
  readonly key: string;
  readonly at: Date;
  readonly method: string;
  /** Path and query on the back-end. */
  readonly path: string;
};

/**
 * Returns the signature of a call for its back-end: `t=<epoch seconds>,v1=<hex HMAC-SHA-256 of "<t>.<method> <path>">`.
 *
 * The body is no part of it, because it is sent while it comes.
 */
export function requestSignature({ key, at, method, path }: RequestSignatureInput): string {
  const seconds = Math.floor(at.getTime() / 1000);
  const hex = createHmac('sha256', key).update(`${seconds}.${method} ${path}`).digest('hex');
  return `t=${seconds},v1=${hex}`;
}
