/**
 * A row of the database as bytes: a cell for each column. The first is the key by which it is found.
 *
 * A gateway holds a million clients so. As JSON text they take twice the memory, as objects ten times.
 *
 * A cell has the length of its value (one byte, or `LONG` and four more), then the value: an id as 16 bytes, a text in
 * UTF-8. In place of the length `NULL` stands for no value.
 */
export type PackedRow = Buffer;

const LONG = 254;
const NULL = 255;
const LONG_HEAD = 5;

/** Packs the values of a row, or a key alone, by which rows are found. */
export function packed(values: readonly (Uint8Array | null)[]): PackedRow {
  const writer = new CellWriter();
  for (const value of values)
    if (value === null) writer.addNull();
    else writer.add(value, 0, value.length);
  return Buffer.from(writer.bytes.subarray(0, writer.end));
}

/** Bytes of a uuid. */
export const ID_BYTES = 16;

export const bytesOfId = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');
/** Returns the bytes of a uuid as a string of as many characters. */
export const binaryId = (id: string): string => bytesOfId(id).toString('latin1');

/** Hashes the key of the row at a place by FNV-1a. */
export function hashAt(bytes: Buffer, start = 0): number {
  let hash = 0x811c9dc5;
  const end = endAt(bytes, start);
  for (let at = valueAt(bytes, start); at < end; at += 1)
    hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** Tells whether the row at a place has a key. */
export function hasKey(bytes: Buffer, start: number, key: PackedRow): boolean {
  for (let at = 0; at < key.length; at += 1) if (bytes[start + at] !== key[at]) return false;
  return true;
}

/** Returns the place at which the value of a cell begins. */
const valueAt = (row: PackedRow, at: number): number => at + (row[at] === LONG ? LONG_HEAD : 1);

/** Returns the place at which a cell ends. */
function endAt(row: PackedRow, at: number): number {
  const length = row[at] as number;
  if (length === NULL) return at + 1;
  return valueAt(row, at) + (length === LONG ? row.readUInt32LE(at + 1) : length);
}

/** Reads the cells of a row in their order. */
export class CellReader {
  readonly #row: PackedRow;
  #at = 0;

  constructor(row: PackedRow) {
    this.#row = row;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#row.length;
  }

  text(): string | null {
    const at = this.#pass();
    return at === undefined ? null : this.#row.toString('utf8', at, this.#at);
  }

  id(): string {
    const hex = this.#row.toString('hex', this.#pass(), this.#at);
    // A joined list is one string in memory. A template would be a tree of parts, which each call that uses it pays for.
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  }

  /** Passes a cell. Returns the place of its value; undefined where it is null. */
  #pass(): number | undefined {
    const at = this.#at;
    this.#at = endAt(this.#row, at);
    return this.#row[at] === NULL ? undefined : valueAt(this.#row, at);
  }
}

/** Bytes up to which a loop copies faster than a call of native code. */
const FEW = 48;

/** Writes the cells of a row, and then those of another in their place. */
export class CellWriter {
  #bytes = Buffer.alloc(1024);
  #end = 0;

  /** The bytes of the row, and unused ones behind its end. */
  get bytes(): Buffer {
    return this.#bytes;
  }

  get end(): number {
    return this.#end;
  }

  /** Begins another row. */
  begin(): void {
    this.#end = 0;
  }

  /** Adds a cell with a part of some bytes. */
  add(source: Uint8Array, from: number, to: number): void {
    const length = to - from;
    this.#reserve(LONG_HEAD + length);
    this.#bytes[this.#end] = Math.min(length, LONG);
    this.#end += 1;
    if (length >= LONG) this.#end = this.#bytes.writeUInt32LE(length, this.#end);
    this.#copy(source, from, to);
  }

  addNull(): void {
    this.#reserve(1);
    this.#bytes[this.#end] = NULL;
    this.#end += 1;
  }

  /** Adds cells that are written already. */
  addCells(source: Uint8Array, from: number, to: number): void {
    this.#reserve(to - from);
    this.#copy(source, from, to);
  }

  #copy(source: Uint8Array, from: number, to: number): void {
    const bytes = this.#bytes;
    const end = this.#end;
    if (to - from > FEW) bytes.set(source.subarray(from, to), end);
    else for (let at = from; at < to; at += 1) bytes[end + at - from] = source[at] as number;
    this.#end = end + to - from;
  }

  #reserve(bytes: number): void {
    const needed = this.#end + bytes;
    if (needed <= this.#bytes.length) return;
    const longer = Buffer.alloc(Math.max(2 * this.#bytes.length, needed));
    longer.set(this.#bytes);
    this.#bytes = longer;
  }
}
