import { type InputPath, refuse } from '../../foundation/errors.ts';
import { type VersionedName, versionedName } from '../../foundation/text/version.ts';
import { offeredPlan } from '../consumer/subscription.ts';
import type { PlanMapping } from '../plan/plan.ts';
import type { PlanSubscribers } from '../plan/plan-subscribers.ts';
import { warningsOf } from './change-impact.ts';
import { nextState, nextStateOfSuccessor, type StateTransition, type SuccessionAction } from './lifecycle.ts';
import type { LifecycleWarning } from './lifecycle-warning.ts';
import { byConsumer, type Movable, type SubscriptionMove } from './plan-migration.ts';
import type { SuccessionInput } from './succession.ts';

/** The effect of superseding, with warnings for the caller. */
type SupersedeOutcome = {
  readonly transitions: readonly StateTransition[];
  readonly warnings: readonly LifecycleWarning[];
};

/**
 * Plans an action on an old product and a new one. Their names may differ. (spec.md, "Product state in a catalog" and
 * "Versioning" 4)
 *
 * @throws BAD_USER_INPUT, TRANSITION_REFUSED, PLAN_UNMAPPED, LESS_VISIBLE
 */
export function planSuccession(action: SuccessionAction, input: SuccessionInput): SupersedeOutcome {
  const { old, new: successor } = input;
  checkPair(action, input);
  const to = nextState(old, old.state, action);
  const successorTo = nextStateOfSuccessor(successor, successor.state, action);
  checkPlanMap(input);
  checkAllMapped(input);
  const warnings = warningsOf(input);
  if (action === 'REPLACE') checkAccess(warnings);
  return {
    transitions: [
      { product: versionedName(old), from: old.state, to },
      { product: versionedName(successor), from: successor.state, to: successorTo },
    ].filter((transition) => transition.from !== transition.to),
    warnings,
  };
}

function checkPair(action: SuccessionAction, { old, new: successor }: SuccessionInput): void {
  const path = ['input', 'new'];
  const verb = {
    SUPERSEDE: 'supersede',
    REPLACE: 'replace',
    SET_MIGRATION_TARGET: 'be the migration target of',
  };
  if (versionedName(old) === versionedName(successor))
    refuse('BAD_USER_INPUT', {
      detail: `${versionedName(old)} cannot ${verb[action]} itself: name another product as the new one.`,
      path,
    });
  // Otherwise migration targets could form a chain or a circle.
  if (successor.migrationTarget)
    refuse('BAD_USER_INPUT', {
      detail: `The subscriptions of ${versionedName(successor)} are to go to ${versionedName(successor.migrationTarget)}: name that as the new one.`,
      path,
    });
}

/**
 * Lists the moves of the old product's subscriptions. Superseding and setting a migration target offer each the plan
 * that its own is mapped to. Replacing moves it there at once.
 */
export function successionMoves(
  action: SuccessionAction,
  { old, new: successor, plans }: Pick<SuccessionInput, 'old' | 'new' | 'plans'>,
  subscribers: readonly Movable[],
): SubscriptionMove[] {
  const kind = action === 'REPLACE' ? 'MOVES' : 'OFFERED';
  return subscribers
    .map(({ consumerOrg, application, plan, alreadyOnTarget }): SubscriptionMove => {
      const who = { consumerOrg, application, fromProduct: versionedName(old), fromPlan: plan };
      return alreadyOnTarget
        ? { ...who, kind: 'STAYS', toProduct: null, toPlan: null }
        : { ...who, kind, toProduct: versionedName(successor), toPlan: offeredPlan(plans, plan) ?? null };
    })
    .sort(byConsumer);
}

/**
 * Refuses a replacement that is more restrictive. "If more restrictive … the replace operation fails." (IBM API
 * Connect, Replacing a product)
 */
function checkAccess(warnings: readonly LifecycleWarning[]): void {
  const lost = warnings.filter(({ code }) => code === 'LESS_VISIBLE').map(({ message }) => message);
  if (lost.length > 0)
    refuse('LESS_VISIBLE', {
      detail: `${lost.join(' ')} Stage the new product with the settings of the old one, or supersede.`,
      path: ['input', 'new'],
    });
}

type ProductWithPlans = VersionedName & { readonly plans: readonly { readonly name: string }[] };

/**
 * Checks that a plan map leads from the old product's plans to the new one's.
 *
 * @throws BAD_USER_INPUT when a plan does not exist, or one of the old product has two targets
 */
export function checkPlanMap({
  old,
  new: successor,
  plans,
}: {
  readonly old: ProductWithPlans;
  readonly new: ProductWithPlans;
  readonly plans: readonly PlanMapping[];
}): void {
  plans.forEach(({ source, target }, index) => {
    const path = ['input', 'plans', index];
    checkPlan(old, source, [...path, 'source']);
    checkPlan(successor, target, [...path, 'target']);
    if (plans.findIndex((each) => each.source === source) !== index)
      refuse('BAD_USER_INPUT', {
        detail: `The plan ${source} is given two targets: choose one.`,
        path: [...path, 'source'],
      });
  });
}

function checkPlan(product: ProductWithPlans, plan: string, path: InputPath): void {
  const names = product.plans.map(({ name }) => name);
  if (names.includes(plan)) return;
  refuse('BAD_USER_INPUT', {
    detail: `${versionedName(product)} has no plan ${plan}; it has ${names.join(', ')}.`,
    path,
  });
}

/** @throws PLAN_UNMAPPED when a plan has subscriptions and no target */
export function checkAllMapped(
  {
    old,
    subscribed,
    plans,
  }: {
    readonly old: ProductWithPlans;
    readonly subscribed: readonly Omit<PlanSubscribers, 'first'>[];
    readonly plans: readonly PlanMapping[];
  },
  path: readonly string[] = ['input', 'plans'],
): void {
  const unmapped = old.plans.flatMap(({ name }) => {
    const count = subscribed.find(({ plan }) => plan === name)?.count ?? 0;
    return count > 0 && offeredPlan(plans, name) === undefined ? [`${name} (${count})`] : [];
  });
  if (unmapped.length === 0) return;
  refuse('PLAN_UNMAPPED', {
    detail: `Each plan of ${versionedName(old)} with subscriptions needs a target plan; without one: ${unmapped.join(', ')}.`,
    path,
  });
}
