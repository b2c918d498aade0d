import { listed, quantity } from '../../foundation/text/listed.ts';
import { versionedName } from '../../foundation/text/version.ts';
import { breaksInWords } from '../api/api-break.ts';
import { securityAlternativesOf } from '../api/security.ts';
import { securityInWords } from '../api/security-words.ts';
import {
  callsAtOnce,
  callsPerHour,
  concurrencyLimits,
  isTighterConcurrency,
  isTighterUsage,
  tighterLimits,
  usageLimits,
} from '../plan/compared-limits.ts';
import { lessAllowed, lessAllowedInWords } from '../plan/graphql-allowance.ts';
import { enforcedLimits, limitInWords, type PlanLimits } from '../plan/plan.ts';
import type { PlanLimit } from '../plan/plan-limit.ts';
import { planLimitInWords } from '../plan/plan-limit-words.ts';
import { combinedSubscribers } from '../plan/plan-subscribers.ts';
import { isDearer, priceInWords } from '../plan/price.ts';
import { namesOf, planOf, plansOf, touched, touchedInWords, versionsOf } from './compared-products.ts';
import { type AllowedCalls, callsOfBreaks, type LifecycleWarning } from './lifecycle-warning.ts';
import type { SuccessionInput } from './succession.ts';

/**
 * Lists what changes for subscribers of the old product in the new one. When a product is published again, both are the
 * same product.
 */
export function warningsOf(input: SuccessionInput): LifecycleWarning[] {
  return [
    ...breakingChanges(input),
    ...securityChanges(input),
    ...tighterRates(input),
    ...tighterKinds(input),
    ...restingLimits(input),
    ...tighterGraphQL(input),
    ...newlyHidden(input),
    ...dearerPrices(input),
    ...lostAccess(input),
  ];
}

function breakingChanges({ old, apiChanges, subscribed }: SuccessionInput): LifecycleWarning[] {
  return apiChanges
    .filter(({ breaks }) => breaks.length > 0)
    .map(({ before, after, breaks }) => ({
      code: 'BREAKING_API_CHANGE',
      message: after
        ? `${namesOf(before, after)[1]} breaks callers of ${namesOf(before, after)[0]}. ${breaksInWords(breaks)}. ${touched(subscribed)}`
        : `${versionedName(before)} is not there any more. ${touched(subscribed)}`,
      subject: after ? `${versionedName(before)} → ${after.version}` : versionedName(before),
      facts: {
        before: versionedName(before),
        after: after && versionedName(after),
        touched: combinedSubscribers(subscribed),
      },
      breaks,
      calls: { product: versionedName(old), api: versionedName(before), ...callsOfBreaks(breaks) },
    }));
}

function securityChanges({ old, new: successor, subscribed }: SuccessionInput): LifecycleWarning[] {
  return successor.apis.flatMap((api) => {
    const before = old.apis.filter(({ name }) => name === api.name);
    const changed = before.find((each) => securityInWords(each) !== securityInWords(api));
    if (!changed || before.some((each) => securityInWords(each) === securityInWords(api))) return [];
    const [was, is] = namesOf(changed, api);
    return [
      {
        code: 'SECURITY_CHANGED',
        message: `${was} asks for ${securityInWords(changed)}; ${is} asks for ${securityInWords(api)}. ${touched(subscribed)}`,
        subject: versionedName(api),
        facts: {
          ...versionsOf(changed, api),
          asked: securityAlternativesOf(changed),
          asks: securityAlternativesOf(api),
          touched: combinedSubscribers(subscribed),
        },
        calls: { product: versionedName(old), api: versionedName(changed), operations: null, fields: null },
      },
    ];
  });
}

function tighterRates({ old, new: successor, plans, subscribed }: SuccessionInput): LifecycleWarning[] {
  return plans.flatMap(({ source, target }) => {
    const before = planOf(old, source);
    const after = planOf(successor, target);
    if (!before || !after || tighterLimits(after, before, 'CALLS').length === 0) return [];
    const [was, is] = namesOf(old, successor);
    const onPlan = subscribed.filter(({ plan }) => plan === source);
    return [
      {
        code: 'TIGHTER_RATE_LIMIT',
        message: `${source} of ${was} allows ${limitInNumbers(before)}; ${target} of ${is} allows ${limitInNumbers(after)}. ${touched(onPlan)}${combinedSubscribers(onPlan).count > 0 ? lossInWords(before, after) : ''}`,
        subject: source,
        facts: {
          ...plansOf({ old, new: successor, subscribed }, { source, target }),
          allowed: allowedCalls(before),
          allows: allowedCalls(after),
        },
      },
    ];
  });
}

