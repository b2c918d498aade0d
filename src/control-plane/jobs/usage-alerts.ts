import { HOUR_MS, MINUTE_MS } from '../../domain/call/usage.ts';
import {
  type CallsByHour,
  type UsageAlert,
  type UsageAlertPolicy,
  usageAlertOf,
  usageNeededFrom,
} from '../../domain/call/usage-alert.ts';
import { type BackgroundJob, startBackgroundJob } from '../../foundation/background-job.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { Database } from '../../infrastructure/database/database.ts';
import { hoursOfCalls } from '../../infrastructure/usage/busy-subscriptions.ts';

type UsageAlertsDeps = {
  readonly database: Pick<Database, 'prisma'>;
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
};

const EVERY_MS = MINUTE_MS;
/** Gateways write what they have counted some seconds later. */
const SETTLED_MS = 5 * MINUTE_MS;
/** Hours that were missed while nothing ran. Older ones are not judged any more. */
const MISSED_HOURS_MAX = 24;
/** Subscriptions whose hours are in memory together. */
const PAGE = 100;

/** A catalog with hours to judge, and the subscription that was judged last. */
type DueCatalog = {
  readonly id: string;
  readonly policy: UsageAlertPolicy;
  readonly judgedUntil: Date | null;
  readonly after: string | null;
};

type AlertRow = UsageAlert & { readonly subscriptionId: string };

/** Tells of spikes and silence in usage, as long as the process runs. */
export function watchUsageAlerts(deps: UsageAlertsDeps): BackgroundJob {
  const { onFault } = deps;
  return startBackgroundJob(() => tellUsageAlerts(deps), { everyMs: EVERY_MS, onFault });
}

/**
 * Judges the hours that have closed, in catalogs that ask for it. A trigger writes the events.
 *
 * Each alert is a row that is written once by all processes. Catalogs take turns, page by page, so that a large one holds
 * up no other.
 */
export async function tellUsageAlerts({
  database,
  clock,
}: Pick<UsageAlertsDeps, 'database' | 'clock'>): Promise<void> {
  const closed = Math.floor((clock().getTime() - SETTLED_MS) / HOUR_MS) * HOUR_MS;
  let due = await dueCatalogs(database, closed);
  while (due.length > 0) {
    const unfinished: DueCatalog[] = [];
    for (const catalog of due) {
      const after = await judgePage(database, catalog, closed);
      if (after === undefined) await noteJudged(database, catalog.id, closed);
      else unfinished.push({ ...catalog, after });
    }
    due = unfinished;
  }
}

const dueCatalogs = ({ prisma }: Pick<Database, 'prisma'>, closed: number): Promise<DueCatalog[]> =>
  prisma.$queryRaw<DueCatalog[]>`
    SELECT c."id"::text AS "id", c."usageAlerts" AS "policy", w."judgedUntil", NULL AS "after"
    FROM "Catalog" c LEFT JOIN "UsageWatch" w ON w."catalogId" = c."id"
    WHERE c."usageAlerts" IS NOT NULL AND (w."judgedUntil" IS NULL OR w."judgedUntil" < ${new Date(closed)})
    ORDER BY w."judgedUntil" NULLS FIRST, c."id"`;

/** @returns the last subscription of the page; undefined where no more follow */
async function judgePage(
  database: Pick<Database, 'prisma'>,
  { id, policy, judgedUntil, after }: DueCatalog,
  closed: number,
): Promise<string | undefined> {
  const last = closed - HOUR_MS;
  const oldest = closed - MISSED_HOURS_MAX * HOUR_MS;
  const first = judgedUntil ? Math.max(oldest, judgedUntil.getTime()) : last;
  const from = new Date(usageNeededFrom(first, policy));
  const ids = await calledSubscriptions(database, { catalogId: id, after, from });
  const hours = await hoursOfCalls(database, { ids, from, to: new Date(closed) }, new Map());
  const alerts: AlertRow[] = [];
  for (const [subscriptionId, own] of hours) {
    const calls: CallsByHour = new Map(own.map((each) => [each.at, each.calls[0] ?? 0]));
    for (let hour = first; hour <= last; hour += HOUR_MS) {
      const alert = usageAlertOf(calls, hour, policy);
      if (alert) alerts.push({ subscriptionId, ...alert });
    }
  }
  await writeAlerts(database, alerts);
  return ids.length === PAGE ? ids.at(-1) : undefined;
}

async function calledSubscriptions(
  { prisma }: Pick<Database, 'prisma'>,
  { catalogId, after, from }: { catalogId: string; after: string | null; from: Date },
): Promise<string[]> {
  const rows = await prisma.$queryRaw<{ id: string }[]>`
    SELECT s."id"::text AS "id" FROM "Subscription" s JOIN "CatalogProduct" p ON p."id" = s."catalogProductId"
    WHERE p."catalogId" = ${catalogId}::uuid AND (${after}::uuid IS NULL OR s."id" > ${after}::uuid)
      AND EXISTS (SELECT FROM "UsageSeries" u
        WHERE u."subscriptionId" = s."id" AND u."lastDay" >= date_trunc('day', ${from}::timestamptz, 'UTC'))
    ORDER BY s."id" LIMIT ${PAGE}`;
  return rows.map(({ id }) => id);
}

/** Writes alerts that no process has written. A subscription that has ended meanwhile is told nothing of. */
async function writeAlerts({ prisma }: Pick<Database, 'prisma'>, alerts: readonly AlertRow[]): Promise<void> {
  if (alerts.length === 0) return;
  const rows = alerts.map((alert) => ({ ...alert, since: new Date(alert.since).toISOString() }));
  await prisma.$executeRaw`
    INSERT INTO "UsageAlert" ("subscriptionId", "kind", "since", "calls", "usual")
    SELECT given."subscriptionId", given."kind", given."since", given."calls", given."usual"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS given("subscriptionId" uuid, "kind" text, "since" timestamptz, "calls" bigint, "usual" bigint)
      JOIN "Subscription" s ON s."id" = given."subscriptionId"
    ORDER BY 1, 2, 3 ON CONFLICT DO NOTHING`;
}

async function noteJudged(
  { prisma }: Pick<Database, 'prisma'>,
  catalogId: string,
  closed: number,
): Promise<void> {
  await prisma.$executeRaw`
    INSERT INTO "UsageWatch" ("catalogId", "judgedUntil")
    SELECT c."id", ${new Date(closed)} FROM "Catalog" c WHERE c."id" = ${catalogId}::uuid
    ON CONFLICT ("catalogId") DO UPDATE SET "judgedUntil" = greatest("UsageWatch"."judgedUntil", excluded."judgedUntil")`;
}
