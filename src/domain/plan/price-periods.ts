import { isDearer, type Price } from './price.ts';

/** A change of what a subscription costs. Its plan has another price, or its consumer accepts it. */
export type PriceChange = {
  readonly at: Date;
  /** `name:version` */
  readonly product: string;
  readonly plan: string;
  /** The price of the plan. Null is nothing. */
  readonly price: Price | null;
  /** Is true where the subscription is active from then on. */
  readonly active: boolean;
  /** The member who accepts the price. Null where nobody has been asked. */
  readonly acceptedBy: string | null;
};

/** The price of a subscription, as it stands. */
export type SubscriptionPrice = {
  /** The price that holds: one that was accepted, or one that is not dearer. Null is nothing. */
  readonly price: Price | null;
  /** The dearer price of the plan, which waits until it is accepted. */
  readonly awaiting: Price | null;
  /** The last acceptance of a price. */
  readonly acceptance: { readonly by: string; readonly at: Date } | null;
};

/** A time for which a subscription is active on one plan at one price. */
export type PricePeriod = SubscriptionPrice & {
  readonly product: string;
  readonly plan: string;
  readonly from: Date;
  /** Null while it lasts. */
  readonly to: Date | null;
};

const FREE: SubscriptionPrice = { price: null, awaiting: null, acceptance: null };

/**
 * Returns the price after a change. A dearer one waits until somebody accepts it; any other holds at once.
 */
function afterChange(before: SubscriptionPrice, change: PriceChange): SubscriptionPrice {
  const { price, acceptedBy, at, active } = change;
  if (acceptedBy !== null) return { price, awaiting: null, acceptance: { by: acceptedBy, at } };
  // A subscription that has ended, or is not approved yet, keeps what was accepted: it may come back.
  if (!active) return before;
  return isDearer(price, before.price)
    ? { ...before, awaiting: price }
    : { ...before, price, awaiting: null };
}

/** Returns the price of a subscription as it stands. Without a change it costs nothing. */
export const subscriptionPrice = (changes: readonly PriceChange[]): SubscriptionPrice =>
  changes.reduce(afterChange, FREE);

/**
 * Returns the periods of a subscription, the earliest first.
 *
 * @param changes in their order; those of one instant are one
 */
export function pricePeriods(changes: readonly PriceChange[]): PricePeriod[] {
  const periods: PricePeriod[] = [];
  let standing = FREE;
  for (const [index, change] of changes.entries()) {
    standing = afterChange(standing, change);
    const { product, plan, active, at: from } = change;
    const to = changes[index + 1]?.at ?? null;
    if (active && (to === null || to > from)) periods.push({ ...standing, product, plan, from, to });
  }
  return periods;
}
