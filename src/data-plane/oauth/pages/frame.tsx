import type { Child } from 'hono/jsx';
import type { Branding } from '../../../domain/branding/branding.ts';
import { ASSETS_PATH } from '../../../domain/oauth/oauth-paths.ts';
import { FootLinks } from '../../../ui/components/foot-links.tsx';
import { type BrandFileName, BrandName, brandUrl } from '../../../ui/kit/brand.tsx';
import { Document } from '../../../ui/kit/html-document.tsx';
import type { OAuthResponse } from '../endpoint.ts';
import { setCookie } from '../session.ts';
import { formTokenOf, type OAuthPageContext } from './page-context.ts';
import { pagesUrl } from './pages-url.ts';

/** The values that a page gives to its frame. */
type OAuthPageOptions = {
  readonly title: string;
  readonly status?: number;
  /** Further target of its forms: the redirect URI of a client. */
  readonly formTarget?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
};

/** Answers with a page in the provider's frame and the catalog's brand. It needs no script. */
export function show(
  pageContext: OAuthPageContext,
  content: Child,
  options: OAuthPageOptions,
): OAuthResponse {
  const { catalog, provider, context, browser, language } = pageContext;
  const base = `${new URL(pagesUrl(pageContext, context.urls)).pathname}${ASSETS_PATH}`;
  const asset = (name: string) => context.assets.url(name).replace('/assets', base);
  const brandFile = (name: BrandFileName) => brandUrl(catalog.branding, base, name);
  const colours = brandFile('brand.css');
  const name = catalog.branding.name ?? provider.title;
  const page = (
    <Document
      language={language}
      title={`${options.title} · ${name}`}
      icon={asset('icon.svg')}
      stylesheets={[asset('style.css'), ...(colours ? [colours] : [])]}
      scripts={[]}
    >
      <header class="top">
        <div class="top-row wide">
          <span class="brand">
            <BrandName name={name} logo={brandFile('logo')} />
          </span>
        </div>
      </header>
      <main id="content" class="main wide">
        {content}
      </main>
      <Foot branding={catalog.branding} />
    </Document>
  );
  return {
    status: options.status ?? 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      ...pageHeaders(options.formTarget),
      ...(!browser.isKnown && { 'Set-Cookie': setCookie(pageContext, browser.token) }),
      ...options.headers,
    },
    content: String(page),
  };
}

function Foot({ branding: { links = [] } }: { readonly branding: Branding }) {
  if (links.length === 0) return null;
  return (
    <footer class="foot">
      <div class="foot-row wide">
        <FootLinks links={links} />
      </div>
    </footer>
  );
}

/** The hidden field that shows where a form came from. */
export function FormToken({ pageContext }: { pageContext: OAuthPageContext }) {
  return <input type="hidden" name="form_token" value={formTokenOf(pageContext)} />;
}

/**
 * Headers of a page: no scripts, no frames, no caches, no referrer. (RFC 9700 §4.2.4, §4.16)
 *
 * Decision: no Cross-Origin-Opener-Policy. An application in a browser opens the pages in a window of its own and waits
 * for it to come back, which the policy would break. The opener of the window is of another origin, and reads nothing
 * of it.
 */
export function pageHeaders(formTarget?: string): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    `form-action 'self'${formTarget === undefined ? '' : ` ${sourceOf(formTarget)}`}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  };
}

/** Browsers hold redirects after a form to the policy too. An address in brackets, or of another scheme, has no host there. */
function sourceOf(uri: string): string {
  const { protocol, origin, hostname } = new URL(uri);
  return origin === 'null' || hostname.startsWith('[') ? protocol : origin;
}
