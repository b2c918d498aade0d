import { refuse } from '../errors.ts';
import type { ProductState } from './lifecycle.ts';
import type { PlanMapping } from './supersede.ts';
import { type VersionedName, versionedName } from './version.ts';

export type Subscribability = 'AUTHENTICATED' | 'CUSTOM' | 'DISABLED';

type Subscribable = { readonly state: ProductState; readonly subscribability: Subscribability };

/**
 * Does the product take new subscriptions? (spec.md, "not visible to or subscribable by developers")
 *
 * Decision: CUSTOM, which spec.md does not show, is for named consumer orgs; as none can be named yet, it takes none.
 */
export function isSubscribable({ state, subscribability }: Subscribable): boolean {
  return state === 'PUBLISHED' && subscribability === 'AUTHENTICATED';
}

/** @throws NOT_SUBSCRIBABLE, saying why */
export function checkSubscribable(
  product: Subscribable & VersionedName,
  path: readonly (string | number)[],
): void {
  if (isSubscribable(product)) return;
  const why =
    product.state === 'PUBLISHED'
      ? `its subscribability is ${product.subscribability}`
      : `it is ${product.state}, not PUBLISHED`;
  refuse('NOT_SUBSCRIBABLE', {
    detail: `${versionedName(product)} takes no new subscriptions: ${why}.`,
    path,
  });
}

/** The state that a subscription begins in. */
export function firstState({ approvalRequired }: { readonly approvalRequired: boolean }) {
  return approvalRequired ? 'PENDING_APPROVAL' : 'ACTIVE';
}

/** The plan of the migration target that subscribers of a plan are offered; undefined when it is not mapped. */
export function offeredPlan(mappings: readonly PlanMapping[], plan: string): string | undefined {
  return mappings.find(({ source }) => source === plan)?.target;
}

/** Does it have the form of a subscription's id, a UUID? Nothing else is asked of the database. */
export function isSubscriptionId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
