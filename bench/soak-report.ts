import { formatted, median, table } from './gateway/tables.ts';
import { type Books, differences, total } from './soak-accounts.ts';
import type { Seen } from './soak-callers.ts';
import type { Held, Memory } from './soak-process.ts';
import { LIMIT } from './soak-world.ts';

export type Sample = Memory & Held & { readonly when: string; readonly minute: number };

export type Soaked = {
  readonly minutes: number;
  readonly cpuShare: number;
  readonly seen: Seen;
  readonly books: Books;
  /** Calls of each API that came to the back-end. */
  readonly upstream: ReadonlyMap<string, number>;
  readonly before: Sample;
  readonly during: readonly Sample[];
  readonly after: Sample;
  /** Connections that the fault proxies and the back-end still have. */
  readonly left: number;
  readonly restarted: boolean;
};

export type Verdict = { readonly holds: boolean; readonly says: string; readonly because: readonly string[] };

/** Resources that may be left over, as a process opens some by itself. */
const LEFT_MAX = 5;

/** Lists the resources that a process holds more of than before. */
export function leftOver(before: Held, after: Held): (keyof Held)[] {
  return (['descriptors', 'callers', 'upstreams'] as const).filter(
    (kind) => after[kind] - before[kind] > LEFT_MAX,
  );
}

const DIRECT = ['healthy', 'guarded', 'streams', 'changing', 'limited'];
const REFUSED_BY_GATEWAY = ['401', '429', '503'];

export function verdicts(soaked: Soaked): Verdict[] {
  const { seen, books, before, after, left } = soaked;
  const wrong = [...seen.wrong].map(([what, calls]) => `${calls} × ${what}`);
  const { results, logged, metrics, usage } = books;
  const failed = [...seen.results].filter(([key]) => key.startsWith('healthy ') && key !== 'healthy 200');
  const admitted = seen.results.get('limited 200') ?? 0;
  const windows = Math.floor(soaked.minutes) + 1;
  const held = leftOver(before, after);
  return [
    verdict(
      'no call of the healthy API failed',
      failed.map(([key, calls]) => `${key}: ${calls}`),
    ),
    verdict('every other call was answered as it had to be', wrong),
    verdict('the access log has every call as its caller saw it', differences(seen.results, results)),
    verdict('the metrics count the same calls', differences(logged.metrics, metrics)),
    usage
      ? verdict('the usage rows count the same calls', differences(logged.usage, usage))
      : { holds: true, says: 'usage rows: not read, the database is the embedded one', because: [] },
    verdict('the back-end had every admitted call, once where nothing failed', upstreamFaults(soaked)),
    verdict(
      `at most ${LIMIT} calls of the limited application in each of ${windows} windows: ${admitted}`,
      admitted > LIMIT * windows ? [`${admitted}`] : [],
    ),
    flat(soaked, 'heap', { percent: 10, megabytes: 4 }),
    flat(soaked, 'resident', { percent: 10, megabytes: 10 }),
    verdict(
      `descriptors, callers' and upstreams' connections as before, within ${LEFT_MAX}`,
      held.map((kind) => `${kind}: ${before[kind]} before, ${after[kind]} after`),
    ),
    verdict('no connection of the fault proxies is left', left > LEFT_MAX ? [`${left}`] : []),
    verdict('the gateway is the same process', soaked.restarted ? ['it has ended'] : []),
  ];
}

const verdict = (says: string, because: readonly string[]): Verdict => ({
  holds: because.length === 0,
  says,
  because,
});

/**
 * Compares calls that the gateway did not refuse with those that the back-end had.
 *
 * Behind a fault some come twice or never.
 */
function upstreamFaults({ seen, upstream }: Soaked): string[] {
  const callsOf = (api: string, isCounted: (result: string) => boolean) =>
    [...seen.results]
      .map(([key, calls]) => [...key.split(' '), calls] as [string, string, number])
      .filter(([of, result]) => of === api && isCounted(result))
      .reduce((sum, [, , calls]) => sum + calls, 0);
  const direct = DIRECT.map((api) => ({
    api,
    seen: callsOf(api, (result) => !REFUSED_BY_GATEWAY.includes(result)),
    had: upstream.get(api) ?? 0,
  })).filter(({ seen: calls, had }) => calls !== had);
  const behindFaults = ['faulty', 'graphql']
    .map((api) => ({ api, seen: callsOf(api, (result) => result === '200'), had: upstream.get(api) ?? 0 }))
    .filter(({ api, seen: calls, had }) => had < calls || had > 2 * callsOf(api, () => true));
  return [...direct, ...behindFaults].map(
    ({ api, seen: calls, had }) => `${api}: ${calls} by its callers, ${had} by the back-end`,
  );
}

