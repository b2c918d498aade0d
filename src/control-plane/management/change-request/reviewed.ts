import {
  type ActionsInCatalog,
  type GovernedAction,
  governedActions,
} from '../../../domain/change-request/actions.ts';
import type { ChangeItems } from '../../../domain/change-request/change-set.ts';
import {
  type ChangePolicy,
  checkDirect,
  checkFrozen,
  type Policies,
} from '../../../domain/change-request/policy.ts';
import type { ManifestStep } from '../../../domain/manifest/plan-manifest.ts';
import type { StateTransition } from '../../../domain/product/lifecycle.ts';
import type { LifecycleWarning } from '../../../domain/product/lifecycle-warning.ts';
import type { SubscriptionMove } from '../../../domain/product/plan-migration.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import type { OnlineSwitch } from '../lifecycle/rules/online-switches.ts';

/** A step of a manifest. */
export type ReviewedStep = Pick<ManifestStep, 'action' | 'kind' | 'name' | 'diff'>;

/** The effects of a change, as reviewers read them. */
export type ChangeOutcome = {
  readonly transitions: readonly StateTransition[];
  readonly subscriptions: readonly SubscriptionMove[];
  /** The number of all subscriptions that are touched. */
  readonly subscriptionCount: number;
  readonly warnings: readonly LifecycleWarning[];
  readonly apis: readonly OnlineSwitch[];
  readonly steps: readonly ReviewedStep[];
};

/** A change within its transaction, as it is reviewed. */
export type Reviewed = {
  /** The actions by catalog, for the policies. */
  readonly actions: readonly ActionsInCatalog[];
  readonly subject: string;
  /** Made only where they are compared or kept. */
  readonly items: (transaction: Transaction) => ChangeItems | Promise<ChangeItems>;
  readonly outcome: () => ChangeOutcome;
  /** The record by which it can be undone. */
  readonly undo: string | null;
};

/** Moves of subscriptions that are kept with a change request. Their number is that of all. */
export const KEPT_MOVES_MAX = 1_000;

/** A change without products, subscriptions and steps. */
export const noOutcome: ChangeOutcome = {
  transitions: [],
  subscriptions: [],
  subscriptionCount: 0,
  warnings: [],
  apis: [],
  steps: [],
};

/** Merges actions by their catalogs. */
export function actionsByCatalog(
  pairs: readonly { readonly catalog: string; readonly action: GovernedAction }[],
): ActionsInCatalog[] {
  return [...new Set(pairs.map(({ catalog }) => catalog))].map((catalog) => ({
    catalog,
    actions: governedActions.filter((action) =>
      pairs.some((pair) => pair.catalog === catalog && pair.action === action),
    ),
  }));
}

type PoliciesRequest = { readonly orgId: string; readonly change: readonly ActionsInCatalog[] };

/** Reads the policies of the catalogs that a change touches. */
export async function policiesOf(
  { catalog }: Pick<Transaction, 'catalog'>,
  { orgId, change }: PoliciesRequest,
): Promise<Policies> {
  const rows = await catalog.findMany({
    where: { orgId, name: { in: change.map((each) => each.catalog) } },
    select: { name: true, changePolicy: true },
  });
  return new Map(
    rows.flatMap(({ name, changePolicy }) => {
      const policy = stored<ChangePolicy | null>(changePolicy);
      return policy ? [[name, policy] as const] : [];
    }),
  );
}

/**
 * Refuses a direct change that the policies of its catalogs do not allow.
 *
 * @throws APPROVAL_REQUIRED where a catalog takes it only as an approved request; CATALOG_FROZEN
 */
export async function refuseDirect(
  transaction: Transaction,
  { now, ...request }: PoliciesRequest & { readonly now: Date },
): Promise<void> {
  if (request.change.length === 0) return;
  const policies = await policiesOf(transaction, request);
  checkDirect(request.change, policies);
  checkFrozen(request.change, policies, now);
}
