import { randomInt } from 'node:crypto';
import { Counts } from '../../../foundation/counts.ts';

/** A position in the queue: the target of an attempt, and its source. */
export type QueuePosition = { readonly target: string; readonly source: string };

/** Waiters per source. */
const WAITING_MAX = 100;
/**
 * The interval at which waiters look for turns. Turns that end in another process or at another target are not
 * announced.
 */
const LOOK_MS = 100;
const LOOKS_MAX = 10;

type Waiter = (isCalled: boolean) => void;

/**
 * A queue for turns. Sources take turns, however many wait in each, and the order within a source is random. A source
 * with many waiters takes no turn from another source, and no certain one from anybody.
 */
export class FairQueue {
  /** Waiters by target, then by source. The first is next. None is empty. */
  readonly #lines = new Map<string, Map<string, Waiter[]>>();
  /** The number of waiters of each source at all targets. */
  readonly #waiting = new Counts();
  /** The timer of the looks. It runs while somebody waits. */
  #looking: NodeJS.Timeout | undefined;

  /**
   * Waits for a turn. False when none came in time, or, at once, when too many of the source wait.
   *
   * @param isBack keeps the position of a waiter whose turn was in vain, also in a full queue
   */
  async wait(
    position: QueuePosition,
    { forMs, isBack }: { readonly forMs: number; readonly isBack: boolean },
  ): Promise<boolean> {
    if (!isBack && this.#waiting.of(position.source) >= WAITING_MAX) return false;
    return new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => waiter(false), forMs);
      const waiter: Waiter = (isCalled) => {
        clearTimeout(timer);
        this.#leave(position, waiter);
        resolve(isCalled);
      };
      this.#enter(position, waiter);
    });
  }

  /** Ends a turn at the target. It calls a waiter of the next source, then one of the source that had the turn. */
  call({ target, source }: QueuePosition): void {
    const next = this.#nextSource(target);
    if (next !== undefined && next !== source) this.#callOne({ target, source: next });
    this.#callOne({ target, source });
  }

  #enter({ target, source }: QueuePosition, waiter: Waiter): void {
    const sources = this.#lines.get(target) ?? new Map<string, Waiter[]>();
    sources.set(source, [...(sources.get(source) ?? []), waiter]);
    this.#lines.set(target, sources);
    this.#waiting.add(source);
    this.#looking ??= setInterval(() => this.#look(), LOOK_MS).unref();
  }

  #leave({ target, source }: QueuePosition, waiter: Waiter): void {
    const sources = this.#lines.get(target);
    const others = sources?.get(source)?.filter((each) => each !== waiter) ?? [];
    sources?.delete(source);
    if (others.length > 0) sources?.set(source, others);
    if (sources?.size === 0) this.#lines.delete(target);
    this.#waiting.remove(source);
    if (this.#lines.size > 0) return;
    clearInterval(this.#looking);
    this.#looking = undefined;
  }

  #callOne({ target, source }: QueuePosition): void {
    const waiters = this.#lines.get(target)?.get(source) ?? [];
    if (waiters.length > 0) waiters[randomInt(waiters.length)]?.(true);
  }

  #nextSource(target: string): string | undefined {
    return this.#lines.get(target)?.keys().next().value;
  }

  #look(): void {
    for (const [target, sources] of [...this.#lines].slice(0, LOOKS_MAX)) {
      this.#lines.delete(target);
      this.#lines.set(target, sources);
      const source = this.#nextSource(target);
      if (source !== undefined) this.#callOne({ target, source });
    }
  }
}
