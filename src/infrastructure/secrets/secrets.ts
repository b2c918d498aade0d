import {
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { Sealer, type Sealing } from './sealer.ts';

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

/** Makes, hashes and seals secrets: client secrets, bearer tokens, signing keys. */
export class Secrets {
  readonly #derive: (purpose: string) => KeyObject;
  readonly #pepper: KeyObject;
  readonly #sealer: Sealer;
  /** The other key of a rotation under way. Its data can be read, and nothing new is sealed with it. */
  readonly beside: Secrets | undefined;
  readonly #retired: RetiredKey[];
  /** Peppers of the retired keys, the one beside among them. */
  #peppers: readonly KeyObject[];

  /**
   * @param secretKey the platform's own key: SECRET_KEY, or the file in DATA_DIR
   * @param besideKey SECRET_KEY_OLD: the key that it replaces, or that will replace it
   */
  constructor(secretKey: string, besideKey?: string) {
    this.#derive = (purpose) =>
      createSecretKey(Buffer.from(hkdfSync('sha256', secretKey, 'gatehouse', purpose, 32)));
    this.#pepper = this.#derive('pepper');
    this.#sealer = new Sealer(this.#derive('sealing'));
    this.beside = besideKey === undefined ? undefined : new Secrets(besideKey);
    this.#retired = this.beside ? [this.beside.retire()] : [];
    this.#peppers = peppersOf(this.#retired);
  }

  /** Makes a secret of 256 random bits in base64url. The prefix tells its kind. */
  issue(prefix: string): string {
    return `${prefix}${randomBytes(32).toString('base64url')}`;
  }

  /** Returns HMAC-SHA-256 under the platform's pepper. It is stored in place of a secret that the platform issued. */
  hash(secret: string): string {
    return mac(this.#pepper, secret).toString('base64url');
  }

  /** Returns all hashes that a secret may be stored by. The present key's comes first, then those of earlier keys. */
  hashes(secret: string): string[] {
    return [this.hash(secret), ...this.#peppers.map((older) => mac(older, secret).toString('base64url'))];
  }

  /** Compares a secret with a stored hash in constant time. */
  matches(secret: string, hash: string): boolean {
    return this.matching(secret, [hash]).length > 0;
  }

  /** Returns the stored hashes that match the secret. Each is compared in constant time, whatever the others are. */
  matching(secret: string, hashes: readonly string[]): string[] {
    const found = equalTo(mac(this.#pepper, secret), hashes);
    return found.length > 0 ? found : this.#peppers.flatMap((older) => equalTo(mac(older, secret), hashes));
  }

  /** Returns a signer for messages between processes of this platform. Each purpose has a key of its own. */
  signer(purpose: string): Signer {
    const key = this.#signingKey(purpose);
    const sign = (text: string) => mac(key, text).toString('base64url');
    const signerBeside = this.beside?.signer(purpose);
    const others = () => this.#retired.flatMap(({ signing }) => signing[purpose] ?? []);
    return {
      sign,
      verifies: (text, signature) =>
        isSame(sign(text), signature) ||
        signerBeside?.verifies(text, signature) === true ||
        others().some((other) => isSame(mac(keyOf(other), text).toString('base64url'), signature)),
    };
  }

  /** Seals with AES-256-GCM. `boundTo` is the row that it belongs to, so that it cannot be moved to another one. */
  seal(plain: string, boundTo: string): Buffer {
    const { cipher, head } = this.sealing(boundTo);
    const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return Buffer.concat([head(), sealed]);
  }

  /** Seals data that is too large to be held at once. */
  sealing(boundTo: string): Sealing {
    return this.#sealer.sealing(boundTo);
  }

  /** @throws UnsealError when the secret key is another one, or the bytes were changed or moved */
  unseal(sealed: Uint8Array, boundTo: string): string {
    return this.unsealBytes(sealed, boundTo).toString('utf8');
  }

  /** @throws UnsealError as `unseal` does */
  unsealBytes(sealed: Uint8Array, boundTo: string): Buffer {
    const plain = this.#sealer.open(sealed, boundTo) ?? this.beside?.unsealBytes(sealed, boundTo);
    if (!plain) throw new UnsealError(boundTo);
    return plain;
  }

  /**
   * Is true when it is sealed under the secret key itself. False under the key beside it, and for data that opens under
   * neither.
   */
  isSealedAnew(sealed: Uint8Array, boundTo: string): boolean {
    return this.#sealer.open(sealed, boundTo) !== undefined;
  }

  /** Returns the part of this key that remains when it is retired. */
  retire(): RetiredKey {
    const signing = KEPT_PURPOSES.map((purpose) => [purpose, textOf(this.#signingKey(purpose))]);
    return { pepper: textOf(this.#pepper), signing: Object.fromEntries(signing) };
  }

  /** Returns the retired keys, including the one beside. */
  retired(): readonly RetiredKey[] {
    return this.#retired;
  }

  /** Admits retired keys. Hashes under them are recognized from now on, and so are signatures of kept purposes. */
  admit(more: readonly RetiredKey[]): void {
    const own = textOf(this.#pepper);
    for (const key of more)
      if (key.pepper !== own && !this.#retired.some((known) => known.pepper === key.pepper))
        this.#retired.push(key);
    this.#peppers = peppersOf(this.#retired);
  }

  #signingKey(purpose: string): KeyObject {
    return this.#derive(`signing: ${purpose}`);
  }
}

const keyOf = (text: string) => createSecretKey(text, 'base64url');
const textOf = (key: KeyObject) => key.export().toString('base64url');
const peppersOf = (retired: readonly RetiredKey[]) => retired.map(({ pepper }) => keyOf(pepper));
/** The key is a KeyObject, because Node 24 takes five times as long with bytes. */
const mac = (key: KeyObject, text: string) => createHmac('sha256', key).update(text).digest();

/** Returns the equal hashes. Each is compared in constant time, whatever the others are. */
function equalTo(candidate: Buffer, hashes: readonly string[]): string[] {
  return hashes.filter((hash) => {
    const stored = Buffer.from(hash, 'base64url');
    return stored.length === candidate.length && timingSafeEqual(candidate, stored);
  });
}

/** Compares signatures as texts. The last character has unused bits, and a signature has only one spelling. */
function isSame(signature: string, other: string): boolean {
  const [own, received] = [Buffer.from(signature), Buffer.from(other)];
  return received.length === own.length && timingSafeEqual(received, own);
}
