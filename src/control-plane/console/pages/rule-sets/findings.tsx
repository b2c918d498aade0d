import type { ResultOf } from '@graphql-typed-document-node/core';
import { type Severity, severities } from '../../../../openapi/lint/finding.ts';
import { Badge, type BadgeTone } from '../../../../ui/components/badge.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { graphql } from '../../graphql.ts';
import { useTexts } from '../parts/texts.ts';

/** Each count includes the findings that weigh more. The page shows the heaviest findings alone. */
export const FINDINGS = graphql(`
  fragment ShownFindings on LintReport {
    error: count(severity: ERROR) warn: count(severity: WARN) information: count(severity: INFORMATION) all: count
    findings(first: 200) { rule severity message pointer line }
  }
`);

export type ShownFindings = ResultOf<typeof FINDINGS>;

const tones: Readonly<Record<Severity, BadgeTone>> = {
  ERROR: 'bad',
  WARN: 'waiting',
  INFORMATION: 'info',
  HINT: 'neutral',
};

/** The findings of a rule set in a document, the heaviest first. */
export function Findings({ report }: { readonly report: ShownFindings }) {
  const { findings: words } = useTexts().text.ruleSets;
  const { findings, all } = report;
  if (all === 0)
    return (
      <Notice tone="success">
        <p class="text">{words.none}</p>
      </Notice>
    );
  return (
    <>
      <Counts report={report} />
      <Table
        caption={words.caption}
        rows={findings}
        columns={[
          { heading: words.rule, cell: ({ rule }) => <code class="code">{rule}</code> },
          { heading: words.severity, cell: ({ severity }) => <SeverityBadge severity={severity} /> },
          { heading: words.message, cell: ({ message }) => message },
          {
            heading: words.place,
            cell: ({ pointer, line }) => (
              <>
                {pointer === '' ? words.whole : <code class="code">{pointer}</code>}
                {line !== null && (
                  <>
                    <br />
                    <span class="small quiet when">{words.line(line)}</span>
                  </>
                )}
              </>
            ),
          },
        ]}
      />
      {findings.length < all && <p class="hint">{words.first(findings.length, all)}</p>}
    </>
  );
}

/** Says how many findings of each severity there are. */
function Counts({ report: { error, warn, information, all } }: { readonly report: ShownFindings }) {
  const { findings: words } = useTexts().text.ruleSets;
  const counts: Readonly<Record<Severity, number>> = {
    ERROR: error,
    WARN: warn - error,
    INFORMATION: information - warn,
    HINT: all - information,
  };
  return (
    <p class="row">
      {severities
        .filter((severity) => counts[severity] > 0)
        .map((severity) => (
          <Badge tone={tones[severity]}>{words.counts(severity, counts[severity])}</Badge>
        ))}
    </p>
  );
}

function SeverityBadge({ severity }: { readonly severity: Severity }) {
  return <Badge tone={tones[severity]}>{useTexts().text.ruleSets.severities[severity]}</Badge>;
}
