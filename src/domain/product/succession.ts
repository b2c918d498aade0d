import type { VersionedName } from '../../foundation/text/version.ts';
import type { ApiPair, PhrasedBreak } from '../api/api-break.ts';
import type { WholeSecurity } from '../api/security.ts';
import type { Subscribability } from '../consumer/subscription.ts';
import type { GraphQLAllowance } from '../plan/graphql-allowance.ts';
import type { PlanMapping, PlanTerms } from '../plan/plan.ts';
import type { PlanSubscribers } from '../plan/plan-subscribers.ts';
import type { ProductState } from './lifecycle.ts';
import type { Visibility } from './visibility.ts';

/** A product in a catalog, as far as superseding needs it. */
export type ProductInCatalog = VersionedName & {
  readonly state: ProductState;
  readonly visibility: Visibility;
  readonly subscribability: Subscribability;
  readonly plans: readonly (GraphQLAllowance &
    Pick<PlanTerms, 'name' | 'maxConcurrentCalls' | 'hiddenGraphQL' | 'price'>)[];
  readonly apis: readonly (VersionedName & WholeSecurity)[];
  /** The product that its own subscribers are to go to. */
  readonly migrationTarget?: VersionedName | null;
};

/** The facts that succession is decided by. */
export type SuccessionInput = {
  readonly old: ProductInCatalog;
  readonly new: ProductInCatalog;
  /** The subscribers of the old product's plans. */
  readonly subscribed: readonly PlanSubscribers[];
  /** The subscribers among them that have limits of their own. */
  readonly ownLimited?: readonly PlanSubscribers[];
  readonly plans: readonly PlanMapping[];
  /** The changes that break callers of the old product's APIs. */
  readonly apiChanges: readonly (ApiPair<VersionedName> & { readonly breaks: readonly PhrasedBreak[] })[];
};
