import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { pageColours } from '../../domain/branding.ts';
import { showNotFound } from './problem.tsx';
import type { PortalEnv, PortalPages, Visit } from './visit.ts';

/**
 * What a catalog gives its pages: a logo and colours, from our own origin. Each address has the hash of what is there,
 * and is kept for ever.
 */
export function brand(pages: PortalPages): void {
  pages.get('/logo', (c) => {
    const { logo, logoType } = c.var.visit.frame.catalog.branding;
    if (logo === null || logoType === null) return showNotFound(c);
    const bytes = Buffer.from(logo.slice(logo.indexOf(',') + 1), 'base64');
    return answer(c, { body: new Uint8Array(bytes), type: logoType, hash: hashOf(logo) });
  });

  pages.get('/brand.css', (c) => {
    const sheet = stylesheetOf(c.var.visit);
    if (sheet === undefined) return showNotFound(c);
    return answer(c, { body: sheet, type: 'text/css; charset=utf-8', hash: hashOf(sheet) });
  });
}

/** Where the logo is; undefined where the catalog has none. */
export function logoUrl({ base, frame }: Visit): string | undefined {
  const { logo } = frame.catalog.branding;
  return logo === null ? undefined : `${base}/logo?${hashOf(logo)}`;
}

/** Where the colours are; undefined where the catalog has none. */
export function brandStylesheetUrl(visit: Visit): string | undefined {
  const sheet = stylesheetOf(visit);
  return sheet === undefined ? undefined : `${visit.base}/brand.css?${hashOf(sheet)}`;
}

function stylesheetOf({ frame }: Visit): string | undefined {
  const { accentLight, accentDark } = frame.catalog.branding;
  if (accentLight === null || accentDark === null) return undefined;
  const { light, dark } = pageColours;
  return `@layer pages {
  :root {
    --accent: light-dark(${accentLight}, ${accentDark});
    --on-accent: light-dark(${light.textOnAccent}, ${dark.textOnAccent});
  }
}
`;
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 10);

type BrandFile = {
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly type: string;
  readonly hash: string;
};

/** An SVG that is opened by itself is a document of our origin: it may do nothing there. */
function answer(c: Context<PortalEnv>, { body, type, hash }: BrandFile): Response {
  const isAsked = new URL(c.req.url).search === `?${hash}`;
  return new Response(body, {
    headers: {
      'content-type': type,
      'cache-control': isAsked ? 'public, max-age=31536000, immutable' : 'no-store',
      'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
      'x-content-type-options': 'nosniff',
    },
  });
}
