import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { GraphQLServers } from '../../src/data-plane/graphql-server/serve/graphql-servers.ts';
import { createBackends } from '../../src/demo/backends/backends.ts';
import type { Database } from '../../src/infrastructure/database/database.ts';
import { toStore } from '../../src/infrastructure/database/json-columns.ts';
import { Outbound } from '../../src/infrastructure/outbound/outbound.ts';
import { Secrets } from '../../src/infrastructure/secrets/secrets.ts';
import { emptyDatabase } from './database.ts';
import { snapshot } from './snapshot.ts';

/** The policy of spec.md: it lets every query through. */
export const everyQuery = { access: { policies: [{ type: 'Query', policyDefault: { condition: true } }] } };

/** No token is one of this platform's. */
export const nobodyKnown = {
  snapshots: { current: () => snapshot() },
  clock: () => new Date(0),
  secrets: new Secrets('the secret key of these tests, which is long'),
};

/** A server on a free port of this machine. */
export async function listening(listener: RequestListener): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(listener);
  // On a machine that has others to run, a connection may be long without a call: it is not closed under the next.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Answer = {
  status: number;
  headers: Headers;
  text: string;
  data?: Record<string, unknown>;
  errors?: { message: string; path?: (string | number)[]; extensions: Record<string, unknown> }[];
};

export type SampleServer = {
  readonly database: Database;
  readonly servers: GraphQLServers;
  readonly backendsUrl: string;
  /** The paths that the back-ends were asked for, since they were last forgotten. */
  readonly calls: string[];
  readonly faults: unknown[];
  ask(query: string, variables?: object): Promise<Answer>;
  close(): Promise<void>;
};

/**
 * Opens the GraphQL server `sample` over its own back-ends, with its row in a database.
 *
 * @param backends what answers in place of the sample back-ends
 */
export async function sampleServer({
  policies = everyQuery,
  backends = getRequestListener(createBackends().fetch),
}: {
  policies?: object;
  backends?: RequestListener;
} = {}): Promise<SampleServer> {
  const database = await emptyDatabase();
  const org = await database.prisma.org.create({ data: { name: 'acme', title: 'Acme' } });
  await database.prisma.graphQLServer.create({
    data: {
      orgId: org.id,
      name: 'sample',
      title: 'Sample',
      policies: toStore(policies),
      alias: 'sample',
      exposed: true,
    },
  });
  const calls: string[] = [];
  const faults: unknown[] = [];
  const listener = await listening((request, response) => {
    calls.push(request.url ?? '');
    return backends(request, response);
  });
  const outbound = new Outbound({ allowlist: ['127.0.0.0/8'] });
  const servers = new GraphQLServers({
    database,
    outbound,
    ...nobodyKnown,
    backendsUrl: listener.url,
    onFault: (error) => faults.push(error),
  });
  await servers.refresh();
  return {
    database,
    servers,
    backendsUrl: listener.url,
    calls,
    faults,
    ask: (query, variables) => ask(servers, '/api/sample', { query, variables }),
    async close() {
      await outbound.close();
      await Promise.all([listener.close(), database.close()]);
    },
  };
}

/** Sends a document as a client does that reads statuses. */
export async function ask(
  servers: Pick<GraphQLServers, 'fetch'>,
  path: string,
  {
    headers,
    ...body
  }: { query: string; variables?: object | undefined; headers?: Readonly<Record<string, string>> },
): Promise<Answer> {
  const response = await servers.fetch(
    new Request(`http://127.0.0.1${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/graphql-response+json, application/json;q=0.9',
        ...headers,
      },
      body: JSON.stringify(body),
    }),
  );
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, ...JSON.parse(text) };
}
