import { isQuicklyVerified } from './certificate-message.ts';
import { HandshakeSecret, RECORD_HEADER_BYTES } from './handshake-secret.ts';

/** Bytes of a client until its handshake is over. Those with three certificates of large keys send half as many. */
const BYTES_MAX = 16_384;
const RECORD = { CHANGE_CIPHER_SPEC: 20, ALERT: 21, HANDSHAKE: 22, APPLICATION_DATA: 23 };
const MESSAGE = { CLIENT_HELLO: 1, CERTIFICATE: 11, CLIENT_KEY_EXCHANGE: 16, FINISHED: 20 };
const MESSAGE_HEADER_BYTES = 4;
/** The place of the random in a ClientHello. (RFC 8446 §4.1.2) */
const RANDOM = { at: 2, bytes: 32 };

type Heard = {
  /** Receives the client's random, by which its secrets are known. */
  readonly onRandom: (random: string) => void;
  /** Passes a record on that may be read. */
  readonly pass: (bytes: Buffer) => void;
};

/**
 * Reads what a client sends in its handshake, before OpenSSL does.
 *
 * OpenSSL verifies all certificates at once, and one with an exponent as long as its key takes a turn of 40 ms. So what
 * is expensive to verify never reaches it.
 */
export class ClientFlight {
  readonly #heard: Heard;
  #bytes = 0;
  #pending = Buffer.alloc(0);
  /** The part of a message of the handshake that has come. */
  #message = Buffer.alloc(0);
  #secret: HandshakeSecret | undefined;
  /** Tells that TLS 1.2 has its keys: a client sends nothing more of its certificates. */
  #hasKeys = false;
  #isOver = false;

  constructor(heard: Heard) {
    this.#heard = heard;
  }

  /** Learns the client's handshake traffic secret of TLS 1.3. */
  learn(secret: Buffer): void {
    this.#secret ??= new HandshakeSecret(secret);
  }

  /** Learns that the keys of TLS 1.2 are agreed on. */
  learnKeys(): void {
    this.#hasKeys = true;
  }

  /** Ends the reading: the handshake is over. */
  end(): void {
    this.#isOver = true;
  }

  /** Takes what has come. @returns false for what may not be passed on */
  take(bytes: Buffer): boolean {
    if (this.#isOver) {
      this.#heard.pass(bytes);
      return true;
    }
    this.#pending = Buffer.concat([this.#pending, bytes]);
    return this.#takeRecords();
  }

  #takeRecords(): boolean {
    while (!this.#isOver && this.#pending.length >= RECORD_HEADER_BYTES) {
      const length = RECORD_HEADER_BYTES + this.#pending.readUInt16BE(3);
      if (this.#pending.length < length) break;
      const record = this.#pending.subarray(0, length);
      this.#bytes += length;
      if (this.#bytes > BYTES_MAX || !this.#mayPass(record)) return false;
      this.#pending = this.#pending.subarray(length);
      this.#heard.pass(record);
    }
    if (!this.#isOver) return this.#bytes + this.#pending.length <= BYTES_MAX;
    // The first request may come with the end of the handshake.
    if (this.#pending.length > 0) this.#heard.pass(this.#pending);
    this.#pending = Buffer.alloc(0);
    return true;
  }

  #mayPass(record: Buffer): boolean {
    switch (record[0]) {
      case RECORD.HANDSHAKE:
        return !this.#secret && this.#mayRead(record.subarray(RECORD_HEADER_BYTES));
      case RECORD.APPLICATION_DATA: {
        const part = this.#secret?.open(record);
        return part !== undefined && this.#mayRead(part);
      }
      case RECORD.CHANGE_CIPHER_SPEC:
        // One of TLS 1.3 says nothing, and may come before the secret. (RFC 8446 §D.4)
        if (!this.#secret) this.#isOver = this.#hasKeys;
        return true;
      default:
        return record[0] === RECORD.ALERT;
    }
  }

  #mayRead(part: Buffer): boolean {
    this.#message = Buffer.concat([this.#message, part]);
    while (this.#message.length >= MESSAGE_HEADER_BYTES) {
      const end = MESSAGE_HEADER_BYTES + this.#message.readUIntBE(1, 3);
      if (this.#message.length < end) break;
      const body = this.#message.subarray(MESSAGE_HEADER_BYTES, end);
      if (!this.#mayReadMessage(this.#message[0], body)) return false;
      this.#message = this.#message.subarray(end);
    }
    return true;
  }

  #mayReadMessage(type: number | undefined, body: Buffer): boolean {
    if (type === MESSAGE.CLIENT_HELLO)
      this.#heard.onRandom(body.subarray(RANDOM.at, RANDOM.at + RANDOM.bytes).toString('hex'));
    else if (type === MESSAGE.CLIENT_KEY_EXCHANGE) this.#hasKeys = true;
    else if (type === MESSAGE.FINISHED && this.#secret) this.#isOver = true;
    return type !== MESSAGE.CERTIFICATE || isQuicklyVerified(body, this.#secret !== undefined);
  }
}
