import { grouped } from '../../../../foundation/grouped.ts';
import { versionedName } from '../../../../foundation/text/version.ts';
import type { PortalPageContext, PortalPages } from '../parts/page-context.ts';
import { type ListedProduct, listedProducts } from './listed-products.ts';

const PATH = '/.well-known/api-catalog';
const LINKSET = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

type ListedApi = ListedProduct['apis'][number];
type Link = { readonly href: string; readonly type?: string; readonly title?: string };
type LinkContext = Readonly<Record<string, string | readonly Link[]>> & { readonly anchor: string };

/** Adds the catalog of APIs that programs find. (RFC 9727; RFC 9264 for its form) */
export function apiCatalog(pages: PortalPages): void {
  pages.get(PATH, async (c) => {
    const { pageContext } = c.var;
    const products = await listedProducts(pageContext);
    const own = `${pageContext.url}${PATH}`;
    return c.body(JSON.stringify({ linkset: linksetOf(pageContext, products) }), 200, {
      'content-type': LINKSET,
      link: `<${own}>; rel="api-catalog"`,
      'cache-control': 'no-store',
    });
  });
}

/** Lists the APIs by address, with their documents and the pages of their products. */
function linksetOf({ url }: PortalPageContext, products: readonly ListedProduct[]): LinkContext[] {
  const offers = products.flatMap((product) => product.apis.map((api) => ({ product, api })));
  const byAddress = [...grouped(offers, ({ api }) => api.url)];
  const items = byAddress.map(([href]) => ({ href }));
  return [
    ...(items.length > 0 ? [{ anchor: `${url}${PATH}`, item: items }] : []),
    ...byAddress.map(([anchor, offered]) => ({
      anchor,
      'service-desc': offered.flatMap(({ api }) => documentsOf(api)),
      'service-doc': offered.map(({ product }) => ({
        href: `${url}/products/${versionedName(product)}`,
        type: 'text/html',
        title: product.title,
      })),
      ...wordsOf(url, offered),
    })),
  ];
}

type Offer = { readonly api: ListedApi };

/** The tags, links and icons of an API by their registered relations. (IANA "Link Relations": `tag`, `related`, `icon`) */
function wordsOf(url: string, offers: readonly Offer[]): Readonly<Record<string, readonly Link[]>> {
  const tags = [...new Set(offers.flatMap(({ api }) => api.tags))];
  const links = new Map(
    offers.flatMap(({ api }) => api.links).map(({ title, url: href }) => [href, { href, title }]),
  );
  const icons = offers.flatMap(({ api: { iconPath } }) =>
    iconPath === null ? [] : [{ href: `${url}${iconPath}` }],
  );
  return {
    ...(tags.length > 0 && {
      tag: tags.map((tag) => ({ href: `${url}/?${new URLSearchParams({ tag })}`, title: tag })),
    }),
    ...(links.size > 0 && { related: [...links.values()] }),
    ...(icons.length > 0 && { icon: icons }),
  };
}

function documentsOf(api: ListedApi): Link[] {
  const title = `${api.title} ${api.version}`;
  const documents = [
    [api.openapiUrl, 'application/json'],
    [api.openapiYamlUrl, 'application/yaml'],
    [api.schemaUrl, 'application/graphql'],
  ] as const;
  return documents.flatMap(([href, type]) => (href === null ? [] : [{ href, type, title }]));
}
