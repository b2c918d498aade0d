import { execute, parse } from 'graphql';
import { Hono } from 'hono';
import type { Config } from './config.ts';
import { createConsole } from './console/console.ts';
import { demoActor, ensureDemoWorld } from './demo.ts';
import type { Layers } from './layers.ts';
import { managementContextOf } from './management/context.ts';
import { ensureAdministrator } from './management/first-administrator.ts';
import { createManagement } from './management/handler.ts';
import { schema } from './management/schema.ts';
import { createAttempts } from './portal/attempts.ts';
import { createPortal } from './portal/handler.ts';
import { createPortalPages } from './portal/pages/portal-pages.ts';
import { createAssets } from './ui/assets.ts';

export type Control = {
  readonly handler: Hono;
  /** The first administrator's token, when it was made just now. */
  readonly adminToken: string | undefined;
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
  return { handler: routes(layers), adminToken };
}

/** The platform itself as a caller of its own management API. */
const platform = (layers: Layers) =>
  managementContextOf(layers, { name: demoActor, role: 'ADMINISTRATOR', orgId: null });

function routes(layers: Layers): Hono {
  const management = createManagement(layers);
  const assets = createAssets();
  const consumers = { ...layers, attempts: createAttempts(layers.clock), assets };
  const portal = createPortal(consumers);
  const pages = createPortalPages(consumers);
  const page = createConsole();
  const app = new Hono();
  app.all('/graphql', ({ req }) => management.fetch(req.raw));
  app.get('/console', page);
  app.all('/portal/:org/:catalog/graphql', ({ req }) => portal(req.raw, req.param()));
  app.all('/portal/:org/:catalog/*', ({ req }) => pages.fetch(req.raw));
  app.get('/assets/*', ({ req }) => assets.fetch(req.raw));
  app.notFound((context) => context.json(notFound, 404));
  return app;
}

const notFound = {
  errors: [
    {
      message: 'There is nothing here: /graphql, /console and /portal/<org>/<catalog>/graphql are.',
      extensions: { code: 'NOT_FOUND' },
    },
  ],
};
