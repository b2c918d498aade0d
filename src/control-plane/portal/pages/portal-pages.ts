import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { csrf } from 'hono/csrf';
import { HTTPException } from 'hono/http-exception';
import type { PortalUrls } from '../../../domain/addresses/public-urls.ts';
import { Refusal, refusal } from '../../../foundation/errors.ts';
import { languageTags } from '../../../foundation/text/languages.ts';
import type { OnFault } from '../../../graphql/server/refusals.ts';
import { PageRefusal, runner } from '../../../graphql/server/run-document.ts';
import { issueDevice } from '../../../infrastructure/secrets/device.ts';
import type { Assets } from '../../../ui/kit/assets.ts';
import { compressPages } from '../../../ui/kit/compress-pages.ts';
import { formatsOf } from '../../../ui/kit/formats.ts';
import { languageOf } from '../../../ui/kit/language.ts';
import { isOwnOrigin } from '../../../ui/kit/own-origin.ts';
import { END_MAIL_PATH } from '../../consumer/mail-link.ts';
import { deviceOwner } from '../api/consumer/session.ts';
import { type PortalDeps, portalContext } from '../api/context.ts';
import { schema } from '../api/schema.ts';
import { chosenLanguage } from './account/language.ts';
import { messages } from './messages.ts';
import { pages } from './pages.ts';
import { asMarkdown, markdownAddresses } from './parts/as-markdown.ts';
import { showNoPortal } from './parts/no-portal.tsx';
import { baseOf, pathAtHost, redirectToOwnHost } from './parts/own-host.ts';
import { FRAME, type PortalEnv, type PortalPageContext, type PortalPages } from './parts/page-context.ts';
import { showNotFound, showProblem } from './parts/problem.tsx';
import { sentenceFor } from './parts/refusals.ts';
import { documentRoutes } from './products/document-routes.ts';
import { readDevice, readSession } from './sign-in/session-cookie.ts';

export type PortalPagesDeps = PortalDeps & {
  readonly assets: Assets;
  readonly onFault: OnFault;
};

const FORM_BYTES_MAX = 100_000;
const POSTED_ANSWER = /\/sign-in\/with\/[^/]+\/callback$/;

/**
 * Serves the pages of every portal, at `/portal/<org>/<catalog>/…`. They are server-rendered, and complete without a
 * script.
 */
export function createPortalPages(deps: PortalPagesDeps): PortalPages {
  const app = new Hono<PortalEnv>({ strict: false }).basePath('/portal/:org/:catalog');
  documentRoutes(app, deps);
  app.use(redirectToOwnHost(deps.urls));
  app.use(markdownAddresses(app));
  app.use(compressPages);
  app.use(asMarkdown);
  const ownForms = csrf({ origin: isOwnOrigin });
  // The address of a mail's link is its proof: mail programs send the form without an origin. (RFC 8058 §3.2)
  // The answer of a SAML provider comes from its page, and counts with the request that this browser keeps alone.
  const isProven = (path: string) => path.endsWith(END_MAIL_PATH) || POSTED_ANSWER.test(path);
  app.use((c, next) => (isProven(c.req.path) ? next() : ownForms(c, next)));
  app.use(bodyLimit({ maxSize: FORM_BYTES_MAX }));
  app.use(async (c, next) => {
    c.set('pageContext', await pageContextOf(c, deps));
    await next();
  });
  for (const add of pages) add(app);
  app.all('/*', showNotFound);
  app.notFound((c) =>
    noPortal(c, refusal('NOT_FOUND', { detail: 'There is no portal at this path.' }), deps),
  );
  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse();
    if (c.var.pageContext === undefined) return noPortal(c, error, deps);
    // A refusal's own fault was told when the document was executed.
    if (!(error instanceof PageRefusal)) deps.onFault(error);
    return showProblem(c, error);
  });
  return app;
}

async function pageContextOf(c: Context<PortalEnv>, deps: PortalPagesDeps): Promise<PortalPageContext> {
  const address = { org: c.req.param('org') ?? '', catalog: c.req.param('catalog') ?? '' };
  const session = readSession(c, address);
  const context = await portalContext(deps, {
    address,
    authorization: session === undefined ? null : `Bearer ${session}`,
    clientAddress: c.env.clientAddress,
    device: readDevice(c, address),
  });
  const language = languageOf(languageTags, {
    chosen: chosenLanguage(c),
    accepted: c.req.header('accept-language'),
  });
  const text = messages[language];
  const run = runner({
    schema,
    contextValue: context,
    org: context.catalog.orgId,
    onFault: deps.onFault,
    sentence: (refused) => sentenceFor(text.refused, refused),
  });
  return {
    address,
    base: baseOf(c, deps.urls),
    url: context.portalUrl,
    here: currentPathOf(c, deps.urls),
    language,
    text,
    format: formatsOf(language),
    clock: deps.clock,
    assets: deps.assets,
    run,
    issueDevice: (username) =>
      issueDevice(deps.secrets, deviceOwner(context.catalog, username), deps.clock()),
    frame: await run(FRAME),
  };
}

/**
 * Finds this page, or the one of the form. Browsers send its address to our own host, as they know it. The target of
 * a form need be no page.
 */
function currentPathOf(c: Context<PortalEnv>, urls: PortalUrls): string {
  const { req } = c;
  const requestedUrl = req.method === 'GET' ? req.url : (req.header('referer') ?? '');
  if (!URL.canParse(requestedUrl)) return '';
  const { pathname, search } = new URL(requestedUrl);
  return (req.method === 'GET' ? pathAtHost(c, urls) : pathname) + search;
}

/** Refuses without the frame of a portal, since there is none. */
function noPortal(c: Context, error: unknown, { assets, onFault }: PortalPagesDeps): Response {
  const isRefused = error instanceof Refusal || error instanceof PageRefusal;
  if (!isRefused) onFault(error);
  return showNoPortal(c, assets, isRefused ? error : refusal('INTERNAL'));
}
