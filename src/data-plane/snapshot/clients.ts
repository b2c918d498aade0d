import { setImmediate as turn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import {
  type ClientPage,
  countIn,
  findIn,
  hashOf,
  isMarked,
  KEY_MARKS,
  type PackedClient,
  packedIn,
  pageOf,
  prefixOf,
} from './client-page.ts';
import type { CallingApplication, Client, Clients, KeyHolder } from './snapshot.ts';
import { type Plans, type UnpackedClient, unpack } from './unpack-client.ts';

/** Clients that called lately, unpacked. It is one for all catalogs of a process. */
export type Unpacked = LRUCache<string, RememberedClient>;
type RememberedClient = UnpackedClient & {
  readonly packed: PackedClient;
  /** The revision of the clients that it was last compared with. */
  readonly seenAt: number;
};

const UNPACKED_MAX = 10_000;
export const createUnpacked = (): Unpacked => new LRUCache({ max: UNPACKED_MAX });

/** Clients of a page; outside of the range they are spread again. */
const FILL = { min: 32, target: 128, max: 256 };
/** Clients that one turn handles before calls have theirs: about a millisecond. */
const TURN = 1_000;
const PAGES_PER_TURN = Math.floor(TURN / FILL.target);

type Parts = {
  /** Two to the power of something; where a client is its hash says. */
  readonly pages: readonly ClientPage[];
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
    packed: readonly PackedClient[],
    { plans, unpacked }: Pick<Parts, 'plans' | 'unpacked'>,
  ): Promise<PackedClients> {
    return new PackedClients({ pages: await spread(packed), size: packed.length, plans, unpacked });
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
    const packed = this.#find(key);
    if (packed === undefined) return undefined;
    const isSame = known?.packed === packed && known.plans.every(([id, plan]) => plans.get(id) === plan);
    const read = isSame ? known : unpack(packed, plans);
    unpacked.set(key, { ...read, packed, seenAt: this.revision });
    return read.client;
  }

  /** All of them, some at a time. */
  *pages(): Generator<readonly PackedClient[]> {
    for (const page of this.#parts.pages) yield packedIn(page);
  }

  /** The same clients under other plans. */
  under(plans: Plans): PackedClients {
    return plans === this.#parts.plans ? this : new PackedClients({ ...this.#parts, plans });
  }

  /** @param changed by client key; undefined is one that is gone */
  async with(changed: ReadonlyMap<string, PackedClient | undefined>): Promise<PackedClients> {
    const pages = [...this.#parts.pages];
    let { size } = this;
    let worked = 0;
    for (const [at, own] of byPage(changed, pages.length)) {
      const before = pages[at] ?? pageOf([]);
      const others = packedIn(before).filter((each) => !own.gone.some((prefix) => each.startsWith(prefix)));
      const after = pageOf([...others, ...own.come]);
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
      pages: isEven ? pages : await spread(pages.flatMap(packedIn)),
      size,
    });
  }

  #find(clientKey: string): PackedClient | undefined {
    const { pages } = this.#parts;
    const prefix = prefixOf(clientKey);
    const page = pages[indexOf(prefix, pages.length)];
    return page && findIn(page, prefix);
  }
}

/** The page of a packed client, or of its prefix. */
const indexOf = (packed: PackedClient, pages: number): number => hashOf(packed) & (pages - 1);

/** Changes of a page: prefixes of removed or changed clients, and the new ones. */
type PageChange = { readonly gone: string[]; readonly come: PackedClient[] };

function byPage(
  changed: ReadonlyMap<string, PackedClient | undefined>,
  pages: number,
): ReadonlyMap<number, PageChange> {
  const changes = new Map<number, PageChange>();
  for (const [clientKey, packed] of changed) {
    const prefix = prefixOf(clientKey);
    const at = indexOf(prefix, pages);
    const change = changes.get(at) ?? { gone: [], come: [] };
    change.gone.push(prefix);
    if (packed !== undefined) change.come.push(packed);
    changes.set(at, change);
  }
  return changes;
}

async function spread(packed: readonly PackedClient[]): Promise<readonly ClientPage[]> {
  const count = 2 ** Math.max(0, Math.ceil(Math.log2(packed.length / FILL.target)));
  const drafts = Array.from({ length: count }, (): PackedClient[] => []);
  for (const [at, each] of packed.entries()) {
    drafts[indexOf(each, count)]?.push(each);
    if (at % TURN === TURN - 1) await turn();
  }
  const pages: ClientPage[] = [];
  for (const [at, draft] of drafts.entries()) {
    pages.push(pageOf(draft));
    if (at % PAGES_PER_TURN === PAGES_PER_TURN - 1) await turn();
  }
  return pages;
}
