/**
 * Runs work when its turn comes.
 *
 * @param keys the keys of the queue, from the largest to the smallest: for example an org, then an address
 */
export type Turns = <T>(keys: readonly string[], work: () => Promise<T>) => Promise<T>;

export type CreateTurns = {
  /** Work that runs at a time. */
  readonly atOnceMax: number;
  /** Work that may wait: in all, per first key, per second, and so on. */
  readonly waitingMax: readonly number[];
  /** Refuses when too many wait. */
  readonly tooMany: () => never;
};

/** The waiters under one key. */
type TurnQueue = {
  waiting: number;
  /** The queues of the keys within it, the next one first. */
  readonly parts: Map<string, TurnQueue>;
  readonly waiters: (() => void)[];
};

const emptyQueue = (): TurnQueue => ({ waiting: 0, parts: new Map(), waiters: [] });

/**
 * Shares a few slots between waiters. First keys take turns, then second keys within each, and so on. A caller with
 * many requests delays only itself.
 */
export function createTurns({ atOnceMax, waitingMax, tooMany }: CreateTurns): Turns {
  const all = emptyQueue();
  let running = 0;
  return async (keys, work) => {
    if (running < atOnceMax) running += 1;
    else {
      if (isFull(all, keys, waitingMax)) tooMany();
      await new Promise<void>((resolve) => enqueue(all, keys, resolve));
    }
    try {
      return await work();
    } finally {
      const next = dequeue(all);
      if (next) next();
      else running -= 1;
    }
  };
}

function isFull(
  line: TurnQueue | undefined,
  [part, ...rest]: readonly string[],
  [max = Number.POSITIVE_INFINITY, ...maxima]: readonly number[],
): boolean {
  if (!line) return false;
  return line.waiting >= max || (part !== undefined && isFull(line.parts.get(part), rest, maxima));
}

function enqueue(line: TurnQueue, [part, ...rest]: readonly string[], waiter: () => void): void {
  line.waiting += 1;
  if (part === undefined) {
    line.waiters.push(waiter);
    return;
  }
  const within = line.parts.get(part) ?? emptyQueue();
  line.parts.set(part, within);
  enqueue(within, rest, waiter);
}

/** Takes the next waiter out of the queue. Its key goes to the end. */
function dequeue(line: TurnQueue): (() => void) | undefined {
  const [first] = line.parts;
  if (line.waiting > 0) line.waiting -= 1;
  if (line.waiters.length > 0 || !first) return line.waiters.shift();
  const [part, within] = first;
  const next = dequeue(within);
  line.parts.delete(part);
  if (within.waiting > 0) line.parts.set(part, within);
  return next;
}
