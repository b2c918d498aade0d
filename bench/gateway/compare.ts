import type { Candidate, Group, Missing } from './candidates.ts';
import { groups } from './candidates.ts';
import { checkAnswer, type Figures, measure } from './load.ts';
import { median, shown, table } from './tables.ts';

export type Rounds = { readonly seconds: number; readonly rounds: number };
type Measured = Candidate & { readonly figures: Figures };

/** Calls until just-in-time compilers are done. A gateway is as warm after a minute. */
const WARM_CALLS = 150_000;
const WARM_WINDOWS_MAX = 10;
/**
 * Seconds before a measurement. A server that waited for its turn has cold code and data; its return is not measured.
 */
const LEAD_IN_SECONDS = 1;

async function warm({ name, pid, request }: Candidate, seconds: number): Promise<void> {
  await checkAnswer(name, request);
  let calls = 0;
  for (let window = 0; calls < WARM_CALLS && window < WARM_WINDOWS_MAX; window += 1)
    calls += (await measure(pid, request, { seconds })).completed;
}

/** Measures all in turn, round after round. Other work on the machine affects all alike. */
export async function measureInTurn(
  candidates: readonly Candidate[],
  { seconds, rounds }: Rounds,
): Promise<Measured[]> {
  const tell = (text: string) => process.stderr.write(`${text}\n`);
  const measured = candidates.map((candidate) => ({ candidate, all: [] as Figures[] }));
  for (const { candidate } of measured) {
    tell(`warming up: ${candidate.name}`);
    await warm(candidate, seconds);
  }
  for (let round = 1; round <= rounds; round += 1)
    for (const { candidate, all } of measured) {
      await measure(candidate.pid, candidate.request, { seconds: LEAD_IN_SECONDS });
      const figures = await measure(candidate.pid, candidate.request, { seconds });
      tell(`${round}/${rounds}  ${shown(figures.cpu).padStart(5)} µs  ${candidate.name}`);
      all.push(figures);
    }
  return measured.map(({ candidate, all }) => ({ ...candidate, figures: combined(all) }));
}

/**
 * Combines figures: the least CPU, the sum of failures, the median of anything else.
 *
 * Other users of the machine only add to CPU, and one failure is too many.
 */
export function combined(all: readonly Figures[]): Figures {
  const middle = (name: keyof Figures) => median(all.map((figures) => figures[name]));
  return {
    perSecond: middle('perSecond'),
    p50: middle('p50'),
    p99: middle('p99'),
    cpu: Math.min(...all.map(({ cpu }) => cpu)),
    rss: middle('rss'),
    completed: middle('completed'),
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
  };
}

const HEAD = ['who', 'does', 'requests/s', 'p50 ms', 'p99 ms', 'CPU µs/request', 'MB', 'failed'];
const READY = 'ready after s';

/** A table for each group, with what is not installed. */
export function comparison(measured: readonly Measured[], missing: readonly Missing[]): string {
  return (Object.keys(groups) as Group[])
    .flatMap((group) => {
      const own = measured.filter((each) => each.group === group);
      const isTimed = own.some(({ readySeconds }) => readySeconds !== undefined);
      const rows = own.map(
        ({ name, does, readySeconds, figures: { perSecond, p50, p99, cpu, rss, failed } }) => [
          ...[name, does, perSecond, p50, p99, cpu, rss],
          `${failed}`,
          ...(isTimed ? [readySeconds ?? Number.NaN] : []),
        ],
      );
      const head = isTimed ? [...HEAD, READY] : HEAD;
      const absent = missing
        .filter((each) => each.group === group)
        .map(({ name, why }) => head.map((_, at) => [name, `not installed: ${why}`][at] ?? ''));
      return rows.length > 0 ? [`### ${groups[group]}\n\n${table(head, [...rows, ...absent])}`] : [];
    })
    .join('\n\n');
}

type Goal = {
  readonly figure: string;
  /** Group and name of each candidate. The CPU of `over` is divided by that of `under`. */
  readonly over: readonly [Group, string];
  readonly under: readonly [Group, string];
  readonly goals: readonly [first: string, next: string, far: string];
};
const NGINX = ['rest', 'nginx with limit and log'] as const;
const TOKEN = ['rest', 'Gatehouse, ES256 token'] as const;

const ratios: readonly Goal[] = [
  {
    figure: '(a) bearer token ÷ nginx with log',
    over: TOKEN,
    under: NGINX,
    goals: ['≤ 4.5', '≤ 3.2', '≤ 2'],
  },
  {
    figure: "(a') bearer token ÷ HAProxy with ES256",
    over: TOKEN,
    under: ['rest', 'HAProxy, ES256 token'],
    goals: ['≤ 0.95', '≤ 0.7', '≤ 0.4'],
  },
  {
    figure: '(b) client key ÷ nginx with log',
    over: ['rest', 'Gatehouse, client key'],
    under: NGINX,
    goals: ['≤ 4.5', '≤ 3.2', '≤ 2'],
  },
  {
    figure: '(c) Hive Gateway ÷ GraphQL proxy',
    over: ['graphql', 'Hive Gateway'],
    under: ['graphql', 'Gatehouse, client key'],
    goals: ['≥ 4.5', '≥ 7', '≥ 10'],
  },
  {
    figure: '(d) Hive Gateway ÷ GraphQL server',
    over: ['server', 'Hive Gateway, made of the document'],
    under: ['server', 'Gatehouse, made of the document'],
    goals: ['≥ 2.5', '≥ 4', '≥ 8'],
  },
];

/** The ratios that the goals are set in. They hold on a shared machine, where the figures do not. */
export function goals(measured: readonly Measured[]): string {
  const cpu = ([group, name]: readonly [Group, string]) =>
    measured.find((each) => each.group === group && each.name === name)?.figures.cpu ?? Number.NaN;
  const rows = ratios
    .map(({ figure, over, under, goals: set }) => ({ figure, ratio: cpu(over) / cpu(under), set }))
    .filter(({ ratio }) => Number.isFinite(ratio))
    .map(({ figure, ratio, set }) => [figure, ratio.toFixed(2), ...set]);
  if (rows.length === 0) return '';
  return `### Goals, as ratios of CPU per request\n\n${table(['figure', 'now', 'first', 'next', 'far'], rows)}`;
}
