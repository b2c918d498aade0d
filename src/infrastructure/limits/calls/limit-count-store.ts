import { randomUUID } from 'node:crypto';
import type { Database } from '../../database/database.ts';

/** Points that were counted in a window, or given back to it. */
type CountChange = {
  readonly key: string;
  /** Negative where more was given back than counted. */
  readonly points: number;
  /** The end of the window, in milliseconds since 1970. */
  readonly endsAt: number;
};

/** Changes that are written together. The same sequence stands for the same changes, however often it is sent. */
export type CountBatch = {
  /** Rises with every batch of a writer. */
  readonly sequence: number;
  readonly at: Date;
  readonly changes: readonly CountChange[];
};

/** The counts of windows that outlive a process, by key. All processes add to the same ones. */
export type LimitCountStore = {
  /** @returns the counts of those that have one */
  read(keys: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /**
   * Adds a batch, all of it or nothing, and once. A batch whose answer was lost is sent again.
   *
   * @returns the counts after it; none where it had been written before
   * @throws the error of the database; then nobody knows whether it was written
   */
  add(batch: CountBatch): Promise<ReadonlyMap<string, number>>;
};

/** Recognizes a repeated batch, and orders rows, as usage/store.ts does. */
const ADD = `
WITH turn AS (
  INSERT INTO "UsageWriter" AS writer (id, sequence, at) VALUES ($1, $2, $3)
  ON CONFLICT (id) DO UPDATE SET sequence = EXCLUDED.sequence, at = EXCLUDED.at
    WHERE writer.sequence < EXCLUDED.sequence
  RETURNING id
)
INSERT INTO "LimitCount" AS known (key, points, "endsAt")
SELECT given.* FROM turn, unnest($4::text[], $5::bigint[], $6::timestamptz[]) AS given(key, points, "endsAt")
ORDER BY given.key
ON CONFLICT (key) DO UPDATE SET points = known.points + EXCLUDED.points
RETURNING key, points::float8`;

type CountRow = { readonly key: string; readonly points: number };

/** Keeps the counts in PostgreSQL, embedded or a server. */
export class DatabaseLimitCounts implements LimitCountStore {
  readonly #database: Pick<Database, 'query'>;
  readonly #writer = randomUUID();

  constructor(database: Pick<Database, 'query'>) {
    this.#database = database;
  }

  async read(keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#database.query<CountRow>(
      'SELECT key, points::float8 FROM "LimitCount" WHERE key = ANY($1::text[])',
      [keys],
    );
    return byKey(rows);
  }

  async add({ sequence, at, changes }: CountBatch): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#database.query<CountRow>(ADD, [
      this.#writer,
      sequence,
      at,
      changes.map(({ key }) => key),
      changes.map(({ points }) => points),
      changes.map(({ endsAt }) => new Date(endsAt).toISOString()),
    ]);
    return byKey(rows);
  }
}

const byKey = (rows: readonly CountRow[]) => new Map(rows.map(({ key, points }) => [key, points]));
