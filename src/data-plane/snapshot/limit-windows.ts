import { limitKeySuffix } from '../../domain/plan/limit-keys.ts';
import {
  calendarOf,
  isMeasured,
  isOfUsage,
  isWindowed,
  type PlanLimit,
  type WindowedLimit,
  windowSecondsOf,
} from '../../domain/plan/plan-limit.ts';
import { windowInWords } from '../../domain/plan/plan-limit-words.ts';
import { quantity } from '../../foundation/text/listed.ts';
import type { ConcurrencyLimit, LimitWindow } from './limit-window.ts';
import type { ActiveSubscription } from './served-subscription.ts';

type PlanWindows = Pick<
  ActiveSubscription['plan'],
  | 'callLimits'
  | 'costLimits'
  | 'usageLimits'
  | 'callPolicies'
  | 'costPolicies'
  | 'usagePolicies'
  | 'concurrencyLimits'
>;

/** Prepares the limits of a plan for its calls. No call has to build keys' ends, names or sets. */
export function limitWindows(plan: string, limits: readonly PlanLimit[]): PlanWindows {
  const windowsOf = (isOne: (limit: PlanLimit) => boolean) =>
    limits
      .filter(isWindowed)
      .filter(isOne)
      .map((limit) => windowOf(plan, limit));
  const callLimits = windowsOf(({ counts }) => counts === 'CALLS');
  const costLimits = windowsOf(({ counts }) => counts === 'GRAPHQL_COST');
  const usageLimits = windowsOf(isOfUsage);
  return {
    callLimits: callLimits.toSorted(inOrder),
    costLimits: costLimits.toSorted(inOrder),
    usageLimits: usageLimits.toSorted(inOrder),
    callPolicies: policiesOf(callLimits),
    costPolicies: policiesOf(costLimits),
    usagePolicies: policiesOf(usageLimits),
    concurrencyLimits: limits.filter(({ counts }) => counts === 'CONCURRENT').map(concurrencyLimitOf),
  };
}

/**
 * Orders limits of some operations first, then the smaller ones. Those that refuse nothing are last. A call that a
 * limit refuses has then taken no point that another call could have had.
 */
const inOrder = (one: LimitWindow, other: LimitWindow): number =>
  Number(one.isMeasured) - Number(other.isMeasured) ||
  Number(other.operations !== undefined) - Number(one.operations !== undefined) ||
  one.limit - other.limit;

const concurrencyLimitOf = (limit: PlanLimit): ConcurrencyLimit => ({
  limit: limit.limit,
  keySuffix: limitKeySuffix(limit),
  operations: operationsOf(limit),
  isMeasured: isMeasured(limit),
});

const operationsOf = ({ operations }: PlanLimit) =>
  operations.length === 0 ? undefined : new Set(operations);

function windowOf(plan: string, limit: WindowedLimit): LimitWindow {
  const calendar = calendarOf(limit);
  return {
    name: limit.name,
    limit: limit.limit,
    burst: limit.burst ?? undefined,
    windowSeconds: windowSecondsOf(limit),
    calendar,
    words: calendar
      ? `${limit.every === 1 ? 'a ' : ''}${windowInWords(limit)} (${limit.timeZone})`
      : `${quantity(windowSecondsOf(limit), 'second')}${limit.burst ? ` with bursts of ${limit.burst}` : ''}`,
    keySuffix: limitKeySuffix(limit),
    policy: policyOf(plan, limit.name),
    unit: limit.meter ?? units[limit.counts],
    meter: limit.meter ?? undefined,
    operations: operationsOf(limit),
    isMeasured: isMeasured(limit),
  };
}

const units: Readonly<Record<PlanLimit['counts'], string>> = {
  CALLS: 'calls',
  GRAPHQL_COST: 'cost',
  CONCURRENT: 'calls',
  METER: 'units',
  KILOBYTES: 'kilobytes',
};

/** Names the policies of the two limits that a plan has by its own fields. */
function policyOf(plan: string, name: string): string {
  if (name === 'rateLimit') return `"${plan}"`;
  return name === 'graphQLCostLimit' ? `"${plan}/graphql-cost"` : `"${plan}/${name}"`;
}

/** Names the unit of a policy, but for calls and cost. (draft-ietf-httpapi-ratelimit-headers, "qu") */
const quotaUnit = (unit: string) =>
  unit === units.CALLS || unit === units.GRAPHQL_COST ? '' : `;qu="${unit}"`;

/**
 * Writes RateLimit-Policy. A burst is a parameter of our own, so it has our name.
 * (draft-ietf-httpapi-ratelimit-headers)
 */
const policiesOf = (windows: readonly LimitWindow[]) =>
  windows
    .filter(({ isMeasured }) => !isMeasured)
    .map(
      ({ policy, limit, burst, unit, windowSeconds }) =>
        `${policy};q=${limit}${quotaUnit(unit)};w=${windowSeconds}${burst ? `;gatehouse-burst=${burst}` : ''}`,
    )
    .join(', ');
