/** The severities of findings, as Spectral has them. The heaviest comes first. */
export const severities = ['ERROR', 'WARN', 'INFORMATION', 'HINT'] as const;
export type Severity = (typeof severities)[number];

/** A place of a document that breaks a rule. */
export type LintFinding = {
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  /** The JSON pointer of the place; empty for the whole document. */
  readonly pointer: string;
  /** The line of the place in the text that was given, counted from 1. Null where no text was. */
  readonly line: number | null;
};

/** The findings of a rule set in a document. */
export type Findings = {
  /** The numbers of all findings, by severity. */
  readonly counts: Readonly<Record<Severity, number>>;
  /** The first of them, the heaviest first. */
  readonly first: readonly LintFinding[];
};

/** Tells whether a severity weighs as much as a bound, or more. */
const reaches = (severity: Severity, bound: Severity): boolean =>
  severities.indexOf(severity) <= severities.indexOf(bound);

/** Counts the findings that weigh as much as a bound, or more. */
export const countFrom = ({ counts }: Findings, bound: Severity): number =>
  severities.filter((each) => reaches(each, bound)).reduce((sum, each) => sum + counts[each], 0);
