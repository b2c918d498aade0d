import { allLimits, type PlanLimits } from '../../../../domain/plan/plan.ts';
import type { PortalPageContext } from './page-context.ts';

/** Writes the limits of a plan on calls: `500 calls an hour`, `5 calls at the same time of POST /reports`. */
export function callLimitsOf({ text }: Pick<PortalPageContext, 'text'>, plan: PlanLimits): string[] {
  const limits = allLimits(plan).filter(({ counts }) => counts !== 'GRAPHQL_COST');
  return limits.length === 0 ? [text.noLimit] : limits.map(text.limit);
}

/** Writes them in one phrase. */
export const callLimits = (context: Pick<PortalPageContext, 'text'>, plan: PlanLimits): string =>
  callLimitsOf(context, plan).join(', ');

type LimitedSubscription = {
  readonly plan: PlanLimits;
  readonly ownLimits: (PlanLimits & { readonly until: string | null }) | null;
};

/** Writes a subscription's limits on calls: its own with their end, or its plan's. */
export function subscriptionLimits(
  context: Pick<PortalPageContext, 'text'>,
  { plan, ownLimits }: LimitedSubscription,
): string {
  if (!ownLimits) return callLimits(context, plan);
  return `${context.text.ownLimits(ownLimits.until)}: ${callLimits(context, ownLimits)}`;
}

/** Writes its further limits on the cost of GraphQL documents likewise, one by one. */
export const furtherCostLimits = (
  { text }: Pick<PortalPageContext, 'text'>,
  { limits }: PlanLimits,
): string[] => limits.filter(({ counts }) => counts === 'GRAPHQL_COST').map(text.limit);
