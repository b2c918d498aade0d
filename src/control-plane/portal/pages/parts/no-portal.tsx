import type { Context } from 'hono';
import { languageTags } from '../../../../foundation/text/languages.ts';
import type { Assets } from '../../../../ui/kit/assets.ts';
import { languageOf } from '../../../../ui/kit/language.ts';
import { answerPage } from '../../../../ui/kit/page.tsx';
import { pageHeaders } from '../../../../ui/kit/security-headers.ts';
import { messages } from '../messages.ts';

/** The refusal of a request that no portal can be found for. */
type NoPortal = {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
};

/**
 * Refuses a request that no portal is for. Browsers get a page, programs a text.
 *
 * Decision: the page lists no portals, and is the same whether or not the org exists. A provider tells its consumers
 * the address; others learn nothing of who is on the platform.
 */
export function showNoPortal(c: Context, assets: Assets, { status, message, headers }: NoPortal): Response {
  const { accept, 'accept-language': accepted } = c.req.header();
  if (!accept?.includes('text/html'))
    return new Response(`${message}\n`, {
      status,
      headers: { ...pageHeaders(), ...headers, 'content-type': 'text/plain; charset=utf-8' },
    });
  const language = languageOf(languageTags, { chosen: undefined, accepted });
  const { portal, problem } = messages[language];
  const title = status === 404 ? problem.noPortal : problem.title;
  return answerPage(
    {
      scripts: [],
      assets,
      language,
      site: 'Gatehouse',
      stylesheets: [assets.url('style.css')],
      failed: portal.failed,
      skip: portal.skip,
      preparing: { title: portal.preparing, text: portal.preparingText },
      top: null,
    },
    <div class="card narrow">
      <h1 class="title">{title}</h1>
      <p class="lead">{status === 404 ? problem.noPortalText : problem.internal}</p>
      {status === 404 && (
        <p class="text">
          <code class="code">
            /portal/{'{'}
            {problem.noPortalOrg}
            {'}'}/{'{'}
            {problem.noPortalCatalog}
            {'}'}/
          </code>
        </p>
      )}
    </div>,
    { title, refused: { status, headers } },
  );
}
