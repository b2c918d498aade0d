import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** Signs the first two parts of a JWS. (RFC 7515 §5.1) */
export type Signer = (input: string) => Buffer;

export const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
export const otherEc = generateKeyPairSync('ec', { namedCurve: 'P-256' });
export const ec384 = generateKeyPairSync('ec', { namedCurve: 'P-384' });
export const secp256k1 = generateKeyPairSync('ec', { namedCurve: 'secp256k1' });
export const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 });
export const shortRsa = generateKeyPairSync('rsa', { modulusLength: 1_024 });
export const ed = generateKeyPairSync('ed25519');

export const jwkOf = (key: KeyObject, more: object = {}): object => ({
  ...key.export({ format: 'jwk' }),
  ...more,
});

const encoded = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

/** A JWS. A header or payload that is a text stands as it is. */
export function jws(header: unknown, payload: unknown, signer: Signer): string {
  const input = `${encoded(header)}.${encoded(payload)}`;
  return `${input}.${signer(input).toString('base64url')}`;
}

export const byEcdsa =
  ({ privateKey }: typeof ec, hash = 'sha256', dsaEncoding: 'ieee-p1363' | 'der' = 'ieee-p1363'): Signer =>
  (input) =>
    sign(hash, Buffer.from(input), { key: privateKey, dsaEncoding });

export const byRsa =
  ({ privateKey }: typeof rsa, hash = 'sha256'): Signer =>
  (input) =>
    sign(hash, Buffer.from(input), privateKey);

/** RSASSA-PSS, with the salt length that RFC 7518 §3.5 asks for unless another is given. */
export const byPss =
  (saltLength = 32): Signer =>
  (input) =>
    sign('sha256', Buffer.from(input), { key: rsa.privateKey, padding: 6, saltLength });

export const byEd: Signer = (input) => sign(null, Buffer.from(input), ed.privateKey);

export const byHmac =
  (secret: string | Buffer): Signer =>
  (input) =>
    createHmac('sha256', secret).update(input).digest();

/** Signs nothing: its signature is always the same. */
export const always =
  (signature: Buffer): Signer =>
  () =>
    signature;

/** The order of P-256. (SP 800-186 §3.2.1.3) */
export const order = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551');
const inBytes = (value: bigint) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex');

/** A signature of P-256 by its two numbers. */
export const pair = (r: bigint, s: bigint): Buffer => Buffer.concat([inBytes(r), inBytes(s)]);

/** The other signature of P-256 that is as good: n - s in place of s. */
export const mirrored: Signer = (input) => {
  const signature = byEcdsa(ec)(input);
  const [r, s] = [signature.subarray(0, 32), signature.subarray(32)].map((half) =>
    BigInt(`0x${half.toString('hex')}`),
  );
  return pair(r ?? 0n, order - (s ?? 0n));
};
