import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { execute, parse } from 'graphql';
import { Hono } from 'hono';
import type { Config } from './config.ts';
import { createConsole } from './console/console.ts';
import { demoActor, ensureDemoWorld } from './demo.ts';
import { clientAddress } from './domain/client-address.ts';
import { runner } from './graphql/run-document.ts';
import type { Layers } from './layers.ts';
import { type ConsoleSessions, createConsoleSessions } from './management/console-session.ts';
import { managementContextOf } from './management/context.ts';
import { ensureAdministrator } from './management/first-administrator.ts';
import { createManagement } from './management/handler.ts';
import { schema } from './management/schema.ts';
import { createPortal } from './portal/handler.ts';
import { createPortalPages } from './portal/pages/portal-pages.ts';
import { createAssets } from './ui/assets.ts';

/** What the listener adds to a request. */
type ControlEnv = { Bindings: Partial<HttpBindings> };

export type Control = {
  readonly handler: Hono<ControlEnv>;
  /** The first administrator's token, when it was made just now. */
  readonly adminToken: string | undefined;
  /** Where the administrator signs in to the console, once and within 15 minutes. */
  readonly signInUrl: string | undefined;
};

/** The control plane: the management API, the console and the portals, on one listener. */
export async function createControl(
  { adminToken: token, demo, urls }: Config,
  layers: Layers,
): Promise<Control> {
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
  const sessions = createConsoleSessions(layers);
  const mayLink = demo || adminToken !== undefined;
  return {
    handler: routes(layers, sessions),
    adminToken,
    signInUrl: mayLink ? `${urls.control}/console/sign-in?code=${sessions.issueCode()}` : undefined,
  };
}

type Management = ReturnType<typeof createManagement>;

/** The platform itself as a caller of its own management API. */
const platform = (layers: Layers) =>
  managementContextOf(layers, { name: demoActor, role: 'ADMINISTRATOR', orgId: null });

function routes(layers: Layers, sessions: ConsoleSessions): Control['handler'] {
  const management = createManagement(layers);
  const assets = createAssets();
  const consumers = { ...layers, assets };
  const portal = createPortal(consumers);
  const pages = createPortalPages(consumers);
  const administrators = createConsole({ ...consoleDeps(layers, sessions, management), assets });
  const app = new Hono<ControlEnv>();
  const addressOf = (incoming: IncomingMessage | undefined) =>
    incoming ? clientAddress(incoming, layers.isTrustedProxy) : 'unknown';
  app.all('/graphql', ({ req }) => management.fetch(req.raw));
  app.all('/console/*', ({ req }) => administrators.fetch(req.raw));
  app.all('/portal/:org/:catalog/graphql', ({ req, env }) =>
    portal(req.raw, { address: req.param(), clientAddress: addressOf(env?.incoming) }),
  );
  app.all('/portal/:org/:catalog/*', ({ req, env }) =>
    pages.fetch(req.raw, { clientAddress: addressOf(env?.incoming) }),
  );
  app.get('/assets/*', ({ req }) => assets.fetch(req.raw));
  app.notFound((context) => context.json(notFound, 404));
  return app;
}

/** The console knows people, and acts for each as the caller that the management API knows. */
function consoleDeps(layers: Layers, sessions: ConsoleSessions, management: Management) {
  return {
    ...sessions,
    apiUrl: `${layers.urls.control}/graphql`,
    onFault: layers.onFault,
    async sessionOf(token: string) {
      const caller = await sessions.callerOf(token);
      return (
        caller && {
          ...caller,
          answer: async (request: Request) => management.fetch(request, { caller }),
          run: runner({
            schema,
            contextValue: managementContextOf(layers, caller),
            onFault: layers.onFault,
          }),
        }
      );
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
