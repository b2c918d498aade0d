import type { JWK } from 'jose';
import type { Database } from '../database/database.ts';
import type { Prisma } from '../database/generated/prisma/client.ts';
import { stored } from '../database/json.ts';
import { type ApiSettings, maxRequestBytesOf, timeoutsOf } from '../domain/api-settings.ts';
import type { Branding } from '../domain/branding.ts';
import { deprecationHeaders } from '../domain/deprecation.ts';
import type { Scope } from '../domain/oauth-provider.ts';
import { windowSeconds } from '../domain/plan.ts';
import { entrancesOf, type SecurityDefinition, type SecurityRequirement } from '../domain/security.ts';
import { compareVersions } from '../domain/version.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { importSigningKey, type SigningKey } from '../tokens/keys.ts';
import {
  type ActiveSubscription,
  type CatalogSnapshot,
  type Client,
  limitKeyOf,
  type Provider,
  type PublishedApi,
} from './snapshot.ts';

export type LoadContext = {
  readonly database: Database;
  readonly secrets: Secrets;
  /** {base_url} */
  readonly gatewayUrl: string;
};

const catalogTree = {
  org: { select: { name: true } },
  products: {
    where: { state: { in: ['PUBLISHED', 'DEPRECATED'] } },
    include: { apis: true },
  },
  oauthProviders: { include: { userRegistry: true, signingKeys: { orderBy: { signsFrom: 'desc' } } } },
  consumerOrgs: {
    select: {
      name: true,
      applications: {
        include: {
          credentials: true,
          subscriptions: { include: { catalogPlan: true } },
        },
      },
    },
  },
} as const satisfies Prisma.CatalogInclude;

type CatalogTree = Prisma.CatalogGetPayload<{ include: typeof catalogTree }>;
type ProductTree = CatalogTree['products'][number];
type ProviderTree = CatalogTree['oauthProviders'][number];
type ApplicationTree = CatalogTree['consumerOrgs'][number]['applications'][number];

/** Shared, because nearly every application has none. */
const NONE: Client['unapproved'] = new Map();

/** Reads the catalogs of one org, or of all, as a gateway holds them: as they were at one moment, between changes. */
export async function loadCatalogs(context: LoadContext, orgId?: string): Promise<CatalogSnapshot[]> {
  const catalogs = await context.database.prisma.$transaction(
    (transaction) =>
      transaction.catalog.findMany({
        ...(orgId !== undefined && { where: { orgId } }),
        include: catalogTree,
      }),
    { isolationLevel: 'RepeatableRead' },
  );
  return catalogs.map((catalog) => catalogSnapshot(catalog, context));
}

function catalogSnapshot(catalog: CatalogTree, context: LoadContext): CatalogSnapshot {
  const path = `/${catalog.org.name}/${catalog.name}`;
  const providers = catalog.oauthProviders.map((each) =>
    provider(each, `${context.gatewayUrl}${path}/${each.name}`, context),
  );
  const clients = catalog.consumerOrgs.flatMap((consumerOrg) =>
    consumerOrg.applications.flatMap((application) => clientsOf(application, consumerOrg.name)),
  );
  return {
    id: catalog.id,
    orgId: catalog.orgId,
    path,
    branding: stored<Branding>(catalog.branding),
    routes: routes(catalog.products, `${context.gatewayUrl}${path}`),
    clients: new Map(clients.map((client) => [client.clientKey, client])),
    providers: new Map(providers.map((each) => [each.name, each])),
  };
}

/** @param catalogUrl {base_url}/<org>/<catalog> */
function routes(products: readonly ProductTree[], catalogUrl: string): Map<string, PublishedApi[]> {
  const byPath = new Map<string, PublishedApi[]>();
  for (const product of products)
    for (const api of product.apis) {
      const list = byPath.get(api.basePath) ?? [];
      const successor = successorOf(api, { product, products });
      const successorUrl = successor && `${catalogUrl}${pathOf(successor)}`;
      list.push({ ...publishedApi(api, product), notices: deprecationHeaders(product, successorUrl) });
      byPath.set(api.basePath, list);
    }
  for (const list of byPath.values()) list.sort(newestFirst);
  return byPath;
}

function newestFirst(a: PublishedApi, b: PublishedApi): number {
  return compareVersions(b.version, a.version) || compareVersions(b.product.version, a.product.version);
}

type ApiTree = ProductTree['apis'][number];

/**
 * The newest API of the same name in the migration target, as long as subscriptions can go there.
 *
 * Decision: its address is told, though it may be that of the old one: then the subscription alone decides which of them
 * answers. (architecture.md, "Two versions on one path")
 */
