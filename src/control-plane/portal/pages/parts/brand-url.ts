import { type Brand, type BrandFileName, brandUrl } from '../../../../ui/kit/brand.tsx';
import type { PortalPageContext } from './page-context.ts';

/** Address of a file of the catalog's brand; undefined where it has none. */
export function ownBrandUrl(pageContext: PortalPageContext, name: BrandFileName): string | undefined {
  return brandUrl(brandOf(pageContext), pageContext.base, name);
}

export function brandOf({ frame }: PortalPageContext): Brand {
  const { accentLight, accentDark, logo, logoType } = frame.catalog.branding;
  return {
    accent: accentLight && accentDark ? { light: accentLight, dark: accentDark } : undefined,
    logo: logo && logoType ? { type: logoType, data: logo.slice(logo.indexOf(',') + 1) } : undefined,
  };
}
