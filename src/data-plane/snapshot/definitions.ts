import type { Branding } from '../../domain/branding/branding.ts';
import type { Transaction } from '../../infrastructure/database/change.ts';
import { stored } from '../../infrastructure/database/json-columns.ts';
import { trustedIssuers } from '../../infrastructure/issuers/trusted-issuers.ts';
import type { Secrets } from '../../infrastructure/secrets/secrets.ts';
import { registrySettingsOf } from '../../infrastructure/user-registries/stored-registry.ts';
import { backendTree, calledBackends } from './called-backends.ts';
import type { Plans } from './clients.ts';
import { type Products, type ReadProduct, readProducts } from './products.ts';
import { provider, providerTree } from './provider-snapshot.ts';
import { routesAfter } from './published-apis.ts';
import type { CatalogSnapshot } from './snapshot.ts';
import { type CatalogStamps, readStamps } from './stamps.ts';

/** Routes and indexes of a catalog's products that serve calls. */
type Published = Pick<CatalogSnapshot, 'routes'> & { readonly products: Products; readonly plans: Plans };

/** A catalog without its clients, with what tells whether to read it again. (stamps.ts) */
export type Definition = Omit<CatalogSnapshot, 'clients' | 'routes'> &
  Published &
  Pick<CatalogStamps, 'stamp' | 'seenTo' | 'rows'>;

export type DefinitionContext = {
  readonly secrets: Secrets;
  /** {base_url} */
  readonly gatewayUrl: string;
};

/**
 * Reads the catalogs of one org, or of all. What has not changed of one is the same object as before: each product, each
 * API. Of all catalogs the whole is compared, of one org's what was changed since.
 *
 * @param held what was read before, by path
 */
export async function readDefinitions(
  transaction: Transaction,
  context: DefinitionContext,
  { orgId, held }: { readonly orgId: string | undefined; readonly held: ReadonlyMap<string, Definition> },
): Promise<Definition[]> {
  const definitions: Definition[] = [];
  const followed = orgId === undefined ? NOTHING_HELD : held;
  for (const stamps of await readStamps(transaction, orgId, followed)) {
    const known = held.get(stamps.path);
    const before = known?.id === stamps.id ? known : undefined;
    definitions.push(await readDefinition(transaction, context, { stamps, before }));
  }
  return definitions;
}

const NOTHING_HELD: ReadonlyMap<string, Definition> = new Map();

async function readDefinition(
  transaction: Transaction,
  context: DefinitionContext,
  { stamps, before }: { readonly stamps: CatalogStamps; readonly before: Definition | undefined },
): Promise<Definition> {
  const catalogUrl = `${context.gatewayUrl}${stamps.path}`;
  const own =
    before?.stamp === stamps.stamp
      ? before
      : await readCatalog(transaction, context, { stamps, catalogUrl, before });
  const products = await readProducts(transaction, {
    stamps: stamps.products,
    before: before?.products ?? new Map(),
    catalogUrl,
  });
  const { seenTo, rows } = stamps;
  if (own === before && products === before.products) return { ...before, seenTo, rows };
  return { ...own, ...published(products, before), seenTo, rows };
}

async function readCatalog(
  transaction: Transaction,
  { secrets }: DefinitionContext,
  {
    stamps,
    catalogUrl,
    before,
  }: {
    readonly stamps: CatalogStamps;
    readonly catalogUrl: string;
    readonly before: Definition | undefined;
  },
): Promise<Omit<Definition, keyof Published | 'seenTo' | 'rows'>> {
  const { id, path, stamp } = stamps;
  const catalog = await transaction.catalog.findUniqueOrThrow({
    where: { id },
    include: {
      oauthProviders: { include: providerTree },
      userRegistries: true,
      backends: { include: backendTree },
      secrets: true,
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
  };
}

const NOTHING: Published = { products: new Map(), plans: new Map(), routes: new Map() };

/** @param before what followed from other products of the catalog */
export function published(products: Products, before: Published = NOTHING): Published {
  const gone = without(before.products, products);
  const come = without(products, before.products);
  const plans = new Map(before.plans);
  for (const product of gone) for (const id of product.plans.keys()) plans.delete(id);
  for (const product of come) for (const [id, plan] of product.plans) plans.set(id, plan);
  const [old, fresh] = [apisOf(gone), apisOf(come)];
  const routes = routesAfter(before.routes, {
    gone: [...old].filter((api) => !fresh.has(api)),
    come: [...fresh].filter((api) => !old.has(api)),
  });
  return { products, plans, routes };
}

/** Products that are missing in another map or are other objects there. */
function without(products: Products, others: Products): readonly ReadProduct[] {
  return [...products].flatMap(([id, product]) => (others.get(id) === product ? [] : [product]));
}

const apisOf = (products: readonly ReadProduct[]) =>
  new Set(products.flatMap(({ apis }) => [...apis.values()].map(({ api }) => api)));
