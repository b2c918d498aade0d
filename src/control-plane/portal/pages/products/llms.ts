import type { ResultOf } from '@graphql-typed-document-node/core';
import { versionedName } from '../../../../foundation/text/version.ts';
import { graphql } from '../parts/graphql.ts';
import type { PortalPageContext, PortalPages } from '../parts/page-context.ts';
import { type ListedProduct, listedProducts } from './listed-products.ts';
import { named } from './product-name.ts';

const PAGES = graphql(`query ListedPages { pages { path title } }`);

/** Adds the list of products as Markdown, for language models. (llmstxt.org) */
export function llms(pages: PortalPages): void {
  pages.get('/llms.txt', async (c) => {
    const { pageContext } = c.var;
    const products = await listedProducts(pageContext);
    const { pages: written } = await pageContext.run(PAGES);
    return c.body(markdownOf(pageContext, products, written), 200, {
      'content-type': 'text/markdown; charset=utf-8',
      'cache-control': 'no-store',
    });
  });
}

type ListedPage = ResultOf<typeof PAGES>['pages'][number];

function markdownOf(
  { frame, url }: PortalPageContext,
  products: readonly ListedProduct[],
  pages: readonly ListedPage[],
): string {
  const { title, gatewayUrl } = frame.catalog;
  return [
    `# ${asText(title)}`,
    '',
    `> APIs, in products with plans. They are called below ${gatewayUrl}. An application subscribes to a plan in the portal at ${url}/ and calls with its client key or an access token, as each document says.`,
    '',
    '## Products',
    '',
    ...products.flatMap((product) => [
      `- [${asText(named(product))}](${url}/products/${versionedName(product)}.md)${about(product)}`,
      ...product.apis.map((api) => `  - ${apiLine(api)}`),
    ]),
    '',
    '## Pages',
    '',
    ...pages.map(({ title: name, path }) => `- [${asText(name)}](${url}/pages/${path}.md)`),
    `- [What is new](${url}/changes.md)`,
    `- [Codes of refusals](${url}/errors.md)`,
    '',
  ].join('\n');
}

const about = ({ state, summary, tags }: ListedProduct): string =>
  [
    ...(summary === null ? [] : [`: ${asText(summary)}`]),
    ...(state === 'DEPRECATED' ? [' (deprecated)'] : []),
    ...tagged(tags),
  ].join('');

const tagged = (tags: readonly string[]): string[] =>
  tags.length === 0 ? [] : [` [tags: ${tags.map(asText).join(', ')}]`];

function apiLine(api: ListedProduct['apis'][number]): string {
  const { title, version, url, summary, tags, openapiUrl, schemaUrl } = api;
  const document = openapiUrl ?? schemaUrl;
  const name = asText(`${title} ${version}`);
  const kind = openapiUrl === null ? 'GraphQL schema' : 'OpenAPI document';
  const line = document === null ? `${name} at ${url}` : `[${name}, ${kind}](${document}), called at ${url}`;
  return [line, ...(summary === null ? [] : [`: ${asText(summary)}`]), ...tagged(tags)].join('');
}

/** Escapes what Markdown would take for more than text. */
const asText = (text: string): string =>
  text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ').replace(/[\\`*_[\]<>#|]/g, '\\$&');
