import { callsPerHour, limitInWords, type RateLimit } from './plan.ts';
import type { Security } from './security.ts';
import type { ProductInCatalog, SupersedeWorld } from './supersede.ts';
import { versionedName } from './version.ts';

export type LifecycleWarningCode =
  | 'BREAKING_API_CHANGE'
  | 'TIGHTER_RATE_LIMIT'
  | 'SECURITY_CHANGED'
  | 'LESS_VISIBLE'
  | 'SUBSCRIPTIONS_END';

/** What the caller should know before doing it. */
export type LifecycleWarning = {
  readonly code: LifecycleWarningCode;
  readonly message: string;
  /** The API, plan or product that it is about. */
  readonly subject: string;
};

/** What subscribers of the old product would meet in the new one. */
export function warningsOf(world: SupersedeWorld): LifecycleWarning[] {
  return [...securityChanges(world), ...tighterLimits(world), ...lostAccess(world)];
}

function securityChanges({ old, new: successor }: SupersedeWorld): LifecycleWarning[] {
  return successor.apis.flatMap((api) => {
    const before = old.apis.filter(({ name }) => name === api.name);
    const changed = before.find((each) => securityInWords(each) !== securityInWords(api));
    if (!changed || before.some((each) => securityInWords(each) === securityInWords(api))) return [];
    return [
      {
        code: 'SECURITY_CHANGED',
        message: `${versionedName(changed)} asks for ${securityInWords(changed)}; ${versionedName(api)} asks for ${securityInWords(api)}.`,
        subject: versionedName(api),
      },
    ];
  });
}

/** What a call must prove, the same whatever its definitions are named and its alternatives ordered. */
function securityInWords({ securityDefinitions, security }: Security): string {
  const ways = security.flatMap(({ definition: name, scopes }) => {
    const definition = securityDefinitions.find((each) => each.name === name);
    if (!definition) return [];
    if (definition.type === 'API_KEY')
      return [`a client key in the ${definition.keyLocation.toLowerCase()} ${definition.keyName}`];
    const wanted = scopes.length > 0 ? ` with ${[...scopes].sort().join(', ')}` : '';
    return [
      `an access token of ${definition.oauthProvider} (${definition.flow.toLowerCase().replaceAll('_', ' ')})${wanted}`,
    ];
  });
  return ways.sort().join(', or ') || 'nothing';
}

function tighterLimits({ old, new: successor, plans }: SupersedeWorld): LifecycleWarning[] {
  return plans.flatMap(({ source, target }) => {
    const before = planOf(old, source);
    const after = planOf(successor, target);
    if (!before || !after || callsPerHour(after) >= callsPerHour(before)) return [];
    return [
      {
        code: 'TIGHTER_RATE_LIMIT',
        message: `${source} of ${versionedName(old)} allows ${inNumbers(before)}; ${target} of ${versionedName(successor)} allows ${inNumbers(after)}.`,
        subject: source,
      },
    ];
  });
}

function planOf({ plans }: ProductInCatalog, name: string): RateLimit | undefined {
  return plans.find((each) => each.name === name);
}

/** `2 calls per minute (120 per hour)`: limits of different units can be compared. */
function inNumbers(limit: RateLimit): string {
  const words = limitInWords(limit);
  return limit.rateLimit === null || limit.rateLimitUnit === 'HOUR'
    ? words
    : `${words} (${callsPerHour(limit)} per hour)`;
}

/** From everybody to fewer. */
const visibilities = ['PUBLIC', 'AUTHENTICATED', 'CUSTOM'];
const subscribabilities = ['AUTHENTICATED', 'CUSTOM', 'DISABLED'];

function lostAccess({ old, new: successor }: SupersedeWorld): LifecycleWarning[] {
  const warning = (act: string, before: string, after: string): LifecycleWarning => ({
    code: 'LESS_VISIBLE',
    message: `Fewer may ${act} ${versionedName(successor)} than ${versionedName(old)}: ${after} instead of ${before}.`,
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
