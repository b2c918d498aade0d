/**
 * Runs work when its turn comes.
 *
 * @param keys the keys of the queue, from the largest to the smallest: for example an org, then an address
 * @param work is told whether more work of the first key waits
 */
export type Turns = <T>(keys: readonly string[], work: (moreWaits: boolean) => Promise<T>) => Promise<T>;

export type CreateTurns = {
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
export function createTurns({ atOnceMax, atOnceEach = atOnceMax, waitingMax, tooMany }: CreateTurns): Turns {
  const all = emptyQueue();
  /** The first key of each running work. */
  const running: string[] = [];
  const mayRun = (first: string) =>
    running.length < atOnceMax && running.filter((key) => key === first).length < atOnceEach;
  return async ([first = '', ...keys], work) => {
    if (mayRun(first)) running.push(first);
    else {
      if (isFull(all, [first, ...keys], waitingMax)) tooMany();
      await new Promise<void>((resolve) => enqueue(all, [first, ...keys], resolve));
    }
    try {
      return await work(all.parts.has(first));
    } finally {
      running.splice(running.indexOf(first), 1);
      const next = firstOf(all.parts.keys(), mayRun);
      if (next !== undefined) {
        running.push(next);
        dequeue(all, next)?.();
      }
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

/** Takes the next waiter out of the queue, or of one of its parts. Its key goes to the end. */
function dequeue(line: TurnQueue, part = firstOf(line.parts.keys())): (() => void) | undefined {
  line.waiting -= 1;
  const within = part === undefined ? undefined : line.parts.get(part);
  if (line.waiters.length > 0 || part === undefined || !within) return line.waiters.shift();
  const next = dequeue(within);
  line.parts.delete(part);
  if (within.waiting > 0) line.parts.set(part, within);
  return next;
}

function firstOf(keys: Iterable<string>, isIt = (_key: string) => true): string | undefined {
  for (const key of keys) if (isIt(key)) return key;
  return undefined;
}
