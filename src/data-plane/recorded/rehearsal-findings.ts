import { LATENCY_BUCKETS, latencyBucketOf } from '../../domain/call/latency.ts';
import { type AnswerDifference, DIFFERENCES_MAX, OPERATIONS_MAX } from '../../domain/rehearsal/rehearsal.ts';
import type { Clock } from '../../foundation/clock.ts';
import { storableJson } from '../../foundation/text/storable-json.ts';
import type { Database } from '../../infrastructure/database/database.ts';

/** An operation of an API whose calls are rehearsed. */
export type RehearsedOperation = {
  readonly rehearsalId: string;
  /** The name of the API, the same in both products. */
  readonly api: string;
  readonly operation: string;
};

/** The end of a sampled call. It was compared, could not be (unread), or was left out under load. */
export type MirrorOutcome = 'compared' | 'unread' | 'dropped';

/** Milliseconds from the request to the beginning of the answer, of both versions. */
export type MirrorTimes = { readonly beforeMs: number; readonly afterMs: number };

type Tally = RehearsedOperation & {
  compared: number;
  unread: number;
  dropped: number;
  readonly before: number[];
  readonly after: number[];
};
type CountedDifference = RehearsedOperation &
  AnswerDifference & { calls: number; readonly firstAt: string; lastAt: string };
/** The findings of one rehearsal that wait for the database. */
type Gathered = {
  readonly tallies: Map<string, Tally>;
  readonly differences: Map<string, CountedDifference>;
};
type RehearsalFindingsDeps = { readonly database: Pick<Database, 'query'>; readonly clock: Clock };

/** Characters of an operation and of a pointer, which are part of a key. */
const TEXT_MAX = 300;

/** The place of a row among those of one write. There are so never more than may be. */
const PLACE = 'row_number() OVER (PARTITION BY all_given."rehearsalId" ORDER BY all_given) AS place';

/** Counts are added up, bucket by bucket. A rehearsal that was deleted meanwhile is told nothing of. */
const WRITE_OPERATIONS = `
INSERT INTO "RehearsalOperation" AS o ("rehearsalId", api, operation, compared, unread, dropped, before, after)
SELECT given."rehearsalId", given.api, given.operation, given.compared, given.unread, given.dropped, given.before,
    given.after
  FROM (SELECT all_given.*, ${PLACE} FROM jsonb_to_recordset($1::jsonb) AS all_given("rehearsalId" uuid, api text,
    operation text, compared bigint, unread bigint, dropped bigint, before int[], after int[])) AS given
  JOIN "Rehearsal" r ON r.id = given."rehearsalId"
  WHERE EXISTS (SELECT FROM "RehearsalOperation" k WHERE k."rehearsalId" = given."rehearsalId" AND k.api = given.api
      AND k.operation = given.operation)
    OR (SELECT count(*) FROM "RehearsalOperation" k WHERE k."rehearsalId" = given."rehearsalId") + given.place
      <= ${OPERATIONS_MAX}
ORDER BY 1, 2, 3
ON CONFLICT ("rehearsalId", api, operation) DO UPDATE SET
  compared = o.compared + EXCLUDED.compared, unread = o.unread + EXCLUDED.unread,
  dropped = o.dropped + EXCLUDED.dropped,
  before = ARRAY(SELECT a + b FROM unnest(o.before, EXCLUDED.before) WITH ORDINALITY AS each (a, b, at) ORDER BY at),
  after = ARRAY(SELECT a + b FROM unnest(o.after, EXCLUDED.after) WITH ORDINALITY AS each (a, b, at) ORDER BY at)`;

/** A difference is counted on where it is known, and kept where there is room. */
const WRITE_DIFFERENCES = `
INSERT INTO "RehearsalDifference" AS d
  ("rehearsalId", api, operation, kind, pointer, was, now, calls, "firstAt", "lastAt")
SELECT given."rehearsalId", given.api, given.operation, given.kind, given.pointer, given.was, given.now, given.calls,
    given."firstAt", given."lastAt"
  FROM (SELECT all_given.*, ${PLACE} FROM jsonb_to_recordset($1::jsonb) AS all_given("rehearsalId" uuid, api text,
    operation text, kind text, pointer text, was text, now text, calls bigint, "firstAt" timestamptz,
    "lastAt" timestamptz)) AS given
  JOIN "Rehearsal" r ON r.id = given."rehearsalId"
  WHERE EXISTS (SELECT FROM "RehearsalDifference" k WHERE k."rehearsalId" = given."rehearsalId" AND k.api = given.api
      AND k.operation = given.operation AND k.kind = given.kind AND k.pointer = given.pointer AND k.was = given.was
      AND k.now = given.now)
    OR (SELECT count(*) FROM "RehearsalDifference" k WHERE k."rehearsalId" = given."rehearsalId") + given.place
      <= ${DIFFERENCES_MAX}
ORDER BY 1, 2, 3, 4, 5, 6, 7
ON CONFLICT ("rehearsalId", api, operation, kind, pointer, was, now) DO UPDATE SET
  calls = d.calls + EXCLUDED.calls, "lastAt" = greatest(d."lastAt", EXCLUDED."lastAt")`;

