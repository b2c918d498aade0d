import type { Transaction } from '../database/change.ts';
import type { Prisma } from '../database/generated/prisma/client.ts';
import { stored } from '../database/json.ts';
import type { Branding } from '../domain/branding.ts';
import { windowSeconds } from '../domain/plan.ts';
import type { Secrets } from '../secrets/secrets.ts';
import type { Plans } from './clients.ts';
import { provider, providerTree } from './provider.ts';
import {
  type ApiRow,
  type ApiStub,
  noticesOf,
  type ProductRow,
  publishedApi,
  type ReadApi,
  routesOf,
} from './published-apis.ts';
import type { CatalogSnapshot } from './snapshot.ts';

/** All of a catalog but its clients, and what tells whether it has to be read again. */
export type Definition = Omit<CatalogSnapshot, 'clients'> & {
  /** Another one after every change of any of its rows. */
  readonly stamp: string;
  readonly plans: Plans;
  /** By id. */
  readonly apis: ReadonlyMap<string, ReadApi>;
};

export type DefinitionContext = {
  readonly secrets: Secrets;
  /** {base_url} */
  readonly gatewayUrl: string;
};

type Stamped = { readonly id: string; readonly path: string; readonly stamp: string };

const SERVING = `p."state" IN ('PUBLISHED', 'DEPRECATED')`;

/** `xmin` is the transaction that wrote a row: the sum of all, each with its row, is another one when any has changed. */
const sumOf = (rows: string) =>
  `(SELECT coalesce(sum(hashtextextended(concat(r."id", ' ', r.xmin), 0)), 0) FROM ${rows})`;
const STAMPS = `
  SELECT c."id"::text, '/' || o."name" || '/' || c."name" AS path, concat_ws(' ', c.xmin,
    ${sumOf('"CatalogProduct" r WHERE r."catalogId" = c."id"')},
    ${sumOf('"CatalogApi" r JOIN "CatalogProduct" p ON p."id" = r."catalogProductId" WHERE p."catalogId" = c."id"')},
    ${sumOf('"CatalogPlan" r JOIN "CatalogProduct" p ON p."id" = r."catalogProductId" WHERE p."catalogId" = c."id"')},
    ${sumOf('"OAuthProvider" r JOIN "_CatalogToOAuthProvider" j ON j."B" = r."id" WHERE j."A" = c."id"')},
    ${sumOf('"UserRegistry" r WHERE r."orgId" = c."orgId"')},
    ${sumOf('"SigningKey" r JOIN "_CatalogToOAuthProvider" j ON j."B" = r."oauthProviderId" WHERE j."A" = c."id"')}
  ) AS stamp
  FROM "Catalog" c JOIN "Org" o ON o."id" = c."orgId"`;

const STUBS = `
  SELECT coalesce(json_agg(json_build_object('id', r."id", 'catalogProductId', r."catalogProductId", 'name', r."name",
    'version', r."version", 'kind', r."kind", 'basePath', r."basePath", 'stamp', r.xmin::text)), '[]')::text AS stubs
  FROM "CatalogApi" r JOIN "CatalogProduct" p ON p."id" = r."catalogProductId"
  WHERE p."catalogId" = $1::uuid AND ${SERVING}`;

/**
 * Reads the catalogs of one org, or of all. One that has not changed is the same object as before, and so is each API.
 *
 * @param held what was read before, by path
 */
export async function readDefinitions(
  transaction: Transaction,
  context: DefinitionContext,
  { orgId, held }: { readonly orgId: string | undefined; readonly held: ReadonlyMap<string, Definition> },
): Promise<Definition[]> {
  const stamped = await (orgId === undefined
    ? transaction.$queryRawUnsafe<Stamped[]>(STAMPS)
    : transaction.$queryRawUnsafe<Stamped[]>(`${STAMPS} WHERE o."id" = $1::uuid`, orgId));
  const definitions: Definition[] = [];
  for (const each of stamped) {
    const known = held.get(each.path);
    const before = known?.id === each.id ? known : undefined;
    const isSame = before?.stamp === each.stamp;
    definitions.push(isSame ? before : await readDefinition(transaction, context, { ...each, before }));
  }
  return definitions;
}