/** Describes the calls that each application loses. They are per hour, or at once where the hour allows as many. */
function lossInWords(before: PlanLimits, after: PlanLimits): string {
  const [had, left] = [callsPerHour(before), callsPerHour(after)];
  if (had === Number.POSITIVE_INFINITY && left < had)
    return ` Each had no limit, and has ${quantity(left, 'call')} per hour left.`;
  if (left < had) return ` Each loses ${quantity(had - left, 'call')} per hour, and has ${left} left.`;
  const [wasAtOnce, atOnce] = [callsAtOnce(before), callsAtOnce(after)];
  return atOnce < wasAtOnce
    ? ` Each may make ${quantity(atOnce, 'call')} at once instead of ${wasAtOnce}.`
    : '';
}

function allowedCalls(limits: PlanLimits): AllowedCalls {
  const [perHour, atOnce] = [callsPerHour(limits), callsAtOnce(limits)].map((calls) =>
    calls === Number.POSITIVE_INFINITY ? null : calls,
  );
  return {
    limits: enforcedLimits(limits).filter(({ counts }) => counts === 'CALLS'),
    perHour: perHour ?? null,
    atOnce: atOnce ?? null,
  };
}

/** Limits that are compared kind by kind, by the code of their warning. */
const kindsOfLimits = {
  TIGHTER_CONCURRENCY: { limitsOf: concurrencyLimits, isTighter: isTighterConcurrency },
  TIGHTER_USAGE_LIMIT: { limitsOf: usageLimits, isTighter: isTighterUsage },
} as const;

function tighterKinds({ old, new: successor, plans, subscribed }: SuccessionInput): LifecycleWarning[] {
  return plans.flatMap(({ source, target }) => {
    const before = planOf(old, source);
    const after = planOf(successor, target);
    if (!before || !after) return [];
    const [was, is] = namesOf(old, successor);
    return (['TIGHTER_CONCURRENCY', 'TIGHTER_USAGE_LIMIT'] as const).flatMap((code) => {
      const { limitsOf, isTighter } = kindsOfLimits[code];
      if (!isTighter(after, before)) return [];
      const [allowed, allows] = [limitsOf(before), limitsOf(after)];
      return {
        code,
        message: `${source} of ${was} allows ${inWords(allowed)}; ${target} of ${is} allows ${inWords(allows)}. ${touched(subscribed.filter(({ plan }) => plan === source))}`,
        subject: source,
        facts: { ...plansOf({ old, new: successor, subscribed }, { source, target }), allowed, allows },
      };
    });
  });
}

const inWords = (limits: readonly PlanLimit[]) => listed(limits.map(planLimitInWords), 'and') || 'any usage';

/** Own limits hold under plans of the name that they were set for. */
function restingLimits({ old, new: successor, plans, ownLimited = [] }: SuccessionInput): LifecycleWarning[] {
  return plans.flatMap(({ source, target }) => {
    const onPlan = ownLimited.filter(({ plan }) => plan === source);
    if (source === target || onPlan.length === 0) return [];
    return [
      {
        code: 'OWN_LIMITS_REST',
        message: `Own limits that were set for ${source} do not hold under ${target} of ${versionedName(successor)}. ${touched(onPlan)}`,
        subject: source,
        facts: plansOf({ old, new: successor, subscribed: onPlan }, { source, target }),
      },
    ];
  });
}

function tighterGraphQL({ old, new: successor, plans, subscribed }: SuccessionInput): LifecycleWarning[] {
  return plans.flatMap(({ source, target }) => {
    const before = planOf(old, source);
    const after = planOf(successor, target);
    const less = before && after ? lessAllowed(before, after) : [];
    if (less.length === 0) return [];
    const [was, is] = namesOf(old, successor);
    return [
      {
        code: 'TIGHTER_GRAPHQL_LIMIT',
        message: `${target} of ${is} allows GraphQL callers less than ${source} of ${was}: ${listed(lessAllowedInWords(less), 'and')}. ${touched(subscribed.filter(({ plan }) => plan === source))}`,
        subject: source,
        facts: { ...plansOf({ old, new: successor, subscribed }, { source, target }), less },
      },
    ];
  });
}

