import { refuse } from '../../../foundation/errors.ts';
import type { Step, StepFacts } from './step.ts';

/** Refuses a document that is nested deeper than the plan allows. @throws GRAPHQL_DEPTH_EXCEEDED */
export const depth: Step = ({ document, subscription }) => {
  const max = subscription?.plan.maxGraphQLDepth ?? null;
  if (!document || max === null || document.measure.depth <= max) return;
  refuse('GRAPHQL_DEPTH_EXCEEDED', {
    detail: `The document is ${document.measure.depth} fields deep; the plan allows ${max}.`,
  });
};

/** The depth of the document, and the bound of the plan. */
export const depthFacts: StepFacts = ({ document, subscription }) =>
  document ? { depth: document.measure.depth, max: subscription?.plan.maxGraphQLDepth ?? null } : {};
