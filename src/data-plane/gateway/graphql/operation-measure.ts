import type { DocumentNode, GraphQLSchema, OperationTypeNode } from 'graphql';
import type { Variables } from '../../../graphql/cost/amounts.ts';
import type { CostRules } from '../../../graphql/cost/cost-rules.ts';
import { type DocumentSize, measureOperations } from '../../../graphql/cost/measure-operations.ts';
import { type Cost, type StaticCosts, staticCosts } from '../../../graphql/cost/static-cost.ts';

/** The figures that a plan's limits are compared with. */
export type OperationMeasure = Cost &
  DocumentSize & {
    readonly type: OperationTypeNode;
    /** The greater of the two costs: neither may be more than a plan allows. */
    readonly cost: number;
  };

/** Fields that one unit pays for, as their cost is computed. Abstract types count for each object. */
const LOOKS_PER_UNIT = 4;

/** Measures an operation by the variables of a call. */
type MeasureByVariables = {
  (variables: Variables): OperationMeasure;
  /** Units of the validation budget that it takes. */
  readonly units: number;
};

/** The measure of an operation, or how it follows from the variables of a call. */
export type OperationMeasures = OperationMeasure | MeasureByVariables;

/** Steps for the variables of a call that are free. Usual documents take no more. */
const STEPS_FREE = 500;
const STEPS_PER_UNIT = 50;

/**
 * Measures the operations of a document, one in each step.
 *
 * @param spend is told what it took, also where it throws
 * @throws what the static cost does, where that does not depend on variables
 */
export function* measuresOf(input: {
  readonly schema: GraphQLSchema;
  readonly rules: CostRules;
  readonly document: DocumentNode;
  readonly spend: (units: number) => void;
}): Generator<void, ReadonlyMap<string | undefined, OperationMeasures>> {
  const measures = new Map<string | undefined, OperationMeasures>();
  const costs = staticCosts(input);
  try {
    for (const [name, { operation, ...size }] of measureOperations(input.document)) {
      const cost = costs.of(operation);
      const measure = (is: Cost): OperationMeasure => ({
        ...is,
        ...size,
        type: operation.operation,
        cost: Math.max(is.fieldCost, is.typeCost),
      });
      measures.set(name, typeof cost === 'function' ? byVariables(costs, cost, measure) : measure(cost));
      yield;
    }
  } finally {
    input.spend(Math.ceil(costs.looks() / LOOKS_PER_UNIT));
  }
  return measures;
}

function byVariables(
  { steps }: StaticCosts,
  cost: (variables: Variables) => Cost,
  measure: (is: Cost) => OperationMeasure,
): MeasureByVariables {
  return Object.defineProperty(
    (variables: Variables) => measure(cost(variables)),
    'units',
    // All operations of a document share the steps, and those after this one have theirs still to come.
    { get: () => Math.ceil(Math.max(0, steps() - STEPS_FREE) / STEPS_PER_UNIT) },
  ) as MeasureByVariables;
}

/** Tells whether measuring by variables takes long, as for no usual document. */
export const isLong = (measures: OperationMeasures): measures is MeasureByVariables =>
  typeof measures === 'function' && measures.units > 0;

/** Combines the measures of documents in one request. Costs add up; each other bound holds for each document. */
export function combinedMeasure(measures: readonly OperationMeasure[]): OperationMeasure {
  const sum = (of: (measure: OperationMeasure) => number) =>
    measures.reduce((total, each) => total + of(each), 0);
  const most = (of: (measure: OperationMeasure) => number) => Math.max(...measures.map(of));
  return {
    type: measures.find(({ type }) => type !== 'query')?.type ?? ('query' as OperationTypeNode),
    fieldCost: sum(({ fieldCost }) => fieldCost),
    typeCost: sum(({ typeCost }) => typeCost),
    cost: sum(({ cost }) => cost),
    depth: most(({ depth }) => depth),
    fields: most(({ fields }) => fields),
    aliases: most(({ aliases }) => aliases),
    directives: most(({ directives }) => directives),
    rootFields: most(({ rootFields }) => rootFields),
  };
}
