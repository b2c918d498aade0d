import { createHmac } from 'node:crypto';

/**
 * Signs a delivery: the header `Gatehouse-Signature` is `t=<epoch seconds>,v1=<hex HMAC-SHA-256 of "<t>.<body>">`.
 * The time is signed too, so that a receiver can refuse what somebody sends again later.
 */
export function signatureOf(body: string, { secret, at }: { secret: string; at: Date }): string {
  const seconds = Math.floor(at.getTime() / 1000);
  const hex = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${hex}`;
}
