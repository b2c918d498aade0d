import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OAuthDeps } from '../../src/data-plane/oauth/endpoint.ts';
import { createOAuth, createOAuthPages } from '../../src/data-plane/oauth/oauth.ts';
import type { RefusedCall } from '../../src/data-plane/recorded/refused-calls.ts';
import type { CatalogSnapshot, Client, Provider, Snapshot } from '../../src/data-plane/snapshot/snapshot.ts';
import type { HostNames } from '../../src/domain/addresses/host-names.ts';
import { type TrustedProxies, trustsNobody } from '../../src/http/ingress/client-address.ts';
import { directRequestOf } from '../../src/http/ingress/endpoint.ts';
import { listen } from '../../src/http/listeners.ts';
import { plainCalls } from '../../src/http/plain/plain-calls.ts';
import { FailedSignIns } from '../../src/infrastructure/database/failed-sign-ins.ts';
import { Attempts } from '../../src/infrastructure/limits/guesses/attempts.ts';
import { Outbound } from '../../src/infrastructure/outbound/outbound.ts';
import { Secrets } from '../../src/infrastructure/secrets/secrets.ts';
import { LocalUsers } from '../../src/infrastructure/user-registries/local-users.ts';
import { Registries } from '../../src/infrastructure/user-registries/registries.ts';
import { lightPasswords } from './light-passwords.ts';
import { clientsOf, revoked } from './snapshot.ts';
import { signingKey } from './tokens.ts';

export const GATEWAY_URL = 'http://gateway.test';
export const PROVIDER = 'customer-oauth';
export const CATALOG = '/acme/sandbox';
export const TOKEN_PATH = `${CATALOG}/${PROVIDER}/oauth2/token`;
/** Client keys; the secret of each is `<client key>-secret`. */
export const CLIENT = 'demo-key';
export const OTHER_CLIENT = 'other-key';
export const SUSPENDED_CLIENT = 'suspended-key';
/** A public client, of a world with a database. */
export const PUBLIC_CLIENT = 'public-key';
export const PREVIEW_CLIENT = 'preview-key';
/** Client whose secret was replaced. `old-secret` is good for one hour from the start. */
export const RENEWED_CLIENT = 'renewed-key';
/** Client whose secret ends one hour from the start. */
export const ENDING_CLIENT = 'ending-key';
export const START = new Date('2026-01-01T00:00:00Z');

export const ALICE = { grant_type: 'password', username: 'alice', password: 'alice-password' };
export const client = (clientKey = CLIENT) => ({
  client_id: clientKey,
  client_secret: `${clientKey}-secret`,
});
export const basic = (user: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});

type Fields = Readonly<Record<string, string | undefined>>;
export type Reply = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Record<string, unknown>;
};
export type OAuthWorld = Awaited<ReturnType<typeof oauthWorld>>;

