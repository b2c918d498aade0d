import type { DecisionStep } from '../../domain/call/decision-step.ts';
import { refusedCallsKept } from '../../domain/call/refused-call.ts';
import type { Clock } from '../../foundation/clock.ts';
import { storableJson } from '../../foundation/text/storable-json.ts';
import type { Database } from '../../infrastructure/database/database.ts';

/** A row of RefusedCall, but for its id. */
export type RefusedCall = {
  readonly requestId: string;
  readonly requestIdIsOwn: boolean;
  readonly at: string;
  readonly catalogId: string;
  readonly applicationId: string | null;
  readonly subscriptionId: string | null;
  readonly planId: string | null;
  readonly method: string;
  readonly path: string;
  readonly api: string | null;
  readonly operation: string | null;
  /** The name of the OAuth provider whose endpoint refused; null where an API did. */
  readonly oauthProvider: string | null;
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly durationMs: number;
  readonly decision: readonly DecisionStep[];
};

type RefusedCallsDeps = { readonly database: Pick<Database, 'query'>; readonly clock: Clock };

/** A path can have 8 KiB; its beginning tells which one it is. */
export const PATH_MAX = 500;

/** Refused calls of an application in one write: as many as are kept. */
const APPLICATION_MAX = refusedCallsKept.perApplication;
/** Refused calls of a catalog in one write, of callers that cannot be told. */
const CATALOG_MAX = 200;
/** Refused calls of one write in total: some megabytes. */
const ALL_MAX = 2_000;
/** Interval at which old calls are deleted where nothing is refused. */
const TRIM_EVERY_MS = 600_000;

const WRITE = `
INSERT INTO "RefusedCall" ("requestId", "requestIdIsOwn", at, "catalogId", "applicationId", "subscriptionId", "planId",
  method, path, api, operation, "oauthProvider", status, code, detail, "durationMs", decision)
SELECT * FROM jsonb_to_recordset($1::jsonb) AS given("requestId" text, "requestIdIsOwn" boolean, at timestamptz,
  "catalogId" uuid, "applicationId" uuid, "subscriptionId" uuid, "planId" uuid, method text, path text, api text,
  operation text, "oauthProvider" text, status int, code text, detail text, "durationMs" float8, decision jsonb)`;

/**
 * Deletes old calls. Those that another gateway deletes are left to it, so that none waits.
 *
 * Arrays are made once. A list in their place is made anew for each row, where PostgreSQL takes the table for empty.
 */
const TRIM = `
DELETE FROM "RefusedCall" WHERE id = ANY (ARRAY(
  SELECT id FROM "RefusedCall" WHERE id = ANY (ARRAY(
    SELECT surplus.id FROM unnest($1::uuid[], $2::uuid[]) AS given("catalogId", "applicationId"), LATERAL (
      SELECT id FROM "RefusedCall" AS kept WHERE kept."catalogId" = given."catalogId"
        AND kept."applicationId" = given."applicationId"
      ORDER BY at DESC, id DESC OFFSET ${refusedCallsKept.perApplication}) AS surplus
    UNION ALL
    SELECT surplus.id FROM unnest($3::uuid[]) AS given("catalogId"), LATERAL (
      SELECT id FROM "RefusedCall" AS kept WHERE kept."catalogId" = given."catalogId" AND kept."applicationId" IS NULL
      ORDER BY at DESC, id DESC OFFSET ${refusedCallsKept.withoutClient}) AS surplus
    UNION ALL
    SELECT id FROM "RefusedCall" WHERE at <= $4::timestamptz))
  FOR UPDATE SKIP LOCKED))`;

/** The newest refused calls, so that their callers can ask why. A flood of them is bounded in memory and database. */
export class RefusedCalls {
  readonly #database: RefusedCallsDeps['database'];
  readonly #clock: Clock;
  #noted = new NewestCalls();
  #trimmedAt: number;

  constructor({ database, clock }: RefusedCallsDeps) {
    this.#database = database;
    this.#clock = clock;
    this.#trimmedAt = clock().getTime();
  }

  note(call: RefusedCall): void {
    this.#noted.add(call);
  }

  /** Writes what was noted, and removes what is too old or too much. @throws what the database throws */
  async write(): Promise<void> {
    const written = this.#noted.all();
    const isDue = this.#clock().getTime() - this.#trimmedAt >= TRIM_EVERY_MS;
    if (written.length > 0) await this.#insert(written);
    if (written.length > 0 || isDue) await this.#trim(written);
  }

  async #insert(written: readonly RefusedCall[]): Promise<void> {
    this.#noted = new NewestCalls();
    try {
      await this.#database.query(WRITE, [storableJson(written)]);
    } catch (error) {
      const newer = this.#noted.all();
      this.#noted = new NewestCalls();
      for (const each of [...written, ...newer]) this.#noted.add(each);
      throw error;
    }
  }

  async #trim(written: readonly RefusedCall[]): Promise<void> {
    this.#trimmedAt = this.#clock().getTime();
    const oldest = new Date(this.#trimmedAt - refusedCallsKept.milliseconds);
    await this.#database.query(TRIM, [...keysOf(written), oldest]);
  }
}

/** The catalogs and applications of calls, in pairs, and the catalogs of unknown callers. */
function keysOf(
  calls: readonly RefusedCall[],
): [catalogs: string[], applications: string[], nobodys: string[]] {
  const catalogs = new Map<string, string>();
  const nobodys = new Set<string>();
  for (const { catalogId, applicationId } of calls)
    if (applicationId === null) nobodys.add(catalogId);
    else catalogs.set(applicationId, catalogId);
  return [[...catalogs.values()], [...catalogs.keys()], [...nobodys]];
}

/** The refused calls of a catalog, by application. Those of nobody are under the id of the catalog. */
type CallsOfCatalog = { count: number; readonly byOwner: Map<string, RefusedCall[]> };

/**
 * Holds the newest of each application and, of nobody's, of each catalog.
 *
 * The catalog that has most loses its oldest where all are too many, so that those of another are kept.
 */
class NewestCalls {
  readonly #catalogs = new Map<string, CallsOfCatalog>();
  #count = 0;

  add(call: RefusedCall): void {
    const { catalogId } = call;
    const catalog = this.#catalogs.get(catalogId) ?? { count: 0, byOwner: new Map() };
    this.#catalogs.set(catalogId, catalog);
    const owner = call.applicationId ?? catalogId;
    const calls = catalog.byOwner.get(owner) ?? [];
    catalog.byOwner.set(owner, calls);
    calls.push(call);
    catalog.count += 1;
    this.#count += 1;
    if (calls.length > (call.applicationId === null ? CATALOG_MAX : APPLICATION_MAX))
      this.#forgetOldest(catalog, owner);
    else if (this.#count > ALL_MAX) this.#forgetOfLargest();
  }

  /** The oldest of each application first. */
  all(): RefusedCall[] {
    return [...this.#catalogs.values()].flatMap(({ byOwner }) => [...byOwner.values()].flat());
  }

  #forgetOfLargest(): void {
    const largest = [...this.#catalogs.values()].reduce((most, each) =>
      each.count > most.count ? each : most,
    );
    const [owner] = largest.byOwner.keys();
    if (owner !== undefined) this.#forgetOldest(largest, owner);
  }

  #forgetOldest(catalog: CallsOfCatalog, owner: string): void {
    const calls = catalog.byOwner.get(owner);
    calls?.shift();
    catalog.count -= 1;
    this.#count -= 1;
    if (calls?.length === 0) catalog.byOwner.delete(owner);
  }
}
