export type TurnQueueBounds = {
  /** Work that runs at a time. */
  readonly atOnceMax: number;
  /** Work of one first key that runs at a time. The default is all of it. */
  readonly atOnceEach?: number;
  /** Work that may wait: in all, per first key, per second, and so on. */
  readonly waitingMax: readonly number[];
  /** Refuses when too many wait. */
  readonly tooMany: () => never;
};

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
  readonly #bounds: Required<TurnQueueBounds>;
  readonly #all = emptyLine();
  /** The first key of each running work. */
  readonly #running: string[] = [];

  constructor({ atOnceEach, ...bounds }: TurnQueueBounds) {
    this.#bounds = { ...bounds, atOnceEach: atOnceEach ?? bounds.atOnceMax };
  }

  /**
   * Runs work when its turn comes.
   *
   * @param keys the keys of the queue, from the largest to the smallest: for example an org, then an address
   * @param work is told whether more work of the first key waits
   */
  async run<T>(keys: readonly string[], work: (moreWaits: boolean) => Promise<T>): Promise<T> {
    const [first = '', ...rest] = keys;
    if (this.#mayRun(first)) this.#running.push(first);
    else {
      const { waitingMax, tooMany } = this.#bounds;
      if (isFull(this.#all, [first, ...rest], waitingMax)) tooMany();
      await new Promise<void>((resolve) => enqueue(this.#all, [first, ...rest], resolve));
    }
    try {
      return await work(this.#all.parts.has(first));
    } finally {
      this.#end(first);
    }
  }

  #mayRun(first: string): boolean {
    const { atOnceMax, atOnceEach } = this.#bounds;
    const running = this.#running;
    return running.length < atOnceMax && running.filter((key) => key === first).length < atOnceEach;
  }

  /** Ends a turn, and gives its slot to the next waiter that may run. */
  #end(first: string): void {
    this.#running.splice(this.#running.indexOf(first), 1);
    const next = firstOf(this.#all.parts.keys(), (key) => this.#mayRun(key));
    if (next === undefined) return;
    this.#running.push(next);
    dequeue(this.#all, next)?.();
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
  line.parts.delete(part);
  if (within.waiting > 0) line.parts.set(part, within);
  return next;
}

function firstOf(keys: Iterable<string>, isWanted = (_key: string) => true): string | undefined {
  for (const key of keys) if (isWanted(key)) return key;
  return undefined;
}
