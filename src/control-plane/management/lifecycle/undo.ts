import type { PlanMapping } from '../../../domain/plan/plan.ts';
import { type ImageTable, imageTables, type RowChange } from '../../../domain/product/undo.ts';
import { refuse } from '../../../foundation/errors.ts';
import { parseVersionedName } from '../../../foundation/text/version.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { CatalogProduct } from '../../../infrastructure/database/generated/prisma/client.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import { builder, inOrg } from '../builder.ts';
import { inChunks } from '../chunks.ts';
import { backendUseOf } from './backend-use.ts';
import { type LifecycleAct, type LifecycleOutcome, runLifecycle } from './lifecycle-change.ts';
import { LifecycleChangeRef } from './payload.ts';
import { imageByIds, subscriptionRows } from './product-image.ts';
import { undoConflicts } from './rules/undo-conflict.ts';
import { undoneBackends, undoneMoves, undoneTransitions, undoneWarnings } from './rules/undo-outcome.ts';
import { changeReferenceOf, changesOf, type UndoRow, undoOf } from './undo-record.ts';
import { restore } from './undo-restore.ts';

const UndoLifecycleChangeInput = builder.inputType('UndoLifecycleChangeInput', {
  description: 'A lifecycle change that is to be undone.',
  fields: (t) => ({
    org: t.string(inOrg),
    token: t.string({
      description: 'The `undoToken` of the change; valid for 30 days, once. Give either this or `change`.',
    }),
    change: t.id({
      description: 'The `id` of the change in `undoableChanges`. Give either this or `token`.',
    }),
    dryRun: t.boolean({ defaultValue: false, description: 'Check and answer the same, but change nothing.' }),
  }),
});

builder.mutationField('undoLifecycleChange', (t) =>
  t.field({
    type: LifecycleChangeRef,
    description:
      'Brings states, migration targets, dates, copies and subscriptions back as they were before a change; or refuses with UNDO_CONFLICT, and `extensions.faults` says what has happened since that stands in the way.',
    args: { input: t.arg({ type: UndoLifecycleChangeInput, required: true, description: 'Which change.' }) },
    resolve: async (_root, { input }, context, info) => {
      const { id: orgId } = await context.org(input.org);
      const { prisma } = context.database;
      const reference = changeReferenceOf(orgId, input);
      const undo = await undoOf(prisma, reference, context);
      const { action, subject } = undo;
      const run = {
        orgId,
        subject,
        detail: { undone: action },
        dryRun: input.dryRun ?? false,
        context,
        info,
      };
      return runLifecycle(run, async (transaction) => {
        // Again, since another may have undone it while this one waited for its turn.
        await undoOf(transaction, reference, context);
        return lifecycleActOf(transaction, undo, { path: reference.path, now: context.clock() });
      });
    },
  }),
);

type UndoCall = { readonly path: readonly string[]; readonly now: Date };

async function lifecycleActOf(
  transaction: Transaction,
  undo: UndoRow,
  { path, now }: UndoCall,
): Promise<LifecycleAct> {
  const { catalogId } = undo;
  const changes = await changesOf(transaction, undo);
  const catalog = await transaction.catalog.findUniqueOrThrow({ where: { id: catalogId } });
  return {
    catalog,
    scope: {
      products: { catalogId, id: { in: productIdsOf(changes) } },
      subscriptions: changes.some(({ table }) => table === 'subscriptions'),
      backends: { catalogId, id: { in: idsOf(changes).backends } },
    },
    work: async () => {
      await checkConflicts(transaction, { catalogId, changes, path });
      await restore(transaction, changes, now);
      await transaction.lifecycleUndo.update({ where: { id: undo.id }, data: { undoneAt: now } });
      return outcomeOf(transaction, undo, changes);
    },
  };
}

/** The products of the rows that changed. */
function productIdsOf(changes: readonly RowChange[]): string[] {
  const ids = changes.flatMap(({ table, id, before, after }) =>
    table === 'products' ? [id] : [before, after].flatMap((row) => row?.label['productId'] ?? []),
  );
  return [...new Set(ids)];
}

type UndoAttempt = Pick<UndoCall, 'path'> & {
  readonly catalogId: string;
  readonly changes: readonly RowChange[];
};

/** @throws UNDO_CONFLICT, with everything that stands in the way */
async function checkConflicts(
  transaction: Transaction,
  { catalogId, changes, path }: UndoAttempt,
): Promise<void> {
  const products = await transaction.catalogProduct.findMany({
    where: { catalogId },
    include: { plans: true },
  });
  const conflicts = undoConflicts({
    changes,
    now: await imageByIds(transaction, idsOf(changes)),
    products: products.map((product) => ({
      ...product,
      migrationPlans: stored<PlanMapping[]>(product.migrationPlans),
    })),
    subscriptions: await subscriptionRows(transaction, { catalogProductId: { in: productIdsOf(changes) } }),
    applications: await applicationsOf(transaction, changes),
    backendUse: await backendUseOf(transaction, catalogId, changes),
  });
  if (conflicts.length === 0) return;
  const messages = conflicts.map(({ message }) => message);
  refuse('UNDO_CONFLICT', {
    detail: `It cannot be undone any more. ${inShort(messages)}`,
    path,
    faults: conflicts.map((each) => ({ ...each, path })),
  });
}

/** Maximum of conflicts in a sentence; `faults` has all. */
const SHOWN = 5;

function inShort(messages: readonly string[]): string {
  const more = messages.length - SHOWN;
  return [...messages.slice(0, SHOWN), ...(more > 0 ? [`And ${more} more.`] : [])].join(' ');
}

function idsOf(changes: readonly RowChange[]): Record<ImageTable, string[]> {
  const ids = (imageTable: ImageTable) =>
    changes.flatMap(({ table, id }) => (table === imageTable ? [id] : []));
  const [products, plans, apis, subscriptions, backends] = imageTables.map(ids);
  return {
    products: products ?? [],
    plans: plans ?? [],
    apis: apis ?? [],
    subscriptions: subscriptions ?? [],
    backends: backends ?? [],
  };
}

/** Reads the applications of the changes that still exist. */
async function applicationsOf(
  transaction: Transaction,
  changes: readonly RowChange[],
): Promise<ReadonlySet<string>> {
  const ids = changes.flatMap(({ before, after }) => (before ?? after)?.label['applicationId'] ?? []);
  const found = await inChunks([...new Set(ids)], (chunk) =>
    transaction.application.findMany({ where: { id: { in: chunk } }, select: { id: true } }),
  );
  return new Set(found.map(({ id }) => id));
}

async function outcomeOf(
  transaction: Transaction,
  { catalogId, subject }: UndoRow,
  changes: readonly RowChange[],
): Promise<LifecycleOutcome> {
  return {
    product: await productOf(transaction, catalogId, subject),
    transitions: undoneTransitions(changes),
    subscriptions: undoneMoves(changes),
    warnings: undoneWarnings(changes),
    backends: undoneBackends(changes),
  };
}

/** The product that the answer of the change named. Null where it is gone, and of a change of a back-end. */
async function productOf(
  transaction: Transaction,
  catalogId: string,
  subject: string,
): Promise<Pick<CatalogProduct, 'id'> | null> {
  const named = parseVersionedName(subject);
  if (!named) return null;
  const where = { catalogId_name_version: { catalogId, ...named } };
  return transaction.catalogProduct.findUnique({ where, select: { id: true } });
}
