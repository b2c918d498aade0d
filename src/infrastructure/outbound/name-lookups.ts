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

/** The failure of a name that rests, and until when it does. */
type Failure = { readonly error: unknown; readonly until: number };

/** The time after which a look-up is slow. */
const SLOW_MS = 1_000;
/** The longest rest of a name. It is no longer than one more look-up would take. */
const REST_MS_MAX = 15_000;
/** Characters of names that are remembered: some ten thousand names. */
const REMEMBERED = { bytesMax: 500_000, bytesMaxOfOrg: 100_000 };
/** Names that may wait: in all, of one asker, and of one site. */
const WAITING_MAX = [10_000, 2_000, 1_000];
/** Threads for names that were answered quickly before, and for others. One of the four that libuv has is left. */
const [QUICK_THREADS, OTHER_THREADS] = [2, 1];

const ANSWERED = {};

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
 */
export class NameLookups {
  readonly #resolve: (hostname: string) => Promise<readonly LookupAddress[]>;
  readonly #now: () => number;
  readonly #turns = {
    quick: new TurnQueue({ ...bounds, atOnceMax: QUICK_THREADS }),
    other: new TurnQueue({ ...bounds, atOnceMax: OTHER_THREADS }),
  };
  readonly #underWay = new Map<string, Promise<readonly LookupAddress[]>>();
  readonly #quick = new FairCache(REMEMBERED, () => 0);
  readonly #failures = new FairCache<Failure>(REMEMBERED, () => 0);

  constructor({
    resolve = (hostname) => lookup(hostname, { all: true }),
    now = () => performance.now(),
  }: NameLookupsOptions = {}) {
    this.#resolve = resolve;
    this.#now = now;
  }

  /** Returns every address of a name. @throws what the system throws; TooManyLookups */
  of(hostname: string, asker = ''): Promise<readonly LookupAddress[]> {
    const key = `${asker} ${hostname}`;
    const known = this.#underWay.get(key);
    if (known) return known;
    const asked = this.#inTurn(hostname, asker).finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, asked);
    return asked;
  }

  async #inTurn(hostname: string, asker: string): Promise<readonly LookupAddress[]> {
    const failure = this.#failures.known(asker, hostname);
    if (failure && this.#now() < failure.until) throw failure.error;
    const turns = this.#quick.known(asker, hostname) ? this.#turns.quick : this.#turns.other;
    return turns.run([asker, siteOf(hostname)], () => this.#measured(hostname, asker));
  }

  async #measured(hostname: string, asker: string): Promise<readonly LookupAddress[]> {
    const began = this.#now();
    try {
      return await this.#resolve(hostname);
    } catch (error) {
      const took = this.#now() - began;
      if (took > SLOW_MS)
        this.#failures.keep(asker, hostname, { error, until: this.#now() + Math.min(took, REST_MS_MAX) });
      throw error;
    } finally {
      if (this.#now() - began > SLOW_MS) this.#quick.forget(asker, hostname);
      else this.#quick.keep(asker, hostname, ANSWERED);
    }
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