/** The findings of rehearsals. They are gathered in memory, and written later; several gateways add up. */
export class RehearsalFindings {
  readonly #deps: RehearsalFindingsDeps;
  /** Findings by the id of their rehearsal. None takes the room of another. */
  #gathered = new Map<string, Gathered>();

  constructor(deps: RehearsalFindingsDeps) {
    this.#deps = deps;
  }

  /** Counts a sampled call. @param times undefined where the successor gave no answer */
  count(at: RehearsedOperation, outcome: MirrorOutcome, times?: MirrorTimes): void {
    const { tallies } = this.#of(at);
    const where = bounded(at);
    const key = keyOf(where);
    if (!tallies.has(key) && tallies.size >= OPERATIONS_MAX) return;
    const tally = tallies.get(key) ?? { ...where, ...emptyTally() };
    tallies.set(key, tally);
    tally[outcome] += 1;
    if (!times) return;
    addTo(tally.before, times.beforeMs);
    addTo(tally.after, times.afterMs);
  }

  differ(at: RehearsedOperation, { kind, was, now, ...where }: AnswerDifference): void {
    const { differences } = this.#of(at);
    const pointer = where.pointer.slice(0, TEXT_MAX).toWellFormed();
    const difference = { ...bounded(at), kind, pointer, was, now };
    const key = keyOf(difference);
    const noted = this.#deps.clock().toISOString();
    const known = differences.get(key);
    if (known) {
      known.calls += 1;
      known.lastAt = noted;
    } else if (differences.size < DIFFERENCES_MAX)
      differences.set(key, { ...difference, calls: 1, firstAt: noted, lastAt: noted });
  }

  /** @throws what the database throws; what was gathered is then kept for the next write */
  async write(): Promise<void> {
    if (this.#gathered.size === 0) return;
    const gathered = this.#gathered;
    this.#gathered = new Map();
    const all = [...gathered.values()];
    try {
      await this.#insert(
        WRITE_OPERATIONS,
        all.flatMap(({ tallies }) => [...tallies.values()]),
      );
      for (const { tallies } of all) tallies.clear();
      await this.#insert(
        WRITE_DIFFERENCES,
        all.flatMap(({ differences }) => [...differences.values()]),
      );
    } catch (error) {
      for (const [id, later] of this.#gathered) {
        const earlier = gathered.get(id);
        if (earlier) addLater(earlier, later);
        else gathered.set(id, later);
      }
      this.#gathered = gathered;
      throw error;
    }
  }

  async #insert(statement: string, rows: readonly object[]): Promise<void> {
    if (rows.length > 0) await this.#deps.database.query(statement, [storableJson(rows)]);
  }

  #of({ rehearsalId }: RehearsedOperation): Gathered {
    const known = this.#gathered.get(rehearsalId);
    if (known) return known;
    const made: Gathered = { tallies: new Map(), differences: new Map() };
    this.#gathered.set(rehearsalId, made);
    return made;
  }
}

const keyOf = (row: object) => JSON.stringify(Object.values(row));

function addLater(earlier: Gathered, { tallies, differences }: Gathered): void {
  for (const [key, each] of tallies) {
    const known = earlier.tallies.get(key);
    if (known) addAll(known, each);
    else earlier.tallies.set(key, each);
  }
  for (const [key, each] of differences) {
    const known = earlier.differences.get(key);
    if (known) Object.assign(known, { calls: known.calls + each.calls, lastAt: each.lastAt });
    else earlier.differences.set(key, each);
  }
}

const bounded = ({ rehearsalId, api, operation }: RehearsedOperation): RehearsedOperation => ({
  rehearsalId,
  api,
  operation: operation.slice(0, TEXT_MAX).toWellFormed(),
});

const noDurations = () => new Array<number>(LATENCY_BUCKETS).fill(0);
const emptyTally = () => ({
  compared: 0,
  unread: 0,
  dropped: 0,
  before: noDurations(),
  after: noDurations(),
});

function addTo(durations: number[], milliseconds: number): void {
  const bucket = latencyBucketOf(milliseconds);
  durations[bucket] = (durations[bucket] ?? 0) + 1;
}

function addAll(earlier: Tally, later: Tally): void {
  earlier.compared += later.compared;
  earlier.unread += later.unread;
  earlier.dropped += later.dropped;
  for (const side of ['before', 'after'] as const)
    for (const [bucket, count] of later[side].entries())
      earlier[side][bucket] = (earlier[side][bucket] ?? 0) + count;
}
