import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { folder, freePorts, start } from './gateway/processes.ts';
import { createDatabase, managementOf, nodeIn, SMALL_MEMORY, type World } from './gateway/world.ts';

/** An org as its own people and its consumers know it. */
export type Neighbour = {
  readonly name: string;
  /** Begins the URL of each of its APIs. */
  readonly base: string;
  readonly portal: string;
  /** Token of an administrator of the org. */
  readonly token: string;
  /** Client keys of applications, each with a subscription to a plan with the usual bounds. */
  readonly keys: readonly string[];
  /** Members who may sign in to its portal, all with the same password. */
  readonly members: readonly string[];
};

/** A platform with an org that attacks and one that is measured. It is passed between threads. */
export type Neighbours = {
  readonly controlUrl: string;
  readonly setup: string;
  readonly eve: Neighbour;
  readonly vic: Neighbour;
};

/** Addresses of both orgs' back-ends, which have one origin, and of their webhook receivers. */
export type Elsewhere = { readonly origin: string; readonly hangs: string; readonly receives: string };

export const PASSWORD = 'the-password-of-a-neighbour';
export const APPLICATIONS = 20;
const MEMBERS = 60;
/** Root fields of a mutation, at their bound. */
const AT_ONCE = 20;
/** The quota of a catalog, in three of them. */
const HANGING = ['sandbox', 'second', 'third'];
const HANGING_EACH = 20;
const NAMES = ['GATEWAY_PORT', 'CONTROL_PORT', 'GRAPHQL_SERVER_PORT', 'OPS_PORT', 'CONTROL_OPS_PORT'];
const DOCUMENT_CHARACTERS = 797_000;

/** Schema of an attacker's choice, in which every field may be selected in each type. */
const SDL = `interface N { x: ID n: N all(first: Int): [N] } type Query implements N { x: ID n: N all(first: Int): [N] }
  ${Array.from({ length: 8 }, (_, at) => `type O${at} implements N { x: ID n: N all(first: Int): [N] }`).join(' ')}`;

/**
 * Starts the platform on one core.
 *
 * @param together control and gateway are one process, as `npm start` runs them
 */
export async function startNeighbours(elsewhere: Elsewhere, together: boolean): Promise<Neighbours> {
  const ports = Object.fromEntries((await freePorts(NAMES.length)).map((port, at) => [NAMES[at], `${port}`]));
  const databaseUrl = await createDatabase();
  const isApart = databaseUrl !== undefined && !together;
  const settings = {
    ...ports,
    NODE_ENV: 'production',
    ...SMALL_MEMORY,
    DATA_DIR: join(folder, 'data'),
    ADMIN_TOKEN: randomBytes(24).toString('base64url'),
    SECRET_KEY: randomBytes(24).toString('base64url'),
    DEMO: 'false',
    TARGET_ALLOWLIST: '127.0.0.0/8',
    // So that each caller can have an address of its own.
    TRUSTED_PROXIES: '127.0.0.0/8',
    ACCESS_LOG: join(folder, 'access.log'),
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  };
  const begin = (name: string, port: string, more: Record<string, string>) =>
    start({
      name,
      command: nodeIn({}),
      core: 'server',
      port: Number(ports[port]),
      env: { ...settings, ...more },
    });
  const controlRoles = isApart ? 'control' : 'control,gateway';
  await begin('control', 'CONTROL_PORT', { ROLES: controlRoles, OPS_PORT: ports['CONTROL_OPS_PORT'] ?? '' });
  if (isApart) await begin('gateway', 'GATEWAY_PORT', { ROLES: 'gateway' });
  const manage = managementOf(settings);
  const urls = {
    controlUrl: `http://127.0.0.1:${ports['CONTROL_PORT']}`,
    gatewayUrl: `http://127.0.0.1:${ports['GATEWAY_PORT']}`,
  };
  const eve = await furnish({ manage, ...urls }, 'eve', eves(elsewhere));
  const vic = await furnish({ manage, ...urls }, 'vic', vics(elsewhere));
  await untilServed(vic);
  await untilServed(eve);
  const where = databaseUrl ? 'PostgreSQL' : 'the embedded database';
  const setup = isApart
    ? 'control and gateway are processes of their own'
    : 'control and gateway are one process';
  return { controlUrl: urls.controlUrl, eve, vic, setup: `${setup}, on ${where}` };
}

const answered = { responses: { 200: { description: 'What the back-end has.' } } };
const openapi = {
  openapi: '3.0.3',
  info: { title: 'Neighbour', version: '1.0.0' },
  paths: {
    '/{name}': {
      parameters: [{ name: 'name', in: 'path', required: true, schema: { type: 'string' } }],
      get: answered,
      post: answered,
    },
  },
};

/** Nearly 800 KB of it. */
export const largeDocument = {
  ...openapi,
  paths: Object.fromEntries(
    Array.from({ length: DOCUMENT_CHARACTERS / 160 }, (_, at) => [
      `/things/${at}`,
      { get: { summary: 'x'.repeat(80), responses: { 200: { description: 'It is there.' } } } },
    ]),
  ),
};

const rest = (name: string, targetUrl: string, more: object = {}) => ({
  name,
  title: name,
  version: '1.0.0',
  basePath: `/${name}`,
  targetUrl,
  openapi,
  ...more,
});

