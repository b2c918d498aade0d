import { refuse } from '../errors.ts';
import { type LifecycleWarning, warningsOf } from './impact.ts';
import { nextState, nextStateOfSuccessor, type ProductState, type StateTransition } from './lifecycle.ts';
import { byConsumer, type Subscriber, type SubscriptionMove } from './migration.ts';
import type { RateLimit } from './plan.ts';
import type { Security } from './security.ts';
import { offeredPlan, type Subscribability } from './subscription.ts';
import { type VersionedName, versionedName } from './version.ts';

/** The plan of the new product that the subscribers of a plan of the old one go to. (spec.md, Supersede) */
export type PlanMapping = { readonly source: string; readonly target: string };

export type Visibility = 'PUBLIC' | 'AUTHENTICATED' | 'CUSTOM';

/** A product in a catalog, as far as superseding asks. */
export type ProductInCatalog = VersionedName & {
  readonly state: ProductState;
  readonly visibility: Visibility;
  readonly subscribability: Subscribability;
  readonly plans: readonly (RateLimit & { readonly name: string })[];
  readonly apis: readonly (VersionedName & Security)[];
};

/** The world that a product is superseded in. */
export type SupersedeWorld = {
  readonly old: ProductInCatalog;
  readonly new: ProductInCatalog;
  /** The subscriptions to the old product. */
  readonly subscribers: readonly Subscriber[];
  readonly plans: readonly PlanMapping[];
};

/** What superseding does, and what the caller should know before. */
export type SupersedeOutcome = {
  readonly transitions: readonly StateTransition[];
  readonly subscriptions: readonly SubscriptionMove[];
  readonly warnings: readonly LifecycleWarning[];
};

/**
 * Plans to supersede a published product by a staged one: no subscription moves; each is offered the plan that its own
 * is mapped to. The names of the two may differ. (spec.md, "Product state in a catalog" and "Versioning" 4)
 *
 * @throws BAD_USER_INPUT, TRANSITION_REFUSED, PLAN_UNMAPPED
 */
export function planSupersede(world: SupersedeWorld): SupersedeOutcome {
  const { old, new: successor, subscribers, plans } = world;
  if (versionedName(old) === versionedName(successor))
    refuse('BAD_USER_INPUT', {
      detail: `${versionedName(old)} cannot supersede itself: name another product as the new one.`,
      path: ['input', 'new'],
    });
  const to = nextState(old, old.state, 'SUPERSEDE');
  const successorTo = nextStateOfSuccessor(successor, successor.state, 'SUPERSEDE');
  checkPlanMap(world);
  checkAllMapped(world);
  return {
    transitions: [
      { product: versionedName(old), from: old.state, to },
      { product: versionedName(successor), from: successor.state, to: successorTo },
    ],
    subscriptions: subscribers
      .map(({ consumerOrg, application, plan }) => ({
        consumerOrg,
        application,
        kind: 'OFFERED' as const,
        fromPlan: plan,
        toProduct: versionedName(successor),
        toPlan: offeredPlan(plans, plan) ?? null,
      }))
      .sort(byConsumer),
    warnings: warningsOf(world),
  };
}

type WithPlans = VersionedName & { readonly plans: readonly { readonly name: string }[] };

/**
 * Does a plan map lead from plans of the old product to plans of the new one?
 *
 * @throws BAD_USER_INPUT when a plan does not exist, or one of the old product has two targets
 */
export function checkPlanMap({
  old,
  new: successor,
  plans,
}: {
  readonly old: WithPlans;
  readonly new: WithPlans;
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

function checkPlan(product: WithPlans, plan: string, path: readonly (string | number)[]): void {
  const names = product.plans.map(({ name }) => name);
  if (names.includes(plan)) return;
  refuse('BAD_USER_INPUT', {
    detail: `${versionedName(product)} has no plan ${plan}; it has ${names.join(', ')}.`,
    path,
  });
}

function checkAllMapped({ old, subscribers, plans }: SupersedeWorld): void {
  const unmapped = old.plans.flatMap(({ name }) => {
    const count = subscribers.filter(({ plan }) => plan === name).length;
    return count > 0 && offeredPlan(plans, name) === undefined ? [`${name} (${count})`] : [];
  });
  if (unmapped.length === 0) return;
  refuse('PLAN_UNMAPPED', {
    detail: `Each plan of ${versionedName(old)} with subscriptions needs a target plan; without one: ${unmapped.join(', ')}.`,
    path: ['input', 'plans'],
  });
}
