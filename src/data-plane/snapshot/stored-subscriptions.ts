import { type CellWriter, ID_BYTES } from './packed-row.ts';
import { freeSoon } from './row-page.ts';

/** Bytes of the memory that entries are put into, one after the other. */
const CHUNK = 1024 * 1024;
/** Parts of an entry: the place of the next of its chain, then these. */
const LENGTH = 4;
const ID = 8;
const CELLS = ID + ID_BYTES;
/** The place of no entry. The first of a chunk is behind it. */
const NONE = 0;
const FIRST = 1;
/** Chains at first. */
const FEW = 1024;

/**
 * Cells of all subscriptions by application, while clients are read.
 *
 * A million are looked up in an order of chance, of which no cache of the processor holds much. So a lookup reads two
 * places of memory. By pages of rows it took three times as long.
 */
export class StoredSubscriptions {
  readonly #chunks: Buffer[] = [];
  /** First places of chains. There are two to the power of something. */
  #chains = new Uint32Array(FEW);
  #size = 0;
  /** The place behind the last entry. */
  #end = 0;

  /** @param cells up to an end: the id of the application, then those of the subscription */
  add(cells: Buffer, end: number): void {
    // Two chains for each entry: most have one, which is the one that is looked for.
    if (2 * this.#size === this.#chains.length) this.#addChains();
    const place = this.#reserve(ID + end - 1);
    const chunk = this.#chunkOf(place);
    const at = place % CHUNK;
    chunk.writeUInt32LE(end - 1 - ID_BYTES, at + LENGTH);
    cells.copy(chunk, at + ID, 1, end);
    this.#chain(place);
    this.#size += 1;
  }

  /** Writes the cells of an application's subscriptions. Its id is at a place of some bytes. */
  write(writer: CellWriter, bytes: Buffer, idAt: number): void {
    const isOf = (chunk: Buffer, at: number) => {
      for (let each = 0; each < ID_BYTES; each += 1)
        if (chunk[at + each] !== bytes[idAt + each]) return false;
      return true;
    };
    let place = this.#chains[this.#chainOf(bytes, idAt)] as number;
    while (place !== NONE) {
      const chunk = this.#chunkOf(place);
      const at = place % CHUNK;
      if (isOf(chunk, at + ID))
        writer.addCells(chunk, at + CELLS, at + CELLS + chunk.readUInt32LE(at + LENGTH));
      place = chunk.readUInt32LE(at);
    }
  }

  /** Frees its memory before the garbage collector would. */
  free(): void {
    for (const chunk of this.#chunks) freeSoon(chunk);
  }

  #chainOf(bytes: Buffer, idAt: number): number {
    // The last bytes of a uuid are random.
    return bytes.readUInt32LE(idAt + ID_BYTES - 4) & (this.#chains.length - 1);
  }

  #chunkOf(place: number): Buffer {
    return this.#chunks[Math.floor(place / CHUNK)] as Buffer;
  }

  #chain(place: number): void {
    const chunk = this.#chunkOf(place);
    const at = place % CHUNK;
    const chain = this.#chainOf(chunk, at + ID);
    chunk.writeUInt32LE(this.#chains[chain] as number, at);
    this.#chains[chain] = place;
  }

  #addChains(): void {
    const before = this.#chains;
    this.#chains = new Uint32Array(2 * before.length);
    for (const first of before) {
      let place = first;
      while (place !== NONE) {
        const next = this.#chunkOf(place).readUInt32LE(place % CHUNK);
        this.#chain(place);
        place = next;
      }
    }
  }

  /** Reserves the place of an entry, which is within one chunk. */
  #reserve(bytes: number): number {
    const behind = this.#chunks.length * CHUNK;
    if (this.#end + bytes > behind) {
      this.#end = behind + FIRST;
      this.#chunks.push(Buffer.allocUnsafeSlow(Math.max(CHUNK, FIRST + bytes)));
    }
    const place = this.#end;
    this.#end += bytes;
    return place;
  }
}
