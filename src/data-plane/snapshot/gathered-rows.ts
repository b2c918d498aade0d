import { setImmediate as turn } from 'node:timers/promises';
import { hashAt, type PackedRow } from './packed-row.ts';
import { freeSoon, PageWriter, type RowPage, spread } from './row-page.ts';

/** Rows of a page; outside of the range they are spread again. */
export const FILL = { min: 32, target: 128, max: 256 };
/** Shares of the rows by the last bits of their hashes. */
const SHARE_BITS = 7;
const SHARES = 2 ** SHARE_BITS;

type Share = { readonly pages: RowPage[]; readonly writer: PageWriter };

/**
 * Rows that are being read, of which there may be a million, in any order.
 *
 * Their places are known when all are read. Until then they are packed by shares, outside of V8, and each share is freed
 * as its pages are made: they take the memory of their pages and a little more.
 */
export class GatheredRows {
  readonly #shares = new Map<number, Share>();
  #size = 0;

  static of(rows: Iterable<PackedRow>): GatheredRows {
    const gathered = new GatheredRows();
    for (const row of rows) gathered.add(row);
    return gathered;
  }

  get size(): number {
    return this.#size;
  }

  /** Adds the row that is a part of some bytes. */
  add(bytes: Buffer, from = 0, to = bytes.length): void {
    const hash = hashAt(bytes, from);
    const { pages, writer } = this.#shareAt(hash & (SHARES - 1));
    writer.add(hash, { bytes, from, to });
    this.#size += 1;
    if (writer.count === FILL.target) pages.push(writer.takeUnsorted());
  }

  /** Spreads them over pages, of which there are two to the power of something. Nothing is gathered afterwards. */
  async pages(): Promise<readonly RowPage[]> {
    const bits = Math.max(0, Math.ceil(Math.log2(this.#size / FILL.target)));
    // Few rows are in fewer pages than shares.
    const common = Math.min(bits, SHARE_BITS);
    const groups = 2 ** common;
    const pages = new Array<RowPage>(2 ** bits);
    const writers = Array.from({ length: pages.length / groups }, () => new PageWriter());
    this.#size = 0;
    for (let group = 0; group < groups; group += 1) {
      const some = this.#taken(group, groups);
      for (const [at, page] of spread(some, writers, common).entries()) pages[at * groups + group] = page;
      for (const page of some) freeSoon(page);
      if (groups > 1) await turn();
    }
    return pages;
  }

  #shareAt(at: number): Share {
    const known = this.#shares.get(at);
    if (known) return known;
    const share: Share = { pages: [], writer: new PageWriter() };
    this.#shares.set(at, share);
    return share;
  }

  /** Takes the pages of the shares with these last bits. */
  #taken(group: number, groups: number): RowPage[] {
    const taken: RowPage[] = [];
    for (let at = group; at < SHARES; at += groups) {
      const share = this.#shares.get(at);
      if (!share) continue;
      this.#shares.delete(at);
      taken.push(...share.pages, share.writer.takeUnsorted());
    }
    return taken;
  }
}
