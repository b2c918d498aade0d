import {
  type ProductAction,
  type ProductState,
  type SuccessionAction,
  successorTransitions,
} from '../../../../domain/product/lifecycle.ts';
import { compareVersions, type VersionedName, versionedName } from '../../../../foundation/text/version.ts';
import type { CatalogAddress } from '../parts/console-paths.ts';
import { enumLabel } from '../parts/format.ts';
import { linkTo, type PrefilledMutation } from '../parts/prefilled.ts';

/** A version of a product that may be the successor of another. */
export type OtherVersion = VersionedName & {
  readonly state: ProductState;
  readonly plans: readonly { readonly name: string }[];
};

/** A catalog product, with the facts that its actions send. */
export type ActingProduct = OtherVersion & { readonly allowedActions: readonly ProductAction[] };

export type ActionLink = { readonly name: string; readonly href: string };

/** Mutations of one product, and those of a product and its successor. */
const alone = {
  STAGE: 'stageProduct',
  PUBLISH: 'publishProduct',
  DEPRECATE: 'deprecateProduct',
  MIGRATE_SUBSCRIPTIONS: 'migrateSubscriptions',
  RETIRE: 'retireProduct',
  ARCHIVE: 'archiveProduct',
  REMOVE: 'removeProduct',
} as const satisfies Record<Exclude<ProductAction, SuccessionAction>, PrefilledMutation>;
const together = {
  SUPERSEDE: 'supersedeProduct',
  REPLACE: 'replaceProduct',
  SET_MIGRATION_TARGET: 'setMigrationTarget',
} as const satisfies Record<SuccessionAction, PrefilledMutation>;

/**
 * Links the allowed actions of a product to their mutations. Each is a rehearsal until somebody changes that.
 *
 * @param versions those of its catalog: the newest other one that can be its successor is filled in
 */
export function actionLinks(
  address: CatalogAddress,
  product: ActingProduct,
  versions: readonly OtherVersion[],
): ActionLink[] {
  return product.allowedActions.map((action) => ({
    name: enumLabel(action),
    href: isSuccession(action)
      ? linkTo(together[action], { ...address, ...succession(action, product, versions), dryRun: true })
      : linkTo(alone[action], { ...address, product: versionedName(product), dryRun: true }),
  }));
}

const isSuccession = (action: ProductAction): action is SuccessionAction => action in together;

/** Prefills a succession. The person has to choose what is left empty. */
function succession(action: SuccessionAction, old: ActingProduct, versions: readonly OtherVersion[]) {
  const successor = versions
    .filter(
      ({ name, version, state }) => name === old.name && version !== old.version && takes(action, state),
    )
    .toSorted((a, b) => compareVersions(b.version, a.version))[0];
  const offered = new Set(successor?.plans.map(({ name }) => name));
  return {
    old: versionedName(old),
    new: successor ? versionedName(successor) : '',
    plans: old.plans.map(({ name }) => ({ source: name, target: offered.has(name) ? name : '' })),
  };
}

const takes = (action: SuccessionAction, state: ProductState) =>
  successorTransitions.some((each) => each.action === action && each.from === state);
