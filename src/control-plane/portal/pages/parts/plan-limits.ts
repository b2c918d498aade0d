import { allLimits, type PlanLimits } from '../../../../domain/plan/plan.ts';
import type { PortalPageContext } from './page-context.ts';

/** Writes the limits of a plan on calls: `10 calls a second, 500 calls an hour`. */
export function callLimits({ text }: Pick<PortalPageContext, 'text'>, plan: PlanLimits): string {
  const limits = allLimits(plan).filter(({ counts }) => counts === 'CALLS');
  return limits.length === 0 ? text.noLimit : limits.map(text.limit).join(', ');
}

/** Writes its further limits on the cost of GraphQL documents likewise, one by one. */
export const furtherCostLimits = (
  { text }: Pick<PortalPageContext, 'text'>,
  { limits }: PlanLimits,
): string[] => limits.filter(({ counts }) => counts === 'GRAPHQL_COST').map(text.limit);
