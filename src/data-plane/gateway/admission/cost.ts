import { refuse } from '../../../foundation/errors.ts';
import { quantity } from '../../../foundation/text/listed.ts';
import type { Step, StepFacts } from './step.ts';

/** Refuses a document above the cost that the plan allows, also in a window. @throws GRAPHQL_COST_EXCEEDED */
export const cost: Step = ({ document, subscription }) => {
  if (!document || !subscription) return;
  const { maxGraphQLCost: max, costLimits } = subscription.plan;
  const { cost: is } = document.measure;
  if (max !== null && is > max)
    refuse('GRAPHQL_COST_EXCEEDED', { detail: `The document costs ${is}; the plan allows ${max}.` });
  for (const { limit, windowSeconds } of costLimits)
    if (is > limit)
      refuse('GRAPHQL_COST_EXCEEDED', {
        detail: `The document costs ${is}; the plan allows ${limit} in ${quantity(windowSeconds, 'second')} for all together.`,
        facts: { max: limit, windowSeconds },
      });
};

/** The cost of the document, and the bound of the plan. */
export const costFacts: StepFacts = ({ document, subscription }) =>
  document ? { cost: document.measure.cost, max: subscription?.plan.maxGraphQLCost ?? null } : {};
