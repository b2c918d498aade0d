import type { VersionedName } from '../../../../foundation/text/version.ts';
import { graphql } from '../../graphql.ts';
import type { ConsoleSession } from '../../page-context.ts';
import type { CatalogAddress } from '../parts/console-paths.ts';
import type { OtherVersion } from './product-actions.ts';

const VERSIONS = graphql(`
  query Versions($org: String!, $catalog: String!, $names: [String!]!) {
    catalog(org: $org, name: $catalog) { products(name: $names, first: 200) { name version state plans { name } } }
  }
`);

type InCatalog = VersionedName & { readonly catalog: { readonly name: string } };

/** Reads all versions of products in several catalogs. The result returns those of a catalog. */
export async function versionsIn(session: ConsoleSession, org: string, products: readonly InCatalog[]) {
  const catalogs = [...new Set(products.map(({ catalog }) => catalog.name))];
  const versions = new Map<string, readonly OtherVersion[]>();
  for (const catalog of catalogs) {
    const ofCatalog = products.filter((product) => product.catalog.name === catalog);
    versions.set(catalog, await versionsOf(session, { org, catalog }, ofCatalog));
  }
  return (catalog: string): readonly OtherVersion[] => versions.get(catalog) ?? [];
}

/** Reads all versions in the catalog of a page's products. One of them may be a successor. */
export async function versionsOf(
  { run }: ConsoleSession,
  address: CatalogAddress,
  products: readonly VersionedName[],
): Promise<readonly OtherVersion[]> {
  const names = [...new Set(products.map(({ name }) => name))];
  if (names.length === 0) return [];
  return (await run(VERSIONS, { ...address, names })).catalog?.products ?? [];
}
