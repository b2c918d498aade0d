import type { Candidate, Group, Missing } from './candidates.ts';
import { groups } from './candidates.ts';
import { checkAnswer, type Figures, measure } from './load.ts';
import { formatted, median, table } from './tables.ts';

export type Rounds = { readonly seconds: number; readonly rounds: number };
type Measured = Candidate & { readonly figures: Figures; readonly all: readonly Figures[] };

/** Windows without progress after which just-in-time compilers are done. */
const STEADY_WINDOWS = 3;
const WARM_WINDOWS = { min: 5, max: 15 } as const;
/** A window that is cheaper by this is progress. */
const PROGRESS = 0.97;
/**
 * Seconds before a measurement. A server that waited for its turn has cold code and data; its return is not measured.
 */
const LEAD_IN_SECONDS = 1;

/**
 * Warms all in turn until their calls get no cheaper. A fixed time is too short for a slow server, whose code is compiled by
 * the number of its calls: it would be measured on its way.
 */
async function warmInTurn(candidates: readonly Candidate[], seconds: number): Promise<void> {
  for (const { name, request } of candidates) await checkAnswer(name, request);
  const warming = new Map(candidates.map((candidate) => [candidate, { least: Infinity, since: 0 }]));
  for (let window = 1; window <= WARM_WINDOWS.max && warming.size > 0; window += 1)
    for (const [candidate, state] of warming) {
      const { cpu } = await measure(candidate.pid, candidate.request, { seconds });
      state.since = cpu < state.least * PROGRESS ? 0 : state.since + 1;
      state.least = Math.min(cpu, state.least);
      if (window >= WARM_WINDOWS.min && state.since >= STEADY_WINDOWS) warming.delete(candidate);
    }
}

/** Measures all in turn, round after round. Other work on the machine affects all alike. */
export async function measureInTurn(
  candidates: readonly Candidate[],
  { seconds, rounds }: Rounds,
): Promise<Measured[]> {
  const tell = (text: string) => process.stderr.write(`${text}\n`);
  const measured = candidates.map((candidate) => ({ candidate, all: [] as Figures[] }));
  tell('warming up');
  await warmInTurn(candidates, seconds);
  for (let round = 1; round <= rounds; round += 1)
    for (const { candidate, all } of measured) {
      await measure(candidate.pid, candidate.request, { seconds: LEAD_IN_SECONDS });
      const figures = await measure(candidate.pid, candidate.request, { seconds });
      tell(`${round}/${rounds}  ${formatted(figures.cpu).padStart(5)} µs  ${candidate.name}`);
      all.push(figures);
    }
  return measured.map(({ candidate, all }) => ({ ...candidate, figures: combined(all), all }));
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

const medianCpu = (all: readonly Figures[]) => median(all.map(({ cpu }) => cpu));

const HEAD = ['who', 'does', 'requests/s', 'p50 ms', 'p99 ms', 'CPU µs/request', 'median', 'MB', 'failed'];
const READY = 'ready after s';

/** A table for each group, with what is not installed. */
export function comparison(measured: readonly Measured[], missing: readonly Missing[]): string {
  return (Object.keys(groups) as Group[])
    .flatMap((group) => {
      const own = measured.filter((each) => each.group === group);
      const isTimed = own.some(({ readySeconds }) => readySeconds !== undefined);
      const rows = own.map(
        ({ name, does, readySeconds, all, figures: { perSecond, p50, p99, cpu, rss, failed } }) => [
          name,
          does,
          perSecond,
          p50,
          p99,
          cpu,
          medianCpu(all),
          rss,
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
    figure: '(a) from a browser, with its headers',
    over: ['rest', 'Gatehouse, ES256 token, from a browser'],
    under: ['rest', 'nginx with limit and log, from a browser'],
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
    figure: 'pool of three, header, security by operation ÷ one target',
    over: ['provider', 'client key, pool'],
    under: ['provider', 'client key, one target'],
    goals: ['', '', '≤ 1.05'],
  },
  {
    figure: 'token of an issuer outside ÷ own token',
    over: ['provider', 'token of an issuer outside'],
    under: ['provider', 'own token'],
    goals: ['', '', '≤ 1.00'],
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
  {
    figure: "(d') Hive Gateway ÷ `sample` by Mesh",
    over: ['server', 'Hive Gateway, made of the document'],
    under: ['server', 'Gatehouse, `sample` by Mesh'],
    goals: ['≥ 2', '≥ 3.5', '≥ 6'],
  },
  {
    figure: '(g) oidc-provider ÷ own token, of JWTs',
    over: ['tokens', 'oidc-provider'],
    under: ['tokens', 'Gatehouse'],
    goals: ['', '≥ 2', '≥ 4'],
  },
];

/**
 * The ratios that the goals are set in. They hold on a shared machine, where the figures do not.
 *
 * Of the least CPU, and of that of each round: its quartiles say how far the ratio can be relied on.
 */
export function goals(measured: readonly Measured[]): string {
  const found = ([group, name]: readonly [Group, string]) =>
    measured.find((each) => each.group === group && each.name === name);
  const rows = ratios.flatMap(({ figure, over, under, goals: set }) => {
    const [dividend, divisor] = [found(over), found(under)];
    if (!dividend || !divisor) return [];
    const byRound = dividend.all
      .map(({ cpu }, at) => cpu / (divisor.all[at]?.cpu ?? Number.NaN))
      .toSorted((a, b) => a - b);
    const at = (part: number) => (byRound[Math.floor((byRound.length - 1) * part)] ?? Number.NaN).toFixed(2);
    const least = dividend.figures.cpu / divisor.figures.cpu;
    return [[figure, least.toFixed(2), `${at(0.25)} – ${at(0.75)}`, ...set]];
  });
  if (rows.length === 0) return '';
  const head = ['figure', 'now', 'half of the rounds', 'first', 'next', 'far'];
  return `### Goals, as ratios of CPU per request\n\n${table(head, rows)}`;
}
