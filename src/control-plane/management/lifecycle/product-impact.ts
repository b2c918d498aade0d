import { apiPairs } from '../../../domain/api/api-break.ts';
import type { PlanMapping } from '../../../domain/plan/plan.ts';
import { warningsOf } from '../../../domain/product/change-impact.ts';
import { type ProductState, serves } from '../../../domain/product/lifecycle.ts';
import type { LifecycleWarning } from '../../../domain/product/lifecycle-warning.ts';
import type { ProductInCatalog, SuccessionInput } from '../../../domain/product/succession.ts';
import type { ProductImage } from '../../../domain/product/undo.ts';
import type { InputPath } from '../../../foundation/errors.ts';
import { phrase, said } from '../../../foundation/text/change-phrase.ts';
import { readVersionedName } from '../../../foundation/text/version.ts';
import { comparedApis } from '../../../graphql/breaks/contract-breaks.ts';
import { publishedBreaks } from '../../../graphql/breaks/contract-comparison.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { type ApiDocuments, withDocuments } from '../../../infrastructure/database/documents.ts';
import type { Catalog, Prisma } from '../../../infrastructure/database/generated/prisma/client.ts';
import { storedPlan } from '../../../infrastructure/database/stored-plan.ts';
import { storedSecurity } from '../../../infrastructure/database/stored-security.ts';
import { compatBreaks } from '../api/compat-verification.ts';
import { refuseAbsent } from '../catalog/catalog-product.ts';
import { planSubscribersOf } from './subscribers.ts';

const productTree = {
  plans: { orderBy: { position: 'asc' } },
  apis: comparedApis,
  migrationTarget: { select: { name: true, version: true } },
} as const satisfies Prisma.CatalogProductInclude;

/** A product in a catalog, with all that its subscribers rely on. */
export type ProductTree = Omit<Row, 'apis'> & {
  readonly apis: readonly (Row['apis'][number] & ApiDocuments)[];
};
type Row = Prisma.CatalogProductGetPayload<{ include: typeof productTree }>;

/** Reads the current tree of a product; undefined when it is not in the catalog. */
async function productTreeOf(
  transaction: Transaction,
  { id: catalogId }: Pick<Catalog, 'id'>,
  product: string,
): Promise<ProductTree | undefined> {
  const tree = await transaction.catalogProduct.findUnique({
    where: { catalogId_name_version: { catalogId, ...readVersionedName(product) } },
    include: productTree,
    relationLoadStrategy: 'join',
  });
  return tree ? { ...tree, apis: await withDocuments(transaction, tree.apis) } : undefined;
}

/** Reads likewise a product that a request names. @throws NOT_FOUND */
export async function productTreeNamed(
  transaction: Transaction,
  catalog: Catalog,
  { product, path }: { readonly product: string; readonly path: InputPath },
): Promise<ProductTree> {
  return (await productTreeOf(transaction, catalog, product)) ?? refuseAbsent({ catalog, product, path });
}

type SuccessionPair = {
  readonly old: ProductTree;
  readonly successor: ProductTree;
  readonly plans: readonly PlanMapping[];
  readonly orgId: string;
};

/** Reads the input of the succession rules, but for the subscribers. */
export async function successionInputOf(
  transaction: Transaction,
  { old, successor, plans, orgId }: SuccessionPair,
): Promise<Omit<SuccessionInput, 'subscribed'>> {
  const apiChanges: SuccessionInput['apiChanges'][number][] = [];
  for (const { before, after } of apiPairs(old.apis, successor.apis)) {
    const breaks = after
      ? [...(await publishedBreaks(before, after, orgId)), ...(await compatBreaks(transaction, after, orgId))]
      : [{ operation: null, ...said(phrase('API_GONE')) }];
    apiChanges.push({ before, after, breaks });
  }
  return {
    old: inDomain(old),
    new: inDomain(successor),
    plans,
    apiChanges,
  };
}

function inDomain({ apis, plans, ...product }: ProductTree): ProductInCatalog {
  return {
    ...product,
    plans: plans.map(storedPlan),
    apis: apis.map((api) => ({ name: api.name, version: api.version, ...storedSecurity(api) })),
  };
}

/**
 * Prepares the warnings for publishing again a product that serves subscribers. They concern the edits made since.
 * Nothing is read of one that did not, as the image of before tells.
 * Call it before the product is published, and its result afterwards.
 *
 * @returns no warnings for a product that served nobody before
 */
export async function beforeRepublication(
  transaction: Transaction,
  catalog: Catalog,
  { product, before }: { readonly product: string; readonly before: ProductImage },
): Promise<() => Promise<LifecycleWarning[]>> {
  const served = before.products.some(
    ({ label, columns }) => label['product'] === product && serves(columns['state'] as ProductState),
  );
  const old = served ? await productTreeOf(transaction, catalog, product) : undefined;
  if (!old) return async () => [];
  return async () => {
    const successor = await productTreeOf(transaction, catalog, product);
    const plans = old.plans.map(({ name }) => ({ source: name, target: name }));
    if (!successor) return [];
    const succession = await successionInputOf(transaction, { old, successor, plans, orgId: catalog.orgId });
    // Who is subscribed is asked for only where there is something to tell them.
    if (warningsOf({ ...succession, subscribed: [] }).length === 0) return [];
    return warningsOf({ ...succession, subscribed: await planSubscribersOf(transaction, successor.plans) });
  };
}
