import { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { FrameMeter } from './frame-meter.ts';
import type { FrameLine, FrameTurns } from './frame-turns.ts';

type Done = (error?: Error | null) => void;

/**
 * A connection whose frames come to their reader in turn with those of others.
 *
 * While some wait, nothing more is read of the socket.
 */
export class FrameSocket extends Duplex implements FrameLine {
  readonly #carrier: TLSSocket;
  readonly #turns: FrameTurns;
  readonly #meter = new FrameMeter();
  /** Bytes that have come, the oldest first. */
  readonly #held: Buffer[] = [];
  #isWanted = false;
  #hasEnded = false;

  constructor(carrier: TLSSocket, turns: FrameTurns) {
    super({ emitClose: true });
    this.#carrier = carrier;
    this.#turns = turns;
    carrier
      .on('data', (bytes: Buffer) => this.#take(bytes))
      .on('end', () => this.#end())
      .on('error', (error) => this.destroy(error))
      .on('close', () => this.destroy());
  }

  get hasMore(): boolean {
    return this.#isWanted && this.#held.length > 0 && !this.destroyed;
  }

  pass(costMax: number): number {
    let left = costMax;
    while (left > 0 && this.hasMore) {
      const [first = Buffer.alloc(0)] = this.#held;
      const { bytes, cost } = this.#meter.pass(first, left);
      const isWhole = bytes === first.length;
      if (isWhole) this.#held.shift();
      else this.#held[0] = first.subarray(bytes);
      left -= cost;
      this.#isWanted = this.push(isWhole ? first : first.subarray(0, bytes));
    }
    this.#readOn();
    return costMax - left;
  }

  #take(bytes: Buffer): void {
    this.#held.push(bytes);
    if (this.#isWanted) this.#turns.add(this);
    this.#readOn();
  }

  /** Reads on where all is passed on. */
  #readOn(): void {
    if (this.#held.length > 0) this.#carrier.pause();
    else if (this.#hasEnded) this.push(null);
    else if (this.#carrier.isPaused()) this.#carrier.resume();
  }

  #end(): void {
    this.#hasEnded = true;
    if (!this.destroyed) this.#readOn();
  }

  override _read(): void {
    this.#isWanted = true;
    if (this.#held.length > 0) this.#turns.add(this);
  }

  override _write(chunk: Buffer, _encoding: string, done: Done): void {
    this.#carrier.write(chunk, done);
  }

  /** The carrier would copy pieces together, too, after a write of each. */
  override _writev(chunks: { chunk: Buffer }[], done: Done): void {
    this.#carrier.write(Buffer.concat(chunks.map(({ chunk }) => chunk)), done);
  }

  override _final(done: Done): void {
    this.#carrier.end(done);
  }

  override _destroy(error: Error | null, done: Done): void {
    this.#held.length = 0;
    this.#turns.remove(this);
    this.#carrier.destroy();
    done(error);
  }
}
