import { type ChangeItems, type Movement, movements } from '../../../../domain/change-request/change-set.ts';
import {
  changedColumns,
  imageDifference,
  type ProductImage,
  rowChanges,
} from '../../../../domain/product/undo.ts';
import type { Transaction } from '../../../../infrastructure/database/change.ts';
import { imageByIds, imageOf } from '../../lifecycle/product-image.ts';
import { describedProducts } from '../../lifecycle/reviewed-change.ts';
import { publishSuccessor } from '../../lifecycle/succession-steps.ts';
import { restore } from '../../lifecycle/undo-restore.ts';
import { servedIn } from '../../product/publication.ts';
import type { WaveMutation, WavePair } from './wave-rows.ts';

/** Changes of the beginning of waves besides subscriptions, and the products as it left them. */
export type WaveOpening = {
  readonly before: ProductImage;
  readonly after: ProductImage;
  readonly products: ChangeItems;
};

type Pair = Pick<WavePair, 'old' | 'successor'>;

const pairImage = (transaction: Transaction, { old, successor }: Pair): Promise<ProductImage> =>
  imageOf(transaction, { products: { id: { in: [old.id, successor.id] } }, subscriptions: false });

/** Publishes the successor beside the old product, which stays as it is. A migration target is published already. */
export async function open(
  transaction: Transaction,
  {
    pair: { catalog, old, successor },
    mutation,
  }: { readonly pair: WavePair; readonly mutation: WaveMutation },
): Promise<WaveOpening> {
  const before = await pairImage(transaction, { old, successor });
  if (mutation.action !== 'MIGRATE') {
    const served = await servedIn(transaction, catalog.id, successor.apis);
    await publishSuccessor(transaction, { catalog, successor, served });
  }
  const after = await pairImage(transaction, { old, successor });
  return { ...imageDifference(before, after), products: describedProducts(after) };
}

/** Tells what of both products is not as the opening left it. */
export async function movedSince(
  transaction: Transaction,
  { opening, ...pair }: Pair & { readonly opening: WaveOpening },
): Promise<Movement[]> {
  return movements(opening.products, describedProducts(await pairImage(transaction, pair)));
}

/**
 * Takes the opening back, unless somebody else has changed the successor or subscribed to it.
 *
 * @returns whether it was taken back
 */
export async function takeOpeningBack(
  transaction: Transaction,
  { opening, newId, now }: { readonly opening: WaveOpening; readonly newId: string; readonly now: Date },
): Promise<boolean> {
  const changes = rowChanges(opening.before, opening.after);
  if (changes.length === 0) return true;
  const ids = (table: keyof ProductImage) => opening.after[table].map(({ id }) => id);
  const present = await imageByIds(transaction, {
    products: ids('products'),
    plans: ids('plans'),
    apis: ids('apis'),
    subscriptions: [],
    backends: [],
  });
  const rows = new Map([...present.products, ...present.plans, ...present.apis].map((row) => [row.id, row]));
  const isAsLeft = changes.every(({ id, after }) => {
    const row = rows.get(id);
    return after && row && changedColumns(row, after).length === 0;
  });
  const isUsed = (await transaction.subscription.count({ where: { catalogProductId: newId } })) > 0;
  if (!isAsLeft || isUsed) return false;
  await restore(transaction, changes, now);
  return true;
}
