import DataLoader from 'dataloader';
import { type SubscriptionPrice, subscriptionPrice } from '../../domain/plan/price-periods.ts';
import type { Database } from '../../infrastructure/database/database.ts';
import { priceChangesOf } from '../../infrastructure/database/price-changes.ts';

export type SubscriptionPrices = Pick<DataLoader<string, SubscriptionPrice>, 'load'>;

/** Loads what subscriptions cost, by their ids. */
export const subscriptionPricesOf = ({ prisma }: Pick<Database, 'prisma'>): SubscriptionPrices =>
  new DataLoader(
    async (ids: readonly string[]) => (await priceChangesOf(prisma, ids)).map(subscriptionPrice),
    {
      cache: false,
    },
  );
