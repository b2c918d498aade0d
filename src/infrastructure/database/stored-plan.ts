import { Prisma } from '../../../bundles/prisma.js';
import type { PlanTerms } from '../../domain/plan/plan.ts';
import type { PlanLimit } from '../../domain/plan/plan-limit.ts';
import { NO_PLAN_WORDS, type PlanWords } from '../../domain/plan/plan-words.ts';
import type { Price } from '../../domain/plan/price.ts';
import { stored, toStore } from './json-columns.ts';

/** The columns of a plan's terms, in a draft or a copy. */
export type PlanRow = Omit<PlanTerms, 'limits' | 'price' | keyof PlanWords> & {
  readonly limits: Prisma.JsonValue;
  readonly price: Prisma.JsonValue;
  readonly words: Prisma.JsonValue;
};

/** Reads the words of a plan from its row. One of history, from before it had the column, has none. */
export const planWordsOf = ({ words }: Pick<PlanRow, 'words'>): PlanWords =>
  stored<PlanWords | null>(words) ?? NO_PLAN_WORDS;

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
  words,
}: PlanRow): PlanTerms {
  return {
    name,
    title,
    description,
    ...planWordsOf({ words }),
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
export const planToStore = ({ limits, price, summary, tags, links, ...terms }: PlanTerms) => ({
  ...terms,
  words: toStore({ summary, tags, links }),
  limits: toStore(limits),
  price: price === null ? Prisma.DbNull : toStore(price),
});
