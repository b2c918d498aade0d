import { type BackendSettings, secretsUsedBy } from '../../../../domain/backend/backend.ts';
import type { PlanMapping } from '../../../../domain/plan/plan.ts';
import { type ProductState, serves } from '../../../../domain/product/lifecycle.ts';
import {
  changedColumns,
  type ImageRow,
  imageTables,
  type ProductImage,
  type RowChange,
} from '../../../../domain/product/undo.ts';
import type { RefusalCode } from '../../../../foundation/errors.ts';
import { type VersionedName, versionedName } from '../../../../foundation/text/version.ts';
import { applicationOf, named, subscriptionLabel, subscriptionText } from './row-names.ts';

/** A change since an action that prevents its undo. */
type UndoConflict = { readonly code: RefusalCode; readonly message: string };

/** A product as it stands in the catalog now. */
type CurrentProduct = VersionedName & {
  readonly id: string;
  readonly migrationTargetId: string | null;
  readonly migrationPlans: readonly PlanMapping[];
  readonly plans: readonly { readonly id: string; readonly name: string }[];
};

/** Things that back-ends of a change depend on, and the APIs that call them. */
export type BackendUse = {
  /** The back-ends that the org still has, by their ids. */
  readonly known: ReadonlySet<string>;
  /** The back-ends that are set in the catalog, by their ids. */
  readonly set: ReadonlySet<string>;
  /** The secrets of the catalog by name. */
  readonly secrets: ReadonlySet<string>;
  /** An API that the catalog serves, by the name of the back-end that it calls. */
  readonly callers: ReadonlyMap<string, string>;
};

/** Input of `undoConflicts`: the changes, and the rows as they are now. */
type UndoConflictsInput = {
  readonly changes: readonly RowChange[];
  /** The rows of the changes as they are now. */
  readonly now: ProductImage;
  /** All products of the catalog. */
  readonly products: readonly CurrentProduct[];
  /** The subscriptions to the products of the changes. */
  readonly subscriptions: readonly ImageRow[];
  /** The applications of the changes that still exist, by their ids. */
  readonly applications: ReadonlySet<string>;
  readonly backendUse: BackendUse;
};

/** Lists all conflicts; none when the change can be undone exactly. */
export function undoConflicts(input: UndoConflictsInput): UndoConflict[] {
  const now = new Map(imageTables.flatMap((table) => input.now[table].map((row) => [row.id, row])));
  const changed = input.changes.flatMap((change) => changedSince(change, now.get(change.id), input));
  // What was changed since explains the rest.
  if (changed.length > 0) return changed;
  return [
    ...takenNamesAndSubscriptions(input),
    ...lostPlans(input),
    ...newSubscribers(input),
    ...brokenOffers(input),
    ...lostBackends(input),
  ];
}

function changedSince(
  { table, after }: RowChange,
  now: ImageRow | undefined,
  input: UndoConflictsInput,
): UndoConflict[] {
  if (!after) return [];
  if (!now) return [gone(table, after, input)];
  const columns = changedColumns(now, after);
  if (columns.length === 0) return [];
  if (table === 'subscriptions')
    return [
      conflict(
        'CONFLICT',
        `${subscriptionText(now)} was changed since: it is ${subscriptionLabel(now)} now.`,
      ),
    ];
  if (table === 'products' && columns.includes('state'))
    return [
      conflict(
        'CONFLICT',
        `${now.label['product']} is ${now.columns['state']} now; the change had left it ${after.columns['state']}.`,
      ),
    ];
  return [conflict('CONFLICT', `${named(now)} was changed since: ${fieldsOf(columns).join(', ')}.`)];
}

/** Names the fields of the management API for columns. A migration target is two columns, and one field. */
function fieldsOf(columns: readonly string[]): string[] {
  const targetColumns = ['migrationTargetId', 'migrationPlans'];
  return [...new Set(columns.map((column) => (targetColumns.includes(column) ? 'migrationTarget' : column)))];
}

function gone(
  table: RowChange['table'],
  after: ImageRow,
  { applications }: UndoConflictsInput,
): UndoConflict {
  if (table !== 'subscriptions')
    return conflict('NOT_FOUND', `${named(after)} is not in the catalog any more.`);
  return applications.has(after.label['applicationId'] ?? '')
    ? conflict('NOT_FOUND', `${subscriptionText(after)} to ${after.label['product']} was ended since.`)
    : applicationGone(after);
}

/**
 * Lists products whose name is taken, and subscriptions that cannot return. A subscription needs its application,
 * which must have no other subscription to the product.
 */
function takenNamesAndSubscriptions(input: UndoConflictsInput): UndoConflict[] {
  const slots = new Map(
    input.subscriptions.map((row) => [
      slotOf(row.columns['applicationId'], row.columns['catalogProductId']),
      row,
    ]),
  );
  return input.changes.flatMap(({ table, id, before, after }) => {
    if (!before) return [];
    if (table === 'products' && !after) return takenName(before, input.products);
    if (table !== 'subscriptions') return [];
    const { applicationId = null } = before.label;
    if (!input.applications.has(applicationId ?? '')) return [applicationGone(before)];
    const there = slots.get(slotOf(applicationId, before.columns['catalogProductId']));
    return there && there.id !== id ? [conflict('SUBSCRIPTION_EXISTS', subscribedSince(there))] : [];
  });
}

/** Key of a subscription. An application has one subscription to a product. */
function slotOf(applicationId: unknown, productId: unknown): string {
  return `${applicationId} ${productId}`;
}

function subscribedSince(row: ImageRow): string {
  return `${applicationOf(row)} has subscribed to ${subscriptionLabel(row)} since.`;
}

