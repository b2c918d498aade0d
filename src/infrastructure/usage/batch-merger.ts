import type { Database, Statements } from '../database/database.ts';
import { type DecodedPart, PartDecoder } from './encoded-batch.ts';
import type { UsageBatch } from './usage-batch.ts';
import { addCounts, UsageTables } from './usage-tables.ts';

/** A part of a batch, as it waits to be merged. */
export type WaitingPart = {
  readonly writer: string;
  readonly sequence: number;
  readonly contents: Uint8Array;
};

type Part = WaitingPart & { readonly counts: DecodedPart };

/** Locks the rows of writers until the transaction ends. Each tells how far its writer has come. */
const LOCK_WRITERS = `
INSERT INTO "UsageWriter" AS known (id, sequence, at)
SELECT given.id, -1, now() FROM unnest($1::uuid[]) AS given(id) ORDER BY given.id
ON CONFLICT (id) DO UPDATE SET at = known.at
RETURNING id::text, sequence::float8`;

export type BatchMergerDeps = {
  readonly database: Pick<Database, 'query' | 'execute' | 'within'>;
  /** Told of a part that nobody can read. It is left out, so that those behind it are merged. */
  readonly onFault: (error: unknown) => void;
};

/**
 * Merges batches of many gateways into the tables of usage, each once.
 *
 * A row that all of them count in is written once for all. How far each writer has come is part of the same
 * transaction: whatever breaks, a part is merged by the transaction or comes again.
 */
export class BatchMerger {
  readonly #deps: BatchMergerDeps;
  readonly #tables: UsageTables;
  #repeated = 0;

  constructor(deps: BatchMergerDeps) {
    this.#deps = deps;
    this.#tables = new UsageTables(deps.database);
  }

  /** Parts that came again after they were merged, since the start of this process. */
  repeated(): number {
    return this.#repeated;
  }

  /**
   * @param settle notes in the same transaction that the parts are merged
   * @throws the error of the database; then nobody knows whether they were merged
   */
  async merge(
    waiting: readonly WaitingPart[],
    settle?: (connection: Statements) => Promise<void>,
  ): Promise<void> {
    const parts = await this.#decoded(waiting);
    try {
      const sets = await this.#tables.prepare(together(parts));
      await this.#deps.database.within('BEGIN', async (connection) => {
        const fresh = await freshOf(connection, parts);
        this.#repeated += parts.length - fresh.length;
        if (fresh.length > 0)
          await addCounts(connection, { ...together(fresh), turns: turnsOf(fresh) }, sets);
        await settle?.(connection);
      });
    } catch (error) {
      this.#tables.forget();
      throw error;
    }
  }

  async #decoded(waiting: readonly WaitingPart[]): Promise<Part[]> {
    const decoder = new PartDecoder();
    const parts: Part[] = [];
    for (const part of waiting)
      try {
        parts.push({ ...part, counts: await decoder.decode(part.contents) });
      } catch (error) {
        const message = `The batch ${part.sequence} of usage of ${part.writer} cannot be read. Its calls are not counted.`;
        this.#deps.onFault(new Error(message, { cause: error }));
      }
    return parts;
  }
}

/** Finds the parts that are not merged yet. A part may wait twice, where its writer got no answer. */
async function freshOf({ query }: Statements, parts: readonly Part[]): Promise<Part[]> {
  const writers = [...new Set(parts.map(({ writer }) => writer))].sort();
  const known = await query<{ id: string; sequence: number }>(LOCK_WRITERS, [writers]);
  const merged = new Map(known.map(({ id, sequence }) => [id, sequence]));
  return parts.filter(({ writer, sequence }) => {
    if (sequence <= (merged.get(writer) ?? -1)) return false;
    merged.set(writer, sequence);
    return true;
  });
}

const turnsOf = (parts: readonly Part[]) =>
  new Map(parts.map(({ writer, sequence }) => [writer, sequence] as const));

function together(parts: readonly Part[]): Omit<UsageBatch, 'sequence'> {
  const lastUse = new Map<string, number>();
  for (const { counts } of parts)
    for (const [id, at] of counts.lastUse) lastUse.set(id, Math.max(at, lastUse.get(id) ?? 0));
  return {
    at: new Date(Math.max(0, ...parts.map(({ counts }) => counts.at.getTime()))),
    counts: parts.flatMap(({ counts }) => counts.counts),
    meters: parts.flatMap(({ counts }) => counts.meters),
    fieldSets: parts.flatMap(({ counts }) => counts.fieldSets),
    lastUse,
  };
}
