import type { Context, Hono, MiddlewareHandler } from 'hono';
import { Refusal, refusal } from '../../../../foundation/errors.ts';
import { asGraphQLError } from '../../../../graphql/server/refusals.ts';
import { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { inChildIf } from '../../../../infrastructure/child-processes/concurrency-limit.ts';
import type { PortalEnv, PortalPageContext } from './page-context.ts';

const TYPE = 'text/markdown; charset=utf-8';

/** Characters of a page that are converted here. They take less than a tenth of a second. */
const HERE_MAX = 16_384;

/** Answers pages in Markdown to who accepts it. Programs read so for language models. */
export const asMarkdown: MiddlewareHandler<PortalEnv> = async (c, next) => {
  await next();
  if (!isPage(c)) return;
  c.res.headers.append('vary', 'Accept');
  if (!acceptsMarkdown(c.req.header('accept'))) return;
  const { status } = c.res;
  const html = await c.res.text();
  const main = /<main[^>]*>([\s\S]*)<\/main>/.exec(html)?.[1] ?? '';
  const headers = new Headers(c.res.headers);
  headers.set('content-type', TYPE);
  headers.delete('content-length');
  const text = await markdownOf(main, c.var.pageContext);
  c.res = undefined;
  c.res = new Response(text, { status, headers });
};

/** Converts what people wrote in a child process, unless it is short. */
async function markdownOf(main: string, { base, url, address }: PortalPageContext): Promise<string> {
  // Programs ask seldom: its parser is loaded when the first does.
  const { pageMarkdown } = await import('./page-markdown.ts');
  try {
    return await inChildIf(
      { isLarge: main.length > HERE_MAX, queueKey: address.org },
      {
        module: 'control-plane/portal/pages/parts/page-markdown',
        work: pageMarkdown,
        input: { main, base, url },
        tooMuch: (amount) =>
          refusal('TEMPORARILY_UNAVAILABLE', { detail: `To write the page takes ${amount}: try again.` }),
      },
    );
  } catch (error) {
    throw error instanceof Refusal ? new PageRefusal(asGraphQLError(error, {})) : error;
  }
}

/** Serves each page at its address with `.md` behind it, as Markdown. */
export function markdownAddresses(app: Hono<PortalEnv>): MiddlewareHandler<PortalEnv> {
  return async (c, next) => {
    const url = new URL(c.req.url);
    if (c.req.method !== 'GET' || !url.pathname.endsWith('.md')) return next();
    url.pathname = url.pathname.slice(0, -'.md'.length);
    const headers = new Headers(c.req.raw.headers);
    headers.set('accept', 'text/markdown');
    return app.fetch(new Request(url, { headers }), c.env);
  };
}

const isPage = ({ req, res, var: { pageContext } }: Context<PortalEnv>): boolean =>
  req.method === 'GET' &&
  pageContext !== undefined &&
  res.headers.get('content-type')?.startsWith('text/html') === true;

/** Is true where Markdown is named, and no less wanted than HTML. Browsers name HTML alone. */
function acceptsMarkdown(accept = ''): boolean {
  const qualities = new Map(
    accept.split(',').map((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
      const quality = parameters.find((each) => each.startsWith('q='))?.slice(2);
      return [type, quality === undefined ? 1 : Number(quality)] as const;
    }),
  );
  const wanted = qualities.get('text/markdown') ?? 0;
  return wanted > 0 && wanted >= (qualities.get('text/html') ?? 0);
}
