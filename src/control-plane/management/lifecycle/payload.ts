import type { StateTransition } from '../../../domain/product/lifecycle.ts';
import type { LifecycleWarning } from '../../../domain/product/lifecycle-warning.ts';
import type { SubscriptionMove } from '../../../domain/product/plan-migration.ts';
import { cut } from '../../../graphql/server/take-skip.ts';
import type { CatalogProduct } from '../../../infrastructure/database/generated/prisma/client.ts';
import { OnlineState } from '../api/api.ts';
import { CatalogBackendRef } from '../backend/catalog-backend.ts';
import { builder, partArgs } from '../builder.ts';
import { CatalogProductRef, ProductState } from '../catalog/catalog-product.ts';
import type { OnlineSwitch } from './rules/online-switches.ts';
import type { BackendSwitch } from './rules/undo-outcome.ts';
import { type UndoableChange, UndoableChangeRef } from './undoable-changes.ts';
import { inCatalog, LifecycleWarningType } from './warning.ts';

/** Result of a lifecycle mutation. */
export type LifecycleChange = {
  readonly dryRun: boolean;
  /** The product that the call named: of two, the new one. Null when it is gone. */
  readonly product: CatalogProduct | null;
  readonly transitions: readonly StateTransition[];
  readonly subscriptions: readonly SubscriptionMove[];
  readonly warnings: readonly LifecycleWarning[];
  readonly undoToken: string | null;
  /** APIs that it switched, or that came or went with a product. */
  readonly apis: readonly OnlineSwitch[];
  /** Back-ends that an undo sets as they were. */
  readonly backends: readonly BackendSwitch[];
  /** Null when nothing was changed. */
  readonly change: UndoableChange | null;
};

export const StateTransitionType = builder.objectRef<StateTransition>('StateTransition').implement({
  description: 'From one state to another; null is not in the catalog.',
  fields: (t) => ({
    product: t.expose('product', { type: 'VersionedName', description: 'Which product.' }),
    from: t.expose('from', { type: ProductState, nullable: true, description: 'The state before.' }),
    to: t.expose('to', { type: ProductState, nullable: true, description: 'The state after.' }),
  }),
});

export const OnlineSwitchType = builder.objectRef<OnlineSwitch>('OnlineSwitch').implement({
  description: 'An API of a product in a catalog, which goes online or offline.',
  fields: (t) => ({
    api: t.expose('api', { type: 'VersionedName', description: 'Which API.' }),
    product: t.expose('product', { type: 'VersionedName', description: 'The product that holds it.' }),
    from: t.field({
      type: OnlineState,
      nullable: true,
      description: 'As it was; null where the product did not hold it in the catalog.',
      resolve: ({ from }) => onlineStateOf(from),
    }),
    to: t.field({
      type: OnlineState,
      nullable: true,
      description: 'As it is then; null where the product does not hold it in the catalog any more.',
      resolve: ({ to }) => onlineStateOf(to),
    }),
  }),
});

const BackendSwitchType = builder.objectRef<BackendSwitch>('BackendSwitch').implement({
  description: 'A back-end of a catalog, which undoing a change sets as it was.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name.' }),
    from: t.field({
      type: CatalogBackendRef,
      nullable: true,
      description: 'As it is; null where the catalog does not have it.',
      resolve: ({ from, catalogId, backendId }) =>
        from && { catalogId, backendId, settings: from, health: [] },
    }),
    to: t.field({
      type: CatalogBackendRef,
      nullable: true,
      description: 'As it was, and is then; null where the catalog did not have it.',
      resolve: ({ to, catalogId, backendId }) => to && { catalogId, backendId, settings: to, health: [] },
    }),
  }),
});

const onlineStateOf = (isOnline: boolean | null) =>
  isOnline === null ? null : isOnline ? 'ONLINE' : 'OFFLINE';

const SubscriptionMoveKind = builder.enumType('SubscriptionMoveKind', {
  description: 'What happens to a subscription.',
  values: {
    MOVES: { description: 'It goes to the new product at once.' },
    OFFERED: { description: 'It stays until its consumer moves it.' },
    ENDS: { description: 'It is deleted; undoing the change brings it back.' },
    STAYS: {
      description:
        'It stays, and has nowhere to go: its plan has no target, or the application has a subscription to the target already.',
    },
    RETURNS: { description: 'It had ended, and is there again with the same id.' },
  } as const,
});

export const SubscriptionMoveType = builder.objectRef<SubscriptionMove>('SubscriptionMove').implement({
  description: 'What happens to one subscription.',
  fields: (t) => ({
    consumerOrg: t.exposeString('consumerOrg', { description: 'Whose it is.' }),
    application: t.exposeString('application', { description: 'The application that is subscribed.' }),
    kind: t.expose('kind', { type: SubscriptionMoveKind, description: 'What happens to it.' }),
    fromProduct: t.expose('fromProduct', {
      type: 'VersionedName',
      description: 'The product that it is to.',
    }),
    fromPlan: t.exposeString('fromPlan', { description: 'The plan that it is on.' }),
    toProduct: t.expose('toProduct', {
      type: 'VersionedName',
      nullable: true,
      description: 'The product that it goes to or is offered.',
    }),
    toPlan: t.exposeString('toPlan', {
      nullable: true,
      description: 'The plan that it goes to or is offered.',
    }),
  }),
});

export const LifecycleChangeRef = builder.objectRef<LifecycleChange>('LifecycleChange').implement({
  description: 'What a lifecycle mutation did, or with dryRun would do.',
  fields: (t) => ({
    dryRun: t.exposeBoolean('dryRun', { description: 'Was nothing changed?' }),
    product: t.field({
      type: CatalogProductRef,
      nullable: true,
      description: 'The product that the call named: of two, the new one. Null when it has left the catalog.',
      resolve: ({ product }) => product,
    }),
    transitions: t.field({
      type: [StateTransitionType],
      description: 'The states that products left and reached.',
      resolve: ({ transitions }) => transitions,
    }),
    subscriptions: t.field({
      type: [SubscriptionMoveType],
      description:
        'What happens to each subscription that is touched, by consumer org and application. With dryRun page by page; leave it out where they are a million: they are read only if it is asked for.',
      args: partArgs,
      resolve: ({ subscriptions }, part) => cut(subscriptions, part),
    }),
    warnings: t.field({
      type: [LifecycleWarningType],
      description:
        'What the caller should know before doing it: calls that break, tighter limits, other security, lost access, subscriptions that end, and what APIs lack to be served.',
      // After a change the subscribers may have another product, whose calls are not those that broke.
      resolve: ({ dryRun, product, warnings }) =>
        dryRun && product ? inCatalog(warnings, product.catalogId) : warnings,
    }),
    undoToken: t.exposeString('undoToken', {
      nullable: true,
      description:
        'Give it to `undoLifecycleChange` within 30 days. It is shown this once; null when nothing was changed.',
    }),
    apis: t.field({
      type: [OnlineSwitchType],
      description: 'The APIs that go online or offline, also with their product.',
      resolve: ({ apis }) => apis,
    }),
    backends: t.field({
      type: [BackendSwitchType],
      description: 'The back-ends that undoing a change sets as they were; none of any other change.',
      resolve: ({ backends }) => backends,
    }),
    change: t.field({
      type: UndoableChangeRef,
      nullable: true,
      description:
        'The change as `undoableChanges` lists it; its `id` undoes it as the token does. Null when nothing was changed.',
      resolve: ({ change }) => change,
    }),
  }),
});
