import type { Context } from 'hono';
import { parseVersionedName } from '../../../../foundation/text/version.ts';
import { pictureAnswer } from '../../../../ui/kit/brand.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalEnv, PortalPages } from '../parts/page-context.ts';
import { showNotFound } from '../parts/problem.tsx';

const PRODUCT_ICON = graphql(`
  query ProductIcon($product: VersionedName!) { product(product: $product) { icon iconPath } }
`);
const API_ICON = graphql(`
  query ApiIcon($product: VersionedName!, $api: VersionedName!) {
    product(product: $product) { api(api: $api) { icon iconPath } }
  }
`);

/** Adds the icons of products and their APIs. Who may not see a product sees none of them. */
export function icons(pages: PortalPages): void {
  pages.get('/products/:product/icon', async (c) => {
    const product = c.req.param('product');
    if (!parseVersionedName(product)) return showNotFound(c);
    return iconAnswer(c, (await c.var.pageContext.run(PRODUCT_ICON, { product })).product);
  });

  pages.get('/apis/:product/:api/icon', async (c) => {
    const { product, api } = c.req.param();
    if (!parseVersionedName(product) || !parseVersionedName(api)) return showNotFound(c);
    return iconAnswer(c, (await c.var.pageContext.run(API_ICON, { product, api })).product?.api);
  });
}

type WithIcon = { readonly icon: string | null; readonly iconPath: string | null };

function iconAnswer(c: Context<PortalEnv>, found: WithIcon | null | undefined) {
  const [, type, data] = /^data:([^;]+);base64,(.*)$/.exec(found?.icon ?? '') ?? [];
  if (!found?.iconPath || type === undefined || data === undefined) return showNotFound(c);
  const isCurrent = found.iconPath.endsWith(new URL(c.req.url).search || '?');
  // The product may be for some alone: no shared cache keeps it.
  return pictureAnswer({ type, data }, isCurrent ? 'private, max-age=31536000, immutable' : 'no-store');
}
