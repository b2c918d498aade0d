import { type PortalUrls, portalUrl } from '../../domain/addresses/public-urls.ts';
import type { Branding } from '../../domain/branding/branding.ts';
import { LayeredMap } from '../../foundation/layered-map.ts';
import type { Transaction } from '../../infrastructure/database/change.ts';
import { stored } from '../../infrastructure/database/json-columns.ts';
import { trustedIssuers } from '../../infrastructure/issuers/trusted-issuers.ts';
import type { Secrets } from '../../infrastructure/secrets/secrets.ts';
import { registrySettingsOf } from '../../infrastructure/user-registries/stored-registry.ts';
import { backendTree, calledBackends } from './called-backends.ts';
import { type Products, type ProductsChange, type ReadProduct, readProducts } from './products.ts';
import { provider, providerTree } from './provider-snapshot.ts';
import { type Routes, routesAfter } from './published-apis.ts';
import { readRehearsals } from './read-rehearsals.ts';
import { readWaves } from './read-waves.ts';
import { retiredPart, retiredProducts } from './retired-products.ts';
import type { CatalogSnapshot } from './snapshot.ts';
import { type CatalogStamps, type ChangedProducts, readStamps } from './stamps.ts';
import type { ServedPlan } from './unpack-client.ts';

/** Routes and indexes of a catalog's products that serve calls. */
type Published = {
  readonly routes: Routes;
  readonly depth: number;
  readonly products: Products;
  readonly plans: LayeredMap<string, ServedPlan>;
};

/** A catalog without its clients, with what tells whether to read it again. (stamps.ts) */
export type Definition = Omit<CatalogSnapshot, 'clients' | 'routes' | 'products'> &
  Published &
  Pick<CatalogStamps, 'stamp'>;

export type DefinitionContext = {
  readonly secrets: Secrets;
  /** {base_url} */
  readonly gatewayUrl: string;
  /** The addresses of the portals; undefined where they are not known. */
  readonly portals?: PortalUrls | undefined;
};

type DefinitionsRequest = {
  /** Undefined is all orgs. */
  readonly orgId: string | undefined;
  /** Catalogs that were read before, by path. */
  readonly held: ReadonlyMap<string, Definition>;
  /** Products of one org that have changed since. Of all orgs every product is compared. */
  readonly changed: ChangedProducts;
};

/**
 * Reads the catalogs of one org, or of all. What has not changed of one is the same object as before: each product, each
 * API.
 */
export async function readDefinitions(
  transaction: Transaction,
  context: DefinitionContext,
  { orgId, held, changed }: DefinitionsRequest,
): Promise<Definition[]> {
  const definitions: Definition[] = [];
  const known = orgId === undefined ? new Map<string, Definition>() : held;
  for (const stamps of await readStamps(transaction, { orgId, known, changed })) {
    const same = held.get(stamps.path);
    const before = same?.id === stamps.id ? same : undefined;
    definitions.push(await readDefinition(transaction, context, { stamps, before }));
  }
  return definitions;
}

async function readDefinition(
  transaction: Transaction,
  context: DefinitionContext,
  { stamps, before }: { readonly stamps: CatalogStamps; readonly before: Definition | undefined },
): Promise<Definition> {
  const catalogUrl = `${context.gatewayUrl}${stamps.path}`;
  const ownPortalUrl = context.portals && portalUrl(context.portals, stamps.path);
  const own =
    before?.stamp === stamps.stamp
      ? before
      : await readCatalog(transaction, context, { stamps, catalogUrl, before });
  const served = before ?? NOTHING;
  const change = await readProducts(transaction, {
    stamps: stamps.products,
    before: served.products,
    catalogUrl,
    portalUrl: ownPortalUrl,
  });
  const { products, plans, routes, depth } = published(served, change);
  if (own === before && products === before.products) return before;
  return { ...own, products, plans, routes, depth };
}

async function readCatalog(
  transaction: Transaction,
  { secrets, portals }: DefinitionContext,
  {
    stamps,
    catalogUrl,
    before,
  }: {
    readonly stamps: CatalogStamps;
    readonly catalogUrl: string;
    readonly before: Definition | undefined;
  },
): Promise<Omit<Definition, keyof Published>> {
  const { id, path, stamp } = stamps;
  const catalog = await transaction.catalog.findUniqueOrThrow({
    where: { id },
    include: {
      oauthProviders: { include: providerTree },
      userRegistries: true,
      backends: { include: backendTree },
      secrets: true,
      products: retiredPart,
    },
  });
  const assigned = catalog.userRegistries;
  const providers = catalog.oauthProviders
    .filter(({ issuer }) => issuer === null)
    .map((each) => provider(each, { issuer: `${catalogUrl}/${each.name}`, assigned, secrets }));
  return {
    id,
    orgId: catalog.orgId,
    path,
    stamp,
    ...(portals && { portalUrl: portalUrl(portals, path) }),
    branding: stored<Branding>(catalog.branding),
    providers: new Map(providers.map((each) => [each.name, each])),
    issuers: trustedIssuers(catalog.oauthProviders, { secretRows: catalog.secrets, secrets }),
    registries: new Map(assigned.map((registry) => [registry.name, registrySettingsOf(registry, secrets)])),
    backends: calledBackends({
      orgId: catalog.orgId,
      rows: catalog.backends,
      secretRows: catalog.secrets,
      secrets,
      before: before?.backends,
    }),
    rehearsals: await readRehearsals(transaction, id),
    waves: await readWaves(transaction, id),
    retired: retiredProducts(catalog.products),
  };
}

export const NOTHING: Published = {
  products: new LayeredMap(),
  plans: new LayeredMap(),
  routes: new LayeredMap(),
  depth: 0,
};

/** Returns what is published after a change of products. Without one it is the same object. */
export function published(before: Published, { gone, come }: ProductsChange): Published {
  if (gone.length === 0 && come.size === 0) return before;
  const old = [...gone, ...come.keys()].flatMap((id) => before.products.get(id) ?? []);
  const [oldApis, apis] = [apisOf(old), apisOf(come.values())];
  return {
    products: before.products.with([...gone.map((id) => [id, undefined] as const), ...come]),
    plans: before.plans.with([
      ...old.flatMap(({ plans }) => [...plans.keys()].map((id) => [id, undefined] as const)),
      ...[...come.values()].flatMap(({ plans }) => [...plans]),
    ]),
    routes: routesAfter(before.routes, {
      gone: [...oldApis].filter((api) => !apis.has(api)),
      come: [...apis].filter((api) => !oldApis.has(api)),
    }),
    depth: Math.max(before.depth, ...[...apis].map(({ basePath }) => basePath.split('/').length - 1)),
  };
}

const apisOf = (products: Iterable<ReadProduct>) =>
  new Set([...products].flatMap(({ apis }) => [...apis.values()].map(({ api }) => api)));
