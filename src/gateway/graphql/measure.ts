import type { DocumentNode, GraphQLSchema, OperationTypeNode } from 'graphql';
import type { Variables } from '../../graphql/amounts.ts';
import type { CostRules } from '../../graphql/cost-rules.ts';
import { measureOperations } from '../../graphql/measure.ts';
import { type Cost, staticCost } from '../../graphql/static-cost.ts';

/** What a plan's limits are compared with. */
export type Measure = Cost & {
  readonly type: OperationTypeNode;
  /** How many fields are nested in one another: `{ a { b } }` is 2. */
  readonly depth: number;
  /** The greater of the two costs: neither may be more than a plan allows. */
  readonly cost: number;
};

/** The measure of an operation, or how it follows from the variables of a call. */
export type Measures = Measure | ((variables: Variables) => Measure);

/** @throws what the static cost does, where that does not depend on variables */
export function measuresOf(world: {
  readonly schema: GraphQLSchema;
  readonly rules: CostRules;
  readonly document: DocumentNode;
}): ReadonlyMap<string | undefined, Measures> {
  const operations = [...measureOperations(world.document)];
  return new Map(
    operations.map(([name, { operation, depth }]) => {
      const cost = staticCost(operation, world);
      const measure = (is: Cost): Measure => ({
        ...is,
        type: operation.operation,
        depth,
        cost: Math.max(is.fieldCost, is.typeCost),
      });
      return [name, typeof cost === 'function' ? (variables) => measure(cost(variables)) : measure(cost)];
    }),
  );
}
