import type { ResultOf } from '@graphql-typed-document-node/core';
import { factsInWords } from '../../../../ui/components/decision-facts.ts';
import { Fact } from '../../../../ui/components/fact.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalPageContext } from '../parts/page-context.ts';

export const DECISION_STEP = graphql(`
  fragment DecisionStep on PortalDecisionStep { step outcome facts }
`);

type Step = ResultOf<typeof DECISION_STEP>;

type StepsProps = { readonly pageContext: PortalPageContext; readonly steps: readonly Step[] };

/** The step that refused the call first. Those that it passed before are many, and are there on request. */
export function Decision({ pageContext, steps }: StepsProps) {
  const refused = steps.filter(({ outcome }) => outcome === 'REFUSED');
  const passed = steps.filter((step) => !refused.includes(step));
  return (
    <>
      <Steps pageContext={pageContext} steps={refused} />
      {passed.length > 0 && (
        <details>
          <summary class="details-summary">{pageContext.text.why.passedBefore(passed.length)}</summary>
          <Steps pageContext={pageContext} steps={passed} />
        </details>
      )}
    </>
  );
}

function Steps({ pageContext, steps }: StepsProps) {
  if (steps.length === 0) return null;
  return (
    <ol class="rows">
      {steps.map((step) => (
        <StepRow pageContext={pageContext} step={step} />
      ))}
    </ol>
  );
}

const signs = { PASSED: '✓', REFUSED: '✕', IDLE: '–' };
const classes = { PASSED: 'step-passed', REFUSED: 'step-refused', IDLE: 'quiet' };

/** The outcome of a step. One that passed because it had nothing to check is not shown as a success. */
function Outcome({ pageContext, outcome }: { pageContext: PortalPageContext; outcome: keyof typeof signs }) {
  return (
    <span class={classes[outcome]}>
      <span aria-hidden="true">{signs[outcome]}</span> {pageContext.text.why.outcome[outcome]}
    </span>
  );
}

function StepRow({
  pageContext,
  step: { step, outcome, facts },
}: {
  pageContext: PortalPageContext;
  step: Step;
}) {
  const { why } = pageContext.text;
  const steps: Readonly<Record<string, string>> = why.steps;
  const found = factsInWords(pageContext, facts);
  const isIdle = outcome === 'PASSED' && found.length === 0 && step !== 'request';
  return (
    <li class="rows-row">
      <p class="step">
        <Outcome pageContext={pageContext} outcome={isIdle ? 'IDLE' : outcome} />
        <span class={isIdle ? 'quiet' : undefined}>{steps[step] ?? step}</span>
      </p>
      {found.length > 0 && (
        <dl class="facts small">
          {found.map(({ name, value }) => (
            <Fact name={name}>{value}</Fact>
          ))}
        </dl>
      )}
    </li>
  );
}
