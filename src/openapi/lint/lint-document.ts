import { type InputPath, Refusal, refuse } from '../../foundation/errors.ts';
import type { JsonObject } from '../../foundation/json.ts';
import { documentText, MEGABYTE, parsedDocument } from '../document/parse-text.ts';
import { type Findings, type LintFinding, type Severity, severities } from './finding.ts';
import { LineFinder } from './line-finder.ts';
import { RuleSetReader } from './rule-set.ts';
import { RunningRule } from './running-rule.ts';

// Spectral's engine, in a child process: it is never loaded where calls are served. Its bundle reads no network and no
// file.

/** The largest document, as JSON. */
const BYTES_MAX = 5 * MEGABYTE;
/** The largest rule set. */
const RULE_SET_BYTES_MAX = MEGABYTE / 2;
/** Findings that are kept of a document, and the characters of their texts. */
const KEPT_MAX = 500;
const MESSAGE_MAX = 500;
const POINTER_MAX = 1_000;

export type LintInput = {
  /** The document as JSON or YAML text. */
  readonly text: string;
  /** The rule set as JSON or YAML text; null for the one of Spectral. */
  readonly rules: string | null;
  /** Is the text that of a caller, who wants to know lines? */
  readonly withLines: boolean;
  /** The paths of the document and the rule set in the input. */
  readonly paths: { readonly document: InputPath; readonly rules: InputPath };
};
type RulesInput = Omit<LintInput, 'text' | 'withLines'>;

type Note = (rule: string) => void;

/**
 * Finds the places of a document that break the rules of a rule set.
 *
 * @param note is told of each rule that begins to run
 * @throws OPENAPI_INVALID; RULE_SET_INVALID, also for a rule that fails at this document
 */
export async function lintDocument(input: LintInput, note: Note): Promise<Findings> {
  const { text, paths, withLines } = input;
  const document = parsedDocument(text, { path: paths.document, bytesMax: BYTES_MAX });
  const lines = withLines ? new LineFinder(text) : undefined;
  const found = await run(JSON.stringify(document), input, note);
  const counts: Record<Severity, number> = { ERROR: 0, WARN: 0, INFORMATION: 0, HINT: 0 };
  for (const each of found) counts[weightOf(each)] += 1;
  const heaviest = severities.flatMap((weight) => found.filter((each) => weightOf(each) === weight));
  const first = heaviest.slice(0, KEPT_MAX).map((each): LintFinding => {
    const { code, message, path } = each;
    return {
      rule: String(code),
      severity: weightOf(each),
      message: message.slice(0, MESSAGE_MAX),
      pointer: pointerOf(path),
      line: lines?.lineOf(path) ?? null,
    };
  });
  return { counts, first };
}

/** Names a severity, which Spectral numbers. */
const weightOf = ({ severity }: { readonly severity: number }): Severity => severities[severity] ?? 'HINT';

/** The smallest document of each version of OpenAPI. They make Spectral read all paths. */
const SAMPLES = ['3.0.4', '3.1.1', '3.2.0'].map((openapi) => ({ openapi, info: {}, paths: {} }));

/**
 * Checks a rule set by running it.
 *
 * @param note is told of each rule that begins to run
 * @throws RULE_SET_INVALID
 */
export async function checkRuleSet(input: RulesInput, note: Note): Promise<void> {
  for (const sample of [...SAMPLES, { swagger: '2.0', info: {}, paths: {} }])
    await run(JSON.stringify(sample), input, note);
}

async function run(json: string, { rules, paths }: RulesInput, note: Note) {
  const spectral = await import('../../../bundles/spectral.js');
  const running = new RunningRule(note);
  const definition =
    rules === null
      ? { extends: [[spectral.oas, 'recommended']], rules: {} }
      : new RuleSetReader(spectral, paths.rules).read(parsedRules(rules, paths.rules));
  try {
    const ruleset = new spectral.Ruleset(definition as JsonObject);
    for (const rule of Object.values(ruleset.rules)) {
      const then = rule.then.map((step) => ({ ...step, function: named(rule.name, step.function, running) }));
      Object.assign(rule, { then });
    }
    const engine = new spectral.Spectral({ resolver: new spectral.Resolver({ resolvers: {} }) });
    engine.setRuleset(ruleset);
    return await engine.run(new spectral.Document(json, spectral.Json), { ignoreUnknownFormat: true });
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const rule = running.name === undefined ? '' : `The rule ${running.name} was run last: `;
    return refuse('RULE_SET_INVALID', {
      detail: `${rule}${faultOf(error)}`,
      path: paths.rules,
      cause: error,
    });
  }
}

/** Names a rule while its function runs. */
function named(name: string, run: (...args: readonly unknown[]) => unknown, running: RunningRule) {
  return (...args: readonly unknown[]) => {
    running.enter(name);
    return run(...args);
  };
}

/** @throws RULE_SET_INVALID for what is neither JSON nor YAML */
function parsedRules(text: string, path: InputPath): unknown {
  const bounds = { path, bytesMax: RULE_SET_BYTES_MAX };
  try {
    return parsedDocument(documentText(text, bounds), bounds);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const detail = error.code === 'REQUEST_TOO_LARGE' ? 'The rule set is larger than 512 KB.' : error.message;
    return refuse('RULE_SET_INVALID', { detail, path });
  }
}

const FAULTS_NAMED = 3;

/** Says what Spectral found wrong. It gathers errors in one. */
function faultOf(error: unknown): string {
  const { errors = [], message = '' } = error as {
    readonly errors?: readonly FaultOfSpectral[];
    readonly message?: string;
  };
  const details = errors.slice(0, FAULTS_NAMED).map((each) => {
    const at = each.path?.length ? ` (at ${each.path.join('.')})` : '';
    return `${each.cause?.message ?? each.message}${at}`;
  });
  return inOwnWords(details.length > 0 ? details.join('; ') : message).slice(0, 1_000);
}

/** Says what Spectral words for programmers of it. */
const inOwnWords = (fault: string): string =>
  fault.startsWith('Unsafe expressions')
    ? 'A JSONPath goes down by .. more than once, or in a way that would visit places again and again: name the members in between.'
    : fault;

type FaultOfSpectral = {
  readonly message: string;
  readonly path?: readonly string[];
  readonly cause?: { readonly message?: string };
};

/** Writes the pointer of a place. Where it is too long, it is that of what holds the place. */
function pointerOf(path: readonly (string | number)[]): string {
  let pointer = '';
  for (const each of path) {
    const longer = `${pointer}/${String(each).replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (longer.length > POINTER_MAX) break;
    pointer = longer;
  }
  return pointer;
}
