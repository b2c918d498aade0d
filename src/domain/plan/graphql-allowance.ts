import { type PlanTerms, windowSeconds } from './plan.ts';

/** The limits of a plan for callers of GraphQL APIs. */
export type GraphQLAllowance = Pick<
  PlanTerms,
  | 'maxGraphQLCost'
  | 'maxGraphQLDepth'
  | 'graphQLCostLimit'
  | 'graphQLCostLimitUnit'
  | 'registeredOperationsOnly'
>;

/** Lists what a plan allows less than an earlier one: `a depth of 5 instead of 10`. */
export function lessAllowed(before: GraphQLAllowance, after: GraphQLAllowance): string[] {
  return [
    ...tighter('a cost per document of', before.maxGraphQLCost, after.maxGraphQLCost),
    ...tighter('a depth of', before.maxGraphQLDepth, after.maxGraphQLDepth),
    ...(costPerHour(after) < costPerHour(before)
      ? [`a cost together of ${costLimitInWords(after)} instead of ${costLimitInWords(before)}`]
      : []),
    ...(after.registeredOperationsOnly && !before.registeredOperationsOnly
      ? ['only registered operations instead of any']
      : []),
  ];
}

function tighter(of: string, before: number | null, after: number | null): string[] {
  return after !== null && (before === null || after < before)
    ? [`${of} ${after} instead of ${before ?? 'any'}`]
    : [];
}

/** Converts a limit to cost per hour, to compare different units. Unlimited is Infinity. */
function costPerHour({ graphQLCostLimit, graphQLCostLimitUnit }: GraphQLAllowance): number {
  return graphQLCostLimit === null
    ? Number.POSITIVE_INFINITY
    : (graphQLCostLimit * 3600) / windowSeconds[graphQLCostLimitUnit];
}

function costLimitInWords({ graphQLCostLimit, graphQLCostLimitUnit }: GraphQLAllowance): string {
  return graphQLCostLimit === null ? 'any' : `${graphQLCostLimit} per ${graphQLCostLimitUnit.toLowerCase()}`;
}
