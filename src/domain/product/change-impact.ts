import { counted, listed } from '../../foundation/text/listed.ts';
import { type VersionedName, versionedName } from '../../foundation/text/version.ts';
import { type ApiBreak, breaksInWords } from '../api/api-break.ts';
import { securityInWords } from '../api/security.ts';
import {
  callsAtOnce,
  callsPerHour,
  concurrencyInWords,
  isTighterConcurrency,
  tighterLimits,
} from '../plan/compared-limits.ts';
import { lessAllowed } from '../plan/graphql-allowance.ts';
import { enforcedLimits, limitInWords, type PlanLimits } from '../plan/plan.ts';
import { combinedSubscribers, type PlanSubscribers } from '../plan/plan-subscribers.ts';
import type { ProductInCatalog, SuccessionInput } from './succession.ts';

export type LifecycleWarningCode =
  | 'BREAKING_API_CHANGE'
  | 'TIGHTER_RATE_LIMIT'
  | 'TIGHTER_CONCURRENCY'
  | 'OWN_LIMITS_REST'
  | 'TIGHTER_GRAPHQL_LIMIT'
  | 'PLAN_HIDES_MORE'
  | 'SECURITY_CHANGED'
  | 'LESS_VISIBLE'
  | 'SUBSCRIPTIONS_END'
  | 'BACKEND_MISSING'
  | 'REGISTRY_UNASSIGNED'
  | 'TOKEN_UNOBTAINABLE'
  | 'PATH_SHARED'
  | 'API_OFFLINE'
  | 'SERVER_CLOSED'
  | 'SUNSET_WITHOUT_SUCCESSOR';

/** A warning for the caller before a lifecycle action. */
export type LifecycleWarning = {
  readonly code: LifecycleWarningCode;
  readonly message: string;
  /** The API, plan or product that the warning is about. */
  readonly subject: string;
  /** Breaks of an API one by one, where it warns of those. */
  readonly breaks?: readonly ApiBreak[];
};

/**
 * Lists what changes for subscribers of the old product in the new one. When a product is published again, both are the
 * same product.
 */
export function warningsOf(world: SuccessionInput): LifecycleWarning[] {
  return [
    ...breakingChanges(world),
    ...securityChanges(world),
    ...tighterRates(world),
    ...tighterConcurrency(world),
    ...restingLimits(world),
    ...tighterGraphQL(world),
    ...newlyHidden(world),
    ...lostAccess(world),
  ];
}

/** Names the first few applications: `It touches 2 applications: consumers/alpha and consumers/beta.` */
export function touched(subscribed: readonly PlanSubscribers[]): string {
  const { count, first } = combinedSubscribers(subscribed);
  if (count === 0) return 'Nobody is subscribed.';
  return `It touches ${counted(count, 'application')}: ${listed(first, 'and', count)}.`;
}

/** Names the old and the new product. They have the same name when one is published again. */
function namesOf(before: VersionedName, after: VersionedName): [before: string, after: string] {
  const [was, is] = [versionedName(before), versionedName(after)];
  return was === is ? [`${was} as published`, `${is} as edited`] : [was, is];
}

function breakingChanges({ apiChanges, subscribed }: SuccessionInput): LifecycleWarning[] {
  return apiChanges
    .filter(({ breaks }) => breaks.length > 0)
    .map(({ before, after, breaks }) => ({
      code: 'BREAKING_API_CHANGE',
      message: after
        ? `${namesOf(before, after)[1]} breaks callers of ${namesOf(before, after)[0]}. ${breaksInWords(breaks)}. ${touched(subscribed)}`
        : `${versionedName(before)} is not there any more. ${touched(subscribed)}`,
      subject: after ? `${versionedName(before)} → ${after.version}` : versionedName(before),
      breaks,
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
      },
    ];
  });
}

/** Describes the calls that each application loses. They are per hour, or at once where the hour allows as many. */
function lossInWords(before: PlanLimits, after: PlanLimits): string {
  const [had, left] = [callsPerHour(before), callsPerHour(after)];
  if (had === Number.POSITIVE_INFINITY && left < had)
    return ` Each had no limit, and has ${counted(left, 'call')} per hour left.`;
  if (left < had) return ` Each loses ${counted(had - left, 'call')} per hour, and has ${left} left.`;
  const [wasAtOnce, atOnce] = [callsAtOnce(before), callsAtOnce(after)];
  return atOnce < wasAtOnce
    ? ` Each may make ${counted(atOnce, 'call')} at once instead of ${wasAtOnce}.`
    : '';
}

function tighterConcurrency({ old, new: successor, plans, subscribed }: SuccessionInput): LifecycleWarning[] {
  return plans.flatMap(({ source, target }) => {
    const before = planOf(old, source);
    const after = planOf(successor, target);
    if (!before || !after || !isTighterConcurrency(after, before)) return [];
    const [was, is] = namesOf(old, successor);
    return [
      {
        code: 'TIGHTER_CONCURRENCY',
        message: `${source} of ${was} allows ${concurrencyInWords(before)}; ${target} of ${is} allows ${concurrencyInWords(after)}. ${touched(subscribed.filter(({ plan }) => plan === source))}`,
        subject: source,
      },
    ];
  });
}

/** Own limits hold under plans of the name that they were set for. */
function restingLimits({ new: successor, plans, ownLimited = [] }: SuccessionInput): LifecycleWarning[] {
  return plans.flatMap(({ source, target }) => {
    const onPlan = ownLimited.filter(({ plan }) => plan === source);
    if (source === target || onPlan.length === 0) return [];
    return [
      {
        code: 'OWN_LIMITS_REST',
        message: `Own limits that were set for ${source} do not hold under ${target} of ${versionedName(successor)}. ${touched(onPlan)}`,
        subject: source,
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
        message: `${target} of ${is} allows GraphQL callers less than ${source} of ${was}: ${listed(less, 'and')}. ${touched(subscribed.filter(({ plan }) => plan === source))}`,
        subject: source,
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
      },
    ];
  });
}

function planOf({ plans }: ProductInCatalog, name: string): ProductInCatalog['plans'][number] | undefined {
  return plans.find((each) => each.name === name);
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

function lostAccess({ old, new: successor, subscribed }: SuccessionInput): LifecycleWarning[] {
  const [was, is] = namesOf(old, successor);
  const warning = (act: string, before: string, after: string): LifecycleWarning => ({
    code: 'LESS_VISIBLE',
    message: `Fewer may ${act} ${is} than ${was}: ${after} instead of ${before}. ${touched(subscribed)}`,
    subject: versionedName(successor),
  });
  const isNarrower = (order: string[], before: string, after: string) =>
    order.indexOf(after) > order.indexOf(before);
  return [
    ...(isNarrower(visibilities, old.visibility, successor.visibility)
      ? [warning('see', old.visibility, successor.visibility)]
      : []),
    ...(isNarrower(subscribabilities, old.subscribability, successor.subscribability)
      ? [warning('subscribe to', old.subscribability, successor.subscribability)]
      : []),
  ];
}
