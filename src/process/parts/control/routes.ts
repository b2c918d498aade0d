import type { IncomingMessage } from 'node:http';
import { execute, parse } from 'graphql';
import { Hono } from 'hono';
import { routePath } from 'hono/route';
import { createConsole } from '../../../control-plane/console/console.ts';
import type { ConsoleDeps } from '../../../control-plane/console/console-deps.ts';
import { OpenId, type OpenIdSettings } from '../../../control-plane/identity/openid.ts';
import { createManagementDocuments } from '../../../control-plane/management/api/document-downloads.ts';
import { shareOf } from '../../../control-plane/management/caller.ts';
import { type ManagementDeps, managementContextOf } from '../../../control-plane/management/context.ts';
import { createManagement } from '../../../control-plane/management/handler.ts';
import { createMeteredUsage, meteredFile } from '../../../control-plane/management/metered-usage.ts';
import { ConsoleSessions } from '../../../control-plane/management/people/console-session.ts';
import { ensureAdministrator } from '../../../control-plane/management/people/first-administrator.ts';
import { createPasskeyRegistration } from '../../../control-plane/management/people/passkey-registration.ts';
import { findPendingSecondFactor } from '../../../control-plane/management/people/pending-second-factor.ts';
import { createPersonSignIn } from '../../../control-plane/management/people/person-sign-in.ts';
import { createSecondFactorSignIn } from '../../../control-plane/management/people/second-factor-sign-in.ts';
import { schema } from '../../../control-plane/management/schema.ts';
import { createPortal } from '../../../control-plane/portal/api/handler.ts';
import { createPortalPages } from '../../../control-plane/portal/pages/portal-pages.ts';
import { build } from '../../../data-plane/graphql-server/build/build.ts';
import { demoActor, ensureDemoWorld } from '../../../demo/world.ts';
import { networkOf } from '../../../domain/addresses/network.ts';
import { isControlRoot } from '../../../domain/org/control-paths.ts';
import { runner } from '../../../graphql/server/run-document.ts';
import { clientAddress } from '../../../http/ingress/client-address.ts';
import { SECURITY_TXT_PATH, securityTxt } from '../../../http/security-txt.ts';
import { ExternalTokens } from '../../../infrastructure/issuers/external-tokens.ts';
import { Background } from '../../../infrastructure/limits/background.ts';
import { nameByRoute } from '../../../infrastructure/observability/traced-handler.ts';
import { Assets } from '../../../ui/kit/assets.ts';
import type { Layers } from '../../layers.ts';
import type { Config } from '../../settings/config.ts';
import { AnswerSharers } from './answer-sharers.ts';
import { boundResponses, type ControlEnv } from './answers.ts';
import { redirectToConsoleHost } from './hosts.ts';

export type ControlPlane = {
  readonly handler: Hono<ControlEnv>;
  /** The first administrator's token, when it was made just now. */
  readonly adminToken: string | undefined;
  /** The administrator's first address of the console. It signs in once, within 15 minutes. */
  readonly signInUrl: string | undefined;
  /** Work that goes on after its answer. A stop waits for it. */
  readonly background: Background;
};

/** Tells whether a request is for the control plane, not an OAuth provider's page. */
export function isForControl({ url = '' }: IncomingMessage): boolean {
  return isControlRoot(/^\/([^/?]*)/.exec(url)?.[1] ?? '');
}

/** The layers, how management builds GraphQL servers, and whether there is a mail server. */
export const managing = (layers: Layers, { mail }: Pick<Config, 'mail'>) => ({
  ...layers,
  buildGraphQLServer: build,
  hasMailServer: mail !== undefined,
});

/** The control plane: the management API, the console and the portals, on one listener. */
export async function createControl(config: Config, shared: Layers): Promise<ControlPlane> {
  const { adminToken: token, demo, isProduction, urls, openId, securityTxt: contact } = config;
  const redirectUrl = `${urls.console}/console/openid/callback`;
  const layers = {
    ...managing(shared, config),
    openId: openId && { ...openId, redirectUrl },
  };
  const adminToken = await ensureAdministrator({ ...layers, token });
  if (demo)
    await ensureDemoWorld({
      database: layers.database,
      backendsUrl: urls.backends,
      manage: async (document, variableValues) =>
        execute({
          schema,
          document: parse(document),
          variableValues: { ...variableValues },
          contextValue: platform(layers),
        }),
    });
  const sessions = new ConsoleSessions(layers);
  const background = new Background(layers.onFault);
  const handler = routes(layers, { sessions, background, isDevelopment: !isProduction });
  if (contact)
    handler.get(SECURITY_TXT_PATH, (context) => context.text(securityTxt(contact, layers.clock())));
  const mayLink = demo || adminToken !== undefined;
  return {
    handler,
    background,
    adminToken,
    signInUrl: mayLink ? `${urls.console}/console/sign-in?code=${sessions.issueCode()}` : undefined,
  };
}

/** The layers, and what management has of another part. */
type ControlLayers = Layers &
  Pick<ManagementDeps, 'buildGraphQLServer' | 'hasMailServer'> & {
    readonly openId: (OpenIdSettings & { readonly redirectUrl: string }) | undefined;
  };
type Management = ReturnType<typeof createManagement>;

/** The platform itself as a caller of its own management API. */
const platform = (layers: ControlLayers) =>
  managementContextOf(layers, {
    name: demoActor,
    actor: `token:${demoActor}`,
    role: 'ADMINISTRATOR',
    orgId: null,
  });

type RoutesInput = Pick<ControlPlane, 'background'> & {
  readonly sessions: ConsoleSessions;
  readonly isDevelopment: boolean;
};