const webhook = (name: string, url: string) => ({
  name,
  url,
  types: ['CREDENTIAL'],
  secret: randomBytes(24).toString('base64url'),
});

type Furniture = {
  readonly apis: readonly { readonly name: string }[];
  readonly catalogs: readonly object[];
};

function eves({ origin, hangs }: Elsewhere): Furniture {
  const graph = {
    name: 'graph',
    title: 'graph',
    version: '1.0.0',
    graphqlUrl: `${origin}/graphql`,
    sdl: SDL,
  };
  return {
    apis: [
      rest('plain', origin),
      rest('hasty', origin, { timeouts: { answerMs: 100 } }),
      rest('large', origin, { openapi: largeDocument }),
      graph,
    ],
    catalogs: HANGING.map((name) => ({
      name,
      title: name,
      selfServiceSignUp: true,
      webhooks: Array.from({ length: HANGING_EACH }, (_, at) =>
        webhook(`hook-${at}`, `${hangs}/${name}/${at}`),
      ),
    })),
  };
}

function vics({ origin, receives }: Elsewhere): Furniture {
  return {
    apis: [rest('plain', origin)],
    catalogs: [{ name: 'sandbox', title: 'Sandbox', webhooks: [webhook('hook', receives)] }],
  };
}

type Platform = Pick<World, 'manage'> & { readonly controlUrl: string; readonly gatewayUrl: string };

/**
 * Creates the org's APIs in one product, and a consumer org in each catalog.
 *
 * Each consumer org has applications, and that of the first catalog has members.
 */
async function furnish(
  { manage, controlUrl, gatewayUrl }: Platform,
  name: string,
  has: Furniture,
): Promise<Neighbour> {
  const plans = [
    { name: 'plan', title: 'Plan', rateLimit: 2 ** 31 - 1, maxGraphQLCost: 100_000, maxGraphQLDepth: 20 },
  ];
  const apis = has.apis.map((api) => `${api.name}:1.0.0`);
  const products = [{ name: 'all', title: 'All', version: '1.0.0', apis, plans }];
  const published = [{ product: 'all:1.0.0', state: 'PUBLISHED' }];
  const catalogs = has.catalogs.map((catalog) => ({ ...catalog, products: published }));
  const made = await manage(
    `mutation ($manifest: JSON!) {
      createOrg(input: { title: "${name}" }) { name }
      createAccessToken(input: { org: "${name}", name: "token", role: ADMINISTRATOR }) { token }
      applyManifest(input: { org: "${name}", manifest: $manifest }) { revision } }`,
    { manifest: { gatehouse: '1', apis: has.apis, products, catalogs } },
  );
  if (has.apis.some((api) => api.name === 'graph'))
    await manage(
      `mutation { setApiOnline(input: { org: "${name}", catalog: "sandbox", api: "graph:1.0.0", online: true }) { name } }`,
    );
  const keys: string[] = [];
  for (const { name: catalog } of has.catalogs as { name: string }[])
    keys.push(...(await furnishConsumers(manage, `org: "${name}", catalog: "${catalog}"`)));
  const members = Array.from({ length: MEMBERS }, (_, at) => `member-${at}`);
  const member = (username: string) =>
    `addMember(input: { org: "${name}", catalog: "sandbox", consumerOrg: "people", username: "${username}", password: "${PASSWORD}" }) { name }`;
  await inBatches(manage, members.map(member));
  return {
    name,
    base: `${gatewayUrl}/${name}/sandbox`,
    portal: `${controlUrl}/portal/${name}/sandbox/graphql`,
    token: (made['createAccessToken'] as { token: string }).token,
    keys,
    members,
  };
}

async function furnishConsumers(manage: World['manage'], place: string): Promise<string[]> {
  await manage(`mutation { createConsumerOrg(input: { ${place}, title: "People" }) { name } }`);
  const application = (title: string) =>
    `createApplication(input: { ${place}, consumerOrg: "people", title: "${title}" }) { clientKey }`;
  const titles = Array.from({ length: APPLICATIONS }, (_, at) => `app-${at}`);
  const made = await inBatches(manage, titles.map(application));
  const subscription = (title: string) =>
    `createSubscription(input: { ${place}, consumerOrg: "people", application: "${title}", product: "all:1.0.0", plan: "plan" }) { id }`;
  await inBatches(manage, titles.map(subscription));
  return made.map((each) => (each as { clientKey: string }).clientKey);
}

async function inBatches(manage: World['manage'], fields: readonly string[]): Promise<unknown[]> {
  const made: unknown[] = [];
  for (let from = 0; from < fields.length; from += AT_ONCE) {
    const some = fields.slice(from, from + AT_ONCE).map((field, at) => `a${at}: ${field}`);
    made.push(...Object.values(await manage(`mutation { ${some.join(' ')} }`)));
  }
  return made;
}

/** A change reaches the gateway within a second. */
async function untilServed({ name, base, keys }: Neighbour): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const { status } = await fetch(`${base}/plain/quick`, { headers: { 'x-client-id': keys[0] ?? '' } });
    if (status === 200) return;
    await sleep(100);
  }
  throw new Error(`The gateway does not serve the org ${name}.`);
}
