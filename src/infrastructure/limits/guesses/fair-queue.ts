import { randomInt } from 'node:crypto';

/** A position in the queue: the target of an attempt, and its source. */
export type QueuePosition = { readonly target: string; readonly source: string };

/**
 * A queue for turns. Sources take turns, however many wait in each, and the order within a source is random. A source
 * with many waiters takes no turn from another source, and no certain one from anybody.
 */
export type FairQueue = {
  /**
   * Waits for a turn. False when none came in time, or, at once, when too many of the source wait.
   *
   * @param isBack keeps the position of a waiter whose turn was in vain, also in a full queue
   */
  wait(
    position: QueuePosition,
    options: { readonly forMs: number; readonly isBack: boolean },
  ): Promise<boolean>;
  /** Ends a turn at the target. It calls a waiter of the next source, then one of the source that had the turn. */
  call(position: QueuePosition): void;
};

/** Waiters per source. */
const WAITING_MAX = 100;
/**
 * The interval at which waiters look for turns. Turns that end in another process or at another target are not
 * announced.
 */
const LOOK_MS = 100;
const LOOKS_MAX = 10;

type Waiter = (isCalled: boolean) => void;

export function createFairQueue(): FairQueue {
  /** Waiters by target, then by source. The first is next. */
  const lines = new Map<string, Map<string, Waiter[]>>();
  const waiting = new Map<string, number>();
  let looking: NodeJS.Timeout | undefined;

  function enter({ target, source }: QueuePosition, waiter: Waiter): void {
    const sources = lines.get(target) ?? new Map<string, Waiter[]>();
    sources.set(source, [...(sources.get(source) ?? []), waiter]);
    lines.set(target, sources);
    waiting.set(source, (waiting.get(source) ?? 0) + 1);
    looking ??= setInterval(look, LOOK_MS).unref();
  }
  function leave({ target, source }: QueuePosition, waiter: Waiter): void {
    const sources = lines.get(target);
    const others = sources?.get(source)?.filter((each) => each !== waiter) ?? [];
    sources?.delete(source);
    if (others.length > 0) sources?.set(source, others);
    if (sources?.size === 0) lines.delete(target);
    const left = (waiting.get(source) ?? 1) - 1;
    if (left > 0) waiting.set(source, left);
    else waiting.delete(source);
    if (lines.size === 0) {
      clearInterval(looking);
      looking = undefined;
    }
  }
  function callOne({ target, source }: QueuePosition): void {
    const waiters = lines.get(target)?.get(source) ?? [];
    if (waiters.length > 0) waiters[randomInt(waiters.length)]?.(true);
  }
  function call({ target, source }: QueuePosition): void {
    const next = nextOf(target);
    if (next !== undefined && next !== source) callOne({ target, source: next });
    callOne({ target, source });
  }
  const nextOf = (target: string): string | undefined => lines.get(target)?.keys().next().value;
  function look(): void {
    for (const [target, sources] of [...lines].slice(0, LOOKS_MAX)) {
      lines.delete(target);
      lines.set(target, sources);
      const source = nextOf(target);
      if (source !== undefined) callOne({ target, source });
    }
  }

  return {
    async wait(position, { forMs, isBack }) {
      if (!isBack && (waiting.get(position.source) ?? 0) >= WAITING_MAX) return false;
      return new Promise<boolean>((resolve) => {
        const timer = setTimeout(() => waiter(false), forMs);
        const waiter: Waiter = (isCalled) => {
          clearTimeout(timer);
          leave(position, waiter);
          resolve(isCalled);
        };
        enter(position, waiter);
      });
    },
    call,
  };
}
