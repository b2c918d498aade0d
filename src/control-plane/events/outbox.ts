import type { Database } from '../../infrastructure/database/database.ts';

/** Sends what is in an outbox. Any number of them share the work, in one process or several. */
export type Deliverer = {
  /** Sends all that is due. */
  deliverDue(): Promise<void>;
  /** Sends what is due from now on, after each announced change and at retries. */
  start(): Promise<void>;
  /** Takes up nothing more, and waits for what is being sent. */
  close(): Promise<void>;
};

/** Operations of one kind of outbox. A claimed item belongs to its taker until the end of its lease. */
type OutboxDeps<Claimed> = {
  readonly database: Pick<Database, 'listen'>;
  readonly onFault: (error: unknown) => void;
  /** The most items under way in this process. */
  readonly inFlightMax: number;
  /** Takes items that are due, beside those under way. */
  readonly claim: (inFlight: readonly Claimed[]) => Promise<readonly Claimed[]>;
  /** Sends an item and writes its result. */
  readonly deliver: (claimed: Claimed) => Promise<void>;
};

const LOOK_EVERY_MS = 2_000;

/** Keeps a window of items under way. Each place that becomes free is filled by the next claim. */
export class Outbox<Claimed> implements Deliverer {
  readonly #deps: OutboxDeps<Claimed>;
  readonly #inFlight = new Map<Claimed, Promise<void>>();
  #state: 'new' | 'started' | 'closed' = 'new';
  #filling: Promise<void> | undefined;
  #isMore = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: OutboxDeps<Claimed>) {
    this.#deps = deps;
  }

  async deliverDue(): Promise<void> {
    await this.#fill();
    while (this.#inFlight.size > 0) {
      await Promise.race(this.#inFlight.values());
      await this.#fill();
    }
  }

  async start(): Promise<void> {
    this.#state = 'started';
    const look = () => void this.#fill().catch(this.#deps.onFault);
    await this.#deps.database.listen(look);
    this.#timer = setInterval(look, LOOK_EVERY_MS).unref();
    look();
  }

  async close(): Promise<void> {
    this.#state = 'closed';
    clearInterval(this.#timer);
    await this.#filling?.catch(this.#deps.onFault);
    await Promise.all(this.#inFlight.values());
  }

  /** Fills the free places with items that are due. It repeats where something came due meanwhile. */
  #fill(): Promise<void> {
    this.#isMore = true;
    this.#filling ??= this.#fillAll().finally(() => {
      this.#filling = undefined;
      return this.#mayFill() ? this.#fill() : undefined;
    });
    return this.#filling;
  }

  #mayFill(): boolean {
    return this.#isMore && this.#state !== 'closed' && this.#inFlight.size < this.#deps.inFlightMax;
  }

  async #fillAll(): Promise<void> {
    while (this.#mayFill()) {
      this.#isMore = false;
      const claimed = await this.#deps.claim([...this.#inFlight.keys()]);
      for (const each of claimed) this.#begin(each);
    }
  }

  #begin(claimed: Claimed): void {
    const sent = this.#deps
      .deliver(claimed)
      .catch(this.#deps.onFault)
      .then(() => {
        this.#inFlight.delete(claimed);
        if (this.#state === 'started') this.#fill().catch(this.#deps.onFault);
      });
    this.#inFlight.set(claimed, sent);
  }
}
