import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** JSON that a browser gives a page as the answer to a challenge. */
export type Signed = Readonly<Record<string, unknown>> & { readonly id: string };

/** Circumstances of an authenticator. Each may be a lie. */
export type Circumstances = {
  /** The origin that the browser saw. */
  readonly origin?: string;
  /** The relying party that the browser bound the passkey to. */
  readonly rpId?: string;
  /** The count that is told, in place of the next one. */
  readonly counter?: number;
  /** Tells whether somebody touched it. */
  readonly isPresent?: boolean;
  /** Type in the client data. */
  readonly type?: string;
  /** Transports that it reports. */
  readonly transports?: unknown;
};

/** Options that a page gets for `navigator.credentials`. */
export type CreationOptions = {
  readonly challenge: string;
  readonly rp: { readonly id: string };
  readonly user: { readonly id: string; readonly name: string };
  readonly excludeCredentials?: readonly { readonly id: string }[];
};
export type RequestOptions = {
  readonly challenge: string;
  readonly rpId: string;
  readonly allowCredentials?: readonly { readonly id: string }[];
};

/** An authenticator with a browser around it: attestation "none", signatures by ES256. */
export type Authenticator = {
  /** The id of its passkey, once there is one. */
  readonly credentialId: string;
  create(options: CreationOptions, circumstances?: Circumstances): Signed;
  get(options: RequestOptions, circumstances?: Circumstances): Signed;
  /** Copies the authenticator with its key and count, as a thief of the key can. */
  copy(): Authenticator;
};

const PRESENT = 0x01;
const VERIFIED = 0x04;
const WITH_CREDENTIAL = 0x40;

/** @param origin where its browser is */
export function createAuthenticator(origin: string): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return authenticatorOf({ origin, privateKey, publicKey, id: randomBytes(32), counter: 0 });
}

type Inside = {
  readonly origin: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly id: Buffer;
  readonly counter: number;
};

function authenticatorOf({ origin: home, privateKey, publicKey, id, counter: first }: Inside): Authenticator {
  let counter = first;
  const credentialId = id.toString('base64url');
  const wrapped = (response: object): Signed => ({
    id: credentialId,
    rawId: credentialId,
    type: 'public-key',
    clientExtensionResults: {},
    response,
  });

  return {
    credentialId,
    create({ challenge, rp }, { origin = home, rpId = rp.id, type = 'webauthn.create', ...overrides } = {}) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)]);
      const data = authenticatorData(rpId, { flags: WITH_CREDENTIAL, counter, ...overrides });
      return wrapped({
        clientDataJSON: clientData({ type, challenge, origin }).toString('base64url'),
        attestationObject: attestationObject(Buffer.concat([data, credential])).toString('base64url'),
        transports: overrides.transports ?? ['internal'],
      });
    },
    get(
      { challenge, rpId: requestedId },
      { origin = home, rpId = requestedId, type = 'webauthn.get', ...overrides } = {},
    ) {
      counter = overrides.counter ?? counter + 1;
      const data = authenticatorData(rpId, { flags: 0, isPresent: overrides.isPresent ?? true, counter });
      const client = clientData({ type, challenge, origin });
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      return wrapped({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      });
    },
    copy: () => authenticatorOf({ origin: home, privateKey, publicKey, id, counter }),
  };
}

const clientData = (client: { type: string; challenge: string; origin: string }) =>
  Buffer.from(JSON.stringify({ ...client, crossOrigin: false }));

type Told = { readonly flags: number; readonly counter: number; readonly isPresent?: boolean };

/** Authenticator data without what follows it. (WebAuthn §6.1) */
function authenticatorData(rpId: string, { flags, counter, isPresent = true }: Told): Buffer {
  const data = Buffer.alloc(37);
  createHash('sha256').update(rpId).digest().copy(data);
  data[32] = flags | VERIFIED | (isPresent ? PRESENT : 0);
  data.writeUInt32BE(counter, 33);
  return data;
}

/** A CBOR map {fmt: "none", attStmt: {}, authData}. */
function attestationObject(authData: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(authData.length);
  return Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.from([0xa0]),
    text('authData'),
    Buffer.from([0x59]),
    length,
    authData,
  ]);
}

/** A COSE key of ES256: {1: 2, 3: -7, -1, -2: x, -3: y}. (RFC 9053 §7.1.1) */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    Buffer.from(x, 'base64url'),
    Buffer.from([0x22, 0x58, 0x20]),
    Buffer.from(y, 'base64url'),
  ]);
}

const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
