import { isolated } from '../../../../foundation/text/text.ts';
import { type VersionedName, versionedName } from '../../../../foundation/text/version.ts';
import type { PortalPageContext } from '../parts/page-context.ts';

/** Name of a product or an API with its version, for people. */
export const named = ({ title, version }: { readonly title: string; readonly version: string }) =>
  `${isolated(title)} ${version}`;

/** The page of a product. */
export const productUrl = ({ base }: PortalPageContext, product: VersionedName) =>
  `${base}/products/${versionedName(product)}`;
