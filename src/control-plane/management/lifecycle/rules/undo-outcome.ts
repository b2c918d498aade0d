import type { BackendSettings } from '../../../../domain/backend/backend.ts';
import type { Position, StateTransition } from '../../../../domain/product/lifecycle.ts';
import type { LifecycleWarning } from '../../../../domain/product/lifecycle-warning.ts';
import type { SubscriptionMove } from '../../../../domain/product/plan-migration.ts';
import type { ImageRow, RowChange } from '../../../../domain/product/undo.ts';
import { endWarnings } from './retire.ts';

/** The states that undoing a change leaves and reaches. */
export function undoneTransitions(changes: readonly RowChange[]): StateTransition[] {
  return changes
    .filter(({ table }) => table === 'products')
    .map(({ before, after }) => ({
      product: (after ?? before)?.label['product'] ?? '',
      from: stateOf(after),
      to: stateOf(before),
    }))
    .filter(({ from, to }) => from !== to);
}

/** Lists what undoing a change does to subscriptions. */
export function undoneMoves(changes: readonly RowChange[]): SubscriptionMove[] {
  return changes.filter(({ table }) => table === 'subscriptions').flatMap(undoneMove);
}

/** A back-end of a catalog, and what undoing a change makes of it. Null is not set in the catalog. */
export type BackendSwitch = {
  readonly name: string;
  readonly catalogId: string;
  readonly backendId: string;
  readonly from: BackendSettings | null;
  readonly to: BackendSettings | null;
};

/** Lists what undoing a change does to the back-ends of the catalog. */
export function undoneBackends(changes: readonly RowChange[]): BackendSwitch[] {
  return changes
    .filter(({ table }) => table === 'backends')
    .map(({ before, after }) => {
      const { backend, catalogId, backendId } = (after ?? before)?.label ?? {};
      return {
        name: backend ?? '',
        catalogId: catalogId ?? '',
        backendId: backendId ?? '',
        from: settingsOf(after),
        to: settingsOf(before),
      };
    });
}

function settingsOf(row: ImageRow | null): BackendSettings | null {
  return (row?.columns['settings'] ?? null) as BackendSettings | null;
}

/** Warns of subscriptions that the undo ends, since the change had brought them back. */
export function undoneWarnings(changes: readonly RowChange[]): LifecycleWarning[] {
  return endWarnings(undoneMoves(changes).filter(({ kind }) => kind === 'ENDS'));
}

function undoneMove({ before, after }: RowChange): SubscriptionMove[] {
  const from = (after ?? before)?.label;
  if (!from) return [];
  return [
    {
      consumerOrg: from['consumerOrg'] ?? '',
      application: from['application'] ?? '',
      kind: kindOf(before, after),
      fromProduct: from['product'] ?? '',
      fromPlan: from['plan'] ?? '',
      toProduct: before?.label['product'] ?? null,
      toPlan: before?.label['plan'] ?? null,
    },
  ];
}

function kindOf(before: ImageRow | null, after: ImageRow | null): SubscriptionMove['kind'] {
  if (!before) return 'ENDS';
  return after ? 'MOVES' : 'RETURNS';
}

function stateOf(row: ImageRow | null): Position {
  return (row?.columns['state'] ?? null) as Position;
}
