import type { ProductAction, ProductState } from '../../../../domain/product/lifecycle.ts';
import type { VersionedName } from '../../../../foundation/text/version.ts';
import type { Messages } from '../messages.ts';
import { actionPath, type CatalogAddress, onlinePath } from '../parts/console-paths.ts';
import { productActions } from './action-table.ts';

export type ActionLink = {
  readonly name: string;
  readonly href: string;
  /** True where a script opens the page over the one that links to it. */
  readonly isPanel?: boolean;
  /** True for the one step that comes next. */
  readonly isPrimary?: boolean;
};

/** A link to an action on a product. */
type ProductActionLink = ActionLink & { readonly action: ProductAction };

/** A catalog product, with the facts that its actions need. */
export type ActingProduct = VersionedName & {
  readonly state: ProductState;
  readonly allowedActions: readonly ProductAction[];
};

/** Links the allowed actions of a catalog product to their pages. */
export function actionLinks(
  text: Messages,
  address: CatalogAddress,
  product: ActingProduct,
): ProductActionLink[] {
  const { name, version, allowedActions } = product;
  return Object.entries(productActions)
    .filter(([slug, { action }]) => slug !== 'stage' && allowedActions.includes(action))
    .map(([slug, row]) => ({
      action: row.action,
      name: text.actions.of[row.name].name,
      href: actionPath({ ...address, name, version }, slug),
      isPanel: true,
    }));
}

/** Links an API of a catalog to the page that switches it. */
export function onlineLink(
  { actions }: Messages,
  address: CatalogAddress,
  { name, version, isOnline }: VersionedName & { readonly isOnline: boolean },
): ActionLink {
  const { name: title } = isOnline ? actions.of.offline : actions.of.online;
  return { name: title, href: onlinePath({ ...address, name, version }, !isOnline), isPanel: true };
}
