import { randomUUID } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { BatchMerger, type BatchMergerDeps, MERGED_TOGETHER } from './batch-merger.ts';
import { encodeBatch } from './encoded-batch.ts';
import type { UsageStore } from './store.ts';
import type { UsageBatch } from './usage-batch.ts';

const APPEND = `
INSERT INTO "UsageBatch" (writer, sequence, contents)
SELECT $1, given.* FROM unnest($2::int8[], $3::bytea[]) AS given(sequence, contents) ORDER BY given.sequence
ON CONFLICT (writer, sequence) DO NOTHING`;

/**
 * Appends batches to a table, from which one process merges them. No gateway waits for another.
 *
 * A batch whose answer was lost may be appended again after it was merged. The merger knows it by its sequence.
 */
export class AppendedUsageStore implements UsageStore {
  readonly #database: Pick<Database, 'query'>;
  readonly #writer = randomUUID();

  constructor(database: Pick<Database, 'query'>) {
    this.#database = database;
  }

  async write(batch: UsageBatch): Promise<void> {
    const parts = await encodeBatch(batch);
    const sequences = parts.map(({ sequence }) => sequence);
    await this.#database.query(APPEND, [this.#writer, sequences, parts.map(({ contents }) => contents)]);
  }
}

/**
 * The oldest parts. Those of one writer stand in the order in which it added them: it adds none before the one before
 * is committed.
 */
const OLDEST = `
SELECT id::text, writer::text, sequence::float8, contents FROM (
  SELECT *, sum(length(contents)) OVER (ORDER BY id) - length(contents) AS before
  FROM (SELECT * FROM "UsageBatch" ORDER BY id LIMIT ${MERGED_TOGETHER.parts}) AS oldest
) AS oldest WHERE before < ${MERGED_TOGETHER.bytes} ORDER BY oldest.id`;
const REMOVE = 'DELETE FROM "UsageBatch" WHERE id = ANY ($1::int8[])';
const WAITING = `
SELECT count(*)::float8 AS batches, coalesce(extract(epoch FROM now() - min("addedAt")), 0)::float8 AS seconds
FROM "UsageBatch"`;

/** The batches that are not merged yet, and the age of the oldest. */
export type UsageLag = { readonly batches: number; readonly seconds: number };

type AppendedPart = {
  readonly id: string;
  readonly writer: string;
  readonly sequence: number;
  readonly contents: Uint8Array;
};

/** Merges appended batches into the tables of usage. */
export class AppendedBatches {
  readonly #database: BatchMergerDeps['database'];
  readonly #merger: BatchMerger;

  constructor(deps: BatchMergerDeps) {
    this.#database = deps.database;
    this.#merger = new BatchMerger(deps);
  }

  /** Merges the oldest batches. @returns whether there were any */
  async mergeOldest(): Promise<boolean> {
    const parts = await this.#database.query<AppendedPart>(OLDEST);
    if (parts.length === 0) return false;
    await this.#merger.merge(parts, async ({ query }, merged) => {
      await query(REMOVE, [merged.map(({ id }) => id)]);
    });
    return true;
  }

  /** Parts that came again after they were merged. */
  repeated(): number {
    return this.#merger.repeated();
  }

  async lag(): Promise<UsageLag> {
    const [lag] = await this.#database.query<UsageLag>(WAITING);
    return lag ?? { batches: 0, seconds: 0 };
  }
}
