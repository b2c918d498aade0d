import type { ResultOf } from '@graphql-typed-document-node/core';
import { graphql } from '../parts/graphql.ts';
import type { PortalPageContext } from '../parts/page-context.ts';

const LISTED = graphql(`
  query ListedProducts($first: Int!, $offset: Int!) {
    productPage(first: $first, offset: $offset) {
      total
      nodes {
        name title version state summary tags
        apis(first: 50) { name title version kind url summary tags links { title url } iconPath openapiUrl openapiYamlUrl postmanUrl schemaUrl }
      }
    }
  }
`);

/** A product in a list for programs, with its APIs. */
export type ListedProduct = ResultOf<typeof LISTED>['productPage']['nodes'][number];

const PAGE = 50;
/** A list of a portal names so many products at most. Its search finds the others. */
const LISTED_MAX = 500;

/** Reads the products that the viewer may see, for a list for programs. */
export async function listedProducts({ run }: PortalPageContext): Promise<ListedProduct[]> {
  const products: ListedProduct[] = [];
  for (let offset = 0; offset < LISTED_MAX; offset += PAGE) {
    const { nodes, total } = (await run(LISTED, { first: PAGE, offset })).productPage;
    products.push(...nodes);
    if (nodes.length < PAGE || products.length >= total) break;
  }
  return products;
}
