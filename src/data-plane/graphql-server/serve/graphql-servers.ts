import { Refusal } from '../../../foundation/errors.ts';
import type { GraphQLServer } from '../../../infrastructure/database/generated/prisma/client.ts';
import { outOfReach } from '../../../infrastructure/database/unreachable.ts';
import { PASS_HEADER, PassReader } from '../../../infrastructure/secrets/gateway-pass.ts';
import type { Secrets } from '../../../infrastructure/secrets/secrets.ts';
import { type BuildOutcome, saveOutcome, type WrittenServer } from '../build/build-outcome.ts';
import { BuildQueue } from '../build/build-queue.ts';
import type { PlanResult } from '../plan/run-plan.ts';
import type { AnswerWithErrors } from '../plan/written-answer.ts';
import { type BuildRevisionDeps, buildRevision } from './build-revision.ts';
import { NodeHeaders } from './caller-headers.ts';
import { type AccessByPath, accessAt, type EndpointAccess, notFound, notServed } from './endpoint-access.ts';
import { Endpoints, type HeldEndpoint, type MadeEndpoint } from './endpoints.ts';
import { inTurn } from './in-turn.ts';
import { isServable, type KnownServer } from './known-server.ts';
import type { PlainQuery } from './plain-query.ts';
import { refusedAnswer } from './refusal-response.ts';
import { accessByPathOf, builtSelect, include, type LightServerRow, light } from './server-row.ts';
import { policiesOf, StoredEndpoints, type StoredEndpointsDeps } from './stored-endpoint.ts';

type GraphQLServersDeps = StoredEndpointsDeps &
  BuildRevisionDeps & {
    readonly secrets: Pick<Secrets, 'signer'>;
  };

const RETRY_MS = 500;

/**
 * Serves every row of GraphQLServer. Each goes from PENDING to READY, or to FAILED with the reason, here and in its
 * row; the row also gets the SDL. A change is built beside what is served; when it fails, that goes on being served.
 * The schema that answers calls is made of what the row keeps when the first call comes. Reading begins at once.
 */
export class GraphQLServers {
  readonly #deps: GraphQLServersDeps;
  readonly #passes: PassReader;
  readonly #stored: StoredEndpoints;
  readonly #endpoints = new Endpoints(({ id }) => this.#make(id));
  readonly #builds = new BuildQueue();
  readonly #reading = inTurn(() => this.#readRows());
  /** Servers by the ids of their rows. */
  readonly #servers = new Map<string, KnownServer>();
  #accessByPath: AccessByPath;
  #isReady = false;
  #isClosed = false;
  #retry: NodeJS.Timeout | undefined;

  /** Resolves when the rows have been read for the first time, or could not be. */
  readonly begun: Promise<void>;

  constructor(deps: GraphQLServersDeps) {
    this.#deps = deps;
    this.#passes = new PassReader(deps.secrets, deps.clock);
    this.#stored = new StoredEndpoints(deps);
    this.begun = this.#reading();
  }

  /**
   * Tells whether the rows have been read. What is still to be built keeps nobody waiting: no process could serve it
   * sooner, and the org that it belongs to decides how long it takes.
   */
  isReady(): boolean {
    return this.#isReady;
  }

  /** Takes over what changed in the rows. When the database is out of reach, that is told and tried again. */
  async refresh(): Promise<void> {
    await this.#reading();
    await this.#builds.ended();
    await this.#endpoints.ended();
  }

  /** Ends the trying again. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#retry);
  }

  /**
   * Answers /api/<org>/<name> or refuses it with a GraphQL error.
   *
   * A request without a gateway's pass of the org gets 404 NOT_FOUND, alike for a server that exists and one that does
   * not, unless the server is exposed. A server that is not ready yet gives 503 GRAPHQL_SERVER_PENDING. One that
   * failed, or a moment at which too much is built, gives 503 TEMPORARILY_UNAVAILABLE.
   */
  async fetch(request: Request, planned?: AnswerWithErrors): Promise<Response> {
    const path = new URL(request.url).pathname;
    const found = await this.#find(path, request.headers.get(PASS_HEADER));
    // Neither the back-ends behind a server nor its policies get to see it.
    request.headers.delete(PASS_HEADER);
    if (found instanceof Refusal) return refusedAnswer(request, found);
    const { access, held, gateway } = found;
    const before = held.endpoint.remembered;
    const answer = await held.endpoint.fetch(request, { path, gateway }, planned);
    if (held.endpoint.remembered !== before) this.#endpoints.grown(access, held);
    return answer;
  }

