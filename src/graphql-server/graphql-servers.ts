import type { GraphQLSchema } from 'graphql';
import type { Database } from '../database/database.ts';
import { readSourceDocuments } from '../database/documents.ts';
import type { GraphQLServer } from '../database/generated/prisma/client.ts';
import { outOfReach } from '../database/out-of-reach.ts';
import { accessPolicies } from '../domain/access-policy/policies.ts';
import { meshServerName } from '../domain/graphql-server-source.ts';
import { pathsOf } from '../domain/own-servers.ts';
import { Refusal, refusal, refuse } from '../errors.ts';
import { createPassReader, PASS_HEADER } from '../secrets/gateway-pass.ts';
import type { Secrets } from '../secrets/secrets.ts';
import type { ThreadLimits } from '../threads/run-in-thread.ts';
import { asUnusable, build } from './build.ts';
import { BuildQueue } from './build-queue.ts';
import { builtSchemaInTurns } from './built-server.ts';
import { type ClaimsDeps, createClaimsOf } from './claims.ts';
import { type Door, doorOf, isOpenTo, notFound, notServed } from './door.ts';
import { createEndpoint, type Endpoint, type EndpointDeps } from './endpoint.ts';
import { loadMeshSchema } from './mesh-schema.ts';
import { type Outcome, saveBuilt, saveOutcome } from './outcome.ts';
import { refusedAnswer } from './refused-answer.ts';

export type GraphQLServersDeps = Omit<EndpointDeps, 'claims'> &
  ClaimsDeps & {
    readonly database: Database;
    readonly secrets: Pick<Secrets, 'signer'>;
    /** What the building of one server may take. */
    readonly buildLimits?: ThreadLimits;
  };

