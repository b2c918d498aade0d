import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { SDL } from './gateway/upstream.ts';
import type { World } from './gateway/world.ts';

export type Application = { readonly clientKey: string; readonly clientSecret: string };

/** The parts of Gatehouse that callers see. */
export type SoakWorld = {
  /** Begins the URL of each API and of the OAuth provider. */
  readonly base: string;
  /** Has a plan that nobody exhausts. */
  readonly steady: Application;
  readonly limited: Application;
};

/** Calls a minute. */
export const LIMIT = 60;
export const TOKEN_SECONDS = 60;

export type Backends = { readonly direct: string; readonly faulty: string; readonly faultyGraphql: string };

const answered = { responses: { 200: { description: 'What the upstream has.' } } };
const name = { name: 'name', in: 'path', required: true, schema: { type: 'string' } };
const openapi = {
  openapi: '3.0.3',
  info: { title: 'Soak', version: '1.0.0' },
  paths: { '/{name}': { parameters: [name], get: answered, post: answered } },
};
/** Short, so that a back-end that hangs is met many times. */
const timeouts = { connectMs: 1_000, answerMs: 2_000, idleMs: 2_000 };

const secured = {
  securityDefinitions: [{ name: 'oauth', type: 'OAUTH2', flow: 'APPLICATION', oauthProvider: 'native' }],
  security: [{ definition: 'oauth', scopes: ['read'] }],
};

function manifestOf({ direct, faulty, faultyGraphql }: Backends): object {
  const rest = (api: string, at: string, more: object = {}) => ({
    name: api,
    title: api,
    version: '1.0.0',
    basePath: `/${api}`,
    targetUrl: `${at}${api}`,
    openapi,
    ...more,
  });
  const graphql = {
    name: 'graphql',
    title: 'graphql',
    version: '1.0.0',
    graphqlUrl: `${faultyGraphql}graphql/graphql`,
    sdl: SDL,
    timeouts,
  };
  const product = (title: string, apis: readonly string[], plan: object) => ({
    name: title,
    title,
    version: '1.0.0',
    apis: apis.map((api) => `${api}:1.0.0`),
    plans: [{ name: 'plan', title: 'Plan', ...plan }],
  });
  const wide = ['healthy', 'faulty', 'graphql', 'guarded', 'streams', 'changing'];
  return {
    gatehouse: '1',
    oauthProviders: [
      {
        name: 'native',
        title: 'Native',
        grantTypes: ['APPLICATION'],
        scopes: [{ name: 'read', description: 'Reads' }],
        accessTokenSeconds: TOKEN_SECONDS,
      },
    ],
    apis: [
      ...['healthy', 'streams', 'changing', 'limited'].map((api) => rest(api, direct)),
      rest('faulty', faulty, { timeouts }),
      rest('guarded', direct, secured),
      graphql,
    ],
    products: [
      product('wide', wide, { rateLimit: 2 ** 31 - 1, maxGraphQLCost: 100_000, maxGraphQLDepth: 10 }),
      product('narrow', ['limited'], { rateLimit: LIMIT, rateLimitUnit: 'MINUTE' }),
    ],
    catalogs: [
      {
        name: 'sandbox',
        title: 'Sandbox',
        oauthProviders: ['native'],
        products: ['wide', 'narrow'].map((each) => ({ product: `${each}:1.0.0`, state: 'PUBLISHED' })),
      },
    ],
  };
}

const where = 'org: "soak", catalog: "sandbox"';
const application = (title: string, product: string) => `
  ${title}: createApplication(input: { ${where}, consumerOrg: "callers", title: "${title}" }) { clientKey clientSecret }
  ${title}To: createSubscription(input: { ${where}, consumerOrg: "callers", application: "${title}"
    product: "${product}:1.0.0", plan: "plan" }) { id }`;

const FURNISH = `mutation Furnish($manifest: JSON!) {
  createOrg(input: { title: "Soak" }) { name }
  applyManifest(input: { org: "soak", manifest: $manifest }) { changes { action } }
  setApiOnline(input: { ${where}, api: "graphql:1.0.0", online: true }) { name }
  createConsumerOrg(input: { ${where}, title: "Callers" }) { name }
  ${application('steady', 'wide')}
  ${application('limited', 'narrow')}
}`;

/** An org beside that of the benchmarks. */
export async function furnishSoak({ manage, keyedUrl }: World, backends: Backends): Promise<SoakWorld> {
  const made = await manage(FURNISH, { manifest: manifestOf(backends) });
  const base = `${new URL(keyedUrl).origin}/soak/sandbox/`;
  const world = { base, steady: made['steady'], limited: made['limited'] } as SoakWorld;
  await untilServed(world);
  return world;
}

/** A change reaches the gateway within a second. */
async function untilServed({ base, steady }: SoakWorld): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const headers = { 'x-client-id': steady.clientKey };
    const { statusCode, body } = await request(`${base}healthy/item`, { headers });
    await body.dump();
    if (statusCode === 200) return;
    await sleep(100);
  }
  throw new Error('The gateway does not serve the org of the soak.');
}

/** Takes an API off and on; resolves when the change is committed. */
export async function switchApi({ manage }: World, api: string, online: boolean): Promise<void> {
  const input = `${where}, api: "${api}:1.0.0", online: ${online}`;
  await manage(`mutation { setApiOnline(input: { ${input} }) { name } }`);
}
