import type { ResultOf } from '@graphql-typed-document-node/core';
import { graphql } from '../../graphql.ts';
import type { ConsoleSession } from '../../page-context.ts';
import { FIGURES, type FiguresInTime } from './figures.ts';
import type { Filter } from './usage-query.ts';
import type { UsageRange } from './usage-range.ts';

const ROWS = graphql(
  `query UsageRows(
    $org: String $from: DateTime! $to: DateTime! $interval: UsageInterval! $filter: UsageFilter! $after: String
  ) {
    usage(
      org: $org from: $from to: $to filter: $filter interval: $interval
      by: [CATALOG, PRODUCT, PLAN, API] first: 200 after: $after
    ) {
      nodes { from catalog product plan api ...Figures }
      pageInfo { hasNextPage endCursor }
    }
  }`,
  [FIGURES],
);

/** Pages of rows that a file holds at most: 10,000 rows. */
const PAGES_MAX = 50;

const columns = [
  'from',
  'catalog',
  'product',
  'plan',
  'api',
  'calls',
  'answered',
  'clientErrors',
  'limited',
  'refused',
  'serverErrors',
  'measuredRefusals',
  'p50Ms',
  'p95Ms',
  'p99Ms',
] as const;

type Row = FiguresInTime & {
  readonly [Name in 'catalog' | 'product' | 'plan' | 'api']: string | null;
};

type UsageCsvInput = {
  readonly org: string | null;
  readonly range: UsageRange;
  readonly filter: Filter;
};

type UsageRows = ResultOf<typeof ROWS>;

/** Answers with a file. It has a line for each API of a plan in each hour or day. */
export async function usageCsv(
  { run }: ConsoleSession,
  { org, range, filter }: UsageCsvInput,
): Promise<Response> {
  const rows: Row[] = [];
  const time = { from: range.from.toISOString(), to: range.to.toISOString(), interval: range.interval };
  let after: string | null = null;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const { usage }: UsageRows = await run(ROWS, { org, filter, ...time, after });
    rows.push(...usage.nodes);
    after = usage.pageInfo.endCursor;
    if (!usage.pageInfo.hasNextPage) break;
  }
  const lines = [columns.join(','), ...rows.map((row) => columns.map((name) => cellOf(row[name])).join(','))];
  const name = `usage-${time.from.slice(0, 10)}-${time.to.slice(0, 10)}.csv`;
  return new Response(`${lines.join('\r\n')}\r\n`, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}

/** Writes a cell of a CSV file. (RFC 4180) A text that a spreadsheet took for a formula is quoted. */
function cellOf(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(Math.round(value * 100) / 100);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
