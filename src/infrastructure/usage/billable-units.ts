import type { UsageOutcome } from '../../domain/call/usage.ts';
import type { UsedUnits } from '../../domain/plan/invoice.ts';
import type { Database } from '../database/database.ts';
import { counted, METERED } from './counted.ts';

/** The outcomes of calls that are charged for. The back-end answered with a status below 500. */
const BILLABLE: readonly UsageOutcome[] = ['ANSWERED', 'CLIENT_ERROR'];

type BillableUnitsRequest = {
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
    `WITH s AS (
      SELECT "id", "subscriptionId", "product", "plan" FROM "UsageSeries"
      WHERE "subscriptionId" = ANY ($1::uuid[]) AND "product" IS NOT NULL AND "plan" IS NOT NULL
    )
    SELECT "subscriptionId"::text AS "subscriptionId", "product", "plan", "from", "thing", sum("units")::text AS "units"
    FROM (SELECT s.*, n."from", 'CALLS' AS "thing", n."calls" AS "units"
        FROM s JOIN ${counted({ from: '$2', to: '$3' })} AS n ON n.series = s."id"
        WHERE n."outcome" = ANY ($4::"UsageOutcome"[])
      UNION ALL SELECT s.*, n."from", 'METER:' || n."meter", n."units" FROM s JOIN ${METERED} AS n ON n.series = s."id"
        WHERE n."from" >= $2 AND n."from" < $3) AS used
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 4, 1, 2, 3, 5`,
    subscriptionIds,
    from,
    to,
    BILLABLE,
  );
  return rows.map(({ units, ...row }) => ({ ...row, units: BigInt(units) }));
}
