import { type ApiSettings, maxRequestBytesOf, timeoutsOf } from '../../domain/api/api-settings.ts';
import { documentBoundsOf } from '../../domain/api/document-bounds.ts';
import type { SecurityDefinition } from '../../domain/api/security/types.ts';
import {
  operationAlternativesOf,
  type SecurityRequirement,
  securityAlternativesOf,
} from '../../domain/api/security.ts';
import { grouped } from '../../foundation/grouped.ts';
import type { JsonObject } from '../../foundation/json.ts';
import type { LayeredMap } from '../../foundation/layered-map.ts';
import { compareVersions, type VersionedName, versionedName } from '../../foundation/text/version.ts';
import type { CatalogApi, CatalogProduct } from '../../infrastructure/database/generated/prisma/client.ts';
import { deprecationHeaders } from './deprecation.ts';
import { servedContract } from './served-contract.ts';
import { servedMeter } from './served-meter.ts';
import type { PublishedApi } from './snapshot.ts';

export type PublishedProductRow = Pick<
  CatalogProduct,
  'id' | 'name' | 'version' | 'state' | 'visibility' | 'migrationTargetId' | 'deprecatedAt' | 'sunsetAt'
>;
/** A row of an API as the database writes it in JSON. The paths of its document are JSON text. */
export type PublishedApiRow = Omit<
  CatalogApi,
  'catalogProductId' | 'position' | 'searchText' | 'securityDefinitions' | 'security' | 'settings' | 'words'
> & {
  readonly securityDefinitions: SecurityDefinition[];
  readonly security: SecurityRequirement[];
  readonly settings: ApiSettings;
  readonly paths: string | undefined;
  /** The document whose calls are checked against it, as JSON text; undefined for no contract. */
  readonly document: string | undefined;
};
/** The fields that address an API. */
type AddressedApi = Pick<PublishedApi, 'name' | 'version' | 'kind' | 'basePath'>;
/** An API that may take the place of another, and its product. */
export type SuccessorApi = AddressedApi & { readonly product: VersionedName };
/** Fields of every API of a changed product. The rest is read only for changed APIs. */
export type ApiStub = AddressedApi & {
  readonly id: string;
  /** Another one after every change of the row. */
  readonly stamp: string;
};
/** An API as it was read, and what it was made of. */
export type ReadApi = { readonly api: PublishedApi; readonly stamp: string };

export type Routes = LayeredMap<string, readonly PublishedApi[]>;
type RoutesChange = { readonly gone: readonly PublishedApi[]; readonly come: readonly PublishedApi[] };

/**
 * The APIs by base path, the newest version first, when some of them are others. The lists of other paths are the same
 * objects as before, for a gateway keeps by them what it worked out.
 */
export function routesAfter(before: Routes, { gone, come }: RoutesChange): Routes {
  const lost = new Set(gone);
  const added = grouped(come, ({ basePath }) => basePath);
  const paths = new Set([...gone.map(({ basePath }) => basePath), ...added.keys()]);
  if (paths.size === 0) return before;
  return before.with(
    [...paths].map((path) => {
      const kept = (before.get(path) ?? []).filter((api) => !lost.has(api));
      const apis = [...kept, ...(added.get(path) ?? [])].sort(newestFirst);
      return [path, apis.length > 0 ? apis : undefined];
    }),
  );
}

/** Orders APIs, the newest first. The order is the same in every gateway. */
function newestFirst(a: PublishedApi, b: PublishedApi): number {
  return (
    compareVersions(b.version, a.version) ||
    compareVersions(b.product.version, a.product.version) ||
    a.product.id.localeCompare(b.product.id)
  );
}

/**
 * The headers that tell of a deprecated product's end and of its successor.
 *
 * The page of the successor leads people on. In a gateway that does not know the portals it is the successor's own address.
 */
export function noticesOf(
  api: AddressedApi,
  product: PublishedProductRow,
  { successors, catalogUrl, portalUrl }: NoticesInput,
): readonly string[] {
  const successor = successorOf(api, successors);
  if (portalUrl === undefined)
    return deprecationHeaders(product, {
      successor: successor && `${catalogUrl}${pathOf(successor)}`,
      explanation: undefined,
    });
  // Who calls an API that is open to everybody need not know the name of a product that is for chosen consumers.
  const query = product.visibility === 'CUSTOM' ? '' : `?product=${product.name}`;
  return deprecationHeaders(product, {
    successor: successor && `${portalUrl}/products/${versionedName(successor.product)}`,
    explanation: `${portalUrl}/changes${query}`,
  });
}

type NoticesInput = {
  readonly successors: readonly SuccessorApi[];
  /** {base_url}/<org>/<catalog> */
  readonly catalogUrl: string;
  readonly portalUrl: string | undefined;
};

/**
 * The newest API of the same name in the migration target, while it takes subscriptions.
 *
 * Decision: its address is given, though it may be that of the old one: then the subscription alone decides which of
 * them answers. (architecture.md, "Two versions on one path")
 */
function successorOf({ name }: AddressedApi, successors: readonly SuccessorApi[]): SuccessorApi | undefined {
  const [newest] = successors
    .filter((api) => api.name === name)
    .sort((a, b) => compareVersions(b.version, a.version));
  return newest;
}

/** Path of an API's calls below its catalog. */
const pathOf = ({ kind, basePath }: AddressedApi) => (kind === 'GRAPHQL' ? `${basePath}/graphql` : basePath);

export function publishedApi(
  api: PublishedApiRow,
  product: PublishedProductRow,
  notices: readonly string[],
): PublishedApi {
  const { settings } = api;
  return {
    id: api.id,
    name: api.name,
    title: api.title,
    version: api.version,
    kind: api.kind,
    basePath: api.basePath,
    online: api.online,
    upstreamUrl: api.kind === 'GRAPHQL' ? api.graphqlUrl : api.targetUrl,
    backend: api.backend,
    openapi: api.paths === undefined ? null : { paths: JSON.parse(api.paths) as JsonObject },
    sdl: api.sdl,
    costs: settings.costs ?? {},
    documentBounds: documentBoundsOf(settings.documentBounds),
    registeredOperations: settings.registeredOperations ?? [],
    security: securityAlternativesOf(api),
    operationSecurity: operationAlternativesOf({ ...api, ...settings }),
    forwardAuthorization: api.forwardAuthorization,
    timeouts: timeoutsOf(settings),
    maxRequestBytes: maxRequestBytesOf(api.kind, settings),
    cors: settings.cors ?? null,
    trustsHtml: settings.trustsHtml ?? false,
    meters: (settings.meters ?? []).map(servedMeter),
    contract: servedContract(settings, api.document),
    transformations: steppedSettings(settings),
    responseCache: settings.responseCache ?? null,
    servedBy: settings.compat?.of ?? null,
    errorTemplates: settings.errorTemplates ?? [],
    product: {
      id: product.id,
      name: product.name,
      version: product.version,
      isPublic: product.visibility === 'PUBLIC',
    },
    notices,
  };
}

function steppedSettings({ transformations, compat }: ApiSettings): PublishedApi['transformations'] {
  if (!transformations && !compat) return null;
  return { ...(transformations && { transformations }), ...(compat && { compat }) };
}
