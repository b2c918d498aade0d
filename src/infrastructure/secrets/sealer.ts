import { type CipherGCM, createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Bytes of nonce and tag before sealed data. */
export const SEAL_HEAD_BYTES = NONCE_BYTES + TAG_BYTES;

/** Seals data piece by piece. The head and the cipher's output are as `seal` would have made them. */
export type Sealing = {
  readonly cipher: CipherGCM;
  /** The head, known when the cipher has ended. */
  head(): Buffer;
};

/** Seals and opens under one key, with AES-256-GCM. */
export class Sealer {
  readonly #key: KeyObject;

  constructor(key: KeyObject) {
    this.#key = key;
  }

  sealing(boundTo: string): Sealing {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(Buffer.from(boundTo));
    return { cipher, head: () => Buffer.concat([nonce, cipher.getAuthTag()]) };
  }

  /** Returns undefined when it was sealed under another key, changed, or moved. */
  open(sealed: Uint8Array, boundTo: string): Buffer | undefined {
    const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
    try {
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', this.#key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(boundTo))
        .setAuthTag(bytes.subarray(NONCE_BYTES, SEAL_HEAD_BYTES));
      const plain = decipher.update(bytes.subarray(SEAL_HEAD_BYTES));
      return Buffer.concat([plain, decipher.final()]);
    } catch {
      return undefined;
    }
  }
}
