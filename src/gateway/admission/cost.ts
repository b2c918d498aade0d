import { refuse } from '../../errors.ts';
import type { Step } from './step.ts';

/** Does the document cost no more than the plan allows? @throws GRAPHQL_COST_EXCEEDED */
export const cost: Step = ({ document, subscription }) => {
  const max = subscription?.plan.maxGraphQLCost ?? null;
  if (!document || max === null || document.measure.cost <= max) return;
  refuse('GRAPHQL_COST_EXCEEDED', {
    detail: `The document costs ${document.measure.cost}; the plan allows ${max}.`,
  });
};
