import type { PlanTerms } from '../../domain/plan/plan.ts';
import type { PlanLimit } from '../../domain/plan/plan-limit.ts';
import type { Prisma } from './generated/prisma/client.ts';
import { stored, toStore } from './json-columns.ts';

/** The columns of a plan's terms, in a draft or a copy. */
export type PlanRow = Omit<PlanTerms, 'limits'> & { readonly limits: Prisma.JsonValue };

/** Reads the terms of a plan, without the rest of its row. */
export function storedPlan({
  name,
  title,
  rateLimit,
  rateLimitUnit,
  limits,
  maxConcurrentCalls,
  maxGraphQLCost,
  maxGraphQLDepth,
  hiddenGraphQL,
  graphQLCostLimit,
  graphQLCostLimitUnit,
  registeredOperationsOnly,
  approvalRequired,
}: PlanRow): PlanTerms {
  return {
    name,
    title,
    rateLimit,
    rateLimitUnit,
    limits: stored<PlanLimit[]>(limits),
    maxConcurrentCalls,
    approvalRequired,
    maxGraphQLCost,
    maxGraphQLDepth,
    hiddenGraphQL,
    graphQLCostLimit,
    graphQLCostLimitUnit,
    registeredOperationsOnly,
  };
}

/** Returns the columns of a plan. */
export const planToStore = ({ limits, ...terms }: PlanTerms) => ({ ...terms, limits: toStore(limits) });
