import { createHmac, randomBytes } from 'node:crypto';

/**
 * Signs a delivery: the header `Gatehouse-Signature` is `t=<epoch seconds>,v1=<hex HMAC-SHA-256 of "<t>.<body>">`.
 * The time is signed too, so that a receiver can refuse what somebody sends again later.
 */
export function signatureOf(body: string, { secret, at }: { secret: string; at: Date }): string {
  const seconds = Math.floor(at.getTime() / 1000);
  const hex = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${hex}`;
}

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** Makes a secret of Standard Webhooks: `whsec_` and 32 bytes as base64. */
export const standardSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;

type Signed = {
  readonly id: string;
  readonly body: string;
  readonly at: Date;
  readonly secrets: readonly string[];
};

/** The header `webhook-signature` of Standard Webhooks: `v1,<base64 HMAC-SHA-256 of "<id>.<t>.<body>">` by each secret. */
export function standardSignatures({ id, body, at, secrets }: Signed): string {
  const signed = `${id}.${Math.floor(at.getTime() / 1000)}.${body}`;
  const signatures = secrets.map((secret) =>
    createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
      .update(signed)
      .digest('base64'),
  );
  return signatures.map((signature) => `v1,${signature}`).join(' ');
}
