import { offeredPlan } from '../../../../domain/consumer/subscription.ts';
import type { PlanMapping } from '../../../../domain/plan/plan.ts';
import { type ProductState, serves } from '../../../../domain/product/lifecycle.ts';
import { type VersionedName, versionedName } from '../../../../foundation/text/version.ts';

/** A catalog product with what its migration offers depend on. */
export type OfferingProduct = VersionedName & {
  readonly id: string;
  readonly state: ProductState;
  readonly plans: readonly { readonly name: string }[];
  readonly migrationTarget: (VersionedName & { readonly state: ProductState }) | null;
  readonly migrationPlans: readonly PlanMapping[];
};

/** The product and plan that the subscribers of a plan can go to. */
type MigrationOffer = { readonly product: string; readonly plan: string };

/** A plan whose migration offer changed; null offers nothing. */
type OfferChange = {
  readonly productId: string;
  readonly product: string;
  readonly plan: string;
  readonly offer: MigrationOffer | null;
};

/**
 * Composes the plan mappings of two steps into one. A subscriber that has not moved yet can so go straight to the
 * newest version. A plan that the second step does not map has no target any more.
 */
export function composePlans(first: readonly PlanMapping[], then: readonly PlanMapping[]): PlanMapping[] {
  return first.flatMap(({ source, target }) => {
    const next = offeredPlan(then, target);
    return next === undefined ? [] : [{ source, target: next }];
  });
}

/**
 * Lists the plans whose migration offer an action changed. They are of the named products, and of products that have
 * these as migration target.
 */
export function offerChanges(
  before: readonly OfferingProduct[],
  after: readonly OfferingProduct[],
): OfferChange[] {
  const known = new Map(before.map((product) => [product.id, product]));
  return after.flatMap((product) => {
    const earlier = known.get(product.id);
    return product.plans.flatMap(({ name: plan }) => {
      const offer = offerOf(product, plan);
      return sameOffer(offer, earlier ? offerOf(earlier, plan) : null)
        ? []
        : [{ productId: product.id, product: versionedName(product), plan, offer }];
    });
  });
}

function offerOf(product: OfferingProduct, plan: string): MigrationOffer | null {
  const { migrationTarget: target } = product;
  const to = offeredPlan(product.migrationPlans, plan);
  if (target?.state !== 'PUBLISHED' || to === undefined || !serves(product.state)) return null;
  return { product: versionedName(target), plan: to };
}

function sameOffer(a: MigrationOffer | null, b: MigrationOffer | null): boolean {
  return a?.product === b?.product && a?.plan === b?.plan;
}
