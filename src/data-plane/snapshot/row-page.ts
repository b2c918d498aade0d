import { hashAt, hasKey, type PackedRow } from './packed-row.ts';

/**
 * Packed rows side by side, in memory outside of V8.
 *
 * A million of them as objects cost every collection of garbage. Also a collection of the young alone looks at each
 * page of the old, and evicts the caches of the processor that calls use.
 *
 * A page has its number of rows (4 bytes), for each the hash of its key and its end (4 bytes each), then their cells. They
 * are in the order of their hashes.
 */
export type RowPage = Buffer;

const ENTRY = 8;
const entry = (at: number) => 4 + ENTRY * at;

/** A row as a part of some bytes. */
export type RowPart = { readonly bytes: Buffer; readonly from: number; readonly to: number };

/** More rows than a page has. A hash times it, plus the number of a row, is still exact. */
const ROWS_MAX = 2 ** 20;
/** Bytes that a writer has at first. */
const FEW_BYTES = 1024;

/** Writes a page, and then others. */
export class PageWriter {
  #cells = Buffer.alloc(0);
  readonly #hashes: number[] = [];
  /** Ends of rows in the cells. */
  readonly #ends: number[] = [0];
  #end = 0;

  get count(): number {
    return this.#hashes.length;
  }

  add(hash: number, { bytes, from, to }: RowPart): void {
    const end = this.#end + to - from;
    if (end > this.#cells.length) this.#grow(end);
    bytes.copy(this.#cells, this.#end, from, to);
    this.#hashes.push(hash);
    this.#ends.push(end);
    this.#end = end;
  }

  /** Returns the page of the rows since the last one. */
  take(): RowPage {
    const page = this.#emptyPage();
    // Numbers are sorted ten times as fast as by a function that compares.
    const order = Float64Array.from(this.#hashes, (hash, row) => hash * ROWS_MAX + row).sort();
    let end = entry(this.count);
    for (let at = 0; at < order.length; at += 1) {
      const row = (order[at] as number) % ROWS_MAX;
      end += this.#cells.copy(page, end, this.#ends[row], this.#ends[row + 1]);
      page.writeUInt32LE(this.#hashes[row] as number, entry(at));
      page.writeUInt32LE(end, entry(at) + 4);
    }
    this.#begin();
    return page;
  }

  /** Returns the same with the rows as they came. None is found in it by its key. */
  takeUnsorted(): RowPage {
    const page = this.#emptyPage();
    const start = entry(this.count);
    this.#cells.copy(page, start, 0, this.#end);
    for (let row = 0; row < this.count; row += 1) {
      page.writeUInt32LE(this.#hashes[row] as number, entry(row));
      page.writeUInt32LE(start + (this.#ends[row + 1] as number), entry(row) + 4);
    }
    this.#begin();
    return page;
  }

  #emptyPage(): RowPage {
    // Not of the pool, which would keep 8 KB for each.
    const page = Buffer.allocUnsafeSlow(entry(this.count) + this.#end);
    page.writeUInt32LE(this.count);
    return page;
  }

  #begin(): void {
    this.#hashes.length = 0;
    this.#ends.length = 1;
    this.#end = 0;
  }

  #grow(bytes: number): void {
    const cells = Buffer.allocUnsafeSlow(Math.max(2 * this.#cells.length, bytes, FEW_BYTES));
    this.#cells.copy(cells, 0, 0, this.#end);
    this.#cells = cells;
  }
}

export function pageOf(rows: readonly PackedRow[]): RowPage {
  const writer = new PageWriter();
  for (const row of rows) writer.add(hashAt(row), { bytes: row, from: 0, to: row.length });
  return writer.take();
}

/**
 * Spreads the rows of pages over a page of each writer. There are two to the power of something.
 *
 * @param skipped number of last bits that all the hashes have in common. Those before them tell the page of a row.
 */
export function spread(
  pages: readonly RowPage[],
  writers: readonly PageWriter[],
  skipped: number,
): RowPage[] {
  for (const page of pages) {
    const rows = countIn(page);
    let from = entry(rows);
    for (let at = 0; at < rows; at += 1) {
      const hash = hashIn(page, at);
      const to = endOf(page, at);
      writers[(hash >>> skipped) & (writers.length - 1)]?.add(hash, { bytes: page, from, to });
      from = to;
    }
  }
  return writers.map((writer) => writer.take());
}

/**
 * Frees memory that nobody reads any more. It moves to a young object, which the next collection of the young frees;
 * otherwise it waits for a collection of everything. (Node 20 lacks `ArrayBuffer.prototype.transfer`.)
 */
export function freeSoon({ buffer }: Buffer): void {
  structuredClone(buffer, { transfer: [buffer as ArrayBuffer] });
}

export const countIn = (page: RowPage): number => page.readUInt32LE();

const hashIn = (page: RowPage, at: number): number => page.readUInt32LE(entry(at));
export const endOf = (page: RowPage, at: number): number => page.readUInt32LE(entry(at) + 4);
export const startOf = (page: RowPage, at: number): number =>
  at === 0 ? entry(countIn(page)) : endOf(page, at - 1);
export const rowAt = (page: RowPage, at: number): PackedRow =>
  page.subarray(startOf(page, at), endOf(page, at));

/** Finds the next row of a key in a page, from a place on. Returns its place, or -1. */
export function nextIn(page: RowPage, key: PackedRow, from?: number): number {
  const hash = hashAt(key);
  const count = countIn(page);
  for (let at = from ?? firstOf(page, hash); at < count && hashIn(page, at) === hash; at += 1)
    if (hasKey(page, startOf(page, at), key)) return at;
  return -1;
}

/** The place of the first row with a hash, or of the next hash. */
function firstOf(page: RowPage, hash: number): number {
  let low = 0;
  let high = countIn(page);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (hashIn(page, middle) < hash) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the place in a page of just this row, or -1. */
export function placeIn(page: RowPage, row: PackedRow): number {
  const hash = hashAt(row);
  const count = countIn(page);
  for (let at = firstOf(page, hash); at < count && hashIn(page, at) === hash; at += 1)
    if (rowAt(page, at).equals(row)) return at;
  return -1;
}

/** The rows of a page, in its memory. */
export const rowsIn = (page: RowPage): PackedRow[] =>
  Array.from({ length: countIn(page) }, (_, at) => rowAt(page, at));
