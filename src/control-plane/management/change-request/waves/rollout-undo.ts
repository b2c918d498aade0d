import {
  composedDifference,
  emptyImage,
  type ImageDifference,
  type ImageRow,
  imageDifference,
} from '../../../../domain/product/undo.ts';
import { versionedName } from '../../../../foundation/text/version.ts';
import type { Transaction } from '../../../../infrastructure/database/change.ts';
import { inChunks } from '../../chunks.ts';
import { around, imageOf, subscriptionRows } from '../../lifecycle/product-image.ts';
import type { WaveOpening } from './opening.ts';
import type { WavePair } from './wave-rows.ts';

export type RolloutUndo = {
  readonly changeRequestId: string;
  readonly pair: WavePair;
  readonly opening: WaveOpening;
};

/** Runs the end of a change in waves. @returns all that it changed since it began, for its undo */
export async function rolloutDifference(
  transaction: Transaction,
  { changeRequestId, pair, opening }: RolloutUndo,
  end: () => Promise<void>,
): Promise<ImageDifference> {
  const { catalog, old, successor } = pair;
  const products = await around(transaction, catalog.id, [old, successor]);
  const before = await imageOf(transaction, { products, subscriptions: false });
  const ids = before.products.map(({ id }) => id);
  await end();
  const after = await imageOf(transaction, { products: { id: { in: ids } }, subscriptions: false });
  const whole = composedDifference(opening, imageDifference(before, after));
  const moved = await movedRows(transaction, { changeRequestId, pair });
  return {
    before: { ...whole.before, subscriptions: moved.before },
    after: { ...whole.after, subscriptions: moved.after },
  };
}

/** The subscriptions that waves have moved, before and after. */
async function movedRows(
  transaction: Transaction,
  { changeRequestId, pair: { old, successor } }: Omit<RolloutUndo, 'opening'>,
): Promise<{ readonly before: readonly ImageRow[]; readonly after: readonly ImageRow[] }> {
  const moves = await transaction.changeWaveMove.findMany({ where: { changeRequestId } });
  const from = new Map(moves.map(({ subscriptionId, fromPlanId }) => [subscriptionId, fromPlanId]));
  const after = await inChunks([...from.keys()], (chunk) =>
    subscriptionRows(transaction, { id: { in: chunk }, catalogProductId: successor.id }),
  );
  const before = after.map((row): ImageRow => {
    const catalogPlanId = from.get(row.id) ?? null;
    const plan = old.plans.find(({ id }) => id === catalogPlanId)?.name ?? null;
    return {
      ...row,
      label: { ...row.label, product: versionedName(old), productId: old.id, plan },
      columns: { ...row.columns, catalogProductId: old.id, catalogPlanId },
    };
  });
  const { before: was, after: is } = imageDifference(
    { ...emptyImage, subscriptions: before },
    { ...emptyImage, subscriptions: after },
  );
  return { before: was.subscriptions, after: is.subscriptions };
}
