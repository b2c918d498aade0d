import {
  type CipherGCM,
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** Makes, hashes and seals secrets: client secrets, bearer tokens, signing keys. */
export type Secrets = {
  /** Makes a secret of 256 random bits in base64url. The prefix tells its kind. */
  issue(prefix: string): string;
  /** Returns HMAC-SHA-256 under the platform's pepper. It is stored in place of a secret that the platform issued. */
  hash(secret: string): string;
  /** Returns all hashes that a secret may be stored by. The present key's comes first, then those of earlier keys. */
  hashes(secret: string): string[];
  /** Compares a secret with a stored hash in constant time. */
  matches(secret: string, hash: string): boolean;
  /** Returns the stored hashes that match the secret. Each is compared in constant time, whatever the others are. */
  matching(secret: string, hashes: readonly string[]): string[];
  /** Returns a signer for messages between processes of this platform. Each purpose has a key of its own. */
  signer(purpose: string): Signer;
  /** Seals with AES-256-GCM. `boundTo` is the row that it belongs to, so that it cannot be moved to another one. */
  seal(plain: string, boundTo: string): Buffer;
  /** @throws UnsealError when the secret key is another one, or the bytes were changed or moved */
  unseal(sealed: Uint8Array, boundTo: string): string;
  /**
   * Is true when it is sealed under the secret key itself. False under the key beside it, and for data that opens under
   * neither.
   */
  isSealedAnew(sealed: Uint8Array, boundTo: string): boolean;
  /** Seals data that is too large to be held at once. */
  sealing(boundTo: string): Sealing;
  /** @throws UnsealError as `unseal` does */
  unsealBytes(sealed: Uint8Array, boundTo: string): Buffer;
  /** The other key of a rotation under way. Its data can be read, and nothing new is sealed with it. */
  readonly beside: Secrets | undefined;
  /** Returns the part of this key that remains when it is retired. */
  retire(): RetiredKey;
  /** Returns the retired keys, including the one beside. */
  retired(): readonly RetiredKey[];
  /** Admits retired keys. Hashes under them are recognized from now on, and so are signatures of kept purposes. */
  admit(retired: readonly RetiredKey[]): void;
};

/**
 * The part of a secret key that remains after its replacement. It has the derived keys of data that cannot be made
 * again, because only the holders know the hashed secrets, or because it must stay as it was. No other key follows from
 * them.
 */
export type RetiredKey = { readonly pepper: string; readonly signing: Readonly<Record<string, string>> };
/** Purposes of signatures that are kept for ever. */
const KEPT_PURPOSES = ['audit'];

/** HMAC-SHA-256 under a key that is derived from the platform's; signatures are base64url. */
export type Signer = {
  sign(text: string): string;
  /** Compares in constant time. */
  verifies(text: string, signature: string): boolean;
};

/** Seals data piece by piece. The head and the cipher's output are as `seal` would have made them. */
export type Sealing = {
  readonly cipher: CipherGCM;
  /** The head, known when the cipher has ended. */
  head(): Buffer;
};

/** Sealed data that cannot be read. The operator has to provide the secret key that it was sealed with. */
export class UnsealError extends Error {
  override readonly name = 'UnsealError';

  /** @param boundTo its binding, as given to `seal` */
  constructor(boundTo: string) {
    super(
      `What is stored for ${boundTo} was sealed with another secret key, or was changed: give the SECRET_KEY, or the file secret.key in DATA_DIR, that it was sealed with. A new SECRET_KEY needs that one beside it, as SECRET_KEY_OLD, until gatehouse rotate-secret has ended.`,
    );
  }
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Bytes of nonce and tag before sealed data. */
export const SEAL_HEAD_BYTES = NONCE_BYTES + TAG_BYTES;

/**
 * @param secretKey the platform's own key: SECRET_KEY, or the file in DATA_DIR
 * @param besideKey SECRET_KEY_OLD: the key that it replaces, or that will replace it
 */
export function createSecrets(secretKey: string, besideKey?: string): Secrets {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, 'gatehouse', purpose, 32));
  const signingKey = (purpose: string) => derive(`signing: ${purpose}`);
  const pepper = derive('pepper');
  const { sealing, open } = sealer(derive('sealing'));
  const beside = besideKey === undefined ? undefined : createSecrets(besideKey);
  const retired = beside ? [beside.retire()] : [];
  /** Peppers of the key beside and of retired ones. */
  let peppers = retired.map((key) => bytesOf(key.pepper));

  function unsealBytes(sealed: Uint8Array, boundTo: string): Buffer {
    return open(sealed, boundTo) ?? beside?.unsealBytes(sealed, boundTo) ?? refuseSealed(boundTo);
  }
  function matching(secret: string, hashes: readonly string[]): string[] {
    const found = equalTo(mac(pepper, secret), hashes);
    return found.length > 0 ? found : peppers.flatMap((older) => equalTo(mac(older, secret), hashes));
  }
  const hash = (secret: string) => mac(pepper, secret).toString('base64url');

  return {
    issue: (prefix) => `${prefix}${randomBytes(32).toString('base64url')}`,
    signer: (purpose) => {
      const key = signingKey(purpose);
      const sign = (text: string) => mac(key, text).toString('base64url');
      const signerBeside = beside?.signer(purpose);
      const others = () => retired.flatMap(({ signing }) => signing[purpose] ?? []);
      return {
        sign,
        verifies: (text, signature) =>
          isSame(sign(text), signature) ||
          signerBeside?.verifies(text, signature) === true ||
          others().some((other) => isSame(mac(bytesOf(other), text).toString('base64url'), signature)),
      };
    },
    hash,
    hashes: (secret) => [hash(secret), ...peppers.map((older) => mac(older, secret).toString('base64url'))],
    matches: (secret, stored) => matching(secret, [stored]).length > 0,
    matching,
    seal(plain, boundTo) {
      const { cipher, head } = sealing(boundTo);
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([head(), sealed]);
    },
    unseal: (sealed, boundTo) => unsealBytes(sealed, boundTo).toString('utf8'),
    isSealedAnew: (sealed, boundTo) => open(sealed, boundTo) !== undefined,
    sealing,
    unsealBytes,
    beside,
    retire: () => ({
      pepper: pepper.toString('base64url'),
      signing: Object.fromEntries(
        KEPT_PURPOSES.map((purpose) => [purpose, signingKey(purpose).toString('base64url')]),
      ),
    }),
    retired: () => retired,
    admit(more) {
      const own = pepper.toString('base64url');
      for (const key of more)
        if (key.pepper !== own && !retired.some((known) => known.pepper === key.pepper)) retired.push(key);
      peppers = retired.map((key) => bytesOf(key.pepper));
    },
  };
}

