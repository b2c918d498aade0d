import { CATALOG, type CatalogWorld, openCatalog } from './catalog.ts';
import type { Refused, Variables } from './management.ts';

/** The result of applying a manifest. */
export type Applied = {
  readonly dryRun: boolean;
  readonly revision: number;
  readonly changes: readonly {
    readonly action: string;
    readonly kind: string;
    readonly name: string;
    readonly diff: Readonly<Record<string, unknown>> | null;
  }[];
};

/** One of the things that are wrong with a manifest. */
export type ManifestFault = {
  readonly path: readonly (string | number)[];
  readonly code: string;
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
};

export type ManifestWorld = CatalogWorld & {
  export(org?: string): Promise<Written>;
  apply(manifest: unknown, more?: Variables): Promise<Applied>;
  /** Applies a manifest that must be refused. */
  applyRefused(manifest: unknown, more?: Variables): Promise<Refused & { faults: readonly ManifestFault[] }>;
  /** An org that has nothing. */
  emptyOrg(name: string): Promise<void>;
};

/** A manifest, as far as tests change it. */
export type Written = Record<string, unknown> & {
  org: { name?: string; title?: string };
  userRegistries: Record<string, unknown>[];
  oauthProviders: Record<string, unknown>[];
  apis: Record<string, unknown>[];
  products: (Record<string, unknown> & { plans: Record<string, unknown>[] })[];
  catalogs: (Record<string, unknown> & { products: Record<string, unknown>[] })[];
};

const APPLY = `mutation ($input: ApplyManifestInput!) { applyManifest(input: $input) {
  dryRun revision changes { action kind name diff } } }`;

/** A document of a REST API, small and right. */
export const document = (title = 'Customer database', version = '1.0.0') => ({
  openapi: '3.0.3',
  info: { title, version },
  servers: [{ url: 'http://127.0.0.1:8091/customerdb/v1' }],
  paths: {
    '/customers': { get: { operationId: 'listCustomers', responses: { 200: { description: 'All.' } } } },
  },
});

export async function openManifest(): Promise<ManifestWorld> {
  const world = await openCatalog();
  const send = (manifest: unknown, more: Variables = {}) =>
    world.send(APPLY, { input: { org: 'acme', manifest, ...more } });
  return {
    ...world,
    async export(org = 'acme') {
      const { exportManifest } = await world.query<{ exportManifest: Written }>(
        'query ($org: String) { exportManifest(org: $org) }',
        { org },
      );
      return exportManifest;
    },
    async apply(manifest, more) {
      const { data, errors } = await send(manifest, more);
      if (!data || errors.length > 0) throw new Error(`refused: ${JSON.stringify(errors)}`);
      return data['applyManifest'] as Applied;
    },
    async applyRefused(manifest, more) {
      const { status, data, errors } = await send(manifest, more);
      const [error] = errors;
      if (!error) throw new Error(`it was not refused: ${JSON.stringify(data)}`);
      const {
        code,
        path,
        faults = [],
      } = error.extensions as typeof error.extensions & {
        faults?: ManifestFault[];
      };
      return { status, code, message: error.message, path, faults };
    },
    async emptyOrg(name) {
      await world.mutate('createOrg', { title: name, name });
    },
  };
}

/** Fills the org of a world with one of each, and products in several positions. */
export async function fill(world: ManifestWorld): Promise<void> {
  const { mutate } = world;
  const url = 'http://127.0.0.1:8091/auth';
  await mutate('createUserRegistry', { title: 'Sample users', displayName: 'Our people', url });
  await mutate('createOAuthProvider', {
    title: 'Customer OAuth',
    scopes: [{ name: 'customer', description: 'access to the customer API' }],
    accessTokenSeconds: 600,
  });
  await mutate('assignUserRegistry', { catalog: CATALOG, userRegistry: 'sample-users' });
  await mutate('assignOAuthProvider', { catalog: CATALOG, oauthProvider: 'customer-oauth' });
  await mutate('createApi', { name: 'customerdb', openapi: document() });
  await mutate('saveApiAsNewVersion', { api: 'customerdb:1.0.0', version: '2.0.0' });
  await mutate('updateApi', {
    api: 'customerdb:2.0.0',
    securityDefinitions: [{ name: 'oauth-1', type: 'OAUTH2', oauthProvider: 'customer-oauth' }],
    security: [{ definition: 'oauth-1', scopes: ['customer'] }],
  });
  await mutate('createProduct', { title: 'Customer', apis: ['customerdb:1.0.0'], publishTo: CATALOG });
  await mutate('createProduct', {
    title: 'Customer',
    version: '2.0.0',
    apis: ['customerdb:2.0.0'],
    plans: [
      { title: 'Gold', rateLimit: 500 },
      { title: 'Bronze', rateLimit: 2, rateLimitUnit: 'MINUTE', approvalRequired: true },
      { title: 'Free', maxGraphQLCost: 100 },
    ],
    visibility: 'AUTHENTICATED',
  });
}
