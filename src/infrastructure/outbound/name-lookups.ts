import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { FairCache } from '../../foundation/fair-cache.ts';
import { TurnQueue } from '../../foundation/turn-queue.ts';

/**
 * Returns every address of a name.
 *
 * @param asker the org that asks, or its consumers; the platform itself unless given
 */
export type Resolve = (hostname: string, asker?: string) => Promise<readonly LookupAddress[]>;

type NameLookupsOptions = {
  /** The system's look-up, unless given. */
  readonly resolve?: (hostname: string) => Promise<readonly LookupAddress[]>;
  readonly now?: () => number;
};

type Addresses = readonly LookupAddress[];

/** The last answer for a name. */
type KnownName = { readonly addresses: Addresses; readonly at: number; readonly isQuick: boolean };

/** The failure of a name that rests, and until when it does. */
type Failure = { readonly error: unknown; readonly until: number };

/** The time after which a look-up is slow. */
const SLOW_MS = 1_000;
/** The longest rest of a name. It is no longer than one more look-up would take. */
const REST_MS_MAX = 15_000;
/** The time for which the last addresses of a name stand in. */
const STALE_MS_MAX = 600_000;
/** The memory for names and addresses: some ten thousand names. */
const REMEMBERED = { bytesMax: 2_000_000, bytesMaxOfOrg: 400_000 };
const ADDRESS_BYTES = 100;
/** Names that may wait: in all, of one asker, and of one site. */
const WAITING_MAX = [10_000, 2_000, 1_000];
/** Threads for names that were answered quickly before, and for others. libuv has twelve (bin/pinned-node.mjs). */
const [QUICK_THREADS, OTHER_THREADS] = [3, 4];

/** Tells that too many names wait to be looked up. The code is that of the system. */
export class TooManyLookups extends Error {
  override readonly name = 'TooManyLookups';
  readonly code = 'EAI_AGAIN';
}

const bounds = {
  atOnceEach: 1,
  waitingMax: WAITING_MAX,
  tooMany(): never {
    throw new TooManyLookups('Too many names wait to be looked up.');
  },
};

/**
 * Looks names up so that no org takes the threads of all others.
 *
 * The system's look-up blocks a thread, and a process has few. A name whose servers do not answer keeps one for ten
 * seconds or more, and whoever owns the name decides that. An org may ask for any name, also below those of others. So
 * it has one look-up at a time of names that were answered quickly before, and one of others, and orgs take turns. A
 * name is looked up once for all of an org who ask meanwhile. One that failed slowly rests as long as that took: it
 * fails at once, with the same error.
 *
 * The last addresses of a name stand in for ten minutes where a look-up is slow, or the name rests. (RFC 8767 §5) So
 * known names wait no longer than a second for threads that names of other orgs hold.
 */
export class NameLookups {
  readonly #resolve: (hostname: string) => Promise<Addresses>;
  readonly #now: () => number;
  readonly #turns = {
    quick: new TurnQueue({ ...bounds, atOnceMax: QUICK_THREADS }),
    other: new TurnQueue({ ...bounds, atOnceMax: OTHER_THREADS }),
  };
  readonly #underWay = new Map<string, Promise<Addresses>>();
  readonly #known = new FairCache<KnownName>(REMEMBERED, ({ addresses }) => addresses.length * ADDRESS_BYTES);
  readonly #failures = new FairCache<Failure>(REMEMBERED, () => 0);

  constructor({
    resolve = (hostname) => lookup(hostname, { all: true }),
    now = () => performance.now(),
  }: NameLookupsOptions = {}) {
    this.#resolve = resolve;
    this.#now = now;
  }

  /** Returns every address of a name. @throws what the system throws; TooManyLookups */
  of(hostname: string, asker = ''): Promise<Addresses> {
    const key = `${asker} ${hostname}`;
    const known = this.#underWay.get(key);
    if (known) return known;
    const last = this.#lastOf(hostname, asker);
    const failure = this.#failures.known(asker, hostname);
    if (failure && this.#now() < failure.until)
      return last ? Promise.resolve(last) : Promise.reject(failure.error);
    const asked = this.#inTurn(hostname, asker).finally(() => this.#underWay.delete(key));
    const answer = last ? unlessSlow(asked, last) : asked;
    this.#underWay.set(key, answer);
    return answer;
  }

  /** Returns the last addresses of a name, unless they are too old. */
  #lastOf(hostname: string, asker: string): Addresses | undefined {
    const { addresses = [], at = 0 } = this.#known.known(asker, hostname) ?? {};
    return addresses.length > 0 && this.#now() - at < STALE_MS_MAX ? addresses : undefined;
  }

  #inTurn(hostname: string, asker: string): Promise<Addresses> {
    const turns = this.#known.known(asker, hostname)?.isQuick ? this.#turns.quick : this.#turns.other;
    return turns.run([asker, siteOf(hostname)], () => this.#measured(hostname, asker));
  }

  async #measured(hostname: string, asker: string): Promise<Addresses> {
    const began = this.#now();
    const isQuick = () => this.#now() - began <= SLOW_MS;
    try {
      const addresses = await this.#resolve(hostname);
      this.#known.keep(asker, hostname, { addresses, at: this.#now(), isQuick: isQuick() });
      return addresses;
    } catch (error) {
      // A quick failure says that there is no address any more.
      const last = isQuick() ? undefined : this.#known.peek(asker, hostname);
      this.#known.keep(asker, hostname, { addresses: [], at: 0, ...last, isQuick: isQuick() });
      if (!isQuick()) this.#rest(hostname, asker, { error, tookMs: this.#now() - began });
      throw error;
    }
  }

  #rest(hostname: string, asker: string, { error, tookMs }: { error: unknown; tookMs: number }): void {
    const until = this.#now() + Math.min(tookMs, REST_MS_MAX);
    this.#failures.keep(asker, hostname, { error, until });
  }
}

/** Waits for an answer for a second, then takes another in its place. */
async function unlessSlow(asked: Promise<Addresses>, last: Addresses): Promise<Addresses> {
  let timer: NodeJS.Timeout | undefined;
  const slow = new Promise<Addresses>((resolve) => {
    timer = setTimeout(resolve, SLOW_MS, last);
  });
  try {
    return await Promise.race([asked, slow]);
  } finally {
    clearTimeout(timer);
  }
}

/** Endings such as `co.uk`, under which registries give out names. An owner has three labels. */
const REGISTRY = /^(?:ac|co|com|edu|go|gov|ne|net|or|org)\.[a-z]{2}$/;

/** Returns the end of a name whose owner decides about the servers of all within. Sites of an org take turns. */
function siteOf(hostname: string): string {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  const labels = name.split('.');
  const ending = labels.slice(-2).join('.');
  return REGISTRY.test(ending) ? labels.slice(-3).join('.') : ending;
}
