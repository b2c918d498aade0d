import DataLoader from 'dataloader';
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
import type { Clock } from '../../foundation/clock.ts';
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

/** The window of one limit of a subscription. */
type AskedWindow = { readonly key: string; readonly planLimit: WindowedLimit };

/** Loads windows. Those that the fields of an answer ask about are read together. */
export type PlanWindows = Pick<DataLoader<AskedWindow, PlanWindow>, 'load'>;

type AskedLimit = {
  readonly key: string;
  readonly limit: {
    readonly limit: number;
    readonly burst: number | undefined;
    readonly windowSeconds: number;
    readonly calendar: Calendar | undefined;
  };
};

type PlanWindowsDeps = {
  readonly limits: {
    peekAll(
      asked: readonly AskedLimit[],
    ): Promise<readonly { readonly remaining: number; readonly resetsInMs: number }[]>;
  };
  readonly clock: Clock;
};

type PlanWindowDeps = { readonly planWindows: PlanWindows; readonly clock: Clock };

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

const windowOf = (
  { planWindows }: PlanWindowDeps,
  { applicationId, catalogPlan }: LimitedSubscription,
  planLimit: WindowedLimit,
): Promise<PlanWindow> =>
  planWindows.load({
    key: limitKeyOf(applicationId, catalogPlan.id) + limitKeySuffix(planLimit),
    planLimit,
  });

/** Loads windows as they stand. Fields that ask for the same one have it read once. */
export const planWindowsOf = ({ limits, clock }: PlanWindowsDeps): PlanWindows =>
  new DataLoader<AskedWindow, PlanWindow>(
    async (asked) => {
      const byKey = new Map(asked.map((each) => [each.key, limitOf(each)]));
      const results = await limits.peekAll([...byKey.values()]);
      const found = new Map([...byKey.keys()].map((key, at) => [key, results[at]]));
      const now = clock().getTime();
      return asked.map(({ key, planLimit }) => {
        const result = found.get(key);
        return result ? standing(planLimit, result, now) : new TypeError(`The window ${key} was not read.`);
      });
    },
    { cache: false },
  );

const limitOf = ({ key, planLimit }: AskedWindow): AskedLimit => ({
  key,
  limit: {
    limit: planLimit.limit,
    burst: planLimit.burst ?? undefined,
    windowSeconds: windowSecondsOf(planLimit),
    calendar: calendarOf(planLimit),
  },
});

function standing(
  planLimit: WindowedLimit,
  { remaining, resetsInMs }: { readonly remaining: number; readonly resetsInMs: number },
  now: number,
): PlanWindow {
  const { limit } = planLimit;
  const calendar = calendarOf(planLimit);
  if (calendar) return { limit, remaining, resetsAt: new Date(calendar.at(now).endsAt) };
  return { limit, remaining, resetsAt: remaining < atOnceOf(planLimit) ? new Date(now + resetsInMs) : null };
}
