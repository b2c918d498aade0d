import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Request, readyAfter } from './load.ts';
import { atEnd, folder, freePorts, start, stop } from './processes.ts';
import { SDL } from './upstream.ts';

const SERVER = process.env['DATABASE_URL_BENCH'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const CATALOG_PATH = '/bench/sandbox';

/** Gatehouse as processes of this repository, with the org that the benchmarks call. */
export type World = {
  /** The process that serves calls. */
  readonly pid: number;
  /** The process of the GraphQL server. It is the same process where the database is embedded. */
  readonly graphqlPid: number;
  /** Description of the setup, for readers of the figures. */
  readonly setup: string;
  readonly keyedUrl: string;
  readonly tokenUrl: string;
  readonly graphqlUrl: string;
  readonly graphqlServerUrl: string;
  readonly clientKey: string;
  readonly token: string;
  /** Public key that verifies the token. */
  readonly publicJwk: object;
  /** URL of the database; undefined where it is the embedded one. */
  readonly databaseUrl: string | undefined;
  /** Address of the metrics of the process that serves calls. */
  readonly opsUrl: string;
  /** File of the access log of its processes. */
  readonly accessLog: string;
  /** Prefix of the URLs of every API and of the OAuth provider. */
  readonly base: string;
  readonly clientSecret: string;
  manage(document: string, variables?: object): Promise<Record<string, unknown>>;
  /** A token of a client of the world. */
  tokenOf(clientKey: string): Promise<string>;
  /** Starts another process of a role beside. */
  another(role: keyof typeof PORT_OF, more?: Ports): Promise<Another>;
  /**
   * Starts another process of a role beside, and ends it when it has answered.
   *
   * @param request as to the one that runs
   * @returns the seconds from its start to its answer; undefined where the database is the embedded one, which has one process
   */
  readyAfter(role: keyof typeof PORT_OF, request: Request): Promise<number | undefined>;
  /** Replaces the process that serves calls. Resolves when the new one has read the database. */
  restartGateway(more?: Ports): Promise<World>;
};

export type Another = { readonly pid: number; readonly port: number; readonly opsUrl: string };

type Ports = Readonly<Record<string, string>>;

const { SERVING } = (await import(new URL('../../bin/pinned-node.mjs', import.meta.url).href)) as {
  SERVING: { readonly env: Ports; readonly flags: readonly string[] };
};
/** A million subscriptions take a slow machine half a minute. */
const READ_WITHIN_MS = 120_000;
/** Environment of a process as `npm start` sets it: memory that stays small. */
export const SMALL_MEMORY = SERVING.env;

/** The setting of where a role listens. */
const PORT_OF = { gateway: 'GATEWAY_PORT', 'graphql-server': 'GRAPHQL_SERVER_PORT' } as const;
const NAMES = ['GATEWAY_PORT', 'CONTROL_PORT', 'GRAPHQL_SERVER_PORT', 'OPS_PORT'];
/** A build in a folder, by default this one, and the Node that runs it. */
type Build = { readonly root?: string; readonly node?: string };

/** Returns the command of a build, with the flags of `npm start`. */
export const nodeIn = ({ root = '.', node = process.execPath }: Build): string[] => [
  node,
  ...SERVING.flags,
  '--liftoff-only',
  join(root, 'dist/main.js'),
];

/**
 * Starts Gatehouse. On PostgreSQL the gateway has a process of its own; otherwise one process has all roles.
 *
 * @param more environment of its processes
 * @param build another than this one may be of another commit
 */
export async function startWorld(upstreamUrl: string, more: Ports = {}, build: Build = {}): Promise<World> {
  const command = nodeIn(build);
  const ports = Object.fromEntries((await freePorts(NAMES.length)).map((port, at) => [NAMES[at], `${port}`]));
  const databaseUrl = await createDatabase();
  const settings = {
    ...ports,
    NODE_ENV: 'production',
    ...SMALL_MEMORY,
    DATA_DIR: join(folder, `data-${databases}`),
    ADMIN_TOKEN: randomBytes(24).toString('base64url'),
    SECRET_KEY: randomBytes(24).toString('base64url'),
    // For the GraphQL server `sample`, whose back-ends are the upstream then.
    DEMO: 'true',
    BACKENDS_PORT: new URL(upstreamUrl).port,
    ACCESS_LOG: join(folder, `access-${databases}.log`),
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...more,
  };
  const pids = databaseUrl
    ? await startApart(command, settings, ports)
    : await startOne(command, { ...settings, ROLES: 'control,gateway,graphql-server' }, ports);
  const manage = managementOf(settings);
  const { clientKey, clientSecret } = await furnish(manage, upstreamUrl);
  const gateway = `http://127.0.0.1:${ports['GATEWAY_PORT']}${CATALOG_PATH}`;
  const token = await untilSettled(() => askToken(`${gateway}/native/oauth2/token`, clientKey, clientSecret));
  const { keys } = (await (await fetch(`${gateway}/native/oauth2/jwks`)).json()) as { keys: object[] };
  const world: World = {
    ...pids,
    accessLog: settings.ACCESS_LOG,
    base: gateway,
    clientSecret,
    tokenOf: (key) => askToken(`${gateway}/native/oauth2/token`, key, clientSecret),
    async another(role, more = {}) {
      if (!databaseUrl) throw new Error('There is one process where the database is the embedded one.');
      const [port = 0, opsPort = 0] = await freePorts(2);
      const own = { ROLES: role, [PORT_OF[role]]: `${port}`, OPS_PORT: `${opsPort}` };
      const env = { ...settings, ...own, ...more };
      const pid = await start({ name: `another ${role}`, command, core: 'server', port, env });
      return { pid, port, opsUrl: `http://127.0.0.1:${opsPort}` };
    },
    async readyAfter(role, { url, ...request }) {
      if (!databaseUrl) return undefined;
      const { pid, port } = await this.another(role);
      const there = Object.assign(new URL(url), { port });
      const seconds = await readyAfter(pid, { ...request, url: there.href });
      await stop(pid);
      return seconds;
    },
    async restartGateway(more = {}) {
      if (!databaseUrl) throw new Error('There is one process where the database is the embedded one.');
      await stop(this.pid);
      const env = { ...settings, OPS_PORT: new URL(this.opsUrl).port, ROLES: 'gateway', ...more };
      const port = portOf(ports, 'GATEWAY_PORT');
      const pid = await start({ name: 'gateway', command, core: 'server', port, env });
      await untilSettled(() => checkUpToDate(this.opsUrl), READ_WITHIN_MS);
      return { ...this, pid };
    },
    setup: databaseUrl
      ? 'the gateway is a process of its own, on PostgreSQL; the GraphQL server another'
      : 'gateway, control and GraphQL server are one process, on the embedded database',
    keyedUrl: `${gateway}/keyed/customers`,
    tokenUrl: `${gateway}/token/customers`,
    graphqlUrl: `${gateway}/customers/graphql`,
    graphqlServerUrl: `http://127.0.0.1:${ports['GRAPHQL_SERVER_PORT']}/api/sample`,
    clientKey,
    token,
    publicJwk: keys[0] ?? {},
    databaseUrl,
    manage,
  };
  await untilSettled(() => answers(world.keyedUrl, { 'x-client-id': clientKey }));
  return world;
}

const portOf = (ports: Ports, name: string) => Number(ports[name]);

async function startApart(command: readonly string[], settings: Ports, ports: Ports) {
  const env = { ...settings, ROLES: 'control' };
  const port = portOf(ports, 'CONTROL_PORT');
  await start({ name: 'control', command, core: 'others', isInTheBackground: true, port, env });
  const opsPorts = await freePorts(2);
  const [pid = 0, graphqlPid = 0] = await Promise.all(
    Object.entries(PORT_OF).map(([name, port], at) => {
      const own = { ...settings, ROLES: name, OPS_PORT: `${opsPorts[at]}` };
      return start({ name, command, core: 'server', port: portOf(ports, port), env: own });
    }),
  );
  return { pid, graphqlPid, opsUrl: `http://127.0.0.1:${opsPorts[0]}` };
}

async function startOne(command: readonly string[], env: Ports, ports: Ports) {
  const port = portOf(ports, 'GRAPHQL_SERVER_PORT');
  const pid = await start({ name: 'platform', command, core: 'server', port, env });
  return { pid, graphqlPid: pid, opsUrl: `http://127.0.0.1:${ports['OPS_PORT']}` };
}

let databases = 0;

/** A database of its own on the server, where one can be reached. */
export async function createDatabase(): Promise<string | undefined> {
  databases += 1;
  const name = `gatehouse_gateway_bench_${process.pid}_${databases}`;
  const administer = async (sql: string) => {
    const client = new pg.Client({ connectionString: SERVER, connectionTimeoutMillis: 2_000 });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  try {
    await administer(`CREATE DATABASE ${name}`);
  } catch {
    return undefined;
  }
  atEnd(() => administer(`DROP DATABASE ${name} WITH (FORCE)`));
  const url = new URL(SERVER);
  url.pathname = `/${name}`;
  return url.href;
}

export function managementOf({ CONTROL_PORT, ADMIN_TOKEN }: Ports): World['manage'] {
  return async (query, variables = {}) => {
    const answer = await fetch(`http://127.0.0.1:${CONTROL_PORT}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${ADMIN_TOKEN}` },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = (await answer.json()) as { data: Record<string, unknown>; errors?: object[] };
    if (errors) throw new Error(`The management API says: ${JSON.stringify(errors)}`);
    return data;
  };
}

const FURNISH = `mutation Furnish($manifest: JSON!) {
  createOrg(input: { title: "Bench" }) { name }
  applyManifest(input: { org: "bench", manifest: $manifest }) { changes { action } }
  setApiOnline(input: { org: "bench", catalog: "sandbox", api: "customers:1.0.0", online: true }) { name }
  createConsumerOrg(input: { org: "bench", catalog: "sandbox", title: "Consumers" }) { name }
  createApplication(input: { org: "bench", catalog: "sandbox", consumerOrg: "consumers", title: "Application" }) {
    clientKey clientSecret }
  createSubscription(input: { org: "bench", catalog: "sandbox", consumerOrg: "consumers", application: "application"
    product: "bench:1.0.0", plan: "large" }) { id }
}`;

const answered = { responses: { 200: { description: 'What the upstream has.' } } };
const name = { name: 'name', in: 'path', required: true, schema: { type: 'string' } };
/** The document of the REST APIs. */
export const OPENAPI = {
  openapi: '3.0.3',
  info: { title: 'Bench', version: '1.0.0' },
  paths: { '/{name}': { parameters: [name], get: answered, put: answered } },
};

/**
 * Creates an API by client key, one by token and one of GraphQL.
 *
 * They are in one product, whose plan nobody exhausts.
 */
async function furnish(manage: World['manage'], upstreamUrl: string) {
  const targetUrl = `${upstreamUrl}/customerdb/v3`;
  const rest = { version: '1.0.0', targetUrl, openapi: OPENAPI };
  const oauth = { name: 'oauth', type: 'OAUTH2', flow: 'APPLICATION', oauthProvider: 'native' };
  const tokenOnly = {
    securityDefinitions: [oauth],
    security: [{ definition: 'oauth', scopes: ['customer'] }],
  };
  const manifest = {
    gatehouse: '1',
    oauthProviders: [
      {
        name: 'native',
        title: 'Native',
        grantTypes: ['APPLICATION'],
        scopes: [{ name: 'customer', description: 'Reads customers' }],
        accessTokenSeconds: 86_400,
      },
    ],
    apis: [
      { name: 'keyed', title: 'Keyed', basePath: '/keyed', ...rest },
      { name: 'token', title: 'Token', basePath: '/token', ...rest, ...tokenOnly },
      {
        name: 'customers',
        title: 'Customers',
        version: '1.0.0',
        graphqlUrl: `${upstreamUrl}/graphql`,
        sdl: SDL,
      },
    ],
    products: [
      {
        name: 'bench',
        title: 'Bench',
        version: '1.0.0',
        apis: ['keyed:1.0.0', 'token:1.0.0', 'customers:1.0.0'],
        plans: [
          {
            name: 'large',
            title: 'Large',
            rateLimit: 2 ** 31 - 1,
            maxConcurrentCalls: 10_000,
            maxGraphQLCost: 100_000,
            maxGraphQLDepth: 10,
          },
        ],
      },
    ],
    catalogs: [
      {
        name: 'sandbox',
        title: 'Sandbox',
        oauthProviders: ['native'],
        products: [{ product: 'bench:1.0.0', state: 'PUBLISHED' }],
      },
    ],
  };
  const made = await manage(FURNISH, { manifest });
  return made['createApplication'] as { clientKey: string; clientSecret: string };
}

async function askToken(url: string, clientKey: string, secret: string): Promise<string> {
  const form = {
    grant_type: 'client_credentials',
    client_id: clientKey,
    client_secret: secret,
    scope: 'customer',
  };
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(form) });
  const text = await answer.text();
  const { access_token: token } = JSON.parse(text) as { access_token?: string };
  if (!token) throw new Error(`The token endpoint answers ${answer.status}: ${text}`);
  return token;
}

async function answers(url: string, headers: Record<string, string>): Promise<void> {
  const answer = await fetch(url, { headers });
  const { status } = answer;
  if (status !== 200) throw new Error(`${url} answers ${status}: ${await answer.text()}`);
}

/** Checks that a gateway has read the database. Where that takes ten seconds, it serves the snapshot of its disk first. */
async function checkUpToDate(opsUrl: string): Promise<void> {
  const metrics = await (await fetch(`${opsUrl}/metrics`)).text();
  if (!/^snapshot_stale_seconds 0$/m.test(metrics)) throw new Error('The gateway has not read the database.');
}

/** A change reaches the gateway within a second: until then it may refuse. */
async function untilSettled<T>(ask: () => Promise<T>, withinMs = 20_000): Promise<T> {
  const end = performance.now() + withinMs;
  for (;;)
    try {
      return await ask();
    } catch (error) {
      if (performance.now() > end) throw error;
      await sleep(100);
    }
}
