import { brandAnswer } from '../../../../ui/kit/brand.tsx';
import { brandOf } from './brand-url.ts';
import type { PortalPages } from './page-context.ts';
import { showNotFound } from './problem.tsx';

/** Adds the colours and the logo of the catalog. */
export function brand(pages: PortalPages): void {
  for (const name of ['brand.css', 'logo'] as const)
    pages.get(`/${name}`, (c) => {
      const query = new URL(c.req.url).search.slice(1);
      return brandAnswer(brandOf(c.var.pageContext), name, query) ?? showNotFound(c);
    });
}
