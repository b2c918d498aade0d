import { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';

type Done = (error?: Error | null) => void;

/**
 * One end of a connection within the process. What is written to one end is read from the other.
 *
 * It has of a TLS socket what the reader of a request uses, of the connection that carries it.
 */
export class LocalSocket extends Duplex {
  readonly encrypted = true;
  bytesRead = 0;
  bytesWritten = 0;
  /** The idle time in force, in milliseconds; 0 for none. */
  timeout = 0;
  readonly #carrier: TLSSocket;
  #other: LocalSocket | undefined;
  /** Called when the other end reads on. */
  #waiting: Done | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** @returns both ends of a connection */
  static pair(carrier: TLSSocket): readonly [LocalSocket, LocalSocket] {
    const [one, other] = [new LocalSocket(carrier), new LocalSocket(carrier)];
    one.#other = other;
    other.#other = one;
    return [one, other];
  }

  private constructor(carrier: TLSSocket) {
    super({ allowHalfOpen: true, emitClose: true });
    this.#carrier = carrier;
  }

  get remoteAddress(): string | undefined {
    return this.#carrier.remoteAddress;
  }

  get remotePort(): number | undefined {
    return this.#carrier.remotePort;
  }

  getPeerX509Certificate() {
    return this.#carrier.getPeerX509Certificate();
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  setTimeout(milliseconds: number, onTimeout?: () => void): this {
    this.timeout = milliseconds;
    if (onTimeout) this.once('timeout', onTimeout);
    this.#restartTimer();
    return this;
  }

  destroySoon(): void {
    if (this.writableFinished) this.destroy();
    else this.once('finish', () => this.destroy());
    this.end();
  }

  override _read(): void {
    const done = this.#waiting;
    this.#waiting = undefined;
    done?.();
  }

  /**
   * The bytes are copied: who writes may use the buffer again, as with a socket. What has room at the other end is written
   * at once, so that the last bytes of a response are before their reader ends the connection.
   */
  override _write(chunk: Buffer, _encoding: string, done: Done): void {
    const other = this.#other;
    if (!other || other.destroyed) {
      done(Object.assign(new Error('The other end is closed.'), { code: 'EPIPE' }));
      return;
    }
    this.bytesWritten += chunk.length;
    other.bytesRead += chunk.length;
    this.#restartTimer();
    other.#restartTimer();
    if (other.push(Buffer.from(chunk))) done();
    else other.#waiting = done;
  }

  override _final(done: Done): void {
    if (!this.#other?.destroyed) this.#other?.push(null);
    done();
  }

  override _destroy(error: Error | null, done: Done): void {
    clearTimeout(this.#timer);
    const waiting = this.#waiting;
    this.#waiting = undefined;
    done(error);
    waiting?.(Object.assign(new Error('The other end is closed.'), { code: 'EPIPE' }));
    const other = this.#other;
    // Like the end of a TCP connection, it is seen by the other end in a turn of its own.
    if (other && !other.destroyed) process.nextTick(() => other.destroy());
  }

  #restartTimer(): void {
    clearTimeout(this.#timer);
    if (this.timeout === 0 || this.destroyed) return;
    this.#timer = setTimeout(() => this.emit('timeout'), this.timeout).unref();
  }
}
