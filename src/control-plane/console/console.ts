import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { refusal, refuse } from '../../foundation/errors.ts';
import { compressPages } from '../../ui/kit/compress-pages.ts';
import { readForm } from '../../ui/kit/form.ts';
import { isOwnOrigin } from '../../ui/kit/own-origin.ts';
import type { ConsoleDeps } from './console-deps.ts';
import { textsOf, writeLanguage } from './language.ts';
import { addOrgs } from './org-scope.ts';
import { type ConsoleEnv, type ConsolePages, currentPathOf, ownPath } from './page-context.ts';
import { account } from './pages/account/account.tsx';
import { accountPasskeys } from './pages/account/account-passkeys.tsx';
import { readDoneChange } from './pages/actions/change-bar.tsx';
import { api } from './pages/apis/api.tsx';
import { apis } from './pages/catalogs/apis.tsx';
import { catalogSettings } from './pages/catalogs/catalog-settings.tsx';
import { graphqlServer } from './pages/graphql-servers/graphql-server.tsx';
import { newGraphQLServer } from './pages/graphql-servers/new-server.tsx';
import { importApi } from './pages/import/import.tsx';
import { pages } from './pages/pages.ts';
import { showNotFound, showProblem } from './pages/parts/problem.tsx';
import { identityProvider } from './pages/sign-in/identity-provider.tsx';
import { invitation } from './pages/sign-in/invitation.tsx';
import { passkeyOptions } from './pages/sign-in/passkey-options.ts';
import { secondFactor } from './pages/sign-in/second-factor.tsx';
import { signIn } from './pages/sign-in/sign-in.tsx';
import { style } from './pages/style/style.tsx';
import { refusalResponse } from './script-refusal.ts';
import { readSession } from './session-cookie.ts';
import { readTheme, writeTheme } from './theme.ts';
import { issueToken } from './token.ts';
import { withWholeLists } from './whole-lists.ts';

const FORM_BYTES_MAX = 10_000;
/** More than a document may have, which its own refusal says beside the form. */
const DOCUMENT_FORM_BYTES_MAX = 8_000_000;
/** More than a logo may have, which its own refusal says beside the form. */
const LOGO_FORM_BYTES_MAX = 200_000;
/** Bytes of a form that registers a passkey, with a key of any algorithm. */
const PASSKEY_FORM_BYTES_MAX = 50_000;
/** A header that no form can send, and no page of another origin may. */
const OWN_SCRIPT = 'x-gatehouse-console';

/**
 * Serves the console of administrators, at `/console`. Only people and access tokens that are signed in see its
 * pages.
 */
export function createConsole(deps: ConsoleDeps): ConsolePages {
  const app = new Hono<ConsoleEnv>({ strict: false }).basePath('/console');
  app.use(refuseForeign);
  language(app);
  app.use('/sign-in', bodyLimit({ maxSize: FORM_BYTES_MAX }));
  app.use('/invitation', bodyLimit({ maxSize: FORM_BYTES_MAX }));
  signIn(app, deps);
  invitation(app, deps);
  if (deps.openId) identityProvider(app, deps, deps.openId);
  app.use('/second-factor/*', bodyLimit({ maxSize: PASSKEY_FORM_BYTES_MAX }));
  secondFactor(app, deps);
  app.use('/passkey-options/*', demandOwnScript);
  passkeyOptions(app, deps);
  app.use(demandSession(deps));
  app.post('/graphql', demandOwnScript, (c) => c.var.pageContext.session.answer(c.req.raw));
  app.use(compressPages);
  app.use(addOrgs);
  theme(app);
  app.use(readDoneChange);
  app.use('/apis/*', bodyLimit({ maxSize: DOCUMENT_FORM_BYTES_MAX, onError: refuseLarge }));
  apis(app);
  app.use('/import', bodyLimit({ maxSize: DOCUMENT_FORM_BYTES_MAX, onError: refuseLarge }));
  importApi(app);
  api(app);
  app.use('/graphql-servers/*', bodyLimit({ maxSize: DOCUMENT_FORM_BYTES_MAX, onError: refuseLarge }));
  app.use('/catalogs/:org/:catalog/settings', bodyLimit({ maxSize: LOGO_FORM_BYTES_MAX }));
  catalogSettings(app);
  newGraphQLServer(app);
  graphqlServer(app);
  app.use('/account/passkeys/*', bodyLimit({ maxSize: PASSKEY_FORM_BYTES_MAX }));
  accountPasskeys(app, deps);
  app.use(bodyLimit({ maxSize: FORM_BYTES_MAX }));
  app.use('/tokens', demandOwnScript);
  issueToken(app);
  account(app, deps);
  for (const add of pages) add(app);
  if (deps.isDevelopment) style(app);
  app.all('*', showNotFound);
  app.onError((error, c) => showProblem(c, { error, ...deps }));
  return app;
}

