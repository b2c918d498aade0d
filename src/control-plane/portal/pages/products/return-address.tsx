import { TRY_IT_RETURN_PATH } from '../../../../domain/oauth/oauth-paths.ts';
import { Document } from '../../../../ui/kit/html-document.tsx';
import { returnHeaders } from '../../../../ui/kit/security-headers.ts';
import type { PortalPageContext, PortalPages } from '../parts/page-context.ts';

/**
 * Redirect path of a sign-in that the reference of an API began. It opens in a window of its own, and is accepted for every
 * application.
 */
export const returnPathOf = ({ base }: PortalPageContext): string => `${base}${TRY_IT_RETURN_PATH}`;

/**
 * Adds the page at which such a window ends. The window that opened it takes the code from its address and closes it.
 * The page shows nothing of the signed-in person, since it is the only one that another window can hold.
 */
export function signedIn(pages: PortalPages): void {
  pages.get(TRY_IT_RETURN_PATH, (c) => {
    const { assets, language, text, frame } = c.var.pageContext;
    const page = (
      <Document
        language={language}
        title={`${text.tryIt.signedIn} · ${frame.catalog.branding.name}`}
        icon={assets.url('icon.svg')}
        stylesheets={[assets.url('style.css')]}
        scripts={[]}
      >
        <main id="content" class="main wide">
          <h1 class="title">{text.tryIt.signedIn}</h1>
          <p class="lead">{text.tryIt.signedInText}</p>
        </main>
      </Document>
    );
    return c.body(String(page), 200, { 'content-type': 'text/html; charset=utf-8', ...returnHeaders() });
  });
}
