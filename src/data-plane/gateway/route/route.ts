import { kindOf } from '../../../domain/api/security/api-key.ts';
import type { CatalogSnapshot, PublishedApi, Snapshot } from '../../snapshot/snapshot.ts';
import { type Candidate, candidateOf } from './candidate.ts';
import { type KeyLocation, keyLocationsOf } from './client-key.ts';

/** Path of a GraphQL API under its base path. (spec.md, "GraphQL proxy API on the gateway") */
export const GRAPHQL_PATH = '/graphql';

/** A base path of a catalog, with the shared facts of its versions computed once. */
export type Route = {
  /** The newest first. */
  readonly candidates: readonly Candidate[];
  /** Tells whether the gateway, not the back-end, reads a bearer token in Authorization. */
  readonly takesTokens: boolean;
  /** Tells whether a security alternative takes a username and password by HTTP Basic. */
  readonly takesBasic: boolean;
  /** Tells whether a security alternative takes a client certificate. */
  readonly takesCertificates: boolean;
  /** Tells whether a security alternative takes a client secret in its own header. */
  readonly takesSecrets: boolean;
  readonly keyLocations: readonly KeyLocation[];
  /** Tells whether an operation of a version has a security of its own. */
  readonly hasOperationSecurity: boolean;
  /** Kind of the API, which decides the form of refusals. */
  readonly kind: PublishedApi['kind'];
  /** The catalog's back-ends that the targets come from; undefined where no version names one. */
  readonly backends: CatalogSnapshot['backends'] | undefined;
  /** The catalog's APIs that serve a version in its place; undefined where each serves itself. */
  readonly apis: CatalogSnapshot['routes'] | undefined;
};

/** The API versions of a request's path. */
export type RouteMatch = {
  readonly catalog: CatalogSnapshot;
  readonly route: Route;
  /** The path behind the base path: empty, or beginning with `/`. */
  readonly rest: string;
};

/** Lives as long as the snapshot that it was made from. A route ends when a back-end of it changes, or who serves it. */
const made = new WeakMap<readonly PublishedApi[], Route>();

/**
 * Finds the API versions of a path.
 *
 * The first two segments name the catalog; then the longest base path counts.
 */
export function findRoute({ catalogs }: Snapshot, path: string): RouteMatch | undefined {
  const catalogEnd = endOfSegments(path, 0, 2);
  const catalog = catalogs.get(path.slice(0, catalogEnd));
  if (!catalog) return undefined;
  let found: { readonly apis: readonly PublishedApi[]; readonly end: number } | undefined;
  let end = catalogEnd;
  for (let { depth } = catalog; depth > 0 && end < path.length; depth -= 1) {
    end = endOfSegments(path, end, 1);
    const apis = catalog.routes.get(path.slice(catalogEnd, end));
    if (apis) found = { apis, end };
  }
  return found && { catalog, route: routeOf(found.apis, catalog), rest: path.slice(found.end) };
}

/** The end of a number of segments that begin at a slash. */
function endOfSegments(path: string, start: number, count: number): number {
  let at = start;
  for (let left = count; left > 0; left -= 1) {
    const next = path.indexOf('/', at + 1);
    if (next < 0) return path.length;
    at = next;
  }
  return at;
}

const isCurrent = ({ backends, apis }: Route, catalog: CatalogSnapshot) =>
  (backends === undefined || backends === catalog.backends) &&
  (apis === undefined || apis === catalog.routes);

function routeOf(apis: readonly PublishedApi[], catalog: CatalogSnapshot): Route {
  const known = made.get(apis);
  if (known && isCurrent(known, catalog)) return known;
  const candidates = apis.map((api) => candidateOf(api, catalog));
  const isServed = apis.some(({ servedBy }) => servedBy !== null);
  const definitions = candidates.flatMap((each) => each.definitions);
  const route: Route = {
    candidates,
    takesTokens: definitions.some(({ type }) => type === 'OAUTH2'),
    takesBasic: definitions.some(({ type }) => type === 'HTTP_BASIC'),
    takesCertificates: definitions.some(({ type }) => type === 'MUTUAL_TLS'),
    takesSecrets: definitions.some(
      (definition) => definition.type === 'API_KEY' && kindOf(definition) === 'CLIENT_ID_AND_SECRET',
    ),
    keyLocations: keyLocationsOf(candidates),
    hasOperationSecurity: candidates.some(({ byOperation }) => byOperation !== undefined),
    kind: apis[0]?.kind ?? 'REST',
    backends: isServed || apis.some(({ backend }) => backend !== null) ? catalog.backends : undefined,
    apis: isServed ? catalog.routes : undefined,
  };
  made.set(apis, route);
  return route;
}
