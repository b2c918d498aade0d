import { Prisma } from '../../../bundles/prisma.js';
import type { PlanTerms } from '../../domain/plan/plan.ts';
import type { PlanLimit } from '../../domain/plan/plan-limit.ts';
import type { Price } from '../../domain/plan/price.ts';
import { stored, toStore } from './json-columns.ts';

/** The columns of a plan's terms, in a draft or a copy. */
export type PlanRow = Omit<PlanTerms, 'limits' | 'price'> & {
  readonly limits: Prisma.JsonValue;
  readonly price: Prisma.JsonValue;
};

/** Reads the terms of a plan, without the rest of its row. */
export function storedPlan({
  name,
  title,
  description,
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
  price,
}: PlanRow): PlanTerms {
  return {
    name,
    title,
    description,
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
    price: stored<Price | null>(price),
  };
}

/** Returns the columns of a plan. */
export const planToStore = ({ limits, price, ...terms }: PlanTerms) => ({
  ...terms,
  limits: toStore(limits),
  price: price === null ? Prisma.DbNull : toStore(price),
});