type Growth = { readonly percent: number; readonly megabytes: number };

/** The last third beside the first, behind what a process needs to come to rest. */
function flat({ during, minutes }: Soaked, kind: 'heap' | 'resident', may: Growth): Verdict {
  const settled = during.filter(({ minute }) => minute >= Math.min(2, minutes / 4));
  const third = Math.ceil(settled.length / 3);
  const [first, last] = [settled.slice(0, third), settled.slice(-third)].map((part) =>
    median(part.map((sample) => sample[kind])),
  ) as [number, number];
  const says = `${kind} memory is flat: ${formatted(first)} MB in the first third, ${formatted(last)} MB in the last, ${slope(settled, kind).toFixed(2)} MB a minute`;
  return { holds: last <= first * (1 + may.percent / 100) + may.megabytes, says, because: [] };
}

/** Slope by least squares, in MB a minute. */
function slope(samples: readonly Sample[], kind: 'heap' | 'resident'): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(samples.map(({ minute }) => minute)), mean(samples.map((sample) => sample[kind]))];
  const over = samples.reduce((sum, sample) => sum + (sample.minute - x) * (sample[kind] - y), 0);
  return over / samples.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0);
}

export function report(soaked: Soaked): string {
  const { minutes, seen, books, before, during, after, cpuShare } = soaked;
  const calls = total(seen.results);
  const middle = during[Math.floor(during.length / 2)];
  const moments = [before, during[0], middle, during.at(-1), after].filter((sample) => sample !== undefined);
  return [
    `${formatted(calls)} calls in ${formatted(minutes)} minutes, ${formatted(calls / minutes / 60)} a second; ${seen.skipped} more were due while too many waited. The gateway used ${formatted(cpuShare * 100)} % of its core.`,
    table(
      ['verdict', 'what'],
      verdicts(soaked).map(({ holds, says, because }) => [
        holds ? 'holds' : 'FAILS',
        because.length > 0 ? `${says}: ${because.slice(0, 12).join('; ')}` : says,
      ]),
    ),
    apiTable(soaked),
    table(
      ['counted by', 'calls'],
      [
        ['callers', `${calls}`],
        ['access log', `${total(books.results)}`],
        ['metrics', `${total(books.metrics)}`],
        ['usage rows (calls of a subscription)', books.usage ? `${total(books.usage)}` : 'not read'],
      ],
    ),
    table(
      ['a call of the healthy API, ms', 'median', '99 %', 'longest'],
      [
        ['in the gateway', ...quantiles(books.healthyMs)],
        ['for its caller, who shares a core with the back-end', ...quantiles(seen.healthyMs)],
      ],
    ),
    table(
      ['when', 'RSS MB', 'heap MB', 'buffers MB', 'descriptors', 'callers', 'upstreams'],
      moments.map(({ when, resident, heap, external, descriptors, callers, upstreams }) => [
        when,
        resident,
        heap,
        external,
        `${descriptors}`,
        `${callers}`,
        `${upstreams}`,
      ]),
    ),
  ].join('\n\n');
}

function quantiles(values: readonly number[]): number[] {
  const sorted = values.toSorted((a, b) => a - b);
  return [0.5, 0.99, 1].map((at) => sorted[Math.ceil(at * sorted.length) - 1] ?? Number.NaN);
}

/** Table of the callers' results by API. */
function apiTable({ seen, upstream }: Soaked): string {
  const apis = new Set([...seen.results.keys()].map((key) => key.split(' ')[0] ?? ''));
  const results = [...new Set([...seen.results.keys()].map((key) => key.split(' ')[1] ?? ''))].toSorted();
  const rows = [...apis]
    .toSorted()
    .map((api) => [
      api,
      ...results.map((result) => `${seen.results.get(`${api} ${result}`) ?? ''}`),
      `${upstream.get(api) ?? 0}`,
    ]);
  return table(['API', ...results, 'at the back-end'], rows);
}
