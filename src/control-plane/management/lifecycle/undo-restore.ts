import { Prisma } from '../../../../bundles/prisma.js';
import type { BackendSettings } from '../../../domain/backend/backend.ts';
import type { ImageRow, ImageTable, RowChange } from '../../../domain/product/undo.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { writeOpenApi } from '../../../infrastructure/database/documents.ts';
import { noteTargets } from '../backend/write-backend.ts';
import { inChunks } from '../chunks.ts';

/**
 * Restores the rows of a change. Deleted rows return with their ids, changed columns get their old values, and
 * created rows go. The order is that of the references between them.
 */
export async function restore(
  transaction: Transaction,
  changes: readonly RowChange[],
  now: Date,
): Promise<void> {
  const of = (table: ImageTable) => changes.filter((change) => change.table === table);
  await inChunks(created(of('subscriptions')), async (chunk) => {
    await transaction.subscription.deleteMany({ where: { id: { in: chunk } } });
    return [];
  });
  await restoreProducts(transaction, of('products'));
  await restorePlans(transaction, of('plans'));
  await restoreApis(transaction, of('apis'));
  await restoreSubscriptions(transaction, of('subscriptions'));
  await restoreBackends(transaction, of('backends'), now);
  await transaction.catalogApi.deleteMany({ where: { id: { in: created(of('apis')) } } });
  await transaction.catalogPlan.deleteMany({ where: { id: { in: created(of('plans')) } } });
  await transaction.catalogProduct.deleteMany({ where: { id: { in: created(of('products')) } } });
}

async function restoreProducts(transaction: Transaction, changes: readonly RowChange[]): Promise<void> {
  for (const row of deleted(changes))
    await transaction.catalogProduct.create({
      data: columnsOf<Prisma.CatalogProductUncheckedCreateInput>(row),
    });
  for (const row of changed(changes))
    await transaction.catalogProduct.update({
      where: { id: row.id },
      data: columnsOf<Prisma.CatalogProductUncheckedUpdateInput>(row),
    });
}

async function restorePlans(transaction: Transaction, changes: readonly RowChange[]): Promise<void> {
  for (const row of deleted(changes))
    await transaction.catalogPlan.create({ data: planColumns<Prisma.CatalogPlanUncheckedCreateInput>(row) });
  for (const row of changed(changes))
    await transaction.catalogPlan.update({
      where: { id: row.id },
      data: planColumns<Prisma.CatalogPlanUncheckedUpdateInput>(row),
    });
}

async function restoreApis(transaction: Transaction, changes: readonly RowChange[]): Promise<void> {
  for (const row of deleted(changes)) {
    await transaction.catalogApi.create({ data: apiColumns<Prisma.CatalogApiUncheckedCreateInput>(row) });
    await restoreDocument(transaction, row);
  }
  for (const row of changed(changes)) {
    const data = apiColumns<Prisma.CatalogApiUncheckedUpdateInput>(row);
    if (Object.keys(data).length > 0) await transaction.catalogApi.update({ where: { id: row.id }, data });
    await restoreDocument(transaction, row);
  }
}

/** Writes the document of an API, which `changesOf` gives as text. */
async function restoreDocument(transaction: Transaction, { id, columns }: ImageRow): Promise<void> {
  const { openapi } = columns;
  if (openapi !== undefined)
    await writeOpenApi(transaction, { table: 'CatalogApi', id }, openapi as string | null);
}

/**
 * Restores deleted subscriptions and moved ones. Those with the same target are updated together, since they can be
 * many.
 */
async function restoreSubscriptions(transaction: Transaction, changes: readonly RowChange[]): Promise<void> {
  await inChunks(deleted(changes), async (chunk) => {
    const data = chunk.map(subscriptionColumns);
    await transaction.subscription.createMany({ data });
    return [];
  });
  for (const rows of bySlot(changed(changes)))
    await inChunks(rows, async (chunk) => {
      const where = { id: { in: chunk.map(({ id }) => id) } };
      const [first] = chunk;
      if (first)
        await transaction.subscription.updateMany({
          where,
          data: columnsOf<Prisma.SubscriptionUncheckedUpdateManyInput>(first),
        });
      return [];
    });
}

async function restoreBackends(
  transaction: Transaction,
  changes: readonly RowChange[],
  now: Date,
): Promise<void> {
  for (const row of deleted(changes))
    await transaction.catalogBackend.create({
      data: columnsOf<Prisma.CatalogBackendUncheckedCreateInput>(row),
    });
  for (const row of changed(changes))
    await transaction.catalogBackend.update({
      where: { id: row.id },
      data: columnsOf<Prisma.CatalogBackendUncheckedUpdateInput>(row),
    });
  for (const { id, columns } of [...deleted(changes), ...changed(changes)])
    await noteTargets(transaction, id, {
      settings: columns['settings'] as unknown as BackendSettings,
      at: now,
    });
  await transaction.catalogBackend.deleteMany({ where: { id: { in: created(changes) } } });
}

function bySlot(rows: readonly ImageRow[]): Iterable<ImageRow[]> {
  const slots = new Map<string, ImageRow[]>();
  for (const row of rows) {
    const key = JSON.stringify(row.columns);
    const rowsThere = slots.get(key) ?? [];
    rowsThere.push(row);
    slots.set(key, rowsThere);
  }
  return slots.values();
}

function created(changes: readonly RowChange[]): string[] {
  return changes.flatMap(({ id, before }) => (before ? [] : [id]));
}

function deleted(changes: readonly RowChange[]): ImageRow[] {
  return changes.flatMap(({ before, after }) => (before && !after ? [before] : []));
}

function changed(changes: readonly RowChange[]): ImageRow[] {
  return changes.flatMap(({ before, after }) => (before && after ? [before] : []));
}

/** Types the columns of an image, which are those of its table. */
function columnsOf<Data>({ columns }: ImageRow): Data {
  return columns as Data;
}

/** Columns of a plan, of which a changed row has some. */
function planColumns<Data extends { price?: unknown }>(row: ImageRow): Data {
  const columns = columnsOf<Data>(row);
  return columns.price === null ? { ...columns, price: Prisma.DbNull } : columns;
}

/** Columns of a deleted subscription. Prisma has a value of its own for a JSON column that is null. */
function subscriptionColumns(row: ImageRow): Prisma.SubscriptionCreateManyInput {
  const columns = columnsOf<Prisma.SubscriptionCreateManyInput>(row);
  return { ...columns, ownLimits: columns.ownLimits ?? Prisma.DbNull };
}

/** Columns of an API without its document, which is written separately. */
function apiColumns<Data extends object>({ columns: { openapi: _document, ...columns } }: ImageRow): Data {
  return columns as Data;
}
