import { LRUCache } from 'lru-cache';
import { freshTurn } from '../../foundation/event-loop-turns.ts';

/** The time after which an org's earlier use counts half. */
const HALF_LIFE_MS = 1_000;
/** An org that used this many times as much as another gives way to it. */
const RATIO = 2;
/** The interval at which one waiting piece of work goes on. None waits for ever. */
const PATIENCE_MS = 50;
/** Orgs without a request under way that are remembered. */
const IDLE_MAX = 1_000;

type Org = {
  underWay: number;
  /** Decayed time of its requests. Two requests for a second count twice as much as one. */
  askedMs: number;
  /** The time at which it was computed. */
  at: number;
  readonly waiting: (() => void)[];
};

/** A clock and timers. Tests have their own. */
type Loop = { now(): number; after(ms: number, work: () => void): void };
const eventLoop: Loop = {
  now: () => performance.now(),
  after: (ms, work) => void setTimeout(work, ms),
};

/**
 * Shares the event loop of the platform's own GraphQL APIs between orgs. Work that can wait gives way while an org that
 * asks for much less has a request under way. Static costs do not tell how long a change or a row takes. The duration
 * and number of an org's requests do.
 */
export class OrgTurns {
  readonly #loop: Loop;
  /** Orgs with a request under way. */
  readonly #active = new Map<string, Org>();
  readonly #idle = new LRUCache<string, Org>({ max: IDLE_MAX });
  #isTimed = false;

  constructor(loop: Loop = eventLoop) {
    this.#loop = loop;
  }

  /**
   * Counts a request of an org as under way.
   *
   * @returns a function that ends it
   */
  enter(name: string): () => void {
    const org = this.#active.get(name) ?? this.#idle.get(name) ?? this.#newOrg();
    this.#idle.delete(name);
    this.#active.set(name, org);
    this.#settle(org);
    org.underWay += 1;
    return () => this.#leave(name, org);
  }

  /**
   * Waits for the turn of an org with a request under way.
   *
   * @returns undefined when it need not wait
   */
  turn(name: string): Promise<void> | undefined {
    const org = this.#active.get(name);
    if (!org || this.#active.size < 2 || !this.#givesWay(org)) return undefined;
    const turn = new Promise<void>((resolve) => org.waiting.push(resolve));
    this.#time();
    return turn.then(freshTurn);
  }

  #newOrg(): Org {
    return { underWay: 0, askedMs: 0, at: this.#loop.now(), waiting: [] };
  }

  #leave(name: string, org: Org): void {
    this.#settle(org);
    org.underWay -= 1;
    if (org.underWay === 0) {
      this.#active.delete(name);
      this.#idle.set(name, org);
    }
    for (const other of this.#active.values())
      if (other.waiting.length > 0 && !this.#givesWay(other)) release(other, other.waiting.length);
  }

  #settle(org: Org): void {
    const now = this.#loop.now();
    const passed = now - org.at;
    org.askedMs = org.askedMs * 2 ** (-passed / HALF_LIFE_MS) + org.underWay * passed;
    org.at = now;
  }

  #givesWay(org: Org): boolean {
    this.#settle(org);
    for (const other of this.#active.values()) {
      if (other === org) continue;
      this.#settle(other);
      if (other.askedMs * RATIO < org.askedMs) return true;
    }
    return false;
  }

  #time(): void {
    if (this.#isTimed) return;
    this.#isTimed = true;
    this.#loop.after(PATIENCE_MS, () => {
      this.#isTimed = false;
      const waiting = [...this.#active.values()].filter((org) => org.waiting.length > 0);
      const [next] = waiting.sort((one, other) => one.askedMs - other.askedMs);
      if (!next) return;
      release(next, 1);
      this.#time();
    });
  }
}

function release({ waiting }: Org, count: number): void {
  for (const goOn of waiting.splice(0, count)) goOn();
}

/** The turns of this process. */
export const orgTurns = new OrgTurns();
