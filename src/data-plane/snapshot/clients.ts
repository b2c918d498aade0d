import { setImmediate as turn } from 'node:timers/promises';
import type { LRUCache } from 'lru-cache';
import { growingCache } from '../../foundation/growing-cache.ts';
import { isMarked, KEY_MARKS } from './client-keys.ts';
import { FILL, GatheredRows } from './gathered-rows.ts';
import { hashAt, hasKey, type PackedRow } from './packed-row.ts';
import { countIn, nextIn, pageOf, placeIn, type RowPage, rowAt, rowsIn } from './row-page.ts';
import type { CallingApplication, Client, Clients, KeyHolder } from './snapshot.ts';
import { keyOfClient, type PackedClient, type Plans, type UnpackedClient, unpack } from './unpack-client.ts';

/** Clients that called lately, unpacked. It is one for all catalogs of a process. */
export type Unpacked = LRUCache<string, RememberedClient>;
type RememberedClient = UnpackedClient & {
  /** Its bytes, as a string: a part of a page would keep the page. */
  readonly packed: string;
  /** The revision of the clients that it was last compared with. */
  readonly seenAt: number;
};

const UNPACKED_MAX = 10_000;
export const createUnpacked = (): Unpacked => growingCache(UNPACKED_MAX);

/** Rows that one turn handles before calls have theirs: about a millisecond. */
const TURN = 1_000;
const PAGES_PER_TURN = Math.floor(TURN / FILL.target);

type Parts = {
  /** Two to the power of something; where a client is its hash says. */
  readonly pages: readonly RowPage[];
  readonly size: number;
  readonly plans: Plans;
  readonly unpacked: Unpacked;
};

let revisions = 0;

/**
 * The clients of a catalog, of which there may be a million. It is never changed: a change makes another that shares
 * what stayed, in short steps between which calls go on.
 */
export class PackedClients implements Clients {
  readonly #parts: Parts;
  readonly revision = revisions++;

  private constructor(parts: Parts) {
    this.#parts = parts;
  }

  static async of(
    gathered: GatheredRows,
    { plans, unpacked }: Pick<Parts, 'plans' | 'unpacked'>,
  ): Promise<PackedClients> {
    const { size } = gathered;
    return new PackedClients({ pages: await gathered.pages(), size, plans, unpacked });
  }

  get size(): number {
    return this.#parts.size;
  }

  get(clientKey: string): Client | undefined {
    return isMarked(clientKey) ? undefined : (this.#unpacked(clientKey) as Client | undefined);
  }

  has(clientKey: string): boolean {
    return !isMarked(clientKey) && this.holds(clientKey);
  }

  holderOf(keyHash: string): KeyHolder | undefined {
    return this.#unpacked(`${KEY_MARKS.apiKey}${keyHash}`) as KeyHolder | undefined;
  }

  externalClient(key: string): CallingApplication | undefined {
    return this.#unpacked(`${KEY_MARKS.externalClient}${key}`);
  }

  certificateHolder(key: string): CallingApplication | undefined {
    return this.#unpacked(`${KEY_MARKS.certificate}${key}`);
  }

  /** @param key a client key, or a mark and another key, as changes are told */
  holds(key: string): boolean {
    const known = this.#parts.unpacked.get(key);
    return known?.seenAt === this.revision || this.#find(key) !== undefined;
  }

  #unpacked(key: string): Client | KeyHolder | undefined {
    const { plans, unpacked } = this.#parts;
    const known = unpacked.get(key);
    if (known?.seenAt === this.revision) return known.client;
    const row = this.#find(key);
    if (row === undefined) return undefined;
    const packed = row.toString('latin1');
    const isSame = known?.packed === packed && known.plans.every(([id, plan]) => plans.get(id) === plan);
    const read = isSame ? known : unpack(row, plans);
    unpacked.set(key, { ...read, packed, seenAt: this.revision });
    return read.client;
  }

  /** The pages that all of them are in. */
  get pages(): readonly RowPage[] {
    return this.#parts.pages;
  }

  /** The same clients under other plans. */
  under(plans: Plans): PackedClients {
    return plans === this.#parts.plans ? this : new PackedClients({ ...this.#parts, plans });
  }

  /** @param changed by client key; undefined is one that is gone */
  with(changed: ReadonlyMap<string, PackedClient | undefined>): Promise<PackedClients> {
    return this.#changed(byPage(changed, this.#parts.pages.length));
  }

