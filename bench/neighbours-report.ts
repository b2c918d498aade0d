import { formatted, table } from './gateway/tables.ts';
import { type Sampled, type Thing, things } from './neighbours-things.ts';

/** The effect of an attack on an uninvolved org. */
export type Attacked = {
  readonly fault: string;
  readonly says: string;
  readonly quiet: Sampled;
  readonly attacked: Sampled;
  /** Number of each answer to the attacker. */
  readonly answers: ReadonlyMap<string, number>;
};

export type Verdict = {
  readonly fault: string;
  readonly thing: Thing;
  readonly quietMs: number;
  readonly attackedMs: number;
  readonly count: number;
  readonly holds: boolean;
};

/** Largest ratio of p99 under attack to the quiet p99. */
const TIMES_MAX = 2;

export function p99(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(0.99 * sorted.length) - 1] ?? Number.NaN;
}
const p50 = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Judges each attack against the p99 of all quiet windows. One window has too few of rare events. */
export function verdicts(measured: readonly Attacked[]): Verdict[] {
  return measured.flatMap(({ fault, attacked }) =>
    things.map((thing) => {
      const quietMs = p99(measured.flatMap(({ quiet }) => quiet.ms[thing]));
      const attackedMs = p99(attacked.ms[thing]);
      const isDone =
        attacked.failures.size === 0 || ![...attacked.failures.keys()].some((each) => each.startsWith(thing));
      return {
        fault,
        thing,
        quietMs,
        attackedMs,
        count: attacked.ms[thing].length,
        holds: isDone && attackedMs <= TIMES_MAX * quietMs,
      };
    }),
  );
}

const counted = (counts: ReadonlyMap<string, number>) =>
  [...counts].map(([what, count]) => `${count} × ${what}`).join(', ');

export function report(measured: readonly Attacked[]): string {
  const quiet = (thing: Thing) => measured.flatMap((each) => each.quiet.ms[thing]);
  const failed = measured.flatMap(({ fault, quiet: { failures: before }, attacked: { failures } }) => [
    ...(before.size > 0 ? [[`${fault}, quiet`, counted(before)]] : []),
    ...(failures.size > 0 ? [[fault, counted(failures)]] : []),
  ]);
  return [
    `One org attacks; what another one does meanwhile, at a pace of its own, takes at most ${TIMES_MAX} times its quiet p99.`,
    table(
      ['attack', 'thing', 'quiet p99 ms', 'attacked p99 ms', 'ratio', 'times', 'verdict'],
      verdicts(measured).map(({ fault, thing, quietMs, attackedMs, count, holds }) => [
        fault,
        thing,
        quietMs,
        attackedMs,
        attackedMs / quietMs,
        `${count}`,
        holds ? 'holds' : 'FAILS',
      ]),
    ),
    table(
      ['attack', ...things.map((thing) => `${thing} p50 ms`)],
      [
        ['none', ...things.map((thing) => p50(quiet(thing)))],
        ...measured.map(({ fault, attacked }) => [fault, ...things.map((thing) => p50(attacked.ms[thing]))]),
      ],
    ),
    table(
      ['attack', 'what it is', 'what it was answered'],
      measured.map(({ fault, says, answers }) => [fault, says, counted(answers)]),
    ),
    ...(failed.length > 0 ? [table(['window', 'what went wrong for the other org'], failed)] : []),
    `Quiet figures are of ${formatted(quiet('call').length)} calls, ${formatted(quiet('change').length)} changes with their deliveries and ${formatted(quiet('sign-in').length)} sign-ins, between the attacks. A delivery takes from the beginning of a change to its event's arrival.`,
  ].join('\n\n');
}
