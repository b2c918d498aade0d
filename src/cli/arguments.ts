import { type ParseArgsConfig, parseArgs } from 'node:util';
import { nearest } from '../foundation/text/did-you-mean.ts';
import { fail } from './command-fault.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

/** Options that every command takes which speaks to the platform. */
export const platformOptions = {
  profile: { type: 'string' },
  timeout: { type: 'string' },
} as const satisfies Options;

/** Options that every command takes which sends a manifest. */
export const manifestOptions = {
  ...platformOptions,
  file: { type: 'string', short: 'f', multiple: true },
  org: { type: 'string' },
  prune: { type: 'boolean' },
  'accept-breaking': { type: 'boolean' },
  'accept-unused': { type: 'string' },
  format: { type: 'string', short: 'o', default: 'text' },
} as const satisfies Options;

/** Reads the arguments of a command with parseArgs of `node:util`. @throws USAGE when it knows an argument not */
export function readArguments<const T extends Options>(args: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const [sentence = ''] = error.message.split(/\. |\n/);
    const [, unknown] = /^Unknown option '--([\w-]+)'/.exec(sentence) ?? [];
    const meant = unknown === undefined ? undefined : nearest(unknown, Object.keys(options));
    const hint = meant === undefined ? '' : ` Did you mean --${meant}?`;
    return fail('USAGE', `${sentence.replace(/\.$/, '')}.${hint}`);
  }
}

/** Refuses arguments that belong to no option. @throws USAGE */
export function takeNone(positionals: readonly string[]): void {
  const [first] = positionals;
  if (first !== undefined) fail('USAGE', `The argument ${JSON.stringify(first)} belongs to no option.`);
}

/**
 * Refuses a token in the arguments.
 *
 * Everybody on the machine can read arguments in the list of processes and in the shell's history. The message does not
 * repeat the token. @throws USAGE
 */
export function refuseToken(args: readonly string[]): void {
  if (args.some((arg) => /^--?token(=|$)/i.test(arg)))
    fail(
      'USAGE',
      'A token is never taken from the command line, where others can read it: put it into GATEHOUSE_TOKEN or into a profile.',
    );
}

const units = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const;
const DURATION_MS_MAX = 24 * units.h;

/** Reads `500ms`, `60s`, `2m` or `1h` as milliseconds. @throws USAGE naming the option */
export function readDuration(option: string, text: string): number {
  const [, amount, unit] = /^(\d+)(ms|s|m|h)$/.exec(text) ?? [];
  const duration = Number(amount) * units[unit as keyof typeof units];
  if (duration > 0 && duration <= DURATION_MS_MAX) return duration;
  return fail(
    'USAGE',
    `--${option} ${JSON.stringify(text)} is no time up to a day: give it as 500ms, 60s, 2m or 1h.`,
  );
}

/** Reads one of a few words. @throws USAGE naming the option and the words */
export function readChoice<T extends string>(option: string, text: string, words: readonly T[]): T {
  const word = words.find((each) => each === text);
  return word ?? fail('USAGE', `${option} ${JSON.stringify(text)} is not one of ${words.join(', ')}.`);
}

/** Reads a whole number from 0. @throws USAGE naming the option */
export function readCount(option: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  return fail('USAGE', `--${option} ${JSON.stringify(text)} is no whole number.`);
}

type AcceptValues = {
  readonly 'accept-breaking'?: boolean | undefined;
  readonly 'accept-unused'?: string | undefined;
};

/** Reads which breaks of APIs a manifest may bring. @throws USAGE */
export function readAccepted({ 'accept-breaking': acceptBreaking, 'accept-unused': days }: AcceptValues) {
  return {
    acceptBreaking,
    acceptBreakingUnusedDays: days === undefined ? undefined : readCount('accept-unused', days),
  };
}
