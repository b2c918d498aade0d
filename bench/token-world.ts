import { RevocationMemory } from '../src/data-plane/snapshot/revocations.ts';
import type { CatalogSnapshot, Client, Provider, Snapshot } from '../src/data-plane/snapshot/snapshot.ts';
import { systemClock } from '../src/foundation/clock.ts';
import type { SigningKey } from '../src/infrastructure/tokens/keys.ts';

export const CATALOG_PATH = '/acme/sandbox';
export const PROVIDER_PATH = `${CATALOG_PATH}/native`;
export const ISSUER = `http://127.0.0.1${PROVIDER_PATH}`;
export const CLIENT = 'bench';

/** A catalog with one provider and one client, without an API. */
export function benchSnapshot(keys: readonly SigningKey[], secretHash: string): Snapshot {
  const catalog = benchCatalog(keys, secretHash);
  return { catalogs: new Map([[catalog.path, catalog]]), revocations: new RevocationMemory(systemClock) };
}

function benchCatalog(keys: readonly SigningKey[], secretHash: string): CatalogSnapshot {
  const client: Client = {
    clientKey: CLIENT,
    credentialId: 'credential',
    application: {
      id: 'application',
      name: 'bench',
      title: 'Bench',
      consumerOrg: 'consumers',
      consumerOrgTitle: 'Consumers',
      suspended: false,
    },
    secretHash,
    secretEndsAt: null,
    previousSecret: null,
    clientType: 'CONFIDENTIAL',
    redirectUris: [],
    subscriptions: new Map(),
    unapproved: new Map(),
    moved: undefined,
  };
  const provider: Provider = {
    id: 'provider',
    name: 'native',
    title: 'Native',
    issuer: ISSUER,
    grantTypes: new Set(['APPLICATION']),
    clientTypes: new Set(['CONFIDENTIAL']),
    authorizePath: '/oauth2/authorize',
    tokenPath: '/oauth2/token',
    scopes: ['customer'],
    scopeDescriptions: new Map(),
    registry: null,
    accessTokenSeconds: 3600,
    refreshTokens: false,
    certificateBinding: 'NONE',
    refreshTokenSeconds: 3600,
    keys,
  };
  return {
    id: 'catalog',
    orgId: 'org',
    path: CATALOG_PATH,
    branding: {},
    routes: new Map(),
    depth: 0,
    clients: Object.assign(new Map([[CLIENT, client]]), {
      revision: 0,
      holderOf: () => undefined,
      externalClient: () => undefined,
      certificateHolder: () => undefined,
    }),
    backends: new Map(),
    providers: new Map([['native', provider]]),
    issuers: new Map(),
    registries: new Map(),
    rehearsals: null,
    waves: null,
    products: new Map(),
    retired: [],
  };
}
