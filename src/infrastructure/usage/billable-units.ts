import type { UsageOutcome } from '../../domain/call/usage.ts';
import type { UsedUnits } from '../../domain/plan/invoice.ts';
import type { Database } from '../database/database.ts';
import { COUNTED, METERED } from './partitions.ts';

/** The outcomes of calls that are charged for. The back-end answered with a status below 500. */
const BILLABLE: readonly UsageOutcome[] = ['ANSWERED', 'CLIENT_ERROR'];

export type BillableUnitsRequest = {
  readonly subscriptionIds: readonly string[];
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
};

type Row = Omit<UsedUnits, 'units'> & { readonly units: string };

/** Units of one subscription in one hour (UTC). */
export type SubscriptionUnits = UsedUnits & { readonly subscriptionId: string };

/**
 * Reads the units that prices charge for, by subscription, plan, hour and thing. A day whose hours are no longer kept
 * stands in its first hour.
 */
export async function billableUnits(
  { prisma }: Pick<Database, 'prisma'>,
  { subscriptionIds, from, to }: BillableUnitsRequest,
): Promise<SubscriptionUnits[]> {
  const rows = await prisma.$queryRawUnsafe<(Row & { readonly subscriptionId: string })[]>(
    `SELECT s."subscriptionId"::text AS "subscriptionId", s."product", s."plan", used."from", used."thing",
      sum(used."units")::text AS "units"
    FROM (SELECT series, "from", 'CALLS' AS "thing", "calls" AS "units" FROM ${COUNTED} AS counted
        WHERE "outcome" = ANY ($4::"UsageOutcome"[])
      UNION ALL SELECT series, "from", 'METER:' || "meter", "units" FROM ${METERED} AS metered) AS used
      JOIN "UsageSeries" s ON s."id" = used.series
    WHERE s."subscriptionId" = ANY ($1::uuid[]) AND used."from" >= $2 AND used."from" < $3
      AND s."product" IS NOT NULL AND s."plan" IS NOT NULL
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 4, 1, 2, 3, 5`,
    subscriptionIds,
    from,
    to,
    BILLABLE,
  );
  return rows.map(({ units, ...row }) => ({ ...row, units: BigInt(units) }));
}
