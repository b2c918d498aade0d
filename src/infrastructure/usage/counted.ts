/** A range of time as SQL writes its ends: `$2`. `from` is inclusive, `to` is exclusive. */
type CountedSpan = { readonly from: string; readonly to?: string };

/**
 * Selects hours as counts. All selections of counts have the same columns of the same types.
 *
 * Decision: a type that differs, as of calls, is cast. PostgreSQL looks the rows of a series up by their index only where
 * the columns of a UNION ALL are of the same types. Otherwise it reads all rows of all orgs.
 */
export const hoursIn = (table: string): string => `
  SELECT series, hour AS "from", outcome, code, calls::bigint AS calls, durations, NULL::bigint[] AS "dayDurations",
    NULL::smallint AS "firstBucket", NULL::smallint[] AS hours, NULL::int[] AS "hourCalls" FROM "${table}"`;

/** Selects packed days as counts. */
export const packedDaysIn = (table: string): string => `
  SELECT series, day AS "from", outcome, code, NULL::bigint AS calls, durations, NULL::bigint[] AS "dayDurations",
    "firstBucket", hours, calls AS "hourCalls" FROM "${table}"`;

const daysIn = (table: string): string => `
  SELECT series, day AS "from", outcome, code, calls, NULL::int[] AS durations, durations AS "dayDurations",
    NULL::smallint AS "firstBucket", NULL::smallint[] AS hours, NULL::int[] AS "hourCalls" FROM "${table}"`;

const HOUR = `coalesce(n."from" + h.hour * interval '1 hour', n."from")`;

/** Unpacks selected counts by the hour. A day that is no longer kept by the hour is one row. */
export const unpacked = (counts: string, where = ''): string => `(
  SELECT n.series, ${HOUR} AS "from", n.outcome, n.code, coalesce(h.calls, n.calls) AS calls, n.durations,
    n."dayDurations", n."firstBucket", h.at::int AS at
  FROM (${counts}) n
    LEFT JOIN LATERAL unnest(n.hours, n."hourCalls") WITH ORDINALITY AS h(hour, calls, at) ON true ${where})`;

/** The calls of an unpacked row in a bucket of durations, counted from 1. An empty one is null, or 0. */
export const callsInBucket = (bucket: number): string =>
  `CASE WHEN at IS NULL THEN coalesce(durations[${bucket}], "dayDurations"[${bucket}])
    ELSE durations[at][${bucket} - "firstBucket" + 1] END`;

/** Restricts counts to a range, and what is read to its partitions and packed days. */
const inSpan = ({ from, to }: CountedSpan) => `
  WHERE n."from" >= date_trunc('day', ${from}::timestamptz, 'UTC') AND ${HOUR} >= ${from}::timestamptz
    ${to === undefined ? '' : `AND n."from" < ${to}::timestamptz AND ${HOUR} < ${to}::timestamptz`}`;

const HOURS = `${hoursIn('UsageHour')} UNION ALL ${packedDaysIn('UsagePackedDay')}`;

/** Writes the counts of a range that are kept by the hour. */
export const countedHours = (span: CountedSpan): string => unpacked(HOURS, inSpan(span));

/** Writes all counts of a range. They are by the hour, or by the day where hours are no longer kept. */
export const counted = (span: CountedSpan): string =>
  unpacked(`${HOURS} UNION ALL ${daysIn('UsageDay')}`, inSpan(span));

/** Writes the counts of a range of the last day, by the minute. */
export const countedMinutes = ({ from, to }: Required<CountedSpan>): string => `(
  SELECT series, minute AS "from", outcome, code, calls::bigint AS calls, durations, NULL::bigint[] AS "dayDurations",
    NULL::smallint AS "firstBucket", NULL::int AS at
  FROM "UsageMinute" WHERE minute >= ${from} AND minute < ${to})`;

/** All units of meters. They are by the hour, or by the day where hours are no longer kept. */
export const METERED = `(
  SELECT series, hour AS "from", meter, units, faults::bigint AS faults FROM "MeterHour"
  UNION ALL SELECT series, day, meter, units, faults FROM "MeterDay")`;