const refuseLarge = (c: Context) => refuse('REQUEST_TOO_LARGE', { detail: textsOf(c).text.problem.tooLarge });

/** Refuses changes that a page of another host requests. A request without a page is permitted. */
const refuseForeign: MiddlewareHandler = async (c, next) => {
  const origin = c.req.header('origin');
  if (c.req.method !== 'GET' && origin !== undefined && !isOwnOrigin(origin, c))
    return refusalResponse(
      refusal('FORBIDDEN', { detail: 'Pages of other origins may not use the console.' }),
    );
  return next();
};

const demandOwnScript: MiddlewareHandler = async (c, next) => {
  if (c.req.header(OWN_SCRIPT) !== '1')
    return refusalResponse(refusal('FORBIDDEN', { detail: `Send the header ${OWN_SCRIPT}: 1.` }));
  return next();
};

const demandSession =
  ({ sessionOf, secondFactors, assets, apiUrl, url, clock }: ConsoleDeps): MiddlewareHandler<ConsoleEnv> =>
  async (c, next) => {
    const token = readSession(c);
    const found = token === undefined ? undefined : await sessionOf(token, c.env.address);
    if (found) {
      const session = { ...found, run: withWholeLists(found.run) };
      const { path } = c.req;
      const look = { theme: readTheme(c), ...textsOf(c) };
      c.set('pageContext', { session, assets, apiUrl, url, clock, path, orgs: [], everyOrg: false, ...look });
      return next();
    }
    if (c.req.header(OWN_SCRIPT) === undefined)
      return c.redirect(
        `/console/sign-in?returnTo=${encodeURIComponent(pageOf(c))}${c.req.method === 'GET' ? '' : '&ended'}`,
        303,
      );
    if (token !== undefined && (await secondFactors.findPendingSecondFactor(token)))
      return refusalResponse(
        refusal('SECOND_FACTOR_REQUIRED', {
          detail: 'Show a passkey, or a recovery code: open the console in your browser.',
        }),
      );
    return refusalResponse(
      refusal('UNAUTHENTICATED', { detail: 'Sign in to the console: your session has ended.' }),
    );
  };

/** Adds the switch of languages, before the sign-in too. It leads back to where it was pressed. */
function language(app: ConsolePages): void {
  app.use('/language', bodyLimit({ maxSize: FORM_BYTES_MAX }));
  app.post('/language', async (c) => {
    writeLanguage(c, (await readForm(c, 'language')).language);
    return c.redirect(ownPath(refererOf(c)), 303);
  });
}

/** Adds the switch of light and dark pages. It leads back to where it was pressed. */
function theme(app: ConsolePages): void {
  app.use('/theme', bodyLimit({ maxSize: FORM_BYTES_MAX }));
  app.post('/theme', async (c) => {
    writeTheme(c, (await readForm(c, 'theme')).theme);
    return c.redirect(ownPath(refererOf(c)), 303);
  });
}

/** Finds this page, or the one of the form. Browsers send its address to our own host. */
const pageOf = (c: Context) => (c.req.method === 'GET' ? undefined : refererOf(c)) ?? currentPathOf(c);

/** Path and query of the page that a form was sent from. */
function refererOf({ req }: Context): string | undefined {
  const referer = req.header('referer') ?? '';
  if (!URL.canParse(referer)) return undefined;
  const { pathname, search } = new URL(referer);
  return pathname + search;
}
