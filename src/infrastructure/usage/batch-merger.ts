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

type ReadablePart = WaitingPart & { readonly counts: DecodedPart };

/** Bounds of what is merged together. Inflated and as rows its bytes take some thirty times as much. */
export const MERGED_TOGETHER = { parts: 200, bytes: 4_000_000 };

/** Notes that parts are done, in the transaction that merges them. */
type NoteMerged<Waiting> = (connection: Statements, parts: readonly Waiting[]) => Promise<void>;

/** SQLSTATEs of values that a table does not take. (PostgreSQL manual, Appendix A: classes 22 and 23) */
const OF_VALUES = /^2[23]/;

/** Locks the rows of writers until the transaction ends. Each tells how far its writer has come. */
const LOCK_WRITERS = `
INSERT INTO "UsageWriter" AS known (id, sequence, at)
SELECT given.id, -1, now() FROM unnest($1::uuid[]) AS given(id) ORDER BY given.id
ON CONFLICT (id) DO UPDATE SET at = known.at
RETURNING id::text, sequence::float8`;

export type BatchMergerDeps = {
  readonly database: Pick<Database, 'query' | 'execute' | 'within'>;
  /** Told of a part that is left out, so that those behind it are merged. */
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
   * Merges parts in one transaction.
   *
   * Where the tables do not take the values of one, each is merged by itself and that one is left out. The gateways of all
   * others would wait for it without end.
   *
   * @throws the error of the database; then nobody knows whether they were merged
   */
  async merge<Waiting extends WaitingPart>(
    waiting: readonly Waiting[],
    note: NoteMerged<Waiting>,
  ): Promise<void> {
    const parts = await this.#readable(waiting);
    try {
      await this.#add(parts, (connection) => note(connection, waiting));
    } catch (error) {
      this.#tables.forget();
      if (!isOfValues(error)) throw error;
      const [part, ...others] = waiting;
      if (part && others.length === 0) return this.#leaveOut(part, error, note);
      for (const each of waiting) await this.merge([each], note);
    }
  }

  async #add(parts: readonly ReadablePart[], note: (connection: Statements) => Promise<void>): Promise<void> {
    const sets = await this.#tables.prepare(together(parts));
    await this.#deps.database.within('BEGIN', async (connection) => {
      const fresh = await freshOf(connection, parts);
      this.#repeated += parts.length - fresh.length;
      if (fresh.length > 0) await addCounts(connection, { ...together(fresh), turns: turnsOf(fresh) }, sets);
      await note(connection);
    });
  }

  async #leaveOut<Waiting extends WaitingPart>(
    part: Waiting,
    cause: unknown,
    note: NoteMerged<Waiting>,
  ): Promise<void> {
    this.#tell(part, 'has values that the database does not take', cause);
    await this.#deps.database.within('BEGIN', (connection) => note(connection, [part]));
  }

  #tell({ writer, sequence }: WaitingPart, fault: string, cause: unknown): void {
    const message = `The batch ${sequence} of usage of ${writer} ${fault}. Its calls are not counted.`;
    this.#deps.onFault(new Error(message, { cause }));
  }

  async #readable(waiting: readonly WaitingPart[]): Promise<ReadablePart[]> {
    const decoder = new PartDecoder();
    const parts: ReadablePart[] = [];
    for (const part of waiting)
      try {
        parts.push({ ...part, counts: await decoder.decode(part.contents) });
      } catch (error) {
        this.#tell(part, 'cannot be read', error);
      }
    return parts;
  }
}

/** Finds the parts that are not merged yet. A part may wait twice, where its writer got no answer. */
async function freshOf({ query }: Statements, parts: readonly ReadablePart[]): Promise<ReadablePart[]> {
  const writers = [...new Set(parts.map(({ writer }) => writer))].sort();
  const known = await query<{ id: string; sequence: number }>(LOCK_WRITERS, [writers]);
  const merged = new Map(known.map(({ id, sequence }) => [id, sequence]));
  return parts.filter(({ writer, sequence }) => {
    if (sequence <= (merged.get(writer) ?? -1)) return false;
    merged.set(writer, sequence);
    return true;
  });
}

const turnsOf = (parts: readonly ReadablePart[]) =>
  new Map(parts.map(({ writer, sequence }) => [writer, sequence] as const));

function together(parts: readonly ReadablePart[]): Omit<UsageBatch, 'sequence'> {
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

const isOfValues = (error: unknown) =>
  OF_VALUES.test((error as { readonly code?: string } | undefined)?.code ?? '');