/** Opens the OAuth endpoints over a snapshot, beside a user registry that records its callers. */
export async function oauthWorld({
  database = noDatabase(),
  secrets = new Secrets('a secret key for the tests of OAuth, and for nothing else'),
  isTrustedProxy = trustsNobody,
  pagesUrl = GATEWAY_URL,
  gatewayHosts,
}: Partial<Pick<OAuthDeps, 'database' | 'secrets'>> & {
  readonly isTrustedProxy?: TrustedProxies;
  /** Address of the pages for people; the gateway's by default. */
  readonly pagesUrl?: string;
  /** GATEWAY_HOSTS. */
  readonly gatewayHosts?: HostNames;
} = {}) {
  const registry = await openRegistry();
  const outbound = new Outbound({ allowlist: ['127.0.0.0/8'] });
  const faults: unknown[] = [];
  const refused: RefusedCall[] = [];
  const state = { now: START, snapshot: await handMade(registry.url, (secret) => secrets.hash(secret)) };
  let snapshots: OAuthDeps['snapshots'] = { current: () => state.snapshot };
  const clock = () => state.now;
  const failedSignIns = new FailedSignIns({ database, clock, onStrangers() {} });
  const localUsers = new LocalUsers({ database, passwords: lightPasswords(), clock });
  const deps: OAuthDeps = {
    snapshots: { current: () => snapshots.current() },
    database,
    secrets,
    localUsers,
    registries: new Registries({ outbound, localUsers }),
    attempts: new Attempts({ clock }),
    failedSignIns,
    clock,
    urls: { gateway: GATEWAY_URL, oauth: pagesUrl, gatewayHosts },
    onRefused: (request) => refused.push(request),
    onFault: (error) => faults.push(error),
  };
  const oauth = createOAuth(deps);
  const pages = createOAuthPages(deps);
  const listener = await listen(
    (request, response) => {
      if (!oauth.handle(directRequestOf(request, response, isTrustedProxy)))
        response.writeHead(404).end('not ours');
    },
    { host: '127.0.0.1', port: 0, setting: 'GATEWAY_PORT', takesPlain: plainCalls({}, oauth) },
  );
  const url = `http://127.0.0.1:${listener.port}`;

  async function send(path: string, init: RequestInit = {}): Promise<Reply> {
    const response = await fetch(`${url}${path}`, init);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parsed(text) };
  }
  return {
    registry,
    secrets,
    faults,
    /** The refused requests that are kept. */
    refused,
    state,
    url,
    handle: oauth.handle,
    /** The pages, where they lie elsewhere. */
    handlePage: (request: IncomingMessage, response: ServerResponse) =>
      pages(directRequestOf(request, response, isTrustedProxy)),
    reuses: oauth.reuses,
    failedSignIns,
    send,
    /** Posts a form to an endpoint of the provider in the sandbox. */
    post: (endpoint: string, form: Fields | string, headers: Record<string, string> = {}) =>
      send(`${CATALOG}/${PROVIDER}/oauth2/${endpoint}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: typeof form === 'string' ? form : urlEncoded(form),
      }),
    providerNow: () => providerIn(catalogIn(state.snapshot)),
    /** Changes the provider in the sandbox, as a new snapshot would. */
    provider(change: Partial<Provider>) {
      const catalog = catalogIn(state.snapshot);
      const changed = { ...providerIn(catalog), ...change };
      state.snapshot = replaced(state.snapshot, { ...catalog, providers: new Map([[PROVIDER, changed]]) });
    },
    /** Changes the sandbox, as a new snapshot would. */
    catalog(change: Partial<CatalogSnapshot>) {
      state.snapshot = replaced(state.snapshot, { ...catalogIn(state.snapshot), ...change });
    },
    /** Takes the snapshots of a feed in place of the one made by hand. */
    follow(feed: OAuthDeps['snapshots']) {
      snapshots = feed;
    },
    async close() {
      await Promise.all([listener.close(), registry.close()]);
      await outbound.close();
    },
  };
}

export const passwordGrant = (world: OAuthWorld, change: Fields = {}) =>
  world.post('token', { ...ALICE, ...client(), ...change });

/** An access token for alice. */
export async function bearer(world: OAuthWorld, change: Fields = {}): Promise<string> {
  return String((await passwordGrant(world, change)).json['access_token']);
}

/** A database that records uses of credentials and fails otherwise. No token may wait for it. */
function noDatabase(): OAuthDeps['database'] {
  const prisma = new Proxy(
    { credential: { updateMany: async () => ({ count: 1 }) } },
    {
      get: (notes, name) => {
        if (name === 'credential') return notes.credential;
        throw new Error('The database was used.');
      },
    },
  );
  return { prisma } as unknown as OAuthDeps['database'];
}

/** A user registry: `people` by username; `answer` replaces its result. */
async function openRegistry() {
  const asked: { username: string; password: string }[] = [];
  const state: { people: Record<string, string>; answer: RequestListener | undefined } = {
    people: { alice: 'alice-password', bob: 'bob-password' },
    answer: undefined,
  };
  const server = await listening((request, response) => {
    const encoded = request.headers.authorization?.slice('Basic '.length) ?? '';
    const text = Buffer.from(encoded, 'base64').toString();
    const colon = text.indexOf(':');
    const [username, password] = [text.slice(0, colon), text.slice(colon + 1)];
    asked.push({ username, password });
    if (state.answer) state.answer(request, response);
    else response.writeHead(state.people[username] === password ? 200 : 401).end();
  });
  return { asked, state, url: `${server.url}/auth`, close: server.close };
}

export async function listening(listener: RequestListener) {
  const server: Server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function handMade(registryUrl: string, hash: (secret: string) => string): Promise<Snapshot> {
  const keys = [await signingKey(), await signingKey()];
  const catalog = (name: string, clients: readonly Client[]): CatalogSnapshot => ({
    id: name,
    orgId: '00000000-0000-7000-8000-000000000001',
    path: `/acme/${name}`,
    branding: {},
    routes: new Map(),
    depth: 0,
    clients: clientsOf(clients),
    providers: new Map([[PROVIDER, provider(`/acme/${name}`)]]),
    issuers: new Map(),
    registries: new Map(),
    backends: new Map(),
    rehearsals: null,
    waves: null,
    products: new Map(),
    retired: [],
  });
  const provider = (path: string): Provider => ({
    id: 'the provider',
    name: PROVIDER,
    title: 'Customer OAuth',
    issuer: `${GATEWAY_URL}${path}/${PROVIDER}`,
    grantTypes: new Set(['RESOURCE_OWNER_PASSWORD']),
    clientTypes: new Set(['CONFIDENTIAL']),
    authorizePath: '/oauth2/authorize',
    tokenPath: '/oauth2/token',
    scopes: ['customer', 'profile'],
    scopeDescriptions: new Map(),
    registry: {
      id: 'people',
      name: 'people',
      displayName: 'People',
      isAssigned: true,
      orgId: 'acme',
      type: 'AUTHENTICATION_URL',
      url: registryUrl,
    },
    accessTokenSeconds: 3600,
    refreshTokens: false,
    certificateBinding: 'NONE',
    refreshTokenSeconds: 86_400,
    keys,
  });
  const clientOf = (clientKey: string, change: Partial<Client> = {}): Client => ({
    clientKey,
    credentialId: randomUUID(),
    application: {
      id: clientKey,
      name: clientKey,
      title: clientKey,
      consumerOrg: 'consumers',
      consumerOrgTitle: 'Consumers',
      suspended: false,
    },
    secretHash: hash(`${clientKey}-secret`),
    secretEndsAt: null,
    previousSecret: null,
    clientType: 'CONFIDENTIAL',
    redirectUris: [],
    subscriptions: new Map(),
    unapproved: new Map(),
    moved: undefined,
    ...change,
  });
  const previousSecret = { hash: hash('old-secret'), expiresAt: START.getTime() + 3_600_000 };
  const suspended = {
    id: 's',
    name: 's',
    title: 's',
    suspended: true,
    consumerOrg: 'consumers',
    consumerOrgTitle: 'Consumers',
  };
  const sandbox = catalog('sandbox', [
    clientOf(CLIENT),
    clientOf(OTHER_CLIENT),
    clientOf(SUSPENDED_CLIENT, { application: suspended }),
    clientOf(RENEWED_CLIENT, { previousSecret }),
    clientOf(ENDING_CLIENT, { secretEndsAt: START.getTime() + 3_600_000 }),
    clientOf('key+%:', { secretHash: hash('sec+ret%:') }),
  ]);
  const preview = catalog('preview', [clientOf(PREVIEW_CLIENT)]);
  return { catalogs: new Map([sandbox, preview].map((each) => [each.path, each])), revocations: revoked() };
}

function catalogIn({ catalogs }: Snapshot): CatalogSnapshot {
  return present(catalogs.get(CATALOG));
}
function providerIn({ providers }: CatalogSnapshot): Provider {
  return present(providers.get(PROVIDER));
}
function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The world of the tests lacks it.');
  return value;
}
function replaced({ catalogs, ...rest }: Snapshot, catalog: CatalogSnapshot): Snapshot {
  return { ...rest, catalogs: new Map([...catalogs, [catalog.path, catalog]]) };
}

export function urlEncoded(form: Fields): string {
  const entries = Object.entries(form).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return new URLSearchParams(entries).toString();
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
