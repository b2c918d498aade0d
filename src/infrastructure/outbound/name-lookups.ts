import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { growingCache } from '../../foundation/growing-cache.ts';
import { TurnQueue } from '../../foundation/turn-queue.ts';

/** Returns every address of a name. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

export type NameLookupsOptions = {
  /** The system's look-up, unless given. */
  readonly resolve?: Resolve;
  /** Look-ups that the process can have under way. */
  readonly threads?: number;
  readonly now?: () => number;
};

/** The failure of a name that rests, and until when it does. */
type Failure = { readonly error: unknown; readonly until: number };

/** The time after which a look-up is slow. */
const SLOW_MS = 1_000;
/** The longest rest of a name. It is no longer than one more look-up would take. */
const REST_MS_MAX = 15_000;
const NAMES_MAX = 10_000;
/** Names that may wait: in all, and of one site. */
const WAITING_MAX = [10_000, 1_000];
/** Threads that may look up names: half of the four that libuv has. */
const THREADS = 2;

/** Tells that too many names wait to be looked up. The code is that of the system. */
export class TooManyLookups extends Error {
  override readonly name = 'TooManyLookups';
  readonly code = 'EAI_AGAIN';
}

const bounds = {
  waitingMax: WAITING_MAX,
  tooMany(): never {
    throw new TooManyLookups('Too many names wait to be looked up.');
  },
};

/**
 * Looks names up so that no org takes the threads of all others.
 *
 * The system's look-up blocks a thread, and a process has two for it. A name whose servers do not answer keeps one for ten
 * seconds or more, and whoever owns the name decides that. So a name is looked up once for all who ask meanwhile, and
 * one name of a site at a time. A name that was not answered quickly before leaves a thread to those that were. One
 * that failed slowly rests as long as that took: it fails at once, with the same error.
 */
export class NameLookups {
  readonly #resolve: Resolve;
  readonly #now: () => number;
  /** Names by site: one at a time. */
  readonly #sites = new TurnQueue({ ...bounds, atOnceMax: Number.POSITIVE_INFINITY, atOnceEach: 1 });
  /** Names that were not answered quickly, sites in turn. */
  readonly #untried: TurnQueue;
  readonly #underWay = new Map<string, Promise<readonly LookupAddress[]>>();
  readonly #quick = growingCache<true>(NAMES_MAX);
  readonly #failures = growingCache<Failure>(NAMES_MAX);

  constructor({
    resolve = (hostname) => lookup(hostname, { all: true }),
    threads = THREADS,
    now = () => performance.now(),
  }: NameLookupsOptions = {}) {
    this.#resolve = resolve;
    this.#now = now;
    this.#untried = new TurnQueue({ ...bounds, atOnceMax: Math.max(1, threads - 1) });
  }

  /** Returns every address of a name. @throws what the system throws; TooManyLookups */
  of(hostname: string): Promise<readonly LookupAddress[]> {
    const known = this.#underWay.get(hostname);
    if (known) return known;
    const asked = this.#inTurn(hostname).finally(() => this.#underWay.delete(hostname));
    this.#underWay.set(hostname, asked);
    return asked;
  }

  async #inTurn(hostname: string): Promise<readonly LookupAddress[]> {
    this.#refuseResting(hostname);
    const site = siteOf(hostname);
    return this.#sites.run([site], () =>
      this.#quick.get(hostname)
        ? this.#measured(hostname)
        : this.#untried.run([site], () => this.#measured(hostname)),
    );
  }

  #refuseResting(hostname: string): void {
    const failure = this.#failures.get(hostname);
    if (failure && this.#now() < failure.until) throw failure.error;
  }

  async #measured(hostname: string): Promise<readonly LookupAddress[]> {
    const began = this.#now();
    try {
      return await this.#resolve(hostname);
    } catch (error) {
      const took = this.#now() - began;
      if (took > SLOW_MS)
        this.#failures.set(hostname, { error, until: this.#now() + Math.min(took, REST_MS_MAX) });
      throw error;
    } finally {
      if (this.#now() - began > SLOW_MS) this.#quick.delete(hostname);
      else this.#quick.set(hostname, true);
    }
  }
}

/** Endings such as `co.uk`, under which registries give out names. An owner has three labels. */
const REGISTRY = /^(?:ac|co|com|edu|go|gov|ne|net|or|org)\.[a-z]{2}$/;
/** Names of a network's own. Their servers are its operator's, and no org decides about them. */
const OWN = /\.(?:internal|lan|local|svc)$/;

/** Returns the end of a name whose owner decides about the servers of all within. */
function siteOf(hostname: string): string {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  if (OWN.test(name)) return name;
  const labels = name.split('.');
  const ending = labels.slice(-2).join('.');
  return REGISTRY.test(ending) ? labels.slice(-3).join('.') : ending;
}