async function readDefinition(
  transaction: Transaction,
  { secrets, gatewayUrl }: DefinitionContext,
  { id, path, stamp, before }: Stamped & { readonly before: Definition | undefined },
): Promise<Definition> {
  const catalogUrl = `${gatewayUrl}${path}`;
  const catalog = await transaction.catalog.findUniqueOrThrow({
    where: { id },
    include: { oauthProviders: { include: providerTree } },
  });
  const where: Prisma.CatalogProductWhereInput = {
    catalogId: id,
    state: { in: ['PUBLISHED', 'DEPRECATED'] },
  };
  const products = await transaction.catalogProduct.findMany({ where });
  const plans = await transaction.catalogPlan.findMany({ where: { catalogProduct: where } });
  const apis = await readApis(transaction, { id, products, catalogUrl, known: before?.apis ?? new Map() });
  const providers = catalog.oauthProviders.map((each) =>
    provider(each, `${catalogUrl}/${each.name}`, secrets),
  );
  return {
    id,
    orgId: catalog.orgId,
    path,
    stamp,
    branding: stored<Branding>(catalog.branding),
    plans: new Map(plans.map((plan) => [plan.id, { productId: plan.catalogProductId, plan: planOf(plan) }])),
    apis,
    routes: routesOf(apis.values(), before?.routes ?? new Map()),
    providers: new Map(providers.map((each) => [each.name, each])),
  };
}

function planOf(row: Prisma.CatalogPlanGetPayload<object>) {
  const { id, name, title, rateLimit: limit, rateLimitUnit } = row;
  const { maxGraphQLCost, maxGraphQLDepth, hiddenGraphQL } = row;
  const { graphQLCostLimit, graphQLCostLimitUnit, registeredOperationsOnly } = row;
  return {
    id,
    name,
    title,
    limit,
    windowSeconds: windowSeconds[rateLimitUnit],
    maxGraphQLCost,
    maxGraphQLDepth,
    hiddenGraphQL,
    costLimit:
      graphQLCostLimit === null
        ? null
        : { limit: graphQLCostLimit, windowSeconds: windowSeconds[graphQLCostLimitUnit] },
    registeredOperationsOnly,
  };
}

type Served = {
  /** Of the catalog. */
  readonly id: string;
  readonly products: readonly ProductRow[];
  readonly catalogUrl: string;
  readonly known: ReadonlyMap<string, ReadApi>;
};

/** The APIs of the products that serve calls: what is known is kept, the rest is read. */
async function readApis(
  transaction: Transaction,
  { id, products, catalogUrl, known }: Served,
): Promise<Map<string, ReadApi>> {
  const [row] = await transaction.$queryRawUnsafe<{ stubs: string }[]>(STUBS, id);
  const stubs = JSON.parse(row?.stubs ?? '[]') as ApiStub[];
  const byProduct = grouped(stubs);
  const productOf = new Map(products.map((product) => [product.id, product]));
  const apis = new Map<string, ReadApi>();
  const missing = new Map<string, Wanted>();
  for (const stub of stubs) {
    const product = productOf.get(stub.catalogProductId);
    if (!product) continue;
    const target = productOf.get(product.migrationTargetId ?? '');
    const successors = target?.state === 'PUBLISHED' ? (byProduct.get(target.id) ?? []) : [];
    const notices = noticesOf(stub, product, { successors, catalogUrl });
    const stamp = [stub.stamp, ...notices].join('\n');
    const read = known.get(stub.id);
    if (read?.stamp === stamp) apis.set(stub.id, read);
    else missing.set(stub.id, { stamp, product, notices });
  }
  for await (const api of readRows(transaction, [...missing.keys()])) {
    const { stamp, product, notices } = missing.get(api.id) as Wanted;
    apis.set(api.id, { stamp, api: publishedApi(api, product, notices) });
  }
  return apis;
}

function grouped(stubs: readonly ApiStub[]): ReadonlyMap<string, ApiStub[]> {
  const byProduct = new Map<string, ApiStub[]>();
  for (const stub of stubs) {
    const list = byProduct.get(stub.catalogProductId);
    if (list) list.push(stub);
    else byProduct.set(stub.catalogProductId, [stub]);
  }
  return byProduct;
}

type Wanted = {
  readonly stamp: string;
  readonly product: ProductRow;
  readonly notices: readonly string[];
};

/** So many at once cost calls under way a few milliseconds. */
const ROWS = 100;

async function* readRows(transaction: Transaction, ids: readonly string[]): AsyncGenerator<ApiRow> {
  for (let at = 0; at < ids.length; at += ROWS)
    yield* await transaction.catalogApi.findMany({ where: { id: { in: ids.slice(at, at + ROWS) } } });
}
