import type { Clock } from '../../foundation/clock.ts';

const RETRY_MS = 500;
/** Time without progress after which a database counts as hanging. */
const LATE_MS = 5_000;

/** An org by its id; undefined is all of them. */
export type ChangedCatalog = string | undefined;

type FollowerOptions = {
  /** @param goesOn to be told when reading gets on, for it may take longer than a database that hangs is waited for */
  readonly read: (changed: ChangedCatalog, goesOn: () => void) => Promise<void>;
  /** Told once when reading begins to fail, not at each attempt. */
  readonly onFault: ((error: unknown) => void) | undefined;
  readonly clock: Clock;
};

/** Reads what has changed, one after another and again until it succeeds. */
export class Follower {
  readonly #options: FollowerOptions;
  /** Changed catalogs that are not read yet. */
  readonly #announced = new Set<ChangedCatalog>();
  #state: 'new' | 'following' | 'closed' = 'new';
  #staleSince: Date | undefined;
  /** The rounds under way. One follows another until nothing is announced. */
  #reading: Promise<void> | undefined;

  constructor(options: FollowerOptions) {
    this.#options = options;
  }

  /** Announces a changed catalog. Before `start` it is only noted. */
  announce(changed: ChangedCatalog): void {
    this.#announced.add(changed);
    if (this.#state === 'following') this.#reading ??= this.#follow();
  }

  /** Reads all, once. @throws what stands in the way */
  async start(): Promise<void> {
    await this.#readInTime(undefined);
    this.#staleSince = undefined;
    this.#state = 'following';
    if (this.#announced.size > 0) this.#reading ??= this.#follow();
    await this.#reading;
  }

  /** Start of the time in which reading fails or is late; undefined otherwise. */
  staleSince(): Date | undefined {
    return this.#staleSince;
  }

  async settled(): Promise<void> {
    await this.#reading;
  }

  close(): void {
    this.#state = 'closed';
  }

  async #follow(): Promise<void> {
    while (this.#announced.size > 0 && this.#state === 'following') await this.#round();
    this.#reading = undefined;
  }

  /** Reads what is announced. A failure is left for the next round, and does not delay the rest. */
  async #round(): Promise<void> {
    const all = this.#announced.has(undefined) ? [undefined] : [...this.#announced];
    this.#announced.clear();
    const failed: ChangedCatalog[] = [];
    for (const changed of all)
      await this.#readInTime(changed).catch((error) => {
        this.#lose(error);
        failed.push(changed);
      });
    if (failed.length === 0) this.#staleSince = undefined;
    else await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
    for (const changed of failed) this.#announced.add(changed);
  }

  async #readInTime(changed: ChangedCatalog): Promise<void> {
    const late = setTimeout(() => this.#lose(new Error('The database does not answer.')), LATE_MS);
    await this.#options.read(changed, () => late.refresh()).finally(() => clearTimeout(late));
  }

  #lose(error: unknown): void {
    const { onFault, clock } = this.#options;
    if (!this.#staleSince && this.#state !== 'closed') onFault?.(error);
    this.#staleSince ??= clock();
  }
}
