import type { Calendar } from '../../domain/plan/calendar.ts';
import { limitKeyOf, limitKeySuffix } from '../../domain/plan/limit-keys.ts';
import { allLimits, type PlanLimits } from '../../domain/plan/plan.ts';
import {
  atOnceOf,
  calendarOf,
  isWindowed,
  type WindowedLimit,
  windowSecondsOf,
} from '../../domain/plan/plan-limit.ts';
import type { Subscription } from '../../infrastructure/database/generated/prisma/client.ts';
import { type PlanRow, storedPlan } from '../../infrastructure/database/stored-plan.ts';
import { ownLimitsOf } from './own-limits.ts';

/** The current window of a limit for a subscription. */
export type PlanWindow = {
  readonly limit: number;
  readonly remaining: number;
  /** Null where none is open, as the first call opens it. A calendar's is always open. */
  readonly resetsAt: Date | null;
};

/** A further limit of a plan, and its current window. */
export type LimitState = WindowedLimit & PlanWindow;

type PlanWindowDeps = {
  readonly limits: {
    peek(
      key: string,
      limit: {
        readonly limit: number;
        readonly burst: number | undefined;
        readonly windowSeconds: number;
        readonly calendar: Calendar | undefined;
      },
    ): Promise<{ readonly remaining: number; readonly resetsInMs: number }>;
  };
  readonly clock: () => Date;
};

/** A subscription whose windows are read. */
export type LimitedSubscription = Pick<Subscription, 'applicationId' | 'ownLimits'> & {
  readonly catalogPlan: PlanRow & { readonly id: string };
};

/** Returns the limits that hold now: its own, or else those of its plan. */
const limitsNow = ({ clock }: PlanWindowDeps, subscription: LimitedSubscription): PlanLimits =>
  ownLimitsOf(subscription, clock()) ?? storedPlan(subscription.catalogPlan);

/** Reads the window of an application's calls without counting one. It is null where they are unlimited. */
export const callWindow = (
  deps: PlanWindowDeps,
  subscribed: LimitedSubscription,
): Promise<PlanWindow | null> => fieldWindow(deps, subscribed, 'rateLimit');

/** Reads the window of its GraphQL documents' cost likewise. */
export const graphQLCostWindow = (
  deps: PlanWindowDeps,
  subscribed: LimitedSubscription,
): Promise<PlanWindow | null> => fieldWindow(deps, subscribed, 'graphQLCostLimit');

/** Reads the windows of the plan's further limits, in their order. Calls at the same time have none. */
export function limitStates(deps: PlanWindowDeps, subscribed: LimitedSubscription): Promise<LimitState[]> {
  const { limits } = limitsNow(deps, subscribed);
  return Promise.all(
    limits
      .filter(isWindowed)
      .map(async (limit) => ({ ...limit, ...(await windowOf(deps, subscribed, limit)) })),
  );
}

async function fieldWindow(
  deps: PlanWindowDeps,
  subscribed: LimitedSubscription,
  field: keyof PlanLimits,
): Promise<PlanWindow | null> {
  const limit = allLimits(limitsNow(deps, subscribed))
    .filter(isWindowed)
    .find(({ name }) => name === field);
  return limit ? windowOf(deps, subscribed, limit) : null;
}

async function windowOf(
  { limits, clock }: PlanWindowDeps,
  { applicationId, catalogPlan }: LimitedSubscription,
  planLimit: WindowedLimit,
): Promise<PlanWindow> {
  const { limit } = planLimit;
  const burst = planLimit.burst ?? undefined;
  const key = limitKeyOf(applicationId, catalogPlan.id) + limitKeySuffix(planLimit);
  const calendar = calendarOf(planLimit);
  const windowSeconds = windowSecondsOf(planLimit);
  const { remaining, resetsInMs } = await limits.peek(key, { limit, burst, windowSeconds, calendar });
  const now = clock().getTime();
  if (calendar) return { limit, remaining, resetsAt: new Date(calendar.at(now).endsAt) };
  return { limit, remaining, resetsAt: remaining < atOnceOf(planLimit) ? new Date(now + resetsInMs) : null };
}
