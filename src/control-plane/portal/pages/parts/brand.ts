import { type Brand, type BrandFileName, brandAnswer, brandUrl } from '../../../../ui/kit/brand.tsx';
import type { PortalPageContext, PortalPages } from './page-context.ts';
import { showNotFound } from './problem.tsx';

/** Adds the colours and the logo of the catalog. */
export function brand(pages: PortalPages): void {
  for (const name of ['brand.css', 'logo'] as const)
    pages.get(`/${name}`, (c) => {
      const query = new URL(c.req.url).search.slice(1);
      return brandAnswer(brandOf(c.var.visit), name, query) ?? showNotFound(c);
    });
}

/** Address of a file of the catalog's brand; undefined where it has none. */
export function ownBrandUrl(visit: PortalPageContext, name: BrandFileName): string | undefined {
  return brandUrl(brandOf(visit), visit.base, name);
}

function brandOf({ frame }: PortalPageContext): Brand {
  const { accentLight, accentDark, logo, logoType } = frame.catalog.branding;
  return {
    accent: accentLight && accentDark ? { light: accentLight, dark: accentDark } : undefined,
    logo: logo && logoType ? { type: logoType, data: logo.slice(logo.indexOf(',') + 1) } : undefined,
  };
}
