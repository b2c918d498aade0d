import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { ClientFlight } from './client-flight.ts';

type Done = (error?: Error | null) => void;

/** A connection whose handshake is read before TLS reads it. What is too expensive to verify ends it. */
export class FlightSocket extends Duplex {
  readonly carrier: Socket;
  readonly flight: ClientFlight;

  constructor(carrier: Socket, onRandom: (random: string) => void) {
    super({ emitClose: true });
    this.carrier = carrier;
    this.flight = new ClientFlight({ onRandom, pass: (bytes) => this.#pass(bytes) });
    carrier
      .on('data', (bytes: Buffer) => {
        if (!this.flight.take(bytes)) this.destroy();
      })
      .on('end', () => this.push(null))
      .on('error', (error) => this.destroy(error))
      .on('close', () => this.destroy());
  }

  #pass(bytes: Buffer): void {
    if (!this.push(bytes)) this.carrier.pause();
  }

  override _read(): void {
    this.carrier.resume();
  }

  override _write(chunk: Buffer, _encoding: string, done: Done): void {
    this.carrier.write(chunk, done);
  }

  override _writev(chunks: { chunk: Buffer }[], done: Done): void {
    this.carrier.write(Buffer.concat(chunks.map(({ chunk }) => chunk)), done);
  }

  override _final(done: Done): void {
    this.carrier.end(done);
  }

  override _destroy(error: Error | null, done: Done): void {
    this.carrier.destroy();
    done(error);
  }
}