  /** Begins to compare them with all that the database has. */
  reread(): RereadClients {
    return new RereadClients(this.#parts.pages, (changes) => this.#changed(changes));
  }

  async #changed(changes: ReadonlyMap<number, PageChange>): Promise<PackedClients> {
    if (changes.size === 0) return this;
    const pages = [...this.#parts.pages];
    let { size } = this;
    let worked = 0;
    for (const [at, { stays, come }] of changes) {
      const before = pages[at] ?? pageOf([]);
      const after = pageOf([...rowsIn(before).filter(stays), ...come]);
      pages[at] = after;
      size += countIn(after) - countIn(before);
      worked += countIn(after);
      if (worked < TURN) continue;
      worked = 0;
      await turn();
    }
    const fill = size / pages.length;
    const isEven = fill <= FILL.max && (fill >= FILL.min || pages.length === 1);
    return new PackedClients({
      ...this.#parts,
      pages: isEven ? pages : await spreadAgain(pages),
      size,
    });
  }

  #find(clientKey: string): PackedClient | undefined {
    const { pages } = this.#parts;
    const key = keyOfClient(clientKey);
    const page = pages[indexOf(key, pages.length)] as RowPage;
    const place = nextIn(page, key);
    return place < 0 ? undefined : rowAt(page, place);
  }
}

/** The page of a client, or of its key. */
const indexOf = (row: PackedRow, pages: number): number => hashAt(row) & (pages - 1);

/** Changes of a page: the clients that stay, and those that come. */
type PageChange = {
  stays(packed: PackedClient, place: number): boolean;
  readonly come: readonly PackedClient[];
};

function byPage(
  changed: ReadonlyMap<string, PackedClient | undefined>,
  pages: number,
): ReadonlyMap<number, PageChange> {
  const changes = new Map<number, { gone: PackedRow[]; come: PackedClient[] }>();
  for (const [clientKey, packed] of changed) {
    const key = keyOfClient(clientKey);
    const at = indexOf(key, pages);
    const change = changes.get(at) ?? { gone: [], come: [] };
    change.gone.push(key);
    if (packed !== undefined) change.come.push(packed);
    changes.set(at, change);
  }
  return new Map(
    [...changes].map(([at, { gone, come }]) => [
      at,
      { stays: (packed) => !gone.some((key) => hasKey(packed, 0, key)), come },
    ]),
  );
}

/**
 * The clients of a catalog while all are read again.
 *
 * Unchanged clients keep their pages, so that reading a million again takes hardly more memory than they have.
 */
export class RereadClients {
  readonly #pages: readonly RowPage[];
  readonly #changed: (changes: ReadonlyMap<number, PageChange>) => Promise<PackedClients>;
  /** The place of each page's first client among all of them. */
  readonly #firstOf: readonly number[];
  /** One for each client that was read as it was. */
  readonly #same: Uint8Array;
  readonly #come = new Map<number, PackedClient[]>();

  constructor(
    pages: readonly RowPage[],
    changed: (changes: ReadonlyMap<number, PageChange>) => Promise<PackedClients>,
  ) {
    this.#pages = pages;
    this.#changed = changed;
    let size = 0;
    this.#firstOf = pages.map((page) => {
      size += countIn(page);
      return size - countIn(page);
    });
    this.#same = new Uint8Array(size);
  }

  /** Compares the client that is a part of some bytes. */
  add(bytes: Buffer, from = 0, to = bytes.length): void {
    const packed = bytes.subarray(from, to);
    const at = indexOf(packed, this.#pages.length);
    const place = placeIn(this.#pages[at] as RowPage, packed);
    const come = this.#come.get(at);
    if (place >= 0) this.#same[(this.#firstOf[at] ?? 0) + place] = 1;
    else if (come) come.push(Buffer.from(packed));
    else this.#come.set(at, [Buffer.from(packed)]);
  }

  /** Returns what was read. Clients that were not are gone. */
  done(): Promise<PackedClients> {
    const changes = new Map<number, PageChange>();
    for (const [at, page] of this.#pages.entries()) {
      const first = this.#firstOf[at] ?? 0;
      const same = this.#same.subarray(first, first + countIn(page));
      const come = this.#come.get(at) ?? [];
      if (come.length > 0 || same.includes(0))
        changes.set(at, { stays: (_packed, place) => same[place] === 1, come });
    }
    return this.#changed(changes);
  }
}

async function spreadAgain(pages: readonly RowPage[]): Promise<readonly RowPage[]> {
  const gathered = new GatheredRows();
  for (const [at, page] of pages.entries()) {
    for (const each of rowsIn(page)) gathered.add(each);
    if (at % PAGES_PER_TURN === PAGES_PER_TURN - 1) await turn();
  }
  return gathered.pages();
}
