import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { answering, type Peer } from './peers.ts';
import { folder, freePorts, start } from './processes.ts';
import { queryTo, SDL } from './upstream.ts';
import type { World } from './world.ts';

const text = { type: 'string' };
const Customer = { type: 'object', properties: { id: text, firstname: text, lastname: text, email: text } };
const schema = { type: 'array', items: { $ref: '#/components/schemas/Customer' } };
/**
 * OpenAPI document without error responses.
 *
 * Mesh Compose would make a union of them and the list, which has no fields to select.
 */
const DOCUMENT = {
  openapi: '3.0.3',
  info: { title: 'Customers', version: '1.0.0' },
  paths: {
    '/customers': {
      get: {
        operationId: 'getCustomers',
        responses: { 200: { description: 'The customers', content: { 'application/json': { schema } } } },
      },
    },
  },
  components: { schemas: { Customer } },
};
const PEERS = 'bench/peers/node_modules';
const READY_WITHIN_MS = 60_000;
const basePath = (upstreamUrl: string) => `${upstreamUrl}/customerdb/v3`;

const CREATE = `mutation Create($openapi: JSON!, $url: URL!, $policies: JSON) {
  createGraphQLServer(input: { org: "bench", title: "Made", exposed: true, policies: $policies,
    sources: [{ name: "customers", url: $url, openapi: $openapi }] }) { url } }`;
const STATE = '{ graphqlServer(org: "bench", name: "made") { state failure } }';

/** The server that Gatehouse makes of the document while it runs. */
export async function startMade(upstreamUrl: string, world: World): Promise<Peer> {
  const policies = { access: { policies: [{ type: 'Query', policyDefault: { condition: true } }] } };
  const made = await world.manage(CREATE, { openapi: DOCUMENT, url: basePath(upstreamUrl), policies });
  const end = performance.now() + READY_WITHIN_MS;
  for (let state = ''; state !== 'READY'; await sleep(200)) {
    const { graphqlServer } = (await world.manage(STATE)) as { graphqlServer: Record<string, string> };
    state = graphqlServer['state'] ?? '';
    if (state === 'FAILED' || performance.now() > end)
      throw new Error(`The GraphQL server is ${state}: ${graphqlServer['failure']}`);
  }
  const { url } = made['createGraphQLServer'] as { url: string };
  const own = new URL(new URL(url).pathname, world.graphqlServerUrl).href;
  const readySeconds = await world.readyAfter('graphql-server', queryTo(own));
  return { pid: world.graphqlPid, urls: [own], readySeconds };
}

/** graphql-yoga with resolvers that are written by hand. */
export async function startYoga(upstreamUrl: string): Promise<Peer> {
  const [port = 0] = await freePorts(1);
  const env = { PORT: `${port}`, UPSTREAM: upstreamUrl, SDL, NODE_ENV: 'production' };
  const command = [process.execPath, 'bench/peers/yoga.mjs'];
  const pid = await start({ name: 'yoga', command, core: 'server', port, env });
  return answering(pid, `http://127.0.0.1:${port}/graphql`);
}

/** Hive Gateway on the supergraph that Mesh Compose makes of the document. */
export async function startHiveServer(upstreamUrl: string): Promise<Peer> {
  const [port = 0] = await freePorts(1);
  const config = join(folder, 'mesh.config.mjs');
  const supergraph = join(folder, 'supergraph.graphql');
  const loader = resolve(PEERS, '@omnigraph/openapi/esm/index.js');
  const document = join(folder, 'customers.json');
  writeFileSync(document, JSON.stringify(DOCUMENT));
  const source = { source: document, endpoint: basePath(upstreamUrl) };
  writeFileSync(
    config,
    `import { loadOpenAPISubgraph } from ${JSON.stringify(loader)};
export const composeConfig = { subgraphs: [{ sourceHandler: loadOpenAPISubgraph('customers', ${JSON.stringify(source)}) }] };\n`,
  );
  execFileSync(resolve(PEERS, '.bin/mesh-compose'), ['-c', config, '-o', supergraph], { cwd: 'bench/peers' });
  const own = join(folder, 'hive-server.config.mjs');
  writeFileSync(
    own,
    `export const gatewayConfig = { logging: false, graphiql: false, landingPage: false, healthCheckEndpoint: false };\n`,
  );
  const bin = `${PEERS}/@graphql-hive/gateway/dist/bin.js`;
  const args = ['supergraph', supergraph, '--config-path', own, '--host', '127.0.0.1', '--port', `${port}`];
  const command = [process.execPath, bin, ...args];
  const pid = await start({
    name: 'hive-server',
    command,
    core: 'server',
    port,
    env: { NODE_ENV: 'production' },
  });
  return answering(pid, `http://127.0.0.1:${port}/graphql`);
}
