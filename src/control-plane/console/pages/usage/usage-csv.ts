import type { ResultOf } from '@graphql-typed-document-node/core';
import { startsBetween } from '../../../../domain/call/usage.ts';
import { csvLine } from '../../../../foundation/text/csv.ts';
import { streamedText } from '../../../../foundation/text/streamed-text.ts';
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

/** Buckets that are read together. The groups of a long time are not formed again for each page of it. */
const BUCKETS_AT_ONCE = 7;

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

/** Answers with a file. It has a line for each API of a plan in each hour or day, however many those are. */
export async function usageCsv(
  { run }: ConsoleSession,
  { org, range, filter }: UsageCsvInput,
): Promise<Response> {
  const pages = pagesOf(run, { org, range, filter });
  // Before the answer begins, so that a refusal is shown as a page.
  const first = await pages.next();
  const [from, to] = [range.from, range.to].map((at) => at.toISOString().slice(0, 10));
  return new Response(streamedText(`${csvLine(columns)}${first.value ?? ''}`, pages), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="usage-${from}-${to}.csv"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}

/** Reads the lines of a file in order, a page of rows at a time. */
async function* pagesOf(
  run: ConsoleSession['run'],
  { org, range, filter }: UsageCsvInput,
): AsyncGenerator<string, undefined> {
  const starts = startsBetween(range, range.interval);
  for (let at = 0; at < starts.length; at += BUCKETS_AT_ONCE) {
    const from = starts[at]?.toISOString() ?? '';
    const to = (starts[at + BUCKETS_AT_ONCE] ?? range.to).toISOString();
    const { interval } = range;
    let after: string | null = null;
    do {
      const { usage }: UsageRows = await run(ROWS, { org, filter, from, to, interval, after });
      yield usage.nodes.map(lineOf).join('');
      after = usage.pageInfo.hasNextPage ? usage.pageInfo.endCursor : null;
    } while (after !== null);
  }
  return undefined;
}

const lineOf = (row: Row): string => csvLine(columns.map((name) => row[name]));
