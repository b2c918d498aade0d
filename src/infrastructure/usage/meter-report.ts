import { HOUR_MS } from '../../domain/call/usage.ts';
import type { Database } from '../database/database.ts';
import { METERED } from './counted.ts';
import { bucketOf, conditionsOf, seriesColumns, type UsageGroup, type UsageRequest } from './report.ts';

/** The units of a meter that answers told. */
export type MeterUsage = {
  readonly meter: string;
  readonly units: number;
  /** Answers whose units could not be told. They count as none. */
  readonly faults: number;
};

type Row = MeterUsage & { readonly at: number };

/** The columns of dimensions. Answers that are metered were not refused. */
const columns = { ...seriesColumns, CODE: 'NULL::text' };

/**
 * Reports the units of meters in each group of a report. They are kept by the hour: a range that begins within an hour
 * has all of it, and a report by the minute has none.
 */
export async function meterReport(
  { prisma }: Pick<Database, 'prisma'>,
  request: UsageRequest,
  groups: readonly UsageGroup[],
): Promise<readonly (readonly MeterUsage[])[]> {
  const { orgId, from, to, interval, by, where } = request;
  if (interval === 'MINUTE' || groups.length === 0) return groups.map(() => []);
  const buckets = ['"from"', ...by.map((_, at) => `d${at}`)];
  const values = [bucketOf(interval, 'metered."from"'), ...by.map((each) => columns[each])];
  const members = [
    groups.map((group) => group.from),
    ...by.map((each) => groups.map(({ dimensions }) => dimensions[each] ?? null)),
  ];
  const lists = members.map((_, at) => `$${at + 4}::${at === 0 ? 'timestamptz' : 'text'}[]`);
  const matches = buckets.map((name, at) => `page.${name} IS NOT DISTINCT FROM ${values[at]}`);
  const rows = await prisma.$queryRawUnsafe<Row[]>(
    `SELECT page.at::int4 AS at, meter, sum(units)::float8 AS units, sum(faults)::float8 AS faults
    FROM ${METERED} AS metered JOIN "UsageSeries" ON id = series
      JOIN unnest(${lists.join(', ')}) WITH ORDINALITY AS page(${[...buckets, 'at'].join(', ')})
        ON ${matches.join(' AND ')}
    WHERE "orgId" = $1::uuid AND metered."from" >= $2 AND metered."from" < $3 ${conditionsOf(where, columns, members.length + 4)}
    GROUP BY 1, 2 ORDER BY 1, 2`,
    orgId,
    new Date(Math.floor(from.getTime() / HOUR_MS) * HOUR_MS),
    to,
    ...members,
    ...Object.values(where),
  );
  return groups.map((_, index) =>
    rows.filter(({ at }) => at === index + 1).map(({ meter, units, faults }) => ({ meter, units, faults })),
  );
}
