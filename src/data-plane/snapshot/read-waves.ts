import type { Transaction } from '../../infrastructure/database/change.ts';
import type { CatalogSnapshot } from './snapshot.ts';

/** Reads the running waves of a catalog that have a budget. Null is none. */
export async function readWaves(
  { changeWaveBudget }: Pick<Transaction, 'changeWaveBudget'>,
  catalogId: string,
): Promise<CatalogSnapshot['waves']> {
  const running = await changeWaveBudget.findMany({
    where: { catalogId },
    select: { id: true, changeRequestId: true, calls: true },
  });
  if (running.length === 0) return null;
  return new Map(running.map(({ id, changeRequestId, calls }) => [changeRequestId, { budgetId: id, calls }]));
}
