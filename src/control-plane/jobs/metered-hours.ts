import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/call/usage.ts';
import { invoicedPeriods, periodOf } from '../../domain/plan/invoice.ts';
import { meteredId } from '../../domain/plan/metered-event.ts';
import { priceId, thingOf } from '../../domain/plan/price.ts';
import { pricePeriods } from '../../domain/plan/price-periods.ts';
import { type BackgroundJob, startBackgroundJob } from '../../foundation/background-job.ts';
import type { Clock } from '../../foundation/clock.ts';
import { grouped } from '../../foundation/grouped.ts';
import type { Database } from '../../infrastructure/database/database.ts';
import { type PricedSubscription, pricedSubscriptions } from '../../infrastructure/database/price-changes.ts';
import { billableUnits, type SubscriptionUnits } from '../../infrastructure/usage/billable-units.ts';
import { firstHourlyDay } from '../../infrastructure/usage/busy-subscriptions.ts';

type MeteredDatabase = Pick<Database, 'prisma'>;

type MeteredHoursDeps = {
  readonly database: MeteredDatabase;
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
};

type ClosingDeps = Pick<MeteredHoursDeps, 'database' | 'clock'>;

const EVERY_MS = 10 * MINUTE_MS;
/** Time from the end of an hour until it is closed. Gateways write their counts within seconds. */
export const CLOSES_AFTER_MS = 15 * MINUTE_MS;
/** Hours that are read together. Counts that come later within as many are corrections. */
const SPAN_MS = 48 * HOUR_MS;
/** Hours that nobody closed are written for so long. */
const LATE_MS_MAX = 35 * DAY_MS;
/** Subscriptions that are read together. */
const PAGE = 500;

/** Writes what is exported of closed hours, as long as the process runs. */
export function watchMeteredHours(deps: MeteredHoursDeps): BackgroundJob {
  return startBackgroundJob(() => closeMeteredHours(deps), { everyMs: EVERY_MS, onFault: deps.onFault });
}

/**
 * Writes the units of closed hours that prices charge for, once over all processes. What was counted since an hour was
 * written is a further row of it. Hours that ended while no process ran are written later, as long as usage has hours.
 */
export async function closeMeteredHours({ database, clock }: ClosingDeps): Promise<void> {
  const end = Math.floor((clock().getTime() - CLOSES_AFTER_MS) / HOUR_MS) * HOUR_MS;
  const closedUntil = await readClosedUntil(database);
  const kept = await firstHourlyDay(database);
  const late = Math.min(end - SPAN_MS, closedUntil?.getTime() ?? 0);
  const first = Math.max(late, kept?.getTime() ?? 0, end - LATE_MS_MAX);
  for (let from = first; from < end; from += SPAN_MS) {
    const to = Math.min(from + SPAN_MS, end);
    await closeSpan(database, { from: new Date(from), to: new Date(to) });
    await noteClosed(database, new Date(to));
  }
}

async function readClosedUntil({ prisma }: MeteredDatabase): Promise<Date | undefined> {
  return (await prisma.meteredWatch.findFirst())?.closedUntil;
}

async function noteClosed({ prisma }: MeteredDatabase, until: Date): Promise<void> {
  await prisma.$executeRaw`
    INSERT INTO "MeteredWatch" ("id", "closedUntil") VALUES (1, ${until})
    ON CONFLICT ("id") DO UPDATE SET "closedUntil" = greatest("MeteredWatch"."closedUntil", excluded."closedUntil")`;
}

async function closeSpan(database: MeteredDatabase, range: HourRange): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const page = await database.prisma.$queryRaw<{ id: string }[]>`
      SELECT DISTINCT "subscriptionId"::text AS id FROM "PriceChange" WHERE "subscriptionId" > ${after}::uuid
      ORDER BY 1 LIMIT ${PAGE}`;
    const ids = page.map(({ id }) => id);
    if (ids.length > 0) await closePage(database, ids, range);
    if (ids.length < PAGE) return;
    after = ids.at(-1) ?? after;
  }
}

type HourRange = { readonly from: Date; readonly to: Date };

async function closePage(
  { prisma }: MeteredDatabase,
  subscriptionIds: readonly string[],
  range: HourRange,
): Promise<void> {
  const known = await knownOf({ prisma }, subscriptionIds, range);
  const priced = await pricedSubscriptions(prisma, { subscriptionId: { in: [...subscriptionIds] } });
  const catalogs = await prisma.catalog.findMany({
    where: { id: { in: priced.map(({ catalogId }) => catalogId) } },
    select: { id: true, name: true },
  });
  const nameOf = new Map(catalogs.map(({ id, name }) => [id, name]));
  const used = grouped(
    await billableUnits({ prisma }, { subscriptionIds, ...range }),
    ({ subscriptionId }) => subscriptionId,
  );
  const rows = priced.flatMap((subscription) => {
    const catalog = nameOf.get(subscription.catalogId) ?? '';
    const { subscriptionId, orgId, consumerOrg, application } = subscription;
    const own = { subscriptionId, orgId, catalog, consumerOrg, application };
    const priceAt = pricesOf(subscription, range);
    return (used.get(subscriptionId) ?? []).flatMap((each) => {
      const price = priceAt(each);
      const row = price && rowOf(each, known.get(keyOf({ ...each, hour: each.from })));
      return row ? [{ ...own, ...row, price }] : [];
    });
  });
  // Another process that closes the same hours has written the same ids.
  await prisma.meteredUsage.createMany({ data: rows, skipDuplicates: true });
}

/** Returns the row of units that no row has yet. */
function rowOf({ units, from: hour, ...used }: SubscriptionUnits, known: KnownUnits | undefined) {
  const { units: had, sequence } = known ?? { units: 0n, sequence: 0 };
  if (units <= had) return undefined;
  const { subscriptionId, product, plan, thing } = used;
  const key = { subscriptionId, product, plan, thing, hour, sequence };
  return { ...key, id: meteredId(key), units: units - had };
}

/** Returns a function that finds the id of the price that charges for units. */
function pricesOf({ changes }: PricedSubscription, range: HourRange) {
  const periods = invoicedPeriods(pricePeriods(changes), range);
  return (used: SubscriptionUnits): string | undefined => {
    const price = periods[periodOf(periods, used)]?.price;
    return price?.charges.some((charge) => thingOf(charge) === used.thing) ? priceId(price) : undefined;
  };
}

type KnownUnits = { readonly units: bigint; readonly sequence: number };
type Key = Omit<Parameters<typeof meteredId>[0], 'sequence'>;

const keyOf = ({ subscriptionId, product, plan, thing, hour }: Key) =>
  JSON.stringify([subscriptionId, product, plan, thing, hour.getTime()]);

/** Reads what was written of each hour, and the number of its next row. */
async function knownOf(
  { prisma }: MeteredDatabase,
  subscriptionIds: readonly string[],
  { from, to }: HourRange,
): Promise<ReadonlyMap<string, KnownUnits>> {
  const rows = await prisma.$queryRawUnsafe<(Key & { readonly units: string; readonly sequence: number })[]>(
    `SELECT "subscriptionId"::text AS "subscriptionId", "product", "plan", "thing", "hour", sum("units")::text AS "units",
      (max("sequence") + 1)::int4 AS "sequence"
    FROM "MeteredUsage" WHERE "subscriptionId" = ANY ($1::uuid[]) AND "hour" >= $2 AND "hour" < $3 GROUP BY 1, 2, 3, 4, 5`,
    subscriptionIds,
    from,
    to,
  );
  return new Map(rows.map(({ units, sequence, ...key }) => [keyOf(key), { units: BigInt(units), sequence }]));
}
