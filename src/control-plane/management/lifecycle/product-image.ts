import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import type { ImageRow, Json, ProductImage } from '../../../domain/product/undo.ts';
import { type VersionedName, versionedName } from '../../../foundation/text/version.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { storedForm, withDocuments } from '../../../infrastructure/database/documents.ts';
import type { Prisma } from '../../../infrastructure/database/generated/prisma/client.ts';
import { inChunks } from '../chunks.ts';
import { namesOf } from './subscribers.ts';

/** The products, and perhaps subscriptions, that a lifecycle action may change. */
export type ImageScope = {
  readonly products: Prisma.CatalogProductWhereInput;
  /** The subscriptions to those products too, where the action may move or end them. */
  readonly subscriptions: boolean;
  /** The back-ends of the catalog that it changes. */
  readonly backends?: Prisma.CatalogBackendWhereInput;
};

/**
 * Matches the named products of a catalog, and those related to them by migration targets. They are found by id, at
 * once. A join over migration targets would read all products of the catalog each time.
 */
export async function around(
  transaction: Transaction,
  catalogId: string,
  names: readonly VersionedName[],
): Promise<Prisma.CatalogProductWhereInput> {
  const OR = names.map(({ name, version }) => ({ name, version }));
  const named = await transaction.catalogProduct.findMany({
    where: { catalogId, OR },
    select: { id: true, migrationTargetId: true },
  });
  const targets = named.flatMap(({ migrationTargetId }) => migrationTargetId ?? []);
  return {
    catalogId,
    OR: [...OR, { migrationTargetId: { in: named.map(({ id }) => id) } }, { id: { in: targets } }],
  };
}

/** Products in a catalog with all that belongs to them, by their columns. */
export async function imageOf(
  transaction: Transaction,
  { products: where, subscriptions, backends }: ImageScope,
): Promise<ProductImage> {
  const products = await transaction.catalogProduct.findMany({
    where,
    include: {
      plans: true,
      apis: { omit: { sdl: true } },
      migrationTarget: { select: { name: true, version: true } },
    },
    orderBy: { id: 'asc' },
    relationLoadStrategy: 'join',
  });
  const ids = products.map(({ id }) => id);
  const productOf = new Map(products.map((product) => [product.id, versionedName(product)]));
  const apis = await withDocuments(
    transaction,
    products.flatMap((product) => product.apis),
  );
  return {
    products: products.map(({ plans: _plans, apis: _apis, migrationTarget, ...columns }) =>
      row(columns, {
        product: versionedName(columns),
        migrationTarget: migrationTarget && versionedName(migrationTarget),
      }),
    ),
    plans: products.flatMap(({ plans, ...product }) =>
      plans.map((plan) =>
        row(plan, { product: versionedName(product), productId: product.id, plan: plan.name }),
      ),
    ),
    apis: apis.map((api) => {
      const { catalogProductId: productId } = api;
      return row(api, {
        product: productOf.get(productId) ?? null,
        productId,
        api: versionedName(api),
      });
    }),
    subscriptions: subscriptions
      ? await subscriptionRows(transaction, { catalogProductId: { in: ids } })
      : [],
    backends: backends ? await backendRows(transaction, backends) : [],
  };
}

/** The rows with these ids, as they are now. */
export async function imageByIds(
  transaction: Transaction,
  ids: Readonly<Record<keyof ProductImage, readonly string[]>>,
): Promise<ProductImage> {
  const owners = {
    OR: [{ id: { in: [...ids.products] } }, { plans: { some: { id: { in: [...ids.plans] } } } }],
  };
  const apis = { apis: { some: { id: { in: [...ids.apis] } } } };
  const image = await imageOf(transaction, {
    products: { OR: [...owners.OR, apis] },
    subscriptions: false,
  });
  const chosen = (table: 'products' | 'plans' | 'apis') => {
    const idSet = new Set(ids[table]);
    return image[table].filter(({ id }) => idSet.has(id));
  };
  return {
    products: chosen('products'),
    plans: chosen('plans'),
    apis: chosen('apis'),
    subscriptions: await inChunks(ids.subscriptions, (chunk) =>
      subscriptionRows(transaction, { id: { in: chunk } }),
    ),
    backends: await backendRows(transaction, { id: { in: [...ids.backends] } }),
  };
}

/** Subscriptions by their columns, with the names of those that they join. */
export async function subscriptionRows(
  transaction: Transaction,
  where: Prisma.SubscriptionWhereInput,
): Promise<ImageRow[]> {
  const subscriptions = await transaction.subscription.findMany({ where, orderBy: { id: 'asc' } });
  const name = await namesOf(transaction, subscriptions);
  return subscriptions.map((columns) => row(columns, name(columns)));
}

/** Back-ends of a catalog by their columns. The label has the ids, as a row that differs keeps other columns alone. */
export async function backendRows(
  transaction: Transaction,
  where: Prisma.CatalogBackendWhereInput,
): Promise<ImageRow[]> {
  const found = await transaction.catalogBackend.findMany({
    where,
    include: { backend: { select: { name: true } } },
    orderBy: { id: 'asc' },
  });
  return found.map(({ backend: { name }, ...columns }) => {
    const { catalogId, backendId } = columns;
    return row(columns, { backend: name, catalogId, backendId });
  });
}

/** Makes a row of an image. The columns pass through JSON, as they are stored, so instants become texts. */
function row(columns: { readonly id: string }, label: ImageRow['label']): ImageRow {
  return { id: columns.id, label, columns: JSON.parse(JSON.stringify(columns)) as Record<string, Json> };
}

/** Subscriptions that are kept as JSON. Of a hundred thousand the database would take two seconds to read it. */
const PLAIN_MAX = 1_000;

/** An image as it is kept. More subscriptions are JSON that is deflated, in base64. */
type StoredImage = Omit<ProductImage, 'subscriptions'> & {
  readonly subscriptions: readonly ImageRow[] | string;
};

/** Writes an image as JSON for the database. */
export async function storedImage(image: ProductImage): Promise<string> {
  const { subscriptions } = image;
  if (subscriptions.length <= PLAIN_MAX) return JSON.stringify(image);
  const bytes = await promisify(deflate)(JSON.stringify(subscriptions), { level: 1 });
  return JSON.stringify({ ...image, subscriptions: bytes.toString('base64') } satisfies StoredImage);
}

/** Reads an image that {@link storedImage} has written. */
export async function readImage(text: string): Promise<ProductImage> {
  const image = JSON.parse(text) as StoredImage;
  const { subscriptions } = image;
  if (typeof subscriptions !== 'string') return { ...image, subscriptions };
  const bytes = await promisify(inflate)(Buffer.from(subscriptions, 'base64'));
  return { ...image, subscriptions: JSON.parse(bytes.toString()) as ImageRow[] };
}

/** Turns documents kept as values into texts, to compare them with the stored ones. The version before kept values. */
export async function withTexts(transaction: Transaction, image: ProductImage): Promise<ProductImage> {
  const apis: ImageRow[] = [];
  for (const api of image.apis) {
    const { openapi } = api.columns;
    if (typeof openapi !== 'object' || openapi === null) apis.push(api);
    else {
      const text = await storedForm(transaction, JSON.stringify(openapi));
      apis.push({ ...api, columns: { ...api.columns, openapi: text } });
    }
  }
  return { ...image, apis };
}
