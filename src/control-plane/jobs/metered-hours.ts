import { HOUR_MS, MINUTE_MS } from '../../domain/call/usage.ts';
import { invoicedPeriods, periodOf } from '../../domain/plan/invoice.ts';
import { meteredId } from '../../domain/plan/metered-event.ts';
import { priceId, thingOf } from '../../domain/plan/price.ts';
import { pricePeriods } from '../../domain/plan/price-periods.ts';
import { type BackgroundJob, startBackgroundJob } from '../../foundation/background-job.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { Database } from '../../infrastructure/database/database.ts';
import { type PricedSubscription, pricedSubscriptions } from '../../infrastructure/database/price-changes.ts';
import { billableUnits, type SubscriptionUnits } from '../../infrastructure/usage/billable-units.ts';

export type MeteredHoursDeps = {
  readonly database: Pick<Database, 'prisma'>;
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
};

const EVERY_MS = 10 * MINUTE_MS;
/** Time from the end of an hour until it is closed. Gateways write their counts within seconds. */
export const CLOSES_AFTER_MS = 15 * MINUTE_MS;
/** Time within which counts that come later are corrections. */
const CORRECTED_MS = 48 * HOUR_MS;
/** Subscriptions that are read together. */
const PAGE = 500;

/** Writes what is exported of closed hours, as long as the process runs. */
export function watchMeteredHours(deps: MeteredHoursDeps): BackgroundJob {
  return startBackgroundJob(() => closeMeteredHours(deps), { everyMs: EVERY_MS, onFault: deps.onFault });
}

/**
 * Writes the units of closed hours that prices charge for, once over all processes. What was counted since an hour was
 * written is a further row of it.
 */
export async function closeMeteredHours({
  database: { prisma },
  clock,
}: Pick<MeteredHoursDeps, 'database' | 'clock'>): Promise<void> {
  const to = new Date(Math.floor((clock().getTime() - CLOSES_AFTER_MS) / HOUR_MS) * HOUR_MS);
  const range = { from: new Date(to.getTime() - CORRECTED_MS), to };
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const page = await prisma.$queryRaw<{ id: string }[]>`
      SELECT DISTINCT "subscriptionId"::text AS id FROM "PriceChange" WHERE "subscriptionId" > ${after}::uuid
      ORDER BY 1 LIMIT ${PAGE}`;
    const ids = page.map(({ id }) => id);
    if (ids.length > 0) await closePage({ prisma }, ids, range);
    if (ids.length < PAGE) return;
    after = ids.at(-1) ?? after;
  }
}

type HourRange = { readonly from: Date; readonly to: Date };

async function closePage(
  { prisma }: Pick<Database, 'prisma'>,
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
  const used = await billableUnits({ prisma }, { subscriptionIds, ...range });
  const rows = priced.flatMap((subscription) => {
    const priceAt = pricesOf(subscription, range);
    return used.flatMap((each) => {
      const price = each.subscriptionId === subscription.subscriptionId ? priceAt(each) : undefined;
      const { units: had, sequence } = known.get(keyOf({ ...each, hour: each.from })) ?? {
        units: 0n,
        sequence: 0,
      };
      if (price === undefined || each.units <= had) return [];
      const { orgId, consumerOrg, application, subscriptionId, catalogId } = subscription;
      const { product, plan, thing, from: hour } = each;
      const key = { subscriptionId, product, plan, thing, hour, sequence };
      const catalog = nameOf.get(catalogId) ?? '';
      return [
        {
          ...key,
          id: meteredId(key),
          orgId,
          catalog,
          consumerOrg,
          application,
          price,
          units: each.units - had,
        },
      ];
    });
  });
  // Another process that closes the same hours has written the same ids.
  await prisma.meteredUsage.createMany({ data: rows, skipDuplicates: true });
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
  { prisma }: Pick<Database, 'prisma'>,
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
