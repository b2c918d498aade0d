import DataLoader from 'dataloader';
import { admitsNobody } from '../../../domain/access-policy/access.ts';
import { accessPolicies } from '../../../domain/access-policy/policies.ts';
import { namedByPath, type OwnServers, pathOnOwnServers } from '../../../domain/addresses/own-servers.ts';
import type { ApiSettings } from '../../../domain/api/api-settings.ts';
import type { SecurityTypeName } from '../../../domain/api/security/types.ts';
import { serves, servingStates } from '../../../domain/product/lifecycle.ts';
import type { LifecycleWarning } from '../../../domain/product/lifecycle-warning.ts';
import type { Clock } from '../../../foundation/clock.ts';
import { type InputPath, refuse } from '../../../foundation/errors.ts';
import { grouped } from '../../../foundation/grouped.ts';
import { listed } from '../../../foundation/text/listed.ts';
import { versionedName } from '../../../foundation/text/version.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { Database } from '../../../infrastructure/database/database.ts';
import type {
  Catalog,
  CatalogProduct,
  Prisma,
} from '../../../infrastructure/database/generated/prisma/client.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import { securityColumns, storedSecurity } from '../../../infrastructure/database/stored-security.ts';
import { driftingApis } from './drifting-apis.ts';
import {
  type Assignments,
  closedWithout,
  type MissingPrerequisitesInput,
  missingPrerequisites,
  type OfferedApi,
} from './rules/missing-prerequisites.ts';
import { servedApis } from './served-apis.ts';

type OfferReader = Pick<
  Transaction,
  'contractDrift' | 'catalogApi' | 'oAuthProvider' | 'userRegistry' | 'catalogBackend' | 'graphQLServer'
>;
type CatalogName = Pick<Catalog, 'id' | 'orgId' | 'name'>;
type Platform = { readonly ownServers: OwnServers; readonly clock: Clock };
type OfferedProduct = Pick<CatalogProduct, 'id'> & { readonly catalog: CatalogName };

/** Lists the missing prerequisites of a catalog product. Without them calls of its APIs cannot be served. */
export async function missingPrerequisitesOf(
  transaction: OfferReader,
  platform: Platform,
  product: OfferedProduct,
): Promise<LifecycleWarning[]> {
  const byProduct = await prerequisitesIn(transaction, platform, [product]);
  return byProduct.get(product.id) ?? [];
}

export type ProductWarnings = Pick<DataLoader<OfferedProduct, LifecycleWarning[]>, 'load'>;

/** Loads the missing prerequisites of catalog products. Those of one catalog are found together. */
export function productWarnings({
  database: { prisma },
  ...platform
}: Platform & { readonly database: Database }): ProductWarnings {
  return new DataLoader(
    async (products: readonly OfferedProduct[]) => {
      const ofCatalogs = [...grouped(products, ({ catalog }) => catalog.id).values()];
      const found = await Promise.all(ofCatalogs.map((each) => prerequisitesIn(prisma, platform, each)));
      const byProduct = new Map(found.flatMap((each) => [...each]));
      return products.map(({ id }) => byProduct.get(id) ?? []);
    },
    { cache: false },
  );
}

/** Finds the missing prerequisites of products of one catalog, by the id of the product. */
async function prerequisitesIn(
  transaction: OfferReader,
  { ownServers, clock }: Platform,
  products: readonly OfferedProduct[],
): Promise<ReadonlyMap<string, LifecycleWarning[]>> {
  const [first] = products;
  if (!first) return new Map();
  const { apis, ...input } = await offerOf(transaction, first.catalog, {
    catalogProductId: { in: products.map(({ id }) => id) },
  });
  const closed = await closedServers(transaction, ownServers, apis);
  const drifting = await driftingApis(transaction, apis, { orgId: first.catalog.orgId, now: clock() });
  const offered = apis.map((api) => ({
    ...api,
    closedServer: closed.get(api.graphqlUrl ?? '') ?? null,
    drift: drifting.get(versionedName(api)) ?? null,
  }));
  const byProduct = grouped(offered, ({ catalogProductId }) => catalogProductId);
  return new Map(
    [...byProduct].map(([id, ofProduct]) => [id, missingPrerequisites({ ...input, apis: ofProduct })]),
  );
}

/** Finds the GraphQL servers of this platform among addresses that admit nobody, by address. */
async function closedServers(
  transaction: Pick<OfferReader, 'graphQLServer'>,
  ownServers: OwnServers,
  apis: readonly { readonly graphqlUrl: string | null }[],
): Promise<ReadonlyMap<string, string>> {
  const closed = new Map<string, string>();
  for (const graphqlUrl of new Set(apis.map((api) => api.graphqlUrl))) {
    const path = graphqlUrl === null ? undefined : pathOnOwnServers(ownServers, graphqlUrl);
    const named = path === undefined ? undefined : namedByPath(path);
    if (!named || graphqlUrl === null) continue;
    const where = 'alias' in named ? named : { name: named.name, org: { name: named.org } };
    const server = await transaction.graphQLServer.findFirst({
      where,
      select: { name: true, policies: true },
    });
    if (server && admitsNobody(accessPolicies(server.policies, ['policies'])))
      closed.set(graphqlUrl, server.name);
  }
  return closed;
}

