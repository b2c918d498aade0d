import { graphql } from '../../graphql.ts';
import type { ConsoleSession } from '../../page-context.ts';
import { FIGURES, type FiguresInTime } from './figures.ts';
import type { Filter } from './usage-query.ts';
import type { UsageRange } from './usage-range.ts';

const IN_TIME = graphql(
  `query UsageInTime(
    $org: String! $from: DateTime! $to: DateTime! $interval: UsageInterval! $filter: UsageFilter! $after: String
  ) {
    usage(org: $org, from: $from, to: $to, interval: $interval, filter: $filter, first: 200, after: $after) {
      nodes { from ...Figures }
      pageInfo { hasNextPage endCursor }
    }
  }`,
  [FIGURES],
);

type InTimeRequest = { readonly org: string; readonly range: UsageRange; readonly filter: Filter };

/** Reads the figures of each minute, hour or day of a range. Those without a call are left out. */
export async function readInTime(
  { run }: ConsoleSession,
  { org, range, filter }: InTimeRequest,
): Promise<readonly FiguresInTime[]> {
  const time = { from: range.from.toISOString(), to: range.to.toISOString(), interval: range.interval };
  const found: FiguresInTime[] = [];
  for (let after: string | null = null, isMore = true; isMore; ) {
    const { usage }: { readonly usage: UsagePage } = await run(IN_TIME, { org, filter, ...time, after });
    found.push(...usage.nodes);
    after = usage.pageInfo.endCursor;
    isMore = usage.pageInfo.hasNextPage;
  }
  return found;
}

type UsagePage = {
  readonly nodes: readonly FiguresInTime[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
};
