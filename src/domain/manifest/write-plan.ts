import { CONCURRENT_CALLS, type PlanTerms } from '../plan/plan.ts';
import type { PlanLimit } from '../plan/plan-limit.ts';
import type { Price, PriceCharge } from '../plan/price.ts';
import { unlessDefault, type Written } from './write-settings.ts';

/** Writes a plan. The unit is written beside a limit, though an hour is the default. */
export function planWritten(plan: PlanTerms): Written {
  const { name, title, rateLimit, rateLimitUnit } = plan;
  return {
    name,
    ...unlessDefault('title', title, name),
    ...unlessDefault('summary', plan.summary, null),
    ...unlessDefault('description', plan.description, null),
    ...unlessDefault('tags', plan.tags, []),
    ...unlessDefault('links', plan.links, []),
    ...unlessDefault('rateLimit', rateLimit, null),
    ...(rateLimit === null ? unlessDefault('rateLimitUnit', rateLimitUnit, 'HOUR') : { rateLimitUnit }),
    ...unlessDefault('limits', plan.limits.map(limitWritten), []),
    ...unlessDefault('maxConcurrentCalls', plan.maxConcurrentCalls, CONCURRENT_CALLS),
    ...unlessDefault('maxGraphQLCost', plan.maxGraphQLCost, null),
    ...unlessDefault('maxGraphQLDepth', plan.maxGraphQLDepth, null),
    ...unlessDefault('hiddenGraphQL', plan.hiddenGraphQL, []),
    ...unlessDefault('graphQLCostLimit', plan.graphQLCostLimit, null),
    ...unlessDefault('graphQLCostLimitUnit', plan.graphQLCostLimitUnit, 'HOUR'),
    ...unlessDefault('registeredOperationsOnly', plan.registeredOperationsOnly, false),
    ...unlessDefault('approvalRequired', plan.approvalRequired, false),
    ...(plan.price && { price: priceWritten(plan.price) }),
  };
}

const priceWritten = ({ currency, amount, charges }: Price): Written => ({
  currency,
  amount,
  ...unlessDefault('charges', charges.map(chargeWritten), []),
});

const chargeWritten = ({ counts, meter = null, included, unitPrice, per }: PriceCharge): Written => ({
  ...unlessDefault('counts', counts, 'CALLS'),
  ...unlessDefault('meter', meter, null),
  ...unlessDefault('included', included, 0),
  unitPrice,
  ...unlessDefault('per', per, 1),
});

const limitWritten = ({
  name,
  counts,
  meter = null,
  limit,
  per,
  every,
  timeZone,
  burst,
  operations,
  mode,
}: PlanLimit): Written => ({
  name,
  ...unlessDefault('counts', counts, 'CALLS'),
  ...unlessDefault('meter', meter, null),
  limit,
  ...unlessDefault('per', per, null),
  ...unlessDefault('every', every, 1),
  ...unlessDefault('timeZone', timeZone, null),
  ...unlessDefault('burst', burst ?? null, null),
  ...unlessDefault('operations', operations, []),
  ...unlessDefault('mode', mode, 'ENFORCE'),
});
