import { answeredCallsKept } from '../../domain/call/answered-call.ts';
import type { Clock } from '../../foundation/clock.ts';
import { storableJson } from '../../foundation/text/storable-json.ts';
import type { Database } from '../../infrastructure/database/database.ts';

/** A row of AnsweredCall, but for its id. */
export type AnsweredCall = {
  readonly requestId: string;
  readonly at: string;
  readonly catalogId: string;
  readonly applicationId: string | null;
  readonly subscriptionId: string | null;
  readonly planId: string | null;
  readonly method: string;
  readonly path: string;
  readonly api: string | null;
  readonly operation: string | null;
  readonly status: number;
  readonly durationMs: number;
};

type AnsweredCallsDeps = { readonly database: Pick<Database, 'query'>; readonly clock: Clock };

/** Calls of one write in total. Beyond them, each catalog has one. */
const ALL_MAX = 500;
/** Interval at which old calls are deleted where nothing is called. */
const TRIM_EVERY_MS = 600_000;

const WRITE = `
INSERT INTO "AnsweredCall" ("requestId", at, "catalogId", "applicationId", "subscriptionId", "planId", method, path, api,
  operation, status, "durationMs")
SELECT * FROM jsonb_to_recordset($1::jsonb) AS given("requestId" text, at timestamptz, "catalogId" uuid,
  "applicationId" uuid, "subscriptionId" uuid, "planId" uuid, method text, path text, api text, operation text,
  status int, "durationMs" float8)`;

/**
 * Deletes old calls. Those that another gateway deletes are left to it, so that none waits.
 *
 * Arrays are made once. A list in their place is made anew for each row, where PostgreSQL takes the table for empty.
 */
const TRIM = `
DELETE FROM "AnsweredCall" WHERE id = ANY (ARRAY(
  SELECT id FROM "AnsweredCall" WHERE id = ANY (ARRAY(
    SELECT surplus.id FROM unnest($1::uuid[]) AS given("catalogId"), LATERAL (
      SELECT id FROM "AnsweredCall" AS kept WHERE kept."catalogId" = given."catalogId"
      ORDER BY at DESC, id DESC OFFSET ${answeredCallsKept.perCatalog}) AS surplus
    UNION ALL
    SELECT id FROM "AnsweredCall" WHERE at <= $2::timestamptz))
  FOR UPDATE SKIP LOCKED))`;

/**
 * A sample of the answered calls, so that a provider sees present traffic.
 *
 * It has the first few of each catalog and write, and the slowest. An answered call that is not in it costs a look into
 * a small table. What cannot be written is left out: it is a sample.
 */
export class AnsweredCalls {
  readonly #deps: AnsweredCallsDeps;
  readonly #samples = new Map<string, CatalogSample>();
  #count = 0;
  #trimmedAt: number;

  constructor(deps: AnsweredCallsDeps) {
    this.#deps = deps;
    this.#trimmedAt = deps.clock().getTime();
  }

  /** Adds a call to the sample of its catalog where it has room. @param record makes the row */
  offer(catalogId: string, durationMs: number, record: (at: Date) => AnsweredCall): void {
    const sample = this.#samples.get(catalogId);
    const isSlowest = sample !== undefined && durationMs > sample.slowestMs;
    const hasRoom = this.#count < ALL_MAX && sample?.hasRoom !== false;
    if (sample && !isSlowest && !hasRoom) return;
    const call = record(this.#deps.clock());
    if (!sample) this.#samples.set(catalogId, new CatalogSample(durationMs, call));
    else sample.add(durationMs, call, hasRoom);
    if (hasRoom) this.#count += 1;
  }

  /** Writes the sample, and removes what is too old or too much. @throws what the database throws */
  async write(): Promise<void> {
    const { database, clock } = this.#deps;
    const written = [...this.#samples.values()].flatMap((sample) => sample.calls());
    const catalogs = [...this.#samples.keys()];
    this.#samples.clear();
    this.#count = 0;
    const now = clock().getTime();
    if (written.length === 0 && now - this.#trimmedAt < TRIM_EVERY_MS) return;
    if (written.length > 0) await database.query(WRITE, [storableJson(written)]);
    this.#trimmedAt = now;
    await database.query(TRIM, [catalogs, new Date(now - answeredCallsKept.milliseconds)]);
  }
}

/** The sample of one catalog: its first calls, and its slowest. */
class CatalogSample {
  #slowest: AnsweredCall;
  readonly #others: AnsweredCall[] = [];
  slowestMs: number;

  constructor(durationMs: number, call: AnsweredCall) {
    this.slowestMs = durationMs;
    this.#slowest = call;
  }

  get hasRoom(): boolean {
    return this.#others.length < answeredCallsKept.perCatalogAndSecond - 1;
  }

  /** Adds a call. Without room, the slowest so far makes way for it. */
  add(durationMs: number, call: AnsweredCall, hasRoom: boolean): void {
    const isSlowest = durationMs > this.slowestMs;
    if (hasRoom) this.#others.push(isSlowest ? this.#slowest : call);
    if (!isSlowest) return;
    this.#slowest = call;
    this.slowestMs = durationMs;
  }

  calls(): AnsweredCall[] {
    return [...this.#others, this.#slowest];
  }
}