/** The GraphQL servers of this process. */
export type GraphQLServers = {
  /**
   * Answers /api/<org>/<name>: 404 NOT_FOUND without a gateway's pass of the org, alike for a server that there is and
   * one that there is not, unless the server is exposed; 503 GRAPHQL_SERVER_PENDING until it is ready, 503
   * TEMPORARILY_UNAVAILABLE when it failed; all of them as GraphQL errors.
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

/** A row without what is large in it. */
const light = { sources: true, built: true, report: true } as const;
type Row = Omit<GraphQLServer, keyof typeof light> & { readonly org: { readonly name: string } };

type Served = {
  readonly state: Outcome['state'];
  readonly endpoint?: Endpoint;
  /** The revision that the endpoint is of. */
  readonly revision?: number;
  /** The revision that could not be built, and why. */
  readonly failed?: { readonly revision: number; readonly failure: string };
};

/**
 * Serves every row of GraphQLServer. Each goes from PENDING to READY, or to FAILED with the reason, here and in its
 * row; the row also gets the SDL. A change is built beside what is served; when it fails, that goes on being served.
 * Reading begins at once.
 */
export function createGraphQLServers(deps: GraphQLServersDeps): GraphQLServers {
  const { database, onFault, buildLimits } = deps;
  const claimsOf = createClaimsOf(deps);
  const readPass = createPassReader(deps.secrets, deps.clock);
  /** By the ids of their rows. */
  const served = new Map<string, Served>();
  /** By path. */
  let doors: ReadonlyMap<string, Door> = new Map();
  let meshSchema: Promise<GraphQLSchema> | undefined;
  let hasStarted = false;
  let isRead = false;
  let isClosed = false;
  let retry: NodeJS.Timeout | undefined;
  const builds = new BuildQueue();
  /** What this process has built just now, so that it is served as soon as its row says so. */
  let made: { readonly id: string; readonly revision: number; readonly schema: GraphQLSchema } | undefined;

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
    const include = { org: { select: { name: true } } } as const;
    const rows = await database.prisma.graphQLServer.findMany({ omit: light, include });
    const ids = new Set(rows.map(({ id }) => id));
    for (const id of served.keys()) if (!ids.has(id)) served.delete(id);
    for (const { id } of rows) if (!served.has(id)) served.set(id, { state: 'PENDING' });
    doors = new Map(rows.flatMap((row) => pathsOfRow(row).map((path) => [path, doorOf(row)] as const)));
    isRead = true;
    for (const row of rows) await take(row);
  }

  async function take(row: Row): Promise<void> {
    const before = served.get(row.id);
    const isNew = before?.state === 'PENDING' && row.builtRevision === null;
    if (isNew) await saveOutcome(database, row, { state: 'PENDING', failure: null, sdl: row.sdl });
    const { outcome, ...next } = await start(row, before);
    served.set(row.id, { state: outcome.state, ...next });
    await saveOutcome(database, isNew ? { ...row, state: 'PENDING', failure: null } : row, outcome);
  }

  type Started = Omit<Served, 'state'> & { readonly outcome: Outcome };

  /** The endpoint of a row, with its policies as they are now; one that runs is kept. */
  async function start(row: Row, before?: Served): Promise<Started> {
    try {
      const policies = accessPolicies(row.standingPolicies ?? row.policies, ['policies']);
      const { endpoint, revision, failed } = { ...before, ...(await endpointOf(row, before)) };
      endpoint?.setPolicies(policies);
      const kept = { ...(endpoint && { endpoint }), ...(revision !== undefined && { revision }) };
      if (endpoint && revision === row.revision)
        return { outcome: { state: 'READY', failure: null, sdl: endpoint.sdl }, ...kept };
      const sdl = endpoint?.sdl ?? null;
      if (failed?.revision === row.revision)
        return { outcome: { state: 'FAILED', failure: failed.failure, sdl }, ...kept, failed };
      enqueue(row);
      return { outcome: { state: 'PENDING', failure: null, sdl }, ...kept };
    } catch (error) {
      if (!(error instanceof Refusal) || outOfReach(error)) throw error;
      return { outcome: { state: 'FAILED', failure: error.message, sdl: null } };
    }
  }

  /** What can be served at once: the server of .meshrc.yaml, or what its row keeps from an earlier build. */
  async function endpointOf(row: Row, before?: Served): Promise<Pick<Served, 'endpoint' | 'revision'>> {
    const { id, orgId, name, builtRevision, revision, sdl } = row;
    if (before?.endpoint && (before.revision === revision || before.revision === builtRevision)) return {};
    const own = {
      ...deps,
      orgId,
      paths: pathsOfRow(row),
      claims: (headers: Headers) => claimsOf(headers, orgId),
    };
    if (revision === 0)
      return { endpoint: createEndpoint({ ...own, schema: await schemaOf(name) }), revision };
    if (builtRevision === null) return {};
    const isMade = made?.id === id && made.revision === builtRevision;
    const schema = isMade ? made?.schema : await storedSchema(id);
    if (!schema) return {};
    return {
      endpoint: createEndpoint({ ...own, schema, sdl: sdl ?? undefined }),
      revision: builtRevision,
    };
  }

  async function storedSchema(id: string): Promise<GraphQLSchema | undefined> {
    const row = await database.prisma.graphQLServer.findUnique({ where: { id }, select: { built: true } });
    if (!row?.built) return undefined;
    return builtSchemaInTurns(row.built).catch((thrown: unknown) => {
      const error = asUnusable(thrown);
      if (!(error instanceof Refusal)) onFault(error);
      return refuse('GRAPHQL_SERVER_UNUSABLE', { detail: reasonOf(error) });
    });
  }

  function schemaOf(name: string): Promise<GraphQLSchema> {
    if (name !== meshServerName)
      refuse('GRAPHQL_SERVER_UNUSABLE', { detail: 'It has no OpenAPI documents: update its sources.' });
    meshSchema ??= loadMeshSchema().catch((error) => {
      onFault(error);
      return refuse('GRAPHQL_SERVER_UNUSABLE', {
        detail: 'It cannot be built from .meshrc.yaml: the log says why.',
      });
    });
    return meshSchema;
  }

  function enqueue({ id, orgId, revision }: Row): void {
    builds.add(`${id} ${revision}`, { orgId }, async () => {
      try {
        if (!isClosed) await buildRow({ id, revision });
      } catch (error) {
        if (isClosed) return;
        onFault(error);
        retry = setTimeout(refresh, RETRY_MS).unref();
      }
    });
  }

  /** Builds a revision of a row and keeps it there, unless there is a newer one by then. */
  async function buildRow({ id, revision }: Pick<Row, 'id' | 'revision'>): Promise<void> {
    const found = await database.prisma.graphQLServer.findUnique({ where: { id, revision } });
    if (!found) return;
    const row = { ...found, documents: await readSourceDocuments(database.prisma, id) };
    const work = async () => {
      const result = await build(row, buildLimits);
      // This thread may have less room than that one had.
      return { ...result, schema: await builtSchemaInTurns(result.built) };
    };
    const result = await work().catch((thrown: unknown) => {
      const error = asUnusable(thrown);
      if (!(error instanceof Refusal)) onFault(error);
      return reasonOf(error);
    });
    const before = served.get(id);
    if (typeof result !== 'string') {
      made = { id, revision, schema: result.schema };
      await saveBuilt(database, row, result);
    } else if (before) {
      const failure = before.endpoint ? `${result} The server goes on as it was before.` : result;
      served.set(id, { ...before, failed: { revision, failure } });
    }
    await reading();
    made = undefined;
  }

  const reading = inTurn(readRows);
  async function refresh(): Promise<void> {
    await reading();
    await builds.ended();
    hasStarted = isRead;
  }
  void refresh();
  return {
    refresh,
    close() {
      isClosed = true;
      clearTimeout(retry);
    },
    isReady: () => hasStarted || (isRead && ![...served.values()].some(({ state }) => state === 'PENDING')),
    async fetch(request) {
      const path = new URL(request.url).pathname;
      const pass = readPass(request.headers.get(PASS_HEADER));
      // Neither the back-ends behind a server nor its policies get to see it.
      request.headers.delete(PASS_HEADER);
      if (!isRead) return refusedAnswer(request, refusal('GRAPHQL_SERVER_PENDING'));
      const door = doors.get(path);
      if (!door || !isOpenTo(door, { pass, now: deps.clock() })) return refusedAnswer(request, notFound());
      const { state, endpoint } = served.get(door.id) ?? {};
      if (!endpoint) return refusedAnswer(request, notServed(door, state));
      return endpoint.fetch(request, { path, gateway: pass ?? null });
    },
  };
}

/** Why a server cannot be built, as its row says it. */
const reasonOf = (error: unknown) =>
  error instanceof Refusal ? error.message : 'It cannot be built: the log says why.';

const pathsOfRow = ({ org, name, alias }: Row) => pathsOf({ org: org.name, name, alias });

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
