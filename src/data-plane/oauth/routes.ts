import { ASSETS_PATH, endpointPaths, METADATA_PATH } from '../../domain/oauth/oauth-paths.ts';
import type { Provider, Snapshot } from '../snapshot/snapshot.ts';
import { authorize } from './authorize/authorize.ts';
import type { CatalogProvider, OAuthEndpoint } from './endpoint.ts';
import { assets } from './endpoints/assets.ts';
import { callback } from './endpoints/callback.ts';
import { consents } from './endpoints/consents.tsx';
import { introspect } from './endpoints/introspect.ts';
import { jwks } from './endpoints/jwks.ts';
import { metadata } from './endpoints/metadata.ts';
import { password } from './endpoints/password.tsx';
import { revoke } from './endpoints/revoke.ts';
import { token } from './endpoints/token-endpoint.ts';

export type OAuthRoute = CatalogProvider & {
  readonly endpoint: OAuthEndpoint;
  /** Path of the endpoint. All files of the pages share one. */
  readonly path: string;
};

const endpoints: Record<keyof ReturnType<typeof endpointPaths>, OAuthEndpoint> = {
  token,
  authorize,
  revoke,
  introspect,
  jwks,
  consents,
  callback,
  password,
};

const NAMES = Object.keys(endpoints) as (keyof typeof endpoints)[];

/**
 * The endpoint at a request target, or undefined when no OAuth provider has one there. Paths are compared as they
 * are written: names have nothing to decode.
 */
export function routeOf(target: string, snapshot: Snapshot): OAuthRoute | undefined {
  const query = target.indexOf('?');
  const path = query < 0 ? target : target.slice(0, query);
  if (path.startsWith(`${METADATA_PATH}/`)) {
    const found = providerPathOf(path.slice(METADATA_PATH.length), snapshot);
    return found?.below === '' ? { ...found.catalogProvider, endpoint: metadata, path } : undefined;
  }
  const found = providerPathOf(path, snapshot);
  const endpoint = found && endpointAt(found.below, found.catalogProvider.provider);
  if (!endpoint) return undefined;
  if (endpoint !== assets) return { ...found.catalogProvider, endpoint, path };
  return {
    ...found.catalogProvider,
    endpoint,
    path: path.slice(0, path.length - found.below.length) + ASSETS_PATH,
  };
}

const OF_FORMS: ReadonlySet<OAuthEndpoint> = new Set([token, revoke, introspect]);

/** Tells whether clients send forms there. */
export function takesForms(route: OAuthRoute | undefined): boolean {
  return route !== undefined && OF_FORMS.has(route.endpoint);
}

const PROVIDER_PATH = /^(\/[^/]*\/[^/]*)\/([^/]*)(.*)$/s;

/** `/<org>/<catalog>/<oauth provider>`, and what is below it. */
function providerPathOf(
  path: string,
  { catalogs }: Snapshot,
): { catalogProvider: CatalogProvider; below: string } | undefined {
  const [, catalogPath = '', name = '', below = ''] = PROVIDER_PATH.exec(path) ?? [];
  const catalog = catalogs.get(catalogPath);
  const provider = catalog?.providers.get(name);
  return catalog && provider && { catalogProvider: { catalog, provider }, below };
}

function endpointAt(below: string, provider: Provider): OAuthEndpoint | undefined {
  if (below.startsWith(`${ASSETS_PATH}/`)) return assets;
  const paths = endpointPaths(provider);
  for (const name of NAMES) if (paths[name] === below) return endpoints[name];
  return undefined;
}
