import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import type { StateTransition } from '../../../domain/product/lifecycle.ts';
import type { LifecycleWarning } from '../../../domain/product/lifecycle-warning.ts';
import { byConsumer, type SubscriptionMove } from '../../../domain/product/plan-migration.ts';
import { imageDifference, type ProductImage } from '../../../domain/product/undo.ts';
import { readVersionedName } from '../../../foundation/text/version.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { Catalog, CatalogProduct } from '../../../infrastructure/database/generated/prisma/client.ts';
import { toStore } from '../../../infrastructure/database/json-columns.ts';
import { catalogNamed } from '../catalog/catalog.ts';
import type { ManagementContext } from '../context.ts';
import { type AuditSnapshotDiff, auditRows, beginAuditSnapshot } from './audit-snapshot.ts';
import { offerMoves, offersOf } from './migration-offers.ts';
import type { LifecycleChange } from './payload.ts';
import { around, type ImageScope } from './product-image.ts';
import { isRequested } from './requested-fields.ts';
import { reviewedLifecycle } from './reviewed-change.ts';
import { onlineSwitches } from './rules/online-switches.ts';
import type { BackendSwitch } from './rules/undo-outcome.ts';
import { beginUndoRecord, keepUndo, undoAnswer } from './undo-record.ts';

/** Outcome of a lifecycle action, or of its rehearsal. */
export type LifecycleOutcome = {
  readonly transitions: readonly StateTransition[];
  readonly subscriptions?: readonly SubscriptionMove[];
  readonly warnings?: readonly LifecycleWarning[];
  readonly backends?: readonly BackendSwitch[];
  /** The product that the call named: of two, the new one. Null when it is gone. */
  readonly product: Pick<CatalogProduct, 'id'> | null;
};

type LifecycleRequest = {
  readonly input: {
    readonly org?: string | null | undefined;
    readonly catalog: string;
    readonly dryRun?: boolean | null | undefined;
  };
  /** The product that the audit names. */
  readonly subject: string;
  /** The products that the input names. */
  readonly products: readonly string[];
  /** True when the action moves or ends subscriptions at once. */
  readonly movesSubscriptions?: boolean;
  /** Further facts for the audit. */
  readonly detail?: Readonly<Record<string, unknown>>;
  readonly context: ManagementContext;
  readonly info: GraphQLResolveInfo;
};

/** Runs a lifecycle action on the products that it names. */
export async function changeLifecycle(
  request: LifecycleRequest,
  work: (transaction: Transaction, catalog: Catalog, before: ProductImage) => Promise<LifecycleOutcome>,
): Promise<LifecycleChange> {
  const { input, products, movesSubscriptions = false, context } = request;
  const { id: orgId } = await context.org(input.org);
  return runLifecycle({ ...request, orgId, dryRun: input.dryRun ?? false }, async (transaction) => {
    const path = ['input', 'catalog'];
    const catalog = await catalogNamed(transaction, { orgId, name: input.catalog, path });
    const scope = {
      products: await around(transaction, catalog.id, products.map(readVersionedName)),
      subscriptions: movesSubscriptions,
    };
    return { catalog, scope, work: (before) => work(transaction, catalog, before) };
  });
}

/** A lifecycle action before it runs, with its products. */
export type LifecycleAct = {
  readonly catalog: Catalog;
  readonly scope: ImageScope;
  /** Its work, which gets the products of the scope as they are before. */
  readonly work: (before: ProductImage) => Promise<LifecycleOutcome>;
};

type RunLifecycleInput = Pick<LifecycleRequest, 'subject' | 'detail' | 'context' | 'info'> & {
  readonly orgId: string;
  readonly dryRun: boolean;
  /** The field of the answer that has the change, where the mutation answers something else. */
  readonly field?: string;
};

type RecordedChange = LifecycleChange &
  AuditSnapshotDiff & {
    readonly catalog: string;
    readonly difference: { readonly before: ProductImage; readonly after: ProductImage };
  };

/**
 * Runs a lifecycle mutation in one transaction, with its undo record and audit event. The requested fields of the
 * product are read within it, so that a rehearsal answers what the real call would.
 */
export async function runLifecycle(
  { orgId, dryRun, field, subject, detail = {}, context, info }: RunLifecycleInput,
  prepare: (transaction: Transaction) => Promise<LifecycleAct>,
): Promise<LifecycleChange> {
  const path = field === undefined ? ['product'] : [field, 'product'];
  const selected = queryFromInfo({ context, info, typeName: 'CatalogProduct', path });
  const action = info.fieldName;
  const reviewed = (recorded: RecordedChange) => reviewedLifecycle(recorded, { mutation: action, subject });
  const detailOf = ({ catalog, change, before, after }: RecordedChange) =>
    toStore({ catalog, ...detail, change: change?.id, before, after });
  return context.change(
    { orgId, action, subject, detailOf, dryRun, reviewed },
    async (transaction): Promise<RecordedChange> => {
      const { catalog, scope, work } = await prepare(transaction);
      const { before, after: imageAfter } = await beginUndoRecord(transaction, scope);
      const { id: catalogId } = catalog;
      const offers = isRequested(info, 'subscriptions') && (await offersOf(transaction, catalogId));
      const changedStates = await beginAuditSnapshot(transaction, {
        before: auditRows(before),
        movesSubscriptions: scope.subscriptions,
      });
      const { product, transitions, subscriptions = [], warnings = [], backends = [] } = await work(before);
      const after = await imageAfter();
      const offered = offers
        ? await offerMoves(transaction, { catalogId, before: offers, subscriptions })
        : [];
      const difference = imageDifference(before, after);
      const undo = { orgId, catalogId, action, subject, ...difference };
      const kept = dryRun ? undefined : await keepUndo(transaction, undo, context);
      return {
        dryRun,
        catalog: catalog.name,
        product:
          product &&
          (await transaction.catalogProduct.findUnique({ ...selected, where: { id: product.id } })),
        transitions,
        subscriptions: [...subscriptions, ...offered].sort(byConsumer),
        warnings,
        apis: onlineSwitches(difference.before, difference.after),
        backends,
        difference,
        ...undoAnswer(kept, { action, subject, catalog: catalog.name }),
        ...(await changedStates(auditRows(after))),
      };
    },
  );
}
