import { listed } from '../../foundation/text/listed.ts';
import { tighterLimits } from './compared-limits.ts';
import { enforcedLimits, type PlanLimits, type PlanTerms } from './plan.ts';
import { isWindowed } from './plan-limit.ts';
import { windowInWords } from './plan-limit-words.ts';

/** The limits of a plan for callers of GraphQL APIs. */
export type GraphQLAllowance = PlanLimits &
  Pick<PlanTerms, 'maxGraphQLCost' | 'maxGraphQLDepth' | 'registeredOperationsOnly'>;

/** Lists what a plan allows less than an earlier one: `a depth of 5 instead of 10`. */
export function lessAllowed(before: GraphQLAllowance, after: GraphQLAllowance): string[] {
  return [
    ...tighter('a cost per document of', before.maxGraphQLCost, after.maxGraphQLCost),
    ...tighter('a depth of', before.maxGraphQLDepth, after.maxGraphQLDepth),
    ...(tighterLimits(after, before, 'GRAPHQL_COST').length > 0
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

function costLimitInWords(limits: PlanLimits): string {
  const words = enforcedLimits(limits)
    .filter(isWindowed)
    .filter(({ counts }) => counts === 'GRAPHQL_COST')
    .map((each) => `${each.limit} per ${windowInWords(each)}`);
  return words.length === 0 ? 'any' : listed(words, 'and');
}
