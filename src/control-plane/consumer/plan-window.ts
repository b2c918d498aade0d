import { costKeyOf, limitKeyOf } from '../../domain/plan/limit-keys.ts';
import { type PlanTerms, windowSeconds } from '../../domain/plan/plan.ts';

/** The current window of a plan for a subscription. */
export type PlanWindow = {
  readonly limit: number;
  readonly remaining: number;
  /** Null where none is open, as the first call opens it. */
  readonly resetsAt: Date | null;
};

type PlanWindowDeps = {
  readonly limits: {
    peek(
      key: string,
      limit: { readonly limit: number; readonly windowSeconds: number },
    ): Promise<{ readonly remaining: number; readonly resetsInMs: number }>;
  };
  readonly clock: () => Date;
};

type PlanSubscription<Terms extends keyof PlanTerms> = {
  readonly applicationId: string;
  readonly plan: { readonly id: string } & Pick<PlanTerms, Terms>;
};

/** Reads the window of an application's calls without counting one. It is null where they are unlimited. */
export function callWindow(
  deps: PlanWindowDeps,
  { applicationId, plan }: PlanSubscription<'rateLimit' | 'rateLimitUnit'>,
): Promise<PlanWindow | null> {
  return windowOf(deps, {
    key: limitKeyOf(applicationId, plan.id),
    limit: plan.rateLimit,
    unit: plan.rateLimitUnit,
  });
}

/** Reads the window of its GraphQL documents' cost likewise. */
export function graphQLCostWindow(
  deps: PlanWindowDeps,
  { applicationId, plan }: PlanSubscription<'graphQLCostLimit' | 'graphQLCostLimitUnit'>,
): Promise<PlanWindow | null> {
  return windowOf(deps, {
    key: costKeyOf(limitKeyOf(applicationId, plan.id)),
    limit: plan.graphQLCostLimit,
    unit: plan.graphQLCostLimitUnit,
  });
}

type WindowOfInput = {
  readonly key: string;
  readonly limit: number | null;
  readonly unit: PlanTerms['rateLimitUnit'];
};

async function windowOf(
  { limits, clock }: PlanWindowDeps,
  { key, limit, unit }: WindowOfInput,
): Promise<PlanWindow | null> {
  if (limit === null) return null;
  const { remaining, resetsInMs } = await limits.peek(key, { limit, windowSeconds: windowSeconds[unit] });
  const isOpen = remaining < limit;
  return { limit, remaining, resetsAt: isOpen ? new Date(clock().getTime() + resetsInMs) : null };
}