const bytesOf = (key: string) => Buffer.from(key, 'base64url');
const mac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Returns the equal hashes. Each is compared in constant time, whatever the others are. */
function equalTo(given: Buffer, hashes: readonly string[]): string[] {
  return hashes.filter((hash) => {
    const stored = Buffer.from(hash, 'base64url');
    return stored.length === given.length && timingSafeEqual(given, stored);
  });
}

/** Compares signatures as texts. The last character has unused bits, and a signature has only one spelling. */
function isSame(signature: string, other: string): boolean {
  const [own, given] = [Buffer.from(signature), Buffer.from(other)];
  return given.length === own.length && timingSafeEqual(given, own);
}

const refuseSealed = (boundTo: string): never => {
  throw new UnsealError(boundTo);
};

/** Seals and opens under one key. */
function sealer(key: Buffer) {
  return {
    sealing(boundTo: string): Sealing {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(boundTo));
      return { cipher, head: () => Buffer.concat([nonce, cipher.getAuthTag()]) };
    },
    /** Returns undefined when it was sealed under another key, changed, or moved. */
    open(sealed: Uint8Array, boundTo: string): Buffer | undefined {
      const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
      try {
        const nonce = bytes.subarray(0, NONCE_BYTES);
        const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
          .setAAD(Buffer.from(boundTo))
          .setAuthTag(bytes.subarray(NONCE_BYTES, SEAL_HEAD_BYTES));
        const plain = decipher.update(bytes.subarray(SEAL_HEAD_BYTES));
        return Buffer.concat([plain, decipher.final()]);
      } catch {
        return undefined;
      }
    },
  };
}
