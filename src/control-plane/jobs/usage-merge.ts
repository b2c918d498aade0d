import { type BackgroundJob, startBackgroundJob } from '../../foundation/background-job.ts';
import type { Database } from '../../infrastructure/database/database.ts';
import { Lease } from '../../infrastructure/database/lease.ts';
import type { UsageLag } from '../../infrastructure/usage/appended-batches.ts';

/** The batches of usage that gateways have left. */
type LeftBatches = {
  /** Merges the oldest. @returns whether there were any */
  mergeOldest(): Promise<boolean>;
  lag(): Promise<UsageLag>;
  /** Batches that came again after they were merged, since the start of this process. */
  repeated(): number;
};

type UsageMergeDeps = {
  readonly database: Pick<Database, 'query'>;
  /** The batches of each way in which gateways leave them. */
  readonly batches: readonly LeftBatches[];
  readonly everyMs: number;
  readonly onFault: (error: unknown) => void;
};

/** Looks for batches between two questions of how many there are. */
const LOOKS_A_QUESTION = 10;

/**
 * Merges the usage that gateways leave, in the process that holds the lease.
 *
 * Two processes may merge the same batches where the lease passes on within a merge. Each batch is still merged once.
 */
export class UsageMerge {
  readonly #deps: UsageMergeDeps;
  readonly #lease: Lease;
  readonly #job: BackgroundJob;
  #looks = 0;
  #lag: UsageLag = { batches: 0, seconds: 0 };
  #isClosed = false;

  constructor(deps: UsageMergeDeps) {
    this.#deps = deps;
    this.#lease = new Lease('usage', deps);
    this.#job = startBackgroundJob(() => this.#look(), deps);
  }

  /** The batches that waited some seconds ago, and the number of those that came again. */
  state(): UsageLag & { readonly repeated: number } {
    const { batches } = this.#deps;
    return { ...this.#lag, repeated: batches.reduce((sum, each) => sum + each.repeated(), 0) };
  }

  /** Merges what has been left until now, where this process holds the lease. */
  look(): Promise<void> {
    return this.#job.look();
  }

  /** Ends after the merge under way, and leaves the rest to another process. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#job.close();
    await this.#lease.release().catch(this.#deps.onFault);
  }

  async #look(): Promise<void> {
    if (this.#looks % LOOKS_A_QUESTION === 0) this.#lag = await this.#askLag();
    this.#looks += 1;
    for (const each of this.#deps.batches)
      while (!this.#isClosed && (await this.#lease.hold()) && (await each.mergeOldest()));
  }

  async #askLag(): Promise<UsageLag> {
    const lags = await Promise.all(this.#deps.batches.map((each) => each.lag()));
    return {
      batches: lags.reduce((sum, { batches }) => sum + batches, 0),
      seconds: Math.max(...lags.map(({ seconds }) => seconds)),
    };
  }
}
