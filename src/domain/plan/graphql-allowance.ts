import { listed } from '../../foundation/text/listed.ts';
import { tighterLimits } from './compared-limits.ts';
import { enforcedLimits, type PlanLimits, type PlanTerms } from './plan.ts';
import { isWindowed, type PlanLimit } from './plan-limit.ts';
import { windowInWords } from './plan-limit-words.ts';

/** The limits of a plan for callers of GraphQL APIs. */
export type GraphQLAllowance = PlanLimits &
  Pick<PlanTerms, 'maxGraphQLCost' | 'maxGraphQLDepth' | 'registeredOperationsOnly'>;

/** A bound that a plan has tighter than an earlier one. Null is no bound. */
export type LessAllowed =
  | { readonly what: 'COST' | 'DEPTH'; readonly before: number | null; readonly after: number }
  | {
      readonly what: 'COST_TOGETHER';
      readonly before: readonly PlanLimit[];
      readonly after: readonly PlanLimit[];
    }
  | { readonly what: 'REGISTERED_ONLY' };

/** Lists what a plan allows less than an earlier one. */
export function lessAllowed(before: GraphQLAllowance, after: GraphQLAllowance): LessAllowed[] {
  return [
    ...tighter('COST', before.maxGraphQLCost, after.maxGraphQLCost),
    ...tighter('DEPTH', before.maxGraphQLDepth, after.maxGraphQLDepth),
    ...(tighterLimits(after, before, 'GRAPHQL_COST').length > 0
      ? [{ what: 'COST_TOGETHER' as const, before: costLimits(before), after: costLimits(after) }]
      : []),
    ...(after.registeredOperationsOnly && !before.registeredOperationsOnly
      ? [{ what: 'REGISTERED_ONLY' as const }]
      : []),
  ];
}

function tighter(what: 'COST' | 'DEPTH', before: number | null, after: number | null): LessAllowed[] {
  return after !== null && (before === null || after < before) ? [{ what, before, after }] : [];
}

const costLimits = (limits: PlanLimits) =>
  enforcedLimits(limits).filter(({ counts }) => counts === 'GRAPHQL_COST');

/** Describes what is allowed less: `a depth of 5 instead of 10`. */
export const lessAllowedInWords = (less: readonly LessAllowed[]): string[] => less.map(inWords);

function inWords(less: LessAllowed): string {
  switch (less.what) {
    case 'COST':
      return `a cost per document of ${less.after} instead of ${less.before ?? 'any'}`;
    case 'DEPTH':
      return `a depth of ${less.after} instead of ${less.before ?? 'any'}`;
    case 'COST_TOGETHER':
      return `a cost together of ${costInWords(less.after)} instead of ${costInWords(less.before)}`;
    case 'REGISTERED_ONLY':
      return 'only registered operations instead of any';
  }
}

const costInWords = (limits: readonly PlanLimit[]) =>
  limits.length === 0
    ? 'any'
    : listed(
        limits.filter(isWindowed).map((each) => `${each.limit} per ${windowInWords(each)}`),
        'and',
      );
