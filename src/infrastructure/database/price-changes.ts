import type { Price } from '../../domain/plan/price.ts';
import type { PriceChange } from '../../domain/plan/price-periods.ts';
import type { Transaction } from './change.ts';
import type { PriceChange as PriceChangeRow, Prisma } from './generated/prisma/client.ts';
import { stored } from './json-columns.ts';

/** A subscription, perhaps ended, with the changes of its price. */
export type PricedSubscription = Pick<
  PriceChangeRow,
  'orgId' | 'catalogId' | 'consumerOrg' | 'application' | 'subscriptionId'
> & { readonly changes: readonly PriceChange[] };

type PriceChangeReader = Pick<Transaction, 'priceChange'>;

/** Reads what subscriptions have cost, each with its changes in their order. */
export async function pricedSubscriptions(
  { priceChange }: PriceChangeReader,
  where: Prisma.PriceChangeWhereInput,
): Promise<PricedSubscription[]> {
  const rows = await priceChange.findMany({ where, orderBy: { id: 'asc' } });
  const found = new Map<string, PricedSubscription & { readonly changes: PriceChange[] }>();
  for (const { price, product, plan, active, acceptedBy, at, ...row } of rows) {
    const subscription = found.get(row.subscriptionId) ?? { ...row, changes: [] };
    found.set(row.subscriptionId, subscription);
    const change = { price: stored<Price | null>(price), product, plan, active, acceptedBy, at };
    subscription.changes.push(change);
  }
  return [...found.values()];
}

/** Reads the changes of subscriptions, in the order of their ids. */
export async function priceChangesOf(
  reader: PriceChangeReader,
  ids: readonly string[],
): Promise<(readonly PriceChange[])[]> {
  const found = await pricedSubscriptions(reader, { subscriptionId: { in: [...ids] } });
  const changes = new Map(found.map((each) => [each.subscriptionId, each.changes]));
  return ids.map((id) => changes.get(id) ?? []);
}
