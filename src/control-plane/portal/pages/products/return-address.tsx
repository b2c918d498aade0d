import { isRegistered } from '../../../../domain/consumer/application.ts';
import { Notice } from '../../../../ui/components/notice.tsx';
import { Document } from '../../../../ui/kit/html-document.tsx';
import { returnHeaders } from '../../../../ui/kit/security-headers.ts';
import { Copyable } from '../parts/copyable.tsx';
import type { PortalPageContext, PortalPages } from '../parts/page-context.ts';
import { type TryItContext, triedParts } from './try-it.tsx';

const NAME = '/signed-in';

/**
 * Redirect path of a sign-in that the reference of an API began. It opens in a window of its own, and is a redirect
 * URI of the application.
 */
export const returnPathOf = ({ base }: PortalPageContext): string => `${base}${NAME}`;

/** Tells whether an authorization code, for which a person signs in, can obtain tokens. */
export function hasCodeFlow({ api }: TryItContext): boolean {
  return triedParts(api).some(({ flows }) => flows.includes('ACCESS_CODE'));
}

/** Names the redirect URI that the application lacks, where people sign in from this page. */
export function ReturnAddress({
  pageContext,
  trial,
}: {
  pageContext: PortalPageContext;
  trial: TryItContext;
}) {
  const { application } = trial;
  const { base, url, text } = pageContext;
  const returnUrl = `${url}${NAME}`;
  if (!hasCodeFlow(trial) || !application || isRegistered(returnUrl, application.redirectUris)) return null;
  return (
    <Notice tone="info">
      <p class="text">{text.tryIt.returnAddress}</p>
      <Copyable pageContext={pageContext} value={returnUrl} what={text.application.redirectUris} />
      <p class="text">
        <a class="link" href={`${base}/applications/${application.name}`}>
          {text.tryIt.addReturnAddress}
        </a>
      </p>
    </Notice>
  );
}

/**
 * Adds the page at which such a window ends. The window that opened it takes the code from its address and closes it.
 * The page shows nothing of the signed-in person, since it is the only one that another window can hold.
 */
export function signedIn(pages: PortalPages): void {
  pages.get(NAME, (c) => {
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
