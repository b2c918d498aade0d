import type { ProductAction, ProductState } from '../../../../domain/product/lifecycle.ts';
import type { VersionedName } from '../../../../foundation/text/version.ts';
import { actionPath, type CatalogAddress, onlinePath } from '../parts/console-paths.ts';
import { apiActions, productActions } from './action-table.ts';

export type ActionLink = {
  readonly name: string;
  readonly href: string;
  /** True where a script opens the page over the one that links to it. */
  readonly isPanel?: boolean;
};

/** A link to an action on a product. */
type ProductActionLink = ActionLink & { readonly action: ProductAction };

/** A catalog product, with the facts that its actions need. */
export type ActingProduct = VersionedName & {
  readonly state: ProductState;
  readonly allowedActions: readonly ProductAction[];
};

/** Links the allowed actions of a catalog product to their pages. */
export function actionLinks(address: CatalogAddress, product: ActingProduct): ProductActionLink[] {
  const { name, version, allowedActions } = product;
  return Object.entries(productActions)
    .filter(([slug, { action }]) => slug !== 'stage' && allowedActions.includes(action))
    .map(([slug, row]) => ({
      action: row.action,
      name: row.name,
      href: actionPath({ ...address, name, version }, slug),
      isPanel: true,
    }));
}

/** Links an API of a catalog to the page that switches it. */
export function onlineLink(
  address: CatalogAddress,
  { name, version }: VersionedName,
  isOnline: boolean,
): ActionLink {
  const row = isOnline ? apiActions.offline : apiActions.online;
  return { name: row.name, href: onlinePath({ ...address, name, version }, !isOnline), isPanel: true };
}
