import {
  type ProductAction,
  type ProductState,
  type SuccessionAction,
  successorTransitions,
} from '../../../../domain/product/lifecycle.ts';
import { compareVersions, type VersionedName, versionedName } from '../../../../foundation/text/version.ts';
import type { CatalogAddress } from '../parts/console-paths.ts';
import { enumLabel } from '../parts/enum-label.ts';
import { linkTo, type PrefilledMutation } from '../parts/prefilled.ts';

/** A version of a product that may be the successor of another. */
export type OtherVersion = VersionedName & {
  readonly state: ProductState;
  readonly plans: readonly { readonly name: string }[];
};

/** A product in a catalog, as far as what can be done with it says what to send. */
export type ActingProduct = OtherVersion & { readonly allowedActions: readonly ProductAction[] };

export type ActionLink = { readonly name: string; readonly href: string };

/** What is done with one product, and what is done with it and its successor. */
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
 * The allowed actions of a product as links to their mutations, each a rehearsal until somebody says otherwise.
 *
 * @param versions those of its catalog: the newest other one that can be its successor is filled in
 */
export function actionLinks(
  place: CatalogAddress,
  product: ActingProduct,
  versions: readonly OtherVersion[],
): ActionLink[] {
  return product.allowedActions.map((action) => ({
    name: enumLabel(action),
    href: isSuccession(action)
      ? linkTo(together[action], { ...place, ...succession(action, product, versions), dryRun: true })
      : linkTo(alone[action], { ...place, product: versionedName(product), dryRun: true }),
  }));
}

const isSuccession = (action: ProductAction): action is SuccessionAction => action in together;

/** What the person has to choose stays empty. */
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
