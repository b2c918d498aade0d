import { HOUR_MS, MINUTE_MS } from '../../domain/call/usage.ts';
import { type BackgroundJob, startBackgroundJob } from '../../foundation/background-job.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { Database } from '../../infrastructure/database/database.ts';
import { Lease } from '../../infrastructure/database/lease.ts';
import {
  daysToPack,
  type HoursOfDay,
  packPiece,
  removePacked,
} from '../../infrastructure/usage/packed-days.ts';

type UsagePackingDeps = {
  readonly database: Pick<Database, 'query' | 'execute' | 'within'>;
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
};

const EVERY_MS = 10 * MINUTE_MS;
/** Time from the packing of a day to the next one of it. A gateway may write for hours what an outage has kept. */
const AGAIN_AFTER_MS = 6 * HOUR_MS;

/**
 * Packs the hours of days that are over, in the process that holds the lease.
 *
 * A piece is a transaction: whatever breaks, its hours are packed once or stay as they are, and the next run goes on. Two
 * processes may pack where the lease passes on. The lock of a piece then has one wait for the other.
 */
export class UsagePacking {
  readonly #deps: UsagePackingDeps;
  readonly #lease: Lease;
  readonly #job: BackgroundJob;
  /** The times at which days were packed, by their partitions. */
  readonly #packedAt = new Map<string, number>();
  #isClosed = false;

  constructor(deps: UsagePackingDeps) {
    this.#deps = deps;
    this.#lease = new Lease('usage packing', deps);
    this.#job = startBackgroundJob(() => this.#look(), { everyMs: EVERY_MS, onFault: deps.onFault });
  }

  /** Packs the days that are over now, where this process holds the lease. */
  look(): Promise<void> {
    return this.#job.look();
  }

  /** Ends after the piece under way, and leaves the rest to another process. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#job.close();
    await this.#lease.release().catch(this.#deps.onFault);
  }

  async #look(): Promise<void> {
    const { database, clock } = this.#deps;
    if (!(await this.#mayGoOn())) return;
    const now = clock().getTime();
    for (const [partition, at] of this.#packedAt)
      if (now - at >= AGAIN_AFTER_MS) this.#packedAt.delete(partition);
    for (const each of await daysToPack(database, new Date(now))) {
      if (this.#packedAt.has(each.partition)) continue;
      if (!(await this.#pack(each))) return;
      this.#packedAt.set(each.partition, now);
      await removePacked(database, each);
    }
  }

  /** Packs a day. @returns whether all of it is packed */
  async #pack(hours: HoursOfDay): Promise<boolean> {
    const { within } = this.#deps.database;
    let after: string | undefined;
    do {
      if (!(await this.#mayGoOn())) return false;
      after = await within('BEGIN', (connection) => packPiece(connection, hours, after));
    } while (after !== undefined);
    return true;
  }

  async #mayGoOn(): Promise<boolean> {
    return !this.#isClosed && (await this.#lease.hold());
  }
}
