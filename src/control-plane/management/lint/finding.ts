import { cut } from '../../../graphql/server/take-skip.ts';
import { countFrom, type Findings, type LintFinding } from '../../../openapi/lint/finding.ts';
import { builder, partArgs } from '../builder.ts';

export const FindingSeverityEnum = builder.enumType('FindingSeverity', {
  description: 'How much a finding weighs, as Spectral has it.',
  values: {
    ERROR: { description: 'The document is wrong: `error`.' },
    WARN: { description: 'The document should be otherwise: `warn`.' },
    INFORMATION: { description: 'Something to know: `info`.' },
    HINT: { description: 'Something to consider: `hint`.' },
  } as const,
});

const FindingRef = builder.objectRef<LintFinding>('Finding').implement({
  description: 'A place of an OpenAPI document that breaks a rule.',
  fields: (t) => ({
    rule: t.exposeString('rule', { description: 'The rule, for example `operation-operationId`.' }),
    severity: t.expose('severity', { type: FindingSeverityEnum, description: 'How much it weighs.' }),
    message: t.exposeString('message', { description: 'What is wrong, in the words of the rule.' }),
    pointer: t.exposeString('pointer', {
      description:
        'The JSON Pointer of the place, for example `/paths/~1customers/get`; empty for all. One of more than 1,000 characters is that of what holds the place.',
    }),
    line: t.exposeInt('line', {
      nullable: true,
      description: 'The line in the text that was given to `lint`, from 1; null where there is none.',
    }),
  }),
});

/** The findings of a rule set in a document. */
export type LintReport = Findings & { readonly ruleSet: string | null };

export const LintReportRef = builder.objectRef<LintReport>('LintReport').implement({
  description: 'What a rule set finds in an OpenAPI document.',
  fields: (t) => ({
    ruleSet: t.exposeString('ruleSet', {
      nullable: true,
      description: 'The rule set, by name; null where its rules were given.',
    }),
    count: t.int({
      description: 'How many findings there are.',
      args: {
        severity: t.arg({
          type: FindingSeverityEnum,
          description: 'Only those that weigh as much, or more.',
        }),
      },
      resolve: (report, { severity }) => countFrom(report, severity ?? 'HINT'),
    }),
    findings: t.field({
      type: [FindingRef],
      description: 'The findings, the heaviest first, and then in the order of the document; at most 500.',
      args: partArgs,
      resolve: ({ first }, part) => cut(first, part),
    }),
  }),
});
