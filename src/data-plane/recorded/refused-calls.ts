import type { DecisionStep } from '../../domain/call/decision-step.ts';
import { refusedCallsKept } from '../../domain/call/refused-call.ts';
import type { Clock } from '../../foundation/clock.ts';
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

/** The newest refused calls, so that their callers can ask why. A flood of them is bounded in memory and database. */
export type RefusedCalls = {
  note(call: RefusedCall): void;
  /** Writes what was noted, and removes what is too old or too much. @throws what the database throws */
  write(): Promise<void>;
};

export type RefusedCallsDeps = { readonly database: Pick<Database, 'query'>; readonly clock: Clock };

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

/** Deletes old calls. Those that another gateway deletes are left to it, so that none waits. */
const TRIM = `
DELETE FROM "RefusedCall" WHERE id IN (
  SELECT id FROM "RefusedCall" WHERE id IN (
    SELECT surplus.id FROM unnest($1::uuid[], $2::uuid[]) AS given("catalogId", "applicationId"), LATERAL (
      SELECT id FROM "RefusedCall" AS kept WHERE kept."catalogId" = given."catalogId"
        AND kept."applicationId" = given."applicationId"
      ORDER BY at DESC, id DESC OFFSET ${refusedCallsKept.perApplication}) AS surplus
    UNION ALL
    SELECT surplus.id FROM unnest($3::uuid[]) AS given("catalogId"), LATERAL (
      SELECT id FROM "RefusedCall" AS kept WHERE kept."catalogId" = given."catalogId" AND kept."applicationId" IS NULL
      ORDER BY at DESC, id DESC OFFSET ${refusedCallsKept.withoutClient}) AS surplus
    UNION ALL
    SELECT id FROM "RefusedCall" WHERE at <= $4::timestamptz
  ) FOR UPDATE SKIP LOCKED)`;

export function createRefusedCalls({ database, clock }: RefusedCallsDeps): RefusedCalls {
  let noted = createNewestCalls();
  let trimmedAt = clock().getTime();

  async function write(): Promise<void> {
    const written = noted.all();
    const isDue = clock().getTime() - trimmedAt >= TRIM_EVERY_MS;
    if (written.length > 0) await insert(written);
    if (written.length > 0 || isDue) await trim(written);
  }
  async function insert(written: readonly RefusedCall[]): Promise<void> {
    noted = createNewestCalls();
    try {
      await database.query(WRITE, [JSON.stringify(written)]);
    } catch (error) {
      const newer = noted.all();
      noted = createNewestCalls();
      for (const each of [...written, ...newer]) noted.add(each);
      throw error;
    }
  }
  async function trim(written: readonly RefusedCall[]): Promise<void> {
    trimmedAt = clock().getTime();
    await database.query(TRIM, [...keysOf(written), new Date(trimmedAt - refusedCallsKept.milliseconds)]);
  }
  return {
    note: (call) => noted.add(call),
    write,
  };
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

type NewestCalls = {
  add(call: RefusedCall): void;
  /** The oldest of each application first. */
  all(): RefusedCall[];
};

/** Holds the newest of each application and, of nobody's, of each catalog. */
function createNewestCalls(): NewestCalls {
  const byOwner = new Map<string, RefusedCall[]>();
  let count = 0;

  function forgetOldest(owner: string, calls: RefusedCall[]): void {
    calls.shift();
    count -= 1;
    if (calls.length === 0) byOwner.delete(owner);
  }
  return {
    add(call) {
      const owner = call.applicationId ?? call.catalogId;
      const calls = byOwner.get(owner) ?? [];
      byOwner.set(owner, calls);
      calls.push(call);
      count += 1;
      if (calls.length > (call.applicationId === null ? CATALOG_MAX : APPLICATION_MAX))
        return forgetOldest(owner, calls);
      const [first] = byOwner;
      if (first && count > ALL_MAX) forgetOldest(...first);
    },
    all: () => [...byOwner.values()].flat(),
  };
}
