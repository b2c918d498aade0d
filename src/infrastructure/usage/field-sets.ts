import { createHash } from 'node:crypto';
import { startOfDay } from '../../domain/call/usage.ts';
import type { Database } from '../database/database.ts';
import type { FieldSet, FieldSetCount } from './usage-batch.ts';

/** The set of calls whose fields are not known. */
export const UNKNOWN_FIELDS: FieldSet = { coordinates: null };

/** Sets that are kept of an API. Fields of further ones are not known. */
export const FIELD_SETS_MAX = 500;

/**
 * Keeps a set unless the API has too many. Its last day is that of its last call. Nothing is told of a set that is not kept.
 */
const KEEP = `
WITH given AS (
  SELECT given.*, row_number() OVER (PARTITION BY given."orgId", given.api ORDER BY given.id) AS nth
  FROM jsonb_to_recordset($1::jsonb) AS given(id uuid, "orgId" uuid, api text, coordinates text[], "lastDay" timestamptz)
  WHERE NOT EXISTS (SELECT FROM "FieldSet" known WHERE known.id = given.id)
), room AS (
  SELECT given.* FROM given
  WHERE nth <= $2 - (SELECT count(*) FROM "FieldSet" known WHERE known."orgId" = given."orgId" AND known.api = given.api)
), made AS (
  INSERT INTO "FieldSet" (id, "orgId", api, coordinates, "lastDay")
  SELECT id, "orgId", api, coordinates, "lastDay" FROM room ORDER BY id
  ON CONFLICT (id) DO UPDATE SET "lastDay" = GREATEST("FieldSet"."lastDay", EXCLUDED."lastDay") RETURNING id::text
), called AS (
  UPDATE "FieldSet" AS known SET "lastDay" = GREATEST(known."lastDay", given."lastDay")
  FROM (SELECT given.* FROM jsonb_to_recordset($1::jsonb) AS given(id uuid, "lastDay" timestamptz) ORDER BY given.id) AS given
  WHERE known.id = given.id AND known."lastDay" < given."lastDay"
)
SELECT id FROM made UNION SELECT known.id::text FROM "FieldSet" known JOIN
  jsonb_to_recordset($1::jsonb) AS given(id uuid) ON known.id = given.id`;

/** The sets that a writer has asked for on a day. They are few, and asked for again on the next day. */
export class KeptFieldSets {
  readonly #database: Pick<Database, 'query'>;
  /** The last day that was told of each, by id. */
  readonly #asked = new Map<string, number>();
  readonly #kept = new Set<string>();
  #day = 0;

  constructor(database: Pick<Database, 'query'>) {
    this.#database = database;
  }

  /** Keeps the sets of counts. Returns the ids of those that are kept. */
  async keep(counts: readonly FieldSetCount[]): Promise<ReadonlyMap<FieldSetCount, string>> {
    this.#forgetYesterday(counts);
    const ids = new Map<FieldSetCount, string>();
    const rows = new Map<string, SetRow>();
    for (const count of counts) {
      const row = rowOf(count);
      if (!row) continue;
      ids.set(count, row.id);
      const day = row.lastDay.getTime();
      if (day <= (this.#asked.get(row.id) ?? 0)) continue;
      const known = rows.get(row.id);
      if (!known || known.lastDay < row.lastDay) rows.set(row.id, row);
    }
    for (const part of inParts([...rows.values()])) await this.#write(part);
    return new Map([...ids].filter(([, id]) => this.#kept.has(id)));
  }

  /** Forgets what was asked for, because it may be gone. */
  forget(): void {
    this.#asked.clear();
    this.#kept.clear();
  }

  #forgetYesterday(counts: readonly FieldSetCount[]): void {
    for (const { minute } of counts) {
      const day = startOfDay(minute).getTime();
      if (day <= this.#day) continue;
      this.#day = day;
      this.forget();
    }
  }

  async #write(rows: readonly SetRow[]): Promise<void> {
    const kept = await this.#database.query<{ id: string }>(KEEP, [JSON.stringify(rows), FIELD_SETS_MAX]);
    for (const { id, lastDay } of rows) this.#asked.set(id, lastDay.getTime());
    for (const { id } of kept) this.#kept.add(id);
  }
}

/** Characters of coordinates in one statement. All sets of a process may have many millions. */
const CHARACTERS_MAX = 500_000;

function inParts(rows: readonly SetRow[]): SetRow[][] {
  const parts: SetRow[][] = [];
  let room = 0;
  for (const row of rows) {
    const characters = row.coordinates.reduce((sum, { length }) => sum + length, 0);
    if (characters > room || parts.length === 0) {
      parts.push([]);
      room = CHARACTERS_MAX;
    }
    room -= characters;
    parts.at(-1)?.push(row);
  }
  return parts;
}

type SetRow = {
  readonly id: string;
  readonly orgId: string;
  readonly api: string;
  readonly coordinates: readonly string[];
  readonly lastDay: Date;
};

function rowOf({ series: { orgId, api }, minute, set }: FieldSetCount): SetRow | undefined {
  const { coordinates } = set;
  if (coordinates === null || api === null) return undefined;
  return { id: idOf(set, [orgId, api]), orgId, api, coordinates, lastDay: startOfDay(minute) };
}

/** Hashes of sets. A set may have thousands of characters. */
const hashes = new WeakMap<FieldSet, string>();

/** Computes the id of a set from its contents. Every gateway then knows it. */
function idOf(set: FieldSet, owner: readonly [orgId: string, api: string]): string {
  const hash = hashes.get(set) ?? hashOf(set.coordinates);
  hashes.set(set, hash);
  return uuidOf(hashOf([...owner, hash]));
}

const hashOf = (parts: unknown) => createHash('sha256').update(JSON.stringify(parts)).digest('hex');
/** The hash as a UUID is written by PostgreSQL. */
const uuidOf = (hash: string) =>
  hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
