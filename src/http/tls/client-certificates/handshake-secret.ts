import { type CipherGCMTypes, createDecipheriv, createHmac } from 'node:crypto';

type Suite = { readonly hash: string; readonly cipher: string; readonly keyBytes: number };

export const RECORD_HEADER_BYTES = 5;
const HANDSHAKE_TYPE = 22;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** The ciphers of TLS 1.3. A secret has the length of its suite's hash. (RFC 8446 §B.4) */
const SUITES: readonly (Suite & { readonly secretBytes: number })[] = [
  { hash: 'sha256', secretBytes: 32, cipher: 'aes-128-gcm', keyBytes: 16 },
  { hash: 'sha256', secretBytes: 32, cipher: 'chacha20-poly1305', keyBytes: 32 },
  { hash: 'sha384', secretBytes: 48, cipher: 'aes-256-gcm', keyBytes: 32 },
];

/** Opens the records that a client sends in a handshake of TLS 1.3. (RFC 8446 §5.2) */
export class HandshakeSecret {
  readonly #secret: Buffer;
  #opened = 0;

  /** @param secret the client's handshake traffic secret */
  constructor(secret: Buffer) {
    this.#secret = secret;
  }

  /** Opens the next record. @returns its part of the handshake; undefined where it cannot be opened */
  open(record: Buffer): Buffer | undefined {
    for (const suite of SUITES) {
      const inner = suite.secretBytes === this.#secret.length ? this.#openedBy(suite, record) : undefined;
      if (!inner) continue;
      this.#opened += 1;
      // Behind the content comes its type, and zeros behind that.
      const typeAt = inner.findLastIndex((byte) => byte !== 0);
      return inner[typeAt] === HANDSHAKE_TYPE ? inner.subarray(0, typeAt) : Buffer.alloc(0);
    }
    return undefined;
  }

  #openedBy({ hash, cipher, keyBytes }: Suite, record: Buffer): Buffer | undefined {
    const header = record.subarray(0, RECORD_HEADER_BYTES);
    const sealed = record.subarray(RECORD_HEADER_BYTES, -TAG_BYTES);
    const nonce = expanded(this.#secret, hash, { label: 'iv', bytes: NONCE_BYTES });
    // Four bytes count the records of any handshake that is let through.
    nonce.writeUInt32BE((nonce.readUInt32BE(NONCE_BYTES - 4) ^ this.#opened) >>> 0, NONCE_BYTES - 4);
    const key = expanded(this.#secret, hash, { label: 'key', bytes: keyBytes });
    try {
      const decipher = createDecipheriv(cipher as CipherGCMTypes, key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(header).setAuthTag(record.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(sealed), decipher.final()]);
    } catch {
      return undefined;
    }
  }
}

/** Expands a secret under a label, without a context. (RFC 8446 §7.1) */
function expanded(secret: Buffer, hash: string, { label, bytes }: { label: string; bytes: number }): Buffer {
  const name = Buffer.from(`tls13 ${label}`);
  const info = Buffer.concat([Buffer.from([0, bytes, name.length]), name, Buffer.from([0, 1])]);
  return createHmac(hash, secret).update(info).digest().subarray(0, bytes);
}
