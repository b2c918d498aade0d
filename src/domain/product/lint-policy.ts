import { quantity } from '../../foundation/text/listed.ts';
import { type Findings, type LintFinding, type Severity, severities } from '../../openapi/lint/finding.ts';

/** The rule set of a catalog, and the findings that refuse a change. */
export type LintPolicy = {
  /** The name of a rule set of the org, or that of Spectral. */
  readonly ruleSet: string;
  /** The least severity that refuses staging; null refuses nothing. */
  readonly refuseStage: Severity | null;
  readonly refusePublish: Severity | null;
};

/** A policy as the management API and a manifest take it. */
export type LintPolicyDraft = {
  readonly ruleSet: string;
  readonly refuseStage?: Severity | null | undefined;
  readonly refusePublish?: Severity | null | undefined;
};

/** Completes a policy. */
export const lintPolicyFrom = ({ ruleSet, refuseStage, refusePublish }: LintPolicyDraft): LintPolicy => ({
  ruleSet,
  refuseStage: refuseStage ?? null,
  refusePublish: refusePublish ?? null,
});

const NAMED_MAX = 5;

/** Names a finding in a sentence. */
export const findingWords = ({ rule, pointer, message }: LintFinding): string =>
  `${rule}${pointer && ` (${pointer})`}: ${message.replace(/\.$/, '')}`;

/** Names the heaviest findings: at most five, and the number of the others. */
export function findingsWords({ first }: Pick<Findings, 'first'>, count: number): string {
  const named = first.slice(0, Math.min(NAMED_MAX, count)).map(findingWords);
  return [...named, ...(count > named.length ? [`${count - named.length} more`] : [])].join('; ');
}

const nouns: Readonly<Record<Severity, string>> = {
  ERROR: 'error',
  WARN: 'warning',
  INFORMATION: 'remark',
  HINT: 'hint',
};

/** Counts findings in words: `2 errors, 1 hint`. */
export const countsWords = ({ counts }: Pick<Findings, 'counts'>): string =>
  severities
    .filter((each) => counts[each] > 0)
    .map((each) => quantity(counts[each], nouns[each]))
    .join(', ');
