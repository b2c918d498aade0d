import { randomUUID } from 'node:crypto';
import type { Database } from '../database/database.ts';
import type { UsageBatch } from './usage-batch.ts';
import { addCounts, UsageTables } from './usage-tables.ts';

/** The store of usage. Reports read the tables that all of its kinds end in. */
export type UsageStore = {
  /**
   * Adds a batch, all of it or nothing, and once. A batch whose answer was lost is sent again.
   *
   * @throws the error of the database; then nobody knows whether it was written
   */
  write(batch: UsageBatch): Promise<void>;
};

/**
 * Adds usage to its tables at once. Of several gateways each waits for the rows of the others, so they append batches
 * instead: appended-batches.ts.
 */
export class DatabaseUsageStore implements UsageStore {
  readonly #database: Pick<Database, 'query' | 'execute'>;
  readonly #writer = randomUUID();
  readonly #tables: UsageTables;

  constructor(database: Pick<Database, 'query' | 'execute'>) {
    this.#database = database;
    this.#tables = new UsageTables(database);
  }

  async write(batch: UsageBatch): Promise<void> {
    const turns = new Map([[this.#writer, batch.sequence]]);
    try {
      const sets = await this.#tables.prepare(batch);
      await addCounts(this.#database, { ...batch, turns }, sets);
    } catch (error) {
      // A partition may have been dropped meanwhile.
      this.#tables.forget();
      throw error;
    }
  }
}