  /** Answers a plain request by the plan of its document. Undefined where there is none, or where `fetch` refuses. */
  async run({ path, params, headers }: PlainQuery): Promise<PlanResult | undefined> {
    const found = await this.#find(path, String(headers[PASS_HEADER] ?? ''));
    if (found instanceof Refusal) return undefined;
    return found.held.endpoint.run(params, { gateway: found.gateway, headers: new NodeHeaders(headers) });
  }

  async #find(path: string, passText: string | null) {
    const gateway = this.#passes.read(passText) ?? null;
    const access = accessAt(this.#accessByPath, path, {
      pass: gateway ?? undefined,
      now: this.#deps.clock(),
    });
    const held = access instanceof Refusal ? access : await this.#heldFor(access);
    return access instanceof Refusal || held instanceof Refusal
      ? (held as Refusal)
      : { access, held, gateway };
  }

  /** Returns the endpoint of a server, made at its first use, or the refusal. */
  async #heldFor(access: EndpointAccess): Promise<HeldEndpoint | Refusal> {
    const server = this.#servers.get(access.id);
    if (!server) return notFound();
    try {
      const known = this.#endpoints.known(server);
      const held = known ?? (isServable(server) ? await this.#endpoints.forCall(server) : undefined);
      // Meanwhile its policies may have come to be such as cannot be read.
      if (held && server.policyFault === undefined) return held;
      return notServed(access, server.servable === null || isServable(server) ? server.state : 'FAILED');
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
  }

  /** Makes what answers the calls of a server, of its row as it is now. */
  async #make(id: string): Promise<MadeEndpoint | undefined> {
    const made = await this.#madeOnce(id);
    const servable = this.#servers.get(id)?.servable ?? null;
    // There was a build in between.
    return made && servable !== null && made.revision < servable ? this.#madeOnce(id) : made;
  }

  async #madeOnce(id: string): Promise<MadeEndpoint | undefined> {
    const { graphQLServer } = this.#deps.database.prisma;
    const row = await graphQLServer.findUnique({ where: { id }, omit: builtSelect, include });
    const server = this.#servers.get(id);
    if (!row || !server) return undefined;
    const isCurrent = row.revision === (row.builtRevision ?? 0);
    try {
      const made = await this.#stored.of(row);
      // Another process, or this one before its last start, could not do it.
      if (made && isCurrent && row.state === 'FAILED')
        await this.#tell(row, { state: 'READY', failure: null });
      return made;
    } catch (error) {
      if (!(error instanceof Refusal) || outOfReach(error)) throw error;
      if (error.code !== 'GRAPHQL_SERVER_UNUSABLE') return undefined;
      server.unusable = { revision: row.builtRevision ?? 0, failure: error.message };
      if (isCurrent) await this.#tell(row, { state: 'FAILED', failure: error.message });
      return undefined;
    }
  }

  /** Writes a call's findings to the row. The call goes on where the database is out of reach. */
  #tell(row: Omit<GraphQLServer, keyof typeof builtSelect>, outcome: BuildOutcome): Promise<void> {
    return saveOutcome(this.#deps.database, row, outcome).catch(this.#deps.onFault);
  }

  async #readRows(): Promise<void> {
    clearTimeout(this.#retry);
    try {
      await this.#takeRows();
    } catch (error) {
      this.#tryAgain(error);
    }
  }

  #tryAgain(error: unknown): void {
    if (this.#isClosed) return;
    this.#deps.onFault(error);
    this.#retry = setTimeout(() => void this.refresh(), RETRY_MS).unref();
  }

  async #takeRows(): Promise<void> {
    const rows = await this.#deps.database.prisma.graphQLServer.findMany({ omit: light, include });
    const ids = new Set(rows.map(({ id }) => id));
    for (const [id, server] of this.#servers)
      if (!ids.has(id)) {
        this.#servers.delete(id);
        this.#endpoints.forget(server);
      }
    const noted = rows.map((row) => ({ row, server: this.#note(row) }));
    this.#accessByPath = accessByPathOf(rows);
    const outcomes: (readonly [WrittenServer, BuildOutcome])[] = [];
    for (const { row, server } of noted) outcomes.push(...(await this.#take(row, server)));
    this.#isReady = true;
    for (const [before, outcome] of outcomes) await saveOutcome(this.#deps.database, before, outcome);
  }

  /** Takes over what a row says of how its calls are answered. */
  #note(row: LightServerRow): KnownServer {
    const { id, orgId, revision, builtRevision } = row;
    const server: KnownServer = this.#servers.get(id) ?? {
      id,
      orgId,
      state: 'PENDING',
      servable: null,
    };
    this.#servers.set(id, server);
    server.servable = revision === 0 ? 0 : builtRevision;
    if (server.unusable?.revision !== server.servable) delete server.unusable;
    if (server.failed?.revision !== revision || builtRevision === revision) delete server.failed;
    server.policyFault = this.#takePolicies(row, server);
    const held = this.#endpoints.revisionOf(server);
    const isOld = held !== undefined && server.servable !== null && held !== server.servable;
    if (isOld) this.#endpoints.replace(server).catch(this.#deps.onFault);
    return server;
  }

  #takePolicies(row: LightServerRow, server: KnownServer): string | undefined {
    try {
      this.#endpoints.setPolicies(server, policiesOf(row));
      return undefined;
    } catch (error) {
      if (error instanceof Refusal) return error.message;
      throw error;
    }
  }

  /** Takes in a row: its server's state, and the update of the row if any. */
  async #take(row: LightServerRow, server: KnownServer): Promise<(readonly [WrittenServer, BuildOutcome])[]> {
    const pending = { state: 'PENDING', failure: null } as const;
    const isNew = server.state === 'PENDING' && row.builtRevision === null;
    if (isNew) await saveOutcome(this.#deps.database, row, pending);
    const before = isNew ? { ...row, ...pending } : row;
    const outcome = await this.#outcomeOf(row, server);
    const isTaken = before.state === 'FAILED' && outcome.state === 'READY' && server.state !== 'FAILED';
    server.state = outcome.state;
    // Another process could not serve it: whether this one can, a call finds out.
    return isTaken ? [] : [[before, outcome]];
  }

  async #outcomeOf(
    row: LightServerRow,
    { policyFault, unusable, failed }: KnownServer,
  ): Promise<BuildOutcome> {
    const isBuilt = row.builtRevision === row.revision;
    const failure = policyFault ?? failed?.failure ?? (isBuilt ? unusable?.failure : undefined);
    if (failure !== undefined) return { state: 'FAILED', failure };
    if (row.revision === 0) return this.#stored.meshOutcome(row.name);
    if (isBuilt) return { state: 'READY', failure: null };
    this.#enqueue(row);
    return { state: 'PENDING', failure: null };
  }

  #enqueue({ id, orgId, revision }: LightServerRow): void {
    void this.#builds.add(`${id} ${revision}`, { orgId }, async () => {
      try {
        if (!this.#isClosed) await this.#build({ id, revision });
      } catch (error) {
        this.#tryAgain(error);
      }
    });
  }

  async #build(built: Pick<LightServerRow, 'id' | 'revision'>): Promise<void> {
    const reason = await buildRevision(this.#deps, built);
    const server = this.#servers.get(built.id);
    if (reason !== undefined && server) {
      const isServed = server.servable !== null || this.#endpoints.revisionOf(server) !== undefined;
      const failure = isServed ? `${reason} The server goes on as it was before.` : reason;
      server.failed = { revision: built.revision, failure };
    }
    await this.#reading();
  }
}
