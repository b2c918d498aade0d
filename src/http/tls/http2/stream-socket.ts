import { constants, type ServerHttp2Stream } from 'node:http2';
import type { TLSSocket } from 'node:tls';

/** The connection of a plain request over HTTP/2. It has of a TLS socket what those use who serve calls. */
export class StreamSocket {
  readonly encrypted = true;
  /** Bytes of the request, as they would be in HTTP/1.1. */
  readonly bytesRead: number;
  bytesWritten = 0;
  readonly #stream: ServerHttp2Stream;
  readonly #carrier: TLSSocket;

  constructor(stream: ServerHttp2Stream, carrier: TLSSocket, bytesRead: number) {
    this.#stream = stream;
    this.#carrier = carrier;
    this.bytesRead = bytesRead;
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

  /** Bytes that the caller has not taken yet. */
  get writableLength(): number {
    return this.#stream.writableLength;
  }

  /** Is true once the caller is gone before it has taken its answer. */
  get destroyed(): boolean {
    return this.#stream.destroyed && !this.#stream.writableFinished;
  }

  /** Sets the idle time of the stream, which frames either way restart. Its end is an event of the stream. */
  setTimeout(milliseconds: number): this {
    this.#stream.setTimeout(milliseconds);
    return this;
  }

  destroy(): void {
    this.#stream.close(constants.NGHTTP2_INTERNAL_ERROR);
  }
}