function routes(
  layers: ControlLayers,
  { sessions, background, isDevelopment }: RoutesInput,
): ControlPlane['handler'] {
  const management = createManagement(layers);
  const assets = new Assets();
  const { outbound, clock } = layers;
  const externalTokens = new ExternalTokens({ outboundOf: (orgId) => outbound.forOrg(orgId), clock });
  const consumers = { ...layers, assets, externalTokens, background };
  const portal = createPortal(consumers);
  const pages = createPortalPages(consumers);
  const administrators = createConsole({
    ...consoleDeps(layers, sessions, management),
    ...peopleDeps(layers),
    assets,
    isDevelopment,
  });
  const app = new Hono<ControlEnv>();
  const addressOf = (incoming: IncomingMessage | undefined) =>
    incoming ? clientAddress(incoming, layers.isTrustedProxy) : 'unknown';
  const { tracing } = layers;
  if (tracing)
    app.use(async (context, next) => {
      await next();
      const span = tracing.active();
      // The last route that was reached has answered; what none took keeps the name of its method.
      if (span && context.res.status !== 404) nameByRoute(span, context.req.raw, routePath(context));
    });
  const from = (env: ControlEnv['Bindings'] | undefined) => {
    const address = addressOf(env?.incoming);
    return { address, network: networkOf(address) };
  };
  redirectToConsoleHost(app, layers.urls);
  boundResponses(app, (env) => from(env).network, { clock, sharers: new AnswerSharers(layers) });
  // Who types the address alone is a person, and begins here.
  app.get('/', (context) => context.redirect('/console', 302));
  app.use('/graphql', async (context, next) => {
    await next();
    // Tokens and secrets are shown once: nobody keeps an answer, and none is read as anything else.
    context.header('Cache-Control', 'no-store');
    context.header('X-Content-Type-Options', 'nosniff');
  });
  app.all('/graphql', ({ req, env }) => management.fetch(req.raw, from(env)));
  downloads(app, layers, from);
  app.all('/console/*', ({ req, env }) => administrators.fetch(req.raw, from(env)));
  app.all('/portal/:org/:catalog/graphql', ({ req, env }) =>
    portal(req.raw, { address: req.param(), clientAddress: addressOf(env?.incoming) }),
  );
  app.all('/portal/:org/:catalog/*', ({ req, env }) =>
    pages.fetch(req.raw, { clientAddress: addressOf(env?.incoming) }),
  );
  for (const path of ['/portal', '/portal/*'])
    app.all(path, ({ req, env }) => pages.fetch(req.raw, { clientAddress: addressOf(env?.incoming) }));
  app.get('/assets/*', ({ req }) => assets.fetch(req.raw));
  app.notFound((context) => context.json(notFound, 404));
  return app;
}

/** Adds the files of the management API. */
function downloads(
  app: Hono<ControlEnv>,
  layers: ControlLayers,
  from: (env: ControlEnv['Bindings'] | undefined) => { readonly address: string; readonly network: string },
): void {
  const documents = createManagementDocuments(layers);
  const meteredUsage = createMeteredUsage(layers);
  for (const file of ['openapi.json', 'schema.graphql'])
    app.get(`/management/:org/apis/:api/${file}`, ({ req, env }) =>
      documents(req.raw, { ...req.query(), ...req.param(), file }, from(env)),
    );
  for (const file of ['metered-usage.jsonl', 'metered-usage.csv'])
    app.get(`/management/:org/${file}`, ({ req, env }) =>
      meteredUsage(req.raw, { ...req.query(), ...req.param(), file }, from(env)),
    );
}

/** Dependencies of the console. It knows people, and acts for each as a caller of the management API. */
function consoleDeps(layers: ControlLayers, sessions: ConsoleSessions, management: Management) {
  return {
    signIn: (...shown: Parameters<ConsoleDeps['signIn']>) => sessions.signIn(...shown),
    signInByCode: (code: string) => sessions.signInByCode(code),
    signOut: (token: string) => sessions.signOut(token),
    apiUrl: `${layers.urls.control}/graphql`,
    url: `${layers.urls.console}/console`,
    clock: layers.clock,
    onFault: layers.onFault,
    async sessionOf(token: string, address?: string) {
      const caller = await sessions.callerOf(token);
      if (!caller) return undefined;
      const contextValue = managementContextOf(layers, caller, address);
      return {
        ...caller,
        answer: async (request: Request) => management.fetch(request, { caller, address }),
        meteredFile: (requested: Parameters<typeof meteredFile>[1]) => meteredFile(contextValue, requested),
        run: runner({ schema, contextValue, org: shareOf(caller), onFault: layers.onFault }),
      };
    },
  };
}

/** Dependencies of the console's sign-in, by password or with an identity provider. */
function peopleDeps({
  openId,
  ...layers
}: ControlLayers): Pick<ConsoleDeps, 'people' | 'openId' | 'secondFactors'> {
  const people = createPersonSignIn(layers);
  const secondFactors = {
    ...createSecondFactorSignIn(layers),
    ...createPasskeyRegistration(layers),
    findPendingSecondFactor: (token: string) => findPendingSecondFactor(layers, token),
  };
  if (!openId) return { people, secondFactors, openId: undefined };
  const provider = new OpenId(openId, { ...layers, redirectUrl: openId.redirectUrl });
  return {
    people,
    secondFactors,
    openId: {
      begin: () => provider.begin(),
      finish: async (query, begun, address) =>
        people.byIdentity(await provider.finish(query, begun), address),
    },
  };
}

const notFound = {
  errors: [
    {
      message: 'There is nothing here: /graphql, /console and /portal/<org>/<catalog>/graphql are.',
      extensions: { code: 'NOT_FOUND' },
    },
  ],
};
