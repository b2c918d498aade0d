import {
  type CipherGCM,
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** Makes, hashes and seals what must not be known: client secrets, bearer tokens, signing keys. */
export type Secrets = {
  /** A new secret of 256 random bits, in base64url behind a prefix that says what it is. */
  issue(prefix: string): string;
  /** HMAC-SHA-256 under the platform's pepper: what is stored instead of a secret that we made. */
  hash(secret: string): string;
  /** Compares a secret with a stored hash in constant time. */
  matches(secret: string, hash: string): boolean;
  /** Those of the stored hashes that are the secret's; each is compared in constant time, whatever the others are. */
  matching(secret: string, hashes: readonly string[]): string[];
  /** Signs what other processes of this platform have to believe, under a key of its own for each purpose. */
  signer(purpose: string): Signer;
  /** AES-256-GCM; `boundTo` is the row that it belongs to, so that it cannot be moved to another one. */
  seal(plain: string, boundTo: string): Buffer;
  /** @throws UnsealError when the secret key is another one, or the bytes were changed or moved */
  unseal(sealed: Uint8Array, boundTo: string): string;
  /** The same for what is too large to be held at once. */
  sealing(boundTo: string): Sealing;
  /** @throws UnsealError as `unseal` does */
  unsealBytes(sealed: Uint8Array, boundTo: string): Buffer;
};

/** HMAC-SHA-256 under a key that is derived from the platform's; signatures are base64url. */
export type Signer = {
  sign(text: string): string;
  /** Compares in constant time. */
  verifies(text: string, signature: string): boolean;
};

/** What is sealed piece by piece; its head and then what comes out of the cipher are as `seal` would have made them. */
export type Sealing = {
  readonly cipher: CipherGCM;
  /** Known when the cipher has ended. */
  head(): Buffer;
};

/** What was sealed cannot be read: the operator's to mend, by giving the secret key that it was sealed with. */
export class UnsealError extends Error {
  override readonly name = 'UnsealError';

  /** @param boundTo whose it is, as `seal` was told */
  constructor(boundTo: string) {
    super(
      `What is stored for ${boundTo} was sealed with another secret key, or was changed: give the SECRET_KEY, or the file secret.key in DATA_DIR, that it was sealed with.`,
    );
  }
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** What comes before what is sealed. */
export const SEAL_HEAD_BYTES = NONCE_BYTES + TAG_BYTES;

/** @param secretKey the platform's own key: SECRET_KEY, or the file in DATA_DIR */
export function createSecrets(secretKey: string): Secrets {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, 'gatehouse', purpose, 32));
  const pepper = derive('pepper');
  const sealingKey = derive('sealing');
  const digest = (secret: string) => createHmac('sha256', pepper).update(secret).digest();

  function signer(purpose: string): Signer {
    const key = derive(`signing: ${purpose}`);
    const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url');
    return {
      sign,
      verifies(text, signature) {
        // As texts: the last character has bits that count for nothing, and a signature is written in one way.
        const [own, given] = [Buffer.from(sign(text)), Buffer.from(signature)];
        return given.length === own.length && timingSafeEqual(given, own);
      },
    };
  }
  function matching(secret: string, hashes: readonly string[]): string[] {
    const given = digest(secret);
    return hashes.filter((hash) => {
      const stored = Buffer.from(hash, 'base64url');
      return stored.length === given.length && timingSafeEqual(given, stored);
    });
  }

  function sealing(boundTo: string): Sealing {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', sealingKey, nonce).setAAD(Buffer.from(boundTo));
    return { cipher, head: () => Buffer.concat([nonce, cipher.getAuthTag()]) };
  }
  function unsealBytes(sealed: Uint8Array, boundTo: string): Buffer {
    const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
    try {
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', sealingKey, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(boundTo))
        .setAuthTag(bytes.subarray(NONCE_BYTES, SEAL_HEAD_BYTES));
      const plain = decipher.update(bytes.subarray(SEAL_HEAD_BYTES));
      return Buffer.concat([plain, decipher.final()]);
    } catch {
      throw new UnsealError(boundTo);
    }
  }

  return {
    issue: (prefix) => `${prefix}${randomBytes(32).toString('base64url')}`,
    signer,
    hash: (secret) => digest(secret).toString('base64url'),
    matches: (secret, hash) => matching(secret, [hash]).length > 0,
    matching,
    seal(plain, boundTo) {
      const { cipher, head } = sealing(boundTo);
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([head(), sealed]);
    },
    unseal: (sealed, boundTo) => unsealBytes(sealed, boundTo).toString('utf8'),
    sealing,
    unsealBytes,
  };
}
