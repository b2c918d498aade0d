import { type VersionedName, versionedName } from '../../../../foundation/text/version.ts';
import type { PortalPageContext } from '../parts/page-context.ts';

/** An API of a product. The product is `name:version`. */
export type ApiOfProduct = { readonly product: string; readonly api: VersionedName };

/** The page that lists the operations of an API. */
export const operationsUrl = ({ base }: PortalPageContext, { product, api }: ApiOfProduct): string =>
  `${base}/apis/${product}/${versionedName(api)}/operations`;

/** The page of a REST operation. */
export const operationUrl = (
  pageContext: PortalPageContext,
  api: ApiOfProduct,
  { method, path }: { readonly method: string; readonly path: string },
): string => `${operationsUrl(pageContext, api)}/${method}?${new URLSearchParams({ path })}`;

/** The page of a field of a GraphQL API. */
export const rootFieldUrl = (
  pageContext: PortalPageContext,
  api: ApiOfProduct,
  { operation, name }: { readonly operation: string; readonly name: string },
): string => `${operationsUrl(pageContext, api)}/${operation.toLowerCase()}/${name}`;