/** @throws IN_USE while an API that serves calls in the catalog is closed to everybody without what it loses */
export async function refuseClosing(
  transaction: OfferReader,
  catalog: CatalogName,
  { lost, path }: { readonly lost: Assignments; readonly path: InputPath },
): Promise<void> {
  const names = [
    ...lost.oauthProviders.map((name) => `the OAuth provider ${name}`),
    ...lost.userRegistries.map((name) => `the user registry ${name}`),
  ];
  if (names.length === 0) return;
  const serving = { catalogId: catalog.id, state: { in: [...servingStates] } };
  const offer = await offerOf(transaction, catalog, {
    catalogProduct: serving,
    OR: (['OAUTH2', 'HTTP_BASIC'] as const).map((type) => ({
      securityDefinitions: { array_contains: [{ type }] },
    })),
  });
  const [closed] = closedWithout(offer, lost);
  if (closed)
    refuse('IN_USE', {
      detail: `The API ${versionedName(closed)}, which the catalog ${catalog.name} serves, is closed to everybody without ${listed(names, 'and')}: leave that assigned, or first publish the API with other security definitions, or take it out of service.`,
      path,
    });
}

/** An offer, with the addresses that its GraphQL APIs call. */
type Offer = Omit<MissingPrerequisitesInput, 'apis'> & {
  readonly apis: readonly (OfferedApi & {
    readonly graphqlUrl: string | null;
    readonly catalogProductId: string;
    readonly settings: Prisma.JsonValue;
  })[];
};

async function offerOf(
  transaction: OfferReader,
  { id: catalogId, orgId, name: catalog }: CatalogName,
  where: Prisma.CatalogApiWhereInput,
): Promise<Offer> {
  const copies = await transaction.catalogApi.findMany({
    where,
    orderBy: [{ catalogProductId: 'asc' }, { position: 'asc' }],
    select: {
      catalogProductId: true,
      name: true,
      version: true,
      kind: true,
      targetUrl: true,
      backend: true,
      graphqlUrl: true,
      online: true,
      ...securityColumns,
      catalogProduct: { select: { state: true } },
    },
    relationLoadStrategy: 'join',
  });
  const own = copies.map(({ securityDefinitions, security, settings, catalogProduct, ...api }) => ({
    ...api,
    isServed: serves(catalogProduct.state),
    closedServer: null,
    drift: null,
    isMocked: stored<ApiSettings>(settings).mock !== undefined,
    serving: null,
    settings,
    ...storedSecurity({ securityDefinitions, security, settings }),
  }));
  const apis = await servedApis(transaction, catalogId, own);
  const takes = (type: SecurityTypeName) =>
    apis.some(({ securityDefinitions }) => securityDefinitions.some((each) => each.type === type));
  const namesBackends = apis.some(({ backend }) => backend !== null);
  return {
    catalog,
    apis,
    providers: takes('OAUTH2') ? await providersOf(transaction, { orgId, catalogId }) : [],
    registries: takes('HTTP_BASIC') ? await registriesOf(transaction, catalogId) : new Set(),
    backends: namesBackends ? await backendsOf(transaction, catalogId) : new Set(),
  };
}

async function providersOf(
  { oAuthProvider }: OfferReader,
  { orgId, catalogId }: { readonly orgId: string; readonly catalogId: string },
): Promise<MissingPrerequisitesInput['providers']> {
  const inCatalog = { catalogs: { where: { id: catalogId }, select: { id: true } } };
  const providers = await oAuthProvider.findMany({
    where: { orgId },
    select: {
      name: true,
      grantTypes: true,
      userRegistry: { select: { name: true, ...inCatalog } },
      ...inCatalog,
    },
    relationLoadStrategy: 'join',
  });
  return providers.map(({ name, grantTypes, userRegistry, catalogs }) => ({
    name,
    grantTypes,
    isAssigned: catalogs.length > 0,
    registry: userRegistry && { name: userRegistry.name, isAssigned: userRegistry.catalogs.length > 0 },
  }));
}

async function registriesOf(
  { userRegistry }: OfferReader,
  catalogId: string,
): Promise<MissingPrerequisitesInput['registries']> {
  const assigned = await userRegistry.findMany({
    where: { catalogs: { some: { id: catalogId } } },
    select: { name: true },
  });
  return new Set(assigned.map(({ name }) => name));
}

async function backendsOf(
  { catalogBackend }: OfferReader,
  catalogId: string,
): Promise<MissingPrerequisitesInput['backends']> {
  const backends = await catalogBackend.findMany({
    where: { catalogId },
    select: { backend: { select: { name: true } } },
    relationLoadStrategy: 'join',
  });
  return new Set(backends.map(({ backend }) => backend.name));
}
