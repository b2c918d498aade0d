import { latencyPercentile } from '../../domain/call/latency.ts';
import type { CountedRange, UsageDimension, UsageInterval } from '../../domain/call/usage.ts';
import type { Database } from '../database/database.ts';
import { callsInBucket, counted, countedMinutes } from './counted.ts';
import { durationsBy } from './histograms.ts';
import { MEASURED } from './usage-batch.ts';

/** The columns of dimensions in UsageSeries. */
export const seriesColumns = {
  CATALOG: 'catalog',
  CONSUMER_ORG: '"consumerOrg"',
  APPLICATION: 'application',
  SUBSCRIPTION: '"subscriptionId"::text',
  PRODUCT: 'product',
  PLAN: 'plan',
  API: 'api',
  OPERATION: 'operation',
} as const satisfies Record<Exclude<UsageDimension, 'CODE'>, string>;

type Columns = Readonly<Record<UsageDimension, string>>;
const columns: Columns = { ...seriesColumns, CODE: `NULLIF(NULLIF(code, ''), '${MEASURED}')` };

/** Writes the conditions of a report. The first value is the parameter of this number. */
export const conditionsOf = (where: UsageRequest['where'], columns: Columns, first: number): string =>
  Object.keys(where)
    .map((each, at) => `AND ${columns[each as UsageDimension]} = $${at + first}`)
    .join(' ');

/** Writes the beginning of a bucket. */
export const bucketOf = (interval: UsageInterval | null, instant: string): string =>
  interval ? `date_trunc('${interval.toLowerCase()}', ${instant}, 'UTC')` : 'NULL::timestamptz';

/** A request of a report. `from` is inclusive, `to` is exclusive. */
export type UsageRequest = CountedRange & {
  readonly orgId: string;
  /** Null makes the range one bucket. */
  readonly interval: UsageInterval | null;
  readonly by: readonly UsageDimension[];
  /** Restricts the report to these values. */
  readonly where: Partial<Record<UsageDimension, string>>;
  readonly limit: number;
  readonly offset: number;
};

/**
 * The calls of a group. Dimensions that it is not grouped by are null, and so are values that were not known of its
 * calls.
 */
export type UsageGroup = {
  readonly from: Date | null;
  readonly dimensions: Partial<Record<UsageDimension, string | null>>;
  readonly calls: number;
  readonly answered: number;
  readonly clientErrors: number;
  readonly limited: number;
  readonly refused: number;
  readonly serverErrors: number;
  /** The admitted calls that a limit would have refused if it were enforced. */
  readonly measuredRefusals: number;
  /** Returns the milliseconds that a share of the admitted calls did not exceed. Null where no duration was counted. */
  percentile(share: number): number | null;
};

type Row = Omit<UsageGroup, 'dimensions' | 'percentile'> & {
  readonly durations: readonly number[];
  readonly [dimension: `d${number}`]: string | null;
};

const callsThat = (outcome: string) =>
  `coalesce(sum(calls) FILTER (WHERE outcome = '${outcome}'), 0)::float8`;
/** The range of a request, by its parameters. */
const SPAN = { from: '$2', to: '$3' };
/** A filter of admitted calls. Refused calls take no time, and would hide the duration of the others. */
const ADMITTED = `FILTER (WHERE outcome NOT IN ('LIMITED', 'REFUSED'))`;

/**
 * Reports an org's usage in groups. Earlier buckets come first, then groups with more calls. A day whose hours are no
 * longer kept counts at its beginning (UTC).
 */
export async function usageReport(
  { prisma }: Pick<Database, 'prisma'>,
  request: UsageRequest,
): Promise<UsageGroup[]> {
  const { orgId, from, to, countedBy, interval, by, where, limit, offset } = request;
  const groups = by.map((each, at) => `${columns[each]} AS d${at}`);
  const columnNumbers = ['1', ...by.map((_, at) => `${at + 2}`)];
  const rows = await prisma.$queryRawUnsafe<Row[]>(
    `SELECT ${[`${bucketOf(interval, '"from"')} AS "from"`, ...groups].join(', ')}, sum(calls)::float8 AS calls,
      ${callsThat('ANSWERED')} AS answered, ${callsThat('CLIENT_ERROR')} AS "clientErrors",
      ${callsThat('LIMITED')} AS limited, ${callsThat('REFUSED')} AS refused,
      ${callsThat('SERVER_ERROR')} AS "serverErrors",
      coalesce(sum(calls) FILTER (WHERE code = '${MEASURED}'), 0)::float8 AS "measuredRefusals",
      ${durationsBy((bucket) => `coalesce(sum(${callsInBucket(bucket)}) ${ADMITTED}, 0)::float8`)} AS durations
    FROM ${countedBy === 'MINUTE' ? countedMinutes(SPAN) : counted(SPAN)} AS counted
      JOIN "UsageSeries" ON id = series
    WHERE "orgId" = $1::uuid ${conditionsOf(where, columns, 6)}
    GROUP BY ${columnNumbers.join(', ')}
    ORDER BY 1, calls DESC, ${columnNumbers.join(', ')} LIMIT $4 OFFSET $5`,
    orgId,
    from,
    to,
    limit,
    offset,
    ...Object.values(where),
  );
  return rows.map(({ durations, ...row }) => ({
    ...row,
    dimensions: Object.fromEntries(by.map((each, at) => [each, row[`d${at}`] ?? null])),
    percentile: (share) => latencyPercentile(durations, share),
  }));
}
