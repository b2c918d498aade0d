import type { GraphQLSchema } from 'graphql';
import type { Database } from '../database/database.ts';
import type { GraphQLServer } from '../database/generated/prisma/client.ts';
import { accessPolicies } from '../domain/access-policy.ts';
import { Refusal, refusal, refuse } from '../errors.ts';
import { createEndpoint, type Endpoint, type EndpointDeps } from './endpoint.ts';
import { loadMeshSchema, meshServerName } from './mesh-schema.ts';
import { type Outcome, saveOutcome } from './outcome.ts';
import { refusedAnswer } from './refused-answer.ts';

export type GraphQLServersDeps = EndpointDeps & { readonly database: Database };

/** The GraphQL servers of this process. */
export type GraphQLServers = {
  /**
   * Answers /api/<name>: 404 NOT_FOUND for a name that no row has, 503 GRAPHQL_SERVER_PENDING until the server is
   * ready, 503 TEMPORARILY_UNAVAILABLE when it failed; all of them as GraphQL errors.
   */
  fetch(request: Request): Promise<Response>;
  /** Is no server Pending? One that failed keeps nobody waiting. */
  isReady(): boolean;
  /** Takes over what changed in the rows. When the database is out of reach, that is told and tried again. */
  refresh(): Promise<void>;
  /** Ends the trying again. */
  close(): void;
};

const RETRY_MS = 500;

type Served = { readonly id: string; readonly state: Outcome['state']; readonly endpoint?: Endpoint };

/**
 * Serves every row of GraphQLServer. Each goes from PENDING to READY, or to FAILED with the reason, here and in its
 * row; the row also gets the SDL. Reading begins at once.
 */
export function createGraphQLServers(deps: GraphQLServersDeps): GraphQLServers {
  const { database, onFault } = deps;
  const served = new Map<string, Served>();
  let meshSchema: Promise<GraphQLSchema> | undefined;
  let isRead = false;
  let isClosed = false;
  let retry: NodeJS.Timeout | undefined;

  async function readRows(): Promise<void> {
    clearTimeout(retry);
    try {
      await takeRows();
    } catch (error) {
      if (isClosed) return;
      onFault(error);
      retry = setTimeout(refresh, RETRY_MS).unref();
    }
  }

  async function takeRows(): Promise<void> {
    const rows = await database.prisma.graphQLServer.findMany();
    for (const name of served.keys()) if (!rows.some((row) => row.name === name)) served.delete(name);
    for (const { id, name } of rows)
      if (served.get(name)?.id !== id) served.set(name, { id, state: 'PENDING' });
    isRead = true;
    for (const row of rows) await take(row);
  }

  async function take(row: GraphQLServer): Promise<void> {
    const { endpoint, state } = served.get(row.name) ?? {};
    if (state === 'PENDING') await saveOutcome(database, row, { state, failure: null, sdl: row.sdl });
    const { outcome, ...next } = await start(row, endpoint);
    served.set(row.name, { id: row.id, state: outcome.state, ...next });
    const before = state === 'PENDING' ? { ...row, state } : row;
    await saveOutcome(database, before, outcome);
  }

  /** The endpoint of a row, with its policies as they are now; one that runs is kept. */
  async function start(
    row: GraphQLServer,
    running?: Endpoint,
  ): Promise<{ outcome: Outcome; endpoint?: Endpoint }> {
    try {
      const policies = accessPolicies(row.policies, ['policies']);
      const endpoint =
        running ?? createEndpoint({ ...deps, name: row.name, schema: await schemaOf(row.name) });
      endpoint.setPolicies(policies);
      return { outcome: { state: 'READY', failure: null, sdl: endpoint.sdl }, endpoint };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { outcome: { state: 'FAILED', failure: error.message, sdl: null } };
    }
  }

  function schemaOf(name: string): Promise<GraphQLSchema> {
    if (name !== meshServerName)
      refuse('NOT_YET_SUPPORTED', {
        detail: `Only the GraphQL server ${meshServerName} is built: servers made at run time come later.`,
      });
    meshSchema ??= loadMeshSchema().catch((error) => {
      onFault(error);
      return refuse('GRAPHQL_SERVER_UNUSABLE', {
        detail: 'It cannot be built from .meshrc.yaml: the log says why.',
      });
    });
    return meshSchema;
  }

  const refresh = inTurn(readRows);
  void refresh();
  return {
    refresh,
    close() {
      isClosed = true;
      clearTimeout(retry);
    },
    isReady: () => isRead && ![...served.values()].some(({ state }) => state === 'PENDING'),
    async fetch(request) {
      const name = /^\/api\/([^/]+)$/.exec(new URL(request.url).pathname)?.[1] ?? '';
      const { state, endpoint } = served.get(name) ?? {};
      if (endpoint) return endpoint.fetch(request);
      return refusedAnswer(
        request,
        state || isRead ? notServed(name, state) : refusal('GRAPHQL_SERVER_PENDING'),
      );
    },
  };
}

function notServed(name: string, state: Outcome['state'] | undefined): Refusal {
  if (state === 'PENDING') return refusal('GRAPHQL_SERVER_PENDING');
  if (state === 'FAILED')
    return refusal('TEMPORARILY_UNAVAILABLE', { detail: `The GraphQL server ${name} failed to start.` });
  return refusal('NOT_FOUND', {
    detail: 'There is no GraphQL server of that name: the path is /api/<name>.',
  });
}

/** Runs work again for what is asked while it runs, once for all of it, and never twice at a time. */
function inTurn(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const begin = () => {
    next = undefined;
    running = work().finally(() => {
      running = undefined;
    });
    return running;
  };
  return () => {
    if (!running) return begin();
    next ??= running.then(begin);
    return next;
  };
}
