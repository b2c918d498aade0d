import type { Database } from '../database/database.ts';
import { METERED } from './counted.ts';

type UnitsRequest = {
  readonly subscriptionIds: readonly string[];
  readonly from: Date;
  /** Exclusive. */
  readonly until: Date;
};

/** The units that answers to a subscription's calls told, in one hour (UTC). */
type HourOfUnits = {
  readonly subscriptionId: string;
  readonly hour: Date;
  /** The name of a meter of the API. */
  readonly meter: string;
  readonly units: number;
};

/**
 * Reads the units of subscriptions by the hour, the earliest first. A day whose hours are no longer kept stands in its
 * first hour.
 */
export async function unitsOf(
  { prisma }: Pick<Database, 'prisma'>,
  { subscriptionIds, from, until }: UnitsRequest,
): Promise<HourOfUnits[]> {
  return prisma.$queryRawUnsafe<HourOfUnits[]>(
    `SELECT s."subscriptionId"::text AS "subscriptionId", "from" AS hour, meter, sum(units)::float8 AS units
    FROM ${METERED} AS metered JOIN "UsageSeries" s ON s.id = series
    WHERE s."subscriptionId" = ANY ($1::uuid[]) AND "from" >= $2 AND "from" < $3
    GROUP BY 1, 2, 3 ORDER BY 2, 1, 3`,
    subscriptionIds,
    from,
    until,
  );
}

/** Adds up the units of subscriptions since an instant, by meter. */
export function unitsSince(
  { prisma }: Pick<Database, 'prisma'>,
  subscriptionIds: readonly string[],
  since: Date,
): Promise<Pick<HourOfUnits, 'meter' | 'units'>[]> {
  return prisma.$queryRawUnsafe(
    `SELECT meter, sum(units)::float8 AS units
    FROM ${METERED} AS metered JOIN "UsageSeries" s ON s.id = series
    WHERE s."subscriptionId" = ANY ($1::uuid[]) AND "from" >= $2
    GROUP BY 1 ORDER BY 1`,
    subscriptionIds,
    since,
  );
}