/** Lists parts of schemas that a plan hides and its predecessor showed. To subscribers they are removed. */
function newlyHidden({ old, new: successor, plans, subscribed }: SuccessionInput): LifecycleWarning[] {
  return plans.flatMap(({ source, target }) => {
    const before = planOf(old, source);
    const hidden = planOf(successor, target)?.hiddenGraphQL.filter(
      (each) => !before?.hiddenGraphQL.includes(each),
    );
    if (!before || !hidden?.length) return [];
    const [was, is] = namesOf(old, successor);
    return [
      {
        code: 'PLAN_HIDES_MORE',
        message: `${target} of ${is} hides ${listed(hidden, 'and')} of its GraphQL APIs, which ${source} of ${was} does not hide. ${touched(subscribed.filter(({ plan }) => plan === source))}`,
        subject: source,
        facts: { ...plansOf({ old, new: successor, subscribed }, { source, target }), hidden },
      },
    ];
  });
}

/** Subscribers pay a dearer price only once they accept it. The warning says so. */
function dearerPrices({ old, new: successor, plans, subscribed }: SuccessionInput): LifecycleWarning[] {
  return plans.flatMap((mapping) => {
    const { source, target } = mapping;
    const [before, after] = [planOf(old, source), planOf(successor, target)];
    if (!before || !after || !isDearer(after.price, before.price)) return [];
    const [was, is] = namesOf(old, successor);
    const facts = plansOf({ old, new: successor, subscribed }, mapping);
    return [
      {
        code: 'DEARER_PRICE',
        message: `${source} of ${was} costs ${priceInWords(before.price)}; ${target} of ${is} costs ${priceInWords(after.price)}. A subscriber pays the old price until a member accepts the new one in the portal. ${touchedInWords(facts.touched)}`,
        subject: source,
        facts: { ...facts, cost: before.price, costs: after.price },
      },
    ];
  });
}

/** `2 calls per minute (120 per hour)`: limits of different units can be compared. */
function limitInNumbers(limits: PlanLimits): string {
  const words = limitInWords(limits);
  const [one, ...others] = enforcedLimits(limits).filter(({ counts }) => counts === 'CALLS');
  const isPerHour = !one || (one.per === 'HOUR' && one.every === 1);
  return isPerHour || others.length > 0 ? words : `${words} (${callsPerHour(limits)} per hour)`;
}

/** Visibilities in order, from everybody to fewer. */
const visibilities = ['PUBLIC', 'AUTHENTICATED', 'CUSTOM'];
const subscribabilities = ['AUTHENTICATED', 'CUSTOM', 'DISABLED'];

const acts = { SEE: 'see', SUBSCRIBE: 'subscribe to' } as const;

function lostAccess({ old, new: successor, subscribed }: SuccessionInput): LifecycleWarning[] {
  const [was, is] = namesOf(old, successor);
  const warning = (act: 'SEE' | 'SUBSCRIBE', before: string, after: string): LifecycleWarning => ({
    code: 'LESS_VISIBLE',
    message: `Fewer may ${acts[act]} ${is} than ${was}: ${after} instead of ${before}. ${touched(subscribed)}`,
    subject: versionedName(successor),
    facts: {
      ...versionsOf(old, successor),
      act,
      was: before,
      is: after,
      touched: combinedSubscribers(subscribed),
    },
  });
  const isNarrower = (order: string[], before: string, after: string) =>
    order.indexOf(after) > order.indexOf(before);
  return [
    ...(isNarrower(visibilities, old.visibility, successor.visibility)
      ? [warning('SEE', old.visibility, successor.visibility)]
      : []),
    ...(isNarrower(subscribabilities, old.subscribability, successor.subscribability)
      ? [warning('SUBSCRIBE', old.subscribability, successor.subscribability)]
      : []),
  ];
}
