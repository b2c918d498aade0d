import { parseVersionedName } from '../../../../foundation/text/version.ts';
import { pictureAnswer } from '../../../../ui/kit/brand.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalPages } from '../parts/page-context.ts';
import { showNotFound } from '../parts/problem.tsx';

const ICON = graphql(`
  query ProductIcon($product: VersionedName!) { product(product: $product) { icon iconPath } }
`);

/** Adds the icons of products. Who may not see a product does not see its icon. */
export function productIcon(pages: PortalPages): void {
  pages.get('/products/:product/icon', async (c) => {
    const product = c.req.param('product');
    if (!parseVersionedName(product)) return showNotFound(c);
    const found = (await c.var.pageContext.run(ICON, { product })).product;
    const [, type, data] = /^data:([^;]+);base64,(.*)$/.exec(found?.icon ?? '') ?? [];
    if (!found?.iconPath || type === undefined || data === undefined) return showNotFound(c);
    const isCurrent = found.iconPath.endsWith(new URL(c.req.url).search || '?');
    // The product may be for some alone: no shared cache keeps it.
    return pictureAnswer({ type, data }, isCurrent ? 'private, max-age=31536000, immutable' : 'no-store');
  });
}