function takenName({ label }: ImageRow, products: readonly CurrentProduct[]): UndoConflict[] {
  return products.some((product) => versionedName(product) === label['product'])
    ? [conflict('NAME_TAKEN', `${label['product']} is in the catalog again.`)]
    : [];
}

/** Lists lost plans that subscriptions would return to, and plans whose name is taken. */
function lostPlans({ changes, products }: UndoConflictsInput): UndoConflict[] {
  const plans = new Map(products.flatMap((product) => product.plans.map(({ id }) => [id, product] as const)));
  const back = new Set(changes.flatMap(({ table, id, before }) => (table === 'plans' && before ? [id] : [])));
  const lost = changes.flatMap(({ table, before }) => {
    const planId = table === 'subscriptions' ? before?.columns['catalogPlanId'] : undefined;
    if (!before || typeof planId !== 'string' || plans.has(planId) || back.has(planId)) return [];
    return [
      `${before.label['product']} has no plan ${before.label['plan']} any more, which subscriptions were on.`,
    ];
  });
  return [...new Set(lost)].map((message) => conflict('NOT_FOUND', message));
}

/** Lists the new subscribers of products and plans that the undo would take away. */
function newSubscribers({ changes, subscriptions }: UndoConflictsInput): UndoConflict[] {
  const own = new Set(changes.flatMap(({ table, id }) => (table === 'subscriptions' ? [id] : [])));
  const leaving = new Set(changes.filter(leavesService).map(({ id }) => id));
  return subscriptions
    .filter(
      ({ id, columns }) =>
        !own.has(id) &&
        (leaving.has(String(columns['catalogProductId'])) || leaving.has(String(columns['catalogPlanId']))),
    )
    .map((row) =>
      conflict('IN_USE', `${subscriptionText(row)} to ${subscriptionLabel(row)} is newer than the change.`),
    );
}

function leavesService({ table, before }: RowChange): boolean {
  if (table === 'plans') return before === null;
  if (table !== 'products') return false;
  const state = before ? before.columns['state'] : null;
  return state !== undefined && !serves(state as ProductState);
}

/** Lists migration offers that the undo would break. Their product or plan is gone, or the undo would take it away. */
function brokenOffers(input: UndoConflictsInput): UndoConflict[] {
  const after = new Map(productsAfter(input).map((product) => [product.id, product]));
  return [...after.values()].flatMap((product) => {
    const { migrationTargetId, migrationPlans } = product;
    if (migrationTargetId === null) return [];
    const target = after.get(migrationTargetId);
    if (!target)
      return [conflict('IN_USE', `The migration target of ${versionedName(product)} would be gone.`)];
    const names = target.plans.map(({ name }) => name);
    return migrationPlans
      .filter((mapping) => !names.includes(mapping.target))
      .map((mapping) =>
        conflict(
          'IN_USE',
          `The plan ${mapping.target} of ${versionedName(target)}, which subscribers of ${versionedName(product)} are to move to, would be gone.`,
        ),
      );
  });
}

/** The products of the catalog after the undo, with the columns that offers depend on. */
function productsAfter({ changes, products }: UndoConflictsInput): CurrentProduct[] {
  const of = (table: RowChange['table']) => changes.filter((change) => change.table === table);
  const [rows, plans] = [of('products'), of('plans')];
  const kept = products.filter(({ id }) => !rows.some((row) => row.id === id && !row.before));
  const back = rows.flatMap(({ before, after }) => (before && !after ? [asProduct(before)] : []));
  return [...kept, ...back].map((product) => {
    const columns = rows.find(({ id }) => id === product.id)?.before?.columns;
    const own = plans.filter(({ before, after }) => isOf(before ?? after, product.id));
    return {
      ...product,
      ...(columns as Partial<CurrentProduct> | undefined),
      plans: [
        ...product.plans.filter(({ id }) => !own.some((plan) => plan.id === id && !plan.before)),
        ...own.flatMap(({ id, before, after }) =>
          before && !after ? [{ id, name: String(before.columns['name']) }] : [],
        ),
      ],
    };
  });
}

/** Lists back-ends that cannot be as they were, or are called and would be gone. */
function lostBackends({ changes, backendUse }: UndoConflictsInput): UndoConflict[] {
  return changes.flatMap(({ table, before, after }) => {
    const { backend = null, backendId = null } = (before ?? after)?.label ?? {};
    if (table !== 'backends' || backend === null || backendId === null) return [];
    const caller = backendUse.callers.get(backend);
    if (!before)
      return caller === undefined
        ? []
        : [conflict('IN_USE', `The API ${caller} calls the back-end ${backend}, which would be gone.`)];
    if (!backendUse.known.has(backendId))
      return [conflict('NOT_FOUND', `The back-end ${backend} was deleted.`)];
    if (!after && backendUse.set.has(backendId))
      return [conflict('NAME_TAKEN', `The back-end ${backend} is set in the catalog again.`)];
    return secretsUsedBy(before.columns['settings'] as unknown as BackendSettings)
      .filter(({ name }) => !backendUse.secrets.has(name))
      .map(({ name }) =>
        conflict('NOT_FOUND', `The secret ${name}, which the back-end ${backend} had, was deleted.`),
      );
  });
}

function isOf(row: ImageRow | null, productId: string): boolean {
  return row?.label['productId'] === productId;
}

function asProduct({ columns }: ImageRow): CurrentProduct {
  return { ...(columns as unknown as Omit<CurrentProduct, 'plans'>), plans: [] };
}

function conflict(code: RefusalCode, message: string): UndoConflict {
  return { code, message };
}

function applicationGone({ label }: ImageRow): UndoConflict {
  return conflict(
    'NOT_FOUND',
    `The application ${label['consumerOrg']}/${label['application']} was deleted.`,
  );
}
