import { AsyncLocalStorage } from 'node:async_hooks';

type TurnQueueBounds = {
  /** Work that runs at a time. */
  readonly atOnceMax: number;
  /** Work of one first key that runs at a time. The default is all of it. */
  readonly atOnceEach?: number;
  /** Work that may wait: in all, per first key, per second, and so on. */
  readonly waitingMax: readonly number[];
  /** Refuses when too many wait. */
  readonly tooMany: () => never;
  /** Lets a turn be left with `awayFromTurn`. Other first keys have its slot meanwhile. */
  readonly canLeave?: boolean;
  /**
   * The time after which work has had its turn. It goes on, and another first key begins beside it. There are at most
   * as many again.
   */
  readonly lendsAfterMs?: number;
};

/** A piece of running work. */
type Turn = {
  readonly first: string;
  /** The parts of the work that wait elsewhere. */
  away: number;
  isLent: boolean;
};

/** Runs a part of the present work away from its turn. */
type Leave = <T>(work: () => Promise<T>) => Promise<T>;
const present = new AsyncLocalStorage<Leave>();

/**
 * Waits for something elsewhere: for an answer, or for another turn. It takes nothing that the present turn shares out.
 * If that can be left, it counts for its own first key alone meanwhile. Work that comes back goes on at once.
 */
export function awayFromTurn<T>(work: () => Promise<T>): Promise<T> {
  const leave = present.getStore();
  return leave ? leave(work) : work();
}

/** The waiters under one key. */
type Line = {
  waiting: number;
  /** The lines of the keys within it, the next one first. */
  readonly parts: Map<string, Line>;
  readonly waiters: (() => void)[];
};

const emptyLine = (): Line => ({ waiting: 0, parts: new Map(), waiters: [] });

/**
 * Shares a few slots between waiters. First keys take turns, then second keys within each, and so on. A caller with
 * many requests delays only itself.
 */
export class TurnQueue {
  readonly #bounds: TurnQueueBounds;
  readonly #all = emptyLine();
  readonly #running = new Set<Turn>();

  constructor(bounds: TurnQueueBounds) {
    this.#bounds = bounds;
  }

  /**
   * Runs work when its turn comes.
   *
   * @param keys the keys of the queue, from the largest to the smallest: for example an org, then an address
   * @param work is told whether more work of the first key waits
   */
  async run<T>(keys: readonly string[], work: (moreWaits: boolean) => Promise<T>): Promise<T> {
    const [first = '', ...rest] = keys;
    const turn = this.#mayRun(first) ? this.#begin(first) : await this.#waitFor(first, rest);
    const begin = () => work(this.#all.parts.has(first));
    const lending = this.#lendLater(turn);
    try {
      return await (this.#bounds.canLeave ? present.run((part) => this.#leave(turn, part), begin) : begin());
    } finally {
      clearTimeout(lending);
      this.#running.delete(turn);
      this.#beginNext(first);
    }
  }

  #waitFor(first: string, rest: readonly string[]): Promise<Turn> {
    const { waitingMax, tooMany } = this.#bounds;
    if (isFull(this.#all, [first, ...rest], waitingMax)) tooMany();
    return new Promise((resolve) => enqueue(this.#all, [first, ...rest], () => resolve(this.#begin(first))));
  }

  async #leave<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
    turn.away += 1;
    this.#beginNext(turn.first);
    try {
      return await work();
    } finally {
      turn.away -= 1;
    }
  }

  #lendLater(turn: Turn): NodeJS.Timeout | undefined {
    const { lendsAfterMs } = this.#bounds;
    if (lendsAfterMs === undefined) return undefined;
    const lend = () => {
      turn.isLent = true;
      this.#beginNext(turn.first);
    };
    return setTimeout(lend, lendsAfterMs).unref();
  }

  #mayRun(first: string): boolean {
    const { atOnceMax, atOnceEach = atOnceMax } = this.#bounds;
    let [present, lent, ofFirst] = [0, 0, 0];
    for (const turn of this.#running) {
      if (turn.away === 0 && turn.isLent) lent += 1;
      else if (turn.away === 0) present += 1;
      if (turn.first === first) ofFirst += 1;
    }
    return present + Math.max(0, lent - atOnceMax) < atOnceMax && ofFirst < atOnceEach;
  }

  #begin(first: string): Turn {
    const turn = { first, away: 0, isLent: false };
    this.#running.add(turn);
    return turn;
  }

  /**
   * Gives a slot that is free to the next waiter that may run.
   *
   * @param served had the slot. It goes to the end: others come first, also those that came after more of its work
   */
  #beginNext(served: string): void {
    const { parts } = this.#all;
    toEnd(parts, served);
    const next = firstOf(parts.keys(), (key) => this.#mayRun(key));
    if (next !== undefined) dequeue(this.#all, next)?.();
  }
}

function isFull(
  line: Line | undefined,
  [part, ...rest]: readonly string[],
  [max = Number.POSITIVE_INFINITY, ...maxima]: readonly number[],
): boolean {
  if (!line) return false;
  return line.waiting >= max || (part !== undefined && isFull(line.parts.get(part), rest, maxima));
}

function enqueue(line: Line, [part, ...rest]: readonly string[], waiter: () => void): void {
  line.waiting += 1;
  if (part === undefined) {
    line.waiters.push(waiter);
    return;
  }
  const within = line.parts.get(part) ?? emptyLine();
  line.parts.set(part, within);
  enqueue(within, rest, waiter);
}

/** Takes the next waiter out of the line, or of one of its parts. Its key goes to the end. */
function dequeue(line: Line, part = firstOf(line.parts.keys())): (() => void) | undefined {
  line.waiting -= 1;
  const within = part === undefined ? undefined : line.parts.get(part);
  if (line.waiters.length > 0 || part === undefined || !within) return line.waiters.shift();
  const next = dequeue(within);
  if (within.waiting > 0) toEnd(line.parts, part);
  else line.parts.delete(part);
  return next;
}

function toEnd(parts: Map<string, Line>, part: string): void {
  const line = parts.get(part);
  if (line && parts.delete(part)) parts.set(part, line);
}

function firstOf(keys: Iterable<string>, isWanted = (_key: string) => true): string | undefined {
  for (const key of keys) if (isWanted(key)) return key;
  return undefined;
}