function successorOf(
  { name }: ApiTree,
  { product, products }: { product: ProductTree; products: readonly ProductTree[] },
): ApiTree | undefined {
  const target = products.find(({ id, state }) => id === product.migrationTargetId && state === 'PUBLISHED');
  const [newest] = (target?.apis ?? [])
    .filter((api) => api.name === name)
    .sort((a, b) => compareVersions(b.version, a.version));
  return newest;
}

/** Where an API is called, below its catalog. */
const pathOf = ({ kind, basePath }: ApiTree) => (kind === 'GRAPHQL' ? `${basePath}/graphql` : basePath);

function publishedApi(api: ApiTree, product: ProductTree): Omit<PublishedApi, 'notices'> {
  const settings = stored<ApiSettings>(api.settings);
  return {
    id: api.id,
    name: api.name,
    version: api.version,
    kind: api.kind,
    basePath: api.basePath,
    online: api.online,
    upstreamUrl: api.kind === 'GRAPHQL' ? api.graphqlUrl : api.targetUrl,
    openapi: api.openapi,
    sdl: api.sdl,
    costs: settings.costs ?? {},
    security: entrancesOf({
      ...api,
      securityDefinitions: stored<SecurityDefinition[]>(api.securityDefinitions),
      security: stored<SecurityRequirement[]>(api.security),
    }),
    forwardAuthorization: api.forwardAuthorization,
    timeouts: timeoutsOf(settings),
    maxRequestBytes: maxRequestBytesOf(api.kind, settings),
    cors: settings.cors ?? null,
    product: { id: product.id, name: product.name, version: product.version },
  };
}

function clientsOf(application: ApplicationTree, consumerOrg: string): Client[] {
  const subscriptions = new Map<string, ActiveSubscription>();
  const unapproved = new Map<string, 'PENDING_APPROVAL' | 'REJECTED'>();
  for (const each of application.subscriptions)
    if (each.state === 'ACTIVE') subscriptions.set(each.catalogProductId, activeSubscription(each));
    else unapproved.set(each.catalogProductId, each.state);
  return application.credentials.map((credential) => ({
    clientKey: credential.clientKey,
    credentialId: credential.id,
    application: {
      id: application.id,
      name: application.name,
      title: application.title,
      consumerOrg,
      suspended: application.state === 'SUSPENDED',
    },
    secretHash: credential.secretHash,
    previousSecret:
      credential.previousSecretHash && credential.previousSecretExpiresAt
        ? { hash: credential.previousSecretHash, expiresAt: credential.previousSecretExpiresAt.getTime() }
        : null,
    clientType: application.clientType,
    redirectUris: application.redirectUris,
    subscriptions,
    unapproved: unapproved.size > 0 ? unapproved : NONE,
  }));
}

function activeSubscription(subscription: ApplicationTree['subscriptions'][number]): ActiveSubscription {
  const { id, name, title, rateLimit, rateLimitUnit, maxGraphQLCost, maxGraphQLDepth } =
    subscription.catalogPlan;
  return {
    id: subscription.id,
    limitKey: limitKeyOf(subscription.id, id),
    plan: {
      id,
      name,
      title,
      limit: rateLimit,
      windowSeconds: windowSeconds[rateLimitUnit],
      maxGraphQLCost,
      maxGraphQLDepth,
    },
  };
}

function provider(tree: ProviderTree, issuer: string, { secrets }: LoadContext): Provider {
  const keys = tree.signingKeys.map((key) => signingKey(key, secrets));
  const scopes = stored<Scope[]>(tree.scopes);
  return {
    id: tree.id,
    name: tree.name,
    title: tree.title,
    issuer,
    grantTypes: new Set(tree.grantTypes),
    clientTypes: new Set(tree.clientTypes),
    authorizePath: tree.authorizePath,
    tokenPath: tree.tokenPath,
    scopes: scopes.map(({ name }) => name),
    scopeDescriptions: new Map(scopes.map(({ name, description }) => [name, description])),
    registry: tree.userRegistry && {
      id: tree.userRegistry.id,
      type: tree.userRegistry.type,
      url: tree.userRegistry.url,
    },
    accessTokenSeconds: tree.accessTokenSeconds,
    refreshTokens: tree.refreshTokens,
    refreshTokenSeconds: tree.refreshTokenSeconds,
    keys,
  };
}

function signingKey(key: ProviderTree['signingKeys'][number], secrets: Secrets): SigningKey {
  const privateJwk = JSON.parse(secrets.unseal(key.privateJwkSealed, key.id)) as JWK;
  const { id: kid, algorithm } = key;
  return importSigningKey(
    { kid, algorithm, publicJwk: stored<JWK>(key.publicJwk), privateJwk },
    key.signsFrom,
  );
}
