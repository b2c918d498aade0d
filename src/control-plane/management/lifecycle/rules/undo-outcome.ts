import type { LifecycleWarning } from '../../../../domain/product/change-impact.ts';
import type { Position, StateTransition } from '../../../../domain/product/lifecycle.ts';
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
