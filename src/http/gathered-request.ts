import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { GatheredBytes } from '../foundation/gathered-bytes.ts';
import { PIECES_WITHOUT_REST, restAfterPieces } from '../foundation/piece-rest.ts';

/** Pieces up to this size are gathered. Of larger ones the bytes cost more than the pieces. */
const SMALL_BYTES = 256;

/** Connections that are not read on yet, each with what reads on. */
const resting = new Map<Socket, Set<() => void>>();

/**
 * A request whose body is told once a turn where it comes in small pieces.
 *
 * At each step to a back-end a chunk of one byte costs as much as one of a thousand. After many of them a connection is
 * read on only behind a rest.
 */
export class GatheredRequest extends IncomingMessage {
  #gathered: GatheredBytes | undefined;
  /** Small pieces since the last rest. */
  #pieces = 0;
  /** Tells whether the body was asked for while some of it waits. */
  #isAwaited = false;

  override push(piece: Buffer | null): boolean {
    if (piece !== null && piece.length <= SMALL_BYTES) return this.#gather(piece);
    this.#tell();
    if (piece === null && resting.has(this.socket)) queueMicrotask(() => this.#holdConnection());
    return super.push(piece);
  }

  override _read(size: number): void {
    const waiting = resting.size > 0 ? resting.get(this.socket) : undefined;
    if (this.#gathered) this.#isAwaited = true;
    else if (waiting) waiting.add(() => super._read(size));
    else super._read(size);
  }

  /** Discards a body that nobody reads. Node's own way would take no rest. */
  _dump(): void {
    this.removeAllListeners('data');
    this.resume();
  }

  /** @returns whether any more may come */
  #gather(piece: Buffer): boolean {
    if (!this.#gathered) {
      this.#gathered = new GatheredBytes();
      setImmediate(() => this.#tellInTurn());
    }
    this.#gathered.add(piece);
    this.#pieces += 1;
    if (this.#pieces < PIECES_WITHOUT_REST) return true;
    if (this.#pieces % PIECES_WITHOUT_REST === 0) this.#rest();
    return false;
  }

  #tellInTurn(): void {
    if (!this.#gathered || this.destroyed) return;
    if (!this.#tell()) this.socket.pause();
    else if (this.#isAwaited) this._read(0);
    this.#isAwaited = false;
  }

  /** @returns whether there is room for more */
  #tell(): boolean {
    const gathered = this.#gathered;
    this.#gathered = undefined;
    return !gathered || super.push(gathered.whole());
  }

  #rest(): void {
    const { socket } = this;
    // Node does not stop a connection that was paused once, and read on by its own stream.
    socket.emit('pause');
    if (resting.has(socket)) return;
    const waiting = new Set<() => void>();
    resting.set(socket, waiting);
    // Only at the end of the turn is it known how many have come.
    setImmediate(() => {
      restAfterPieces(this.#pieces, () => {
        this.#pieces = 0;
        resting.delete(socket);
        for (const readOn of waiting) readOn();
      });
    });
  }

  /** Keeps Node from reading the next request of a connection that rests. */
  #holdConnection(): void {
    const { socket } = this;
    socket.pause();
    resting.get(socket)?.add(() => socket.resume());
  }
}
