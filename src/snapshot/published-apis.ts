import type { Prisma } from '../database/generated/prisma/client.ts';
import { stored } from '../database/json.ts';
import { type ApiSettings, maxRequestBytesOf, timeoutsOf } from '../domain/api-settings.ts';
import { deprecationHeaders } from '../domain/deprecation.ts';
import { documentBoundsOf } from '../domain/document-bounds.ts';
import { entrancesOf, type SecurityDefinition, type SecurityRequirement } from '../domain/security.ts';
import { compareVersions } from '../domain/version.ts';
import type { PublishedApi } from './snapshot.ts';

export type ProductRow = Prisma.CatalogProductGetPayload<object>;
export type ApiRow = Prisma.CatalogApiGetPayload<object>;
/** What is read of every API at each change; the rest of it only where it has changed. */
export type ApiStub = Pick<ApiRow, 'id' | 'catalogProductId' | 'name' | 'version' | 'kind' | 'basePath'> & {
  /** Another one after every change of the row. */
  readonly stamp: string;
};
/** An API as it was read, and what it was made of. */
export type ReadApi = { readonly api: PublishedApi; readonly stamp: string };

/**
 * The APIs by base path, the newest version first. What is as it was before is the same object as before, for a gateway
 * keeps by it what it worked out.
 *
 * @param apis by id
 */
export function routesOf(
  apis: Iterable<ReadApi>,
  before: ReadonlyMap<string, readonly PublishedApi[]>,
): Map<string, readonly PublishedApi[]> {
  const byPath = new Map<string, PublishedApi[]>();
  for (const { api } of apis) {
    const list = byPath.get(api.basePath);
    if (list) list.push(api);
    else byPath.set(api.basePath, [api]);
  }
  const routes = new Map<string, readonly PublishedApi[]>();
  for (const [path, list] of byPath) {
    const known = before.get(path);
    list.sort(newestFirst);
    routes.set(path, known && isSame(known, list) ? known : list);
  }
  return routes;
}

const isSame = (before: readonly PublishedApi[], list: readonly PublishedApi[]) =>
  before.length === list.length && list.every((api, at) => api === before[at]);

function newestFirst(a: PublishedApi, b: PublishedApi): number {
  return compareVersions(b.version, a.version) || compareVersions(b.product.version, a.product.version);
}

/**
 * The headers that tell of a deprecated product's end and of its successor.
 *
 * @param catalogUrl {base_url}/<org>/<catalog>
 */
export function noticesOf(
  stub: ApiStub,
  product: ProductRow,
  { successors, catalogUrl }: { readonly successors: readonly ApiStub[]; readonly catalogUrl: string },
): readonly string[] {
  const successor = successorOf(stub, successors);
  return deprecationHeaders(product, successor && `${catalogUrl}${pathOf(successor)}`);
}

/**
 * The newest API of the same name in the migration target, as long as subscriptions can go there.
 *
 * Decision: its address is told, though it may be that of the old one: then the subscription alone decides which of them
 * answers. (architecture.md, "Two versions on one path")
 */
function successorOf({ name }: ApiStub, successors: readonly ApiStub[]): ApiStub | undefined {
  const [newest] = successors
    .filter((api) => api.name === name)
    .sort((a, b) => compareVersions(b.version, a.version));
  return newest;
}

/** Where an API is called, below its catalog. */
const pathOf = ({ kind, basePath }: ApiStub) => (kind === 'GRAPHQL' ? `${basePath}/graphql` : basePath);

export function publishedApi(api: ApiRow, product: ProductRow, notices: readonly string[]): PublishedApi {
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
    documentBounds: documentBoundsOf(settings.documentBounds),
    registeredOperations: settings.registeredOperations ?? [],
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
    notices,
  };
}
