import { quantity } from '../../foundation/text/listed.ts';
import { platformOptions, readArguments, readChoice, readDuration } from '../arguments.ts';
import type { CommandContext } from '../command-context.ts';
import { fail } from '../command-fault.ts';
import { readText } from '../document-file.ts';
import { createManagement } from '../management.ts';
import { findTarget } from '../platform-target.ts';
import { printable } from '../printable.ts';
import { withProgress } from '../progress.ts';
import { type Colour, painter } from '../terminal-colours.ts';
import { type Command, exit } from './command.ts';

const help = `gatehouse lint FILE [options]

Holds an OpenAPI document to a rule set of the platform, before it is an API. Nothing is kept.

      --rule-set NAME       a rule set of the org (spectral:oas, the one of Spectral)
      --rules FILE          rules in a file instead, as YAML or JSON: to try them
      --overlay FILE        an OpenAPI Overlay that changes the document first; findings then have no lines
      --fail-on SEVERITY    error, warn, info, hint or never: the least severity that fails (error)
      --org NAME            the org, when the profile leaves it open
  -o, --format text|json    how the findings are printed (text)
      --json                the same as -o json
      --timeout TIME        500ms, 60s, 2m (60s)
      --profile NAME        a profile instead of GATEHOUSE_URL and GATEHOUSE_TOKEN

Examples:
  gatehouse lint openapi.yaml --rule-set house-style
  gatehouse lint openapi.yaml --rules .spectral.yaml --fail-on warn

Exit code: 0 nothing that fails, 2 findings that do, 1 fault or wrong call.
`;

const options = {
  ...platformOptions,
  'rule-set': { type: 'string' },
  rules: { type: 'string' },
  overlay: { type: 'string' },
  'fail-on': { type: 'string', default: 'error' },
  org: { type: 'string' },
  format: { type: 'string', short: 'o', default: 'text' },
  json: { type: 'boolean', default: false },
} as const;

/** The platform lists at most 200 findings at once, and 500 in all. */
const LINT = `query Lint($input: LintInput!) {
  lint(input: $input) {
    ruleSet
    error: count(severity: ERROR) warn: count(severity: WARN) information: count(severity: INFORMATION) all: count
    findings(first: 200) { ...Finding }
    more: findings(first: 200, offset: 200) { ...Finding }
    rest: findings(first: 200, offset: 400) { ...Finding }
  }
}
fragment Finding on Finding { rule severity message pointer line }`;

/** The severities of findings, the heaviest first. */
const severities = ['ERROR', 'WARN', 'INFORMATION', 'HINT'] as const;
type Severity = (typeof severities)[number];

type Finding = {
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  readonly pointer: string;
  readonly line: number | null;
};

/** Each count includes the findings that weigh more. */
type Report = Readonly<Record<'error' | 'warn' | 'information' | 'all', number>> & {
  readonly ruleSet: string | null;
  readonly findings: readonly Finding[];
};

const words = { ERROR: 'error', WARN: 'warn', INFORMATION: 'info', HINT: 'hint' } as const;
const nouns: Readonly<Record<Severity, string>> = {
  ERROR: 'error',
  WARN: 'warning',
  INFORMATION: 'remark',
  HINT: 'hint',
};
const colours: Readonly<Record<Severity, Colour>> = {
  ERROR: 'red',
  WARN: 'yellow',
  INFORMATION: 'cyan',
  HINT: 'dim',
};

export const lint: Command = {
  name: 'lint',
  summary: 'holds an OpenAPI document to a rule set',
  help,
  twoIsAnAnswer: true,
  async run(args, context) {
    const { values, positionals } = readArguments(args, options);
    const [file, ...others] = positionals;
    if (file === undefined || others.length > 0)
      fail('USAGE', 'Name one document: gatehouse lint openapi.yaml');
    const { 'rule-set': ruleSet, rules, overlay } = values;
    if (ruleSet !== undefined && rules !== undefined)
      fail('USAGE', 'Give either --rule-set or --rules: leave one out.');
    const format = values.json ? 'json' : readChoice('-o', values.format, ['text', 'json']);
    const failOn = readChoice('--fail-on', values['fail-on'], [...Object.values(words), 'never']);
    const timeoutMs = readDuration('timeout', values.timeout ?? '60s');
    const target = findTarget(context, values.profile);
    const input = {
      org: values.org ?? target.org,
      openapi: readText(context, file),
      ruleSet,
      rules: rules === undefined ? undefined : readText(context, rules),
      overlay: overlay === undefined ? undefined : readText(context, overlay),
    };
    const { lint: answered } = await withProgress(context, `Linting ${file}`, () =>
      createManagement(context, target).answer<{ lint: AnsweredReport }>({
        document: LINT,
        variables: { input },
        timeoutMs,
      }),
    );
    const report = wholeReport(answered);
    context.out.write(format === 'json' ? asJson(report) : asText(context, file, report));
    return failing(report, failOn) > 0 ? exit.found : exit.done;
  },
};

type AnsweredReport = Report & { readonly more: readonly Finding[]; readonly rest: readonly Finding[] };

const wholeReport = ({ more, rest, ...report }: AnsweredReport): Report => ({
  ...report,
  findings: [...report.findings, ...more, ...rest],
});

/** Counts the findings that weigh as much as the word of a severity, or more. */
function failing({ error, warn, information, all }: Report, failOn: string): number {
  const counts: Readonly<Record<string, number>> = { error, warn, info: information, hint: all };
  return counts[failOn] ?? 0;
}

/** The number of findings of each severity alone. */
const countsOf = ({ error, warn, information, all }: Report): Readonly<Record<Severity, number>> => ({
  ERROR: error,
  WARN: warn - error,
  INFORMATION: information - warn,
  HINT: all - information,
});

const asJson = (report: Report): string =>
  `${JSON.stringify({ ruleSet: report.ruleSet, counts: countsOf(report), findings: report.findings }, null, 2)}\n`;

/** Prints a finding a line, as compilers do: `file:line: severity rule: message (pointer)`. */
function asText({ out, environment }: CommandContext, file: string, report: Report): string {
  const paint = painter(out, environment);
  const lines = report.findings.map(({ rule, severity, message, pointer, line }) => {
    const place = line === null ? file : `${file}:${line}`;
    const weight = paint(colours[severity], words[severity]);
    return `${printable(place)}: ${weight} ${printable(`${rule}: ${message}${pointer && ` (${pointer})`}`)}`;
  });
  const { all, findings } = report;
  const unlisted = all > findings.length ? [`The heaviest ${findings.length} of ${all} are listed.`] : [];
  return [...lines, ...unlisted, `${summary(report)}\n`].join('\n');
}

function summary(report: Report): string {
  const counts = countsOf(report);
  const named = severities
    .filter((severity) => counts[severity] > 0)
    .map((severity) => quantity(counts[severity], nouns[severity]));
  return named.length === 0 ? 'No findings.' : named.join(', ');
}
