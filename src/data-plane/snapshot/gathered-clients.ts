import { setImmediate as turn } from 'node:timers/promises';
import { type ClientPage, freeSoon, hashOf, type PackedClient, packedIn, pageOf } from './client-page.ts';

/** Clients of a page; outside of the range they are spread again. */
export const FILL = { min: 32, target: 128, max: 256 };
/** Clients that one turn handles before calls have theirs: about a millisecond. */
export const TURN = 1_000;
/** Shares of the clients by the last bits of their hashes. It is a power of two. */
const SHARES = 64;

/** The page of a packed client, or of its prefix. */
export const indexOf = (packed: PackedClient, pages: number): number => hashOf(packed) & (pages - 1);

type Share = { readonly pages: ClientPage[]; loose: PackedClient[] };

/**
 * Clients that are being read, of which there may be a million, in any order.
 *
 * Their places are known when all are read. Until then they are packed by shares, outside of V8, and each share is freed
 * as its pages are made: they take the memory of their pages and a little more.
 */
export class GatheredClients {
  readonly #shares = new Map<number, Share>();
  #size = 0;

  static of(clients: Iterable<PackedClient>): GatheredClients {
    const gathered = new GatheredClients();
    for (const each of clients) gathered.add(each);
    return gathered;
  }

  get size(): number {
    return this.#size;
  }

  add(packed: PackedClient): void {
    const share = this.#shareAt(indexOf(packed, SHARES));
    share.loose.push(packed);
    this.#size += 1;
    if (share.loose.length < FILL.target) return;
    share.pages.push(pageOf(share.loose));
    share.loose = [];
  }

  /** Spreads them over pages, of which there are two to the power of something. Nothing is gathered afterwards. */
  async pages(): Promise<readonly ClientPage[]> {
    const count = 2 ** Math.max(0, Math.ceil(Math.log2(this.#size / FILL.target)));
    this.#size = 0;
    // The pages with these last bits have the clients of the shares with these last bits, and no others.
    const groups = Math.min(count, SHARES);
    const pages = new Array<ClientPage>(count);
    let worked = 0;
    for (let group = 0; group < groups; group += 1) {
      const drafts = Array.from({ length: count / groups }, (): PackedClient[] => []);
      for (let share = group; share < SHARES; share += groups)
        for (const some of this.#taken(share)) {
          for (const each of some) drafts[Math.floor(indexOf(each, count) / groups)]?.push(each);
          worked = await rest(worked + some.length);
        }
      for (const [at, draft] of drafts.entries()) {
        pages[at * groups + group] = pageOf(draft);
        worked = await rest(worked + draft.length);
      }
    }
    return pages;
  }

  #shareAt(at: number): Share {
    const known = this.#shares.get(at);
    if (known) return known;
    const share: Share = { pages: [], loose: [] };
    this.#shares.set(at, share);
    return share;
  }

  *#taken(at: number): Generator<readonly PackedClient[]> {
    const share = this.#shares.get(at);
    if (!share) return;
    this.#shares.delete(at);
    for (const page of share.pages) {
      const clients = packedIn(page);
      freeSoon(page);
      yield clients;
    }
    yield share.loose;
  }
}

/** Lets calls have their turn where enough clients were handled. Returns how many have been since. */
async function rest(worked: number): Promise<number> {
  if (worked < TURN) return worked;
  await turn();
  return 0;
}
