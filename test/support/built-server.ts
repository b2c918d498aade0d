import type { RequestListener } from 'node:http';
import { GraphQLServers } from '../../src/data-plane/graphql-server/serve/graphql-servers.ts';
import type { Snapshot } from '../../src/data-plane/snapshot/snapshot.ts';
import { ask, listening } from './graphql-server.ts';
import { type ManagementWorld, openManagement, type Variables } from './management.ts';
import { snapshot } from './snapshot.ts';

/** A policy that lets everything through. */
export const everything = {
  access: {
    policies: ['Query', 'Mutation'].map((type) => ({ type, policyDefault: { condition: true } })),
  },
};

type Call = { method: string; url: string; headers: Record<string, unknown>; body: string };

export type BuiltWorld = ManagementWorld & {
  readonly servers: GraphQLServers;
  /** Address of the back-end. */
  readonly url: string;
  /** Calls to the back-end since they were last forgotten. */
  readonly calls: Call[];
  /** The published snapshot. A caller's token is of one of its catalogs. */
  readonly published: { snapshot: Snapshot };
  /** Answers of the back-end by method and target; 404 for anything else. */
  readonly answers: Map<string, RequestListener | unknown>;
  /** Makes a server of documents, waits until it is built, and gives how it stands. */
  make(input: Variables & { readonly org?: string }): Promise<Standing>;
  /** Changes one, and waits likewise. */
  change(input: Variables & { readonly name: string; readonly org?: string }): Promise<Standing>;
  serverState(name: string, org?: string): Promise<Standing>;
  ask(name: string, query: string, more?: AskMore): ReturnType<typeof ask>;
  /** The servers anew, over the same rows, as after a start. */
  restart(): Promise<void>;
};

type AskMore = { readonly variables?: object; readonly headers?: Record<string, string> };
type Standing = { state: string; failure: string | null; sdl: string | null };

/** The management API, the GraphQL servers and a back-end, over one database. */
export async function openBuiltWorld(): Promise<BuiltWorld> {
  const management = await openManagement();
  await management.mutate('createOrg', { title: 'Acme' });
  const calls: Call[] = [];
  const answers: BuiltWorld['answers'] = new Map();
  const listener = await listening((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      calls.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      const answer = answers.get(`${method} ${url}`);
      if (typeof answer === 'function') return void answer(request, response);
      const text = typeof answer === 'string' ? answer : JSON.stringify(answer ?? { problem: 'unknown' });
      response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(text);
    });
  });
  const published = { snapshot: snapshot() };
  const begin = () =>
    new GraphQLServers({
      ...management.deps,
      snapshots: { current: () => published.snapshot },
      backendsUrl: listener.url,
      onFault: (fault) => faults.push(fault),
    });
  const faults: unknown[] = [];
  let servers = begin();
  const serverState = async (name: string, org = 'acme') =>
    (
      await management.query<{ graphqlServer: Standing }>(
        `{ graphqlServer(org: "${org}", name: "${name}") { state failure sdl } }`,
      )
    ).graphqlServer;
  return {
    ...management,
    get servers() {
      return servers;
    },
    faults,
    url: listener.url,
    calls,
    published,
    answers,
    serverState,
    async make(input) {
      const { name } = await management.mutate<{ name: string }>(
        'createGraphQLServer',
        { org: 'acme', policies: everything, exposed: true, ...input },
        '{ name }',
      );
      await servers.refresh();
      return serverState(name, input.org);
    },
    async change(input) {
      await management.mutate('updateGraphQLServer', { org: 'acme', ...input }, '{ name }');
      await servers.refresh();
      return serverState(input.name, input.org);
    },
    ask: (name, query, { variables, headers = {} } = {}) =>
      ask(servers, `/api/acme/${name}`, { query, variables, headers }),
    async restart() {
      servers.close();
      servers = begin();
      await servers.refresh();
    },
    async close() {
      servers.close();
      await listener.close();
      await management.close();
    },
  };
}

/** An OpenAPI document of these paths. */
export const documentOf = (paths: object, schemas: object = {}, more: object = {}) => ({
  openapi: '3.0.3',
  info: { title: 'Test', version: '1.0.0' },
  paths,
  components: { schemas },
  ...more,
});

/** The responses of an operation that answers with this schema. */
export const answering = (schema: object, more: object = {}) => ({
  responses: { 200: { description: 'It', content: { 'application/json': { schema } }, ...more } },
});
