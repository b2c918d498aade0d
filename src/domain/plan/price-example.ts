import { writeDecimal } from './decimal.ts';
import { monthCost } from './invoice.ts';
import { digitsOf, type Price, thingOf } from './price.ts';

/** Units of each charge of a price in a month, and what they cost together. */
export type PriceExample = { readonly units: readonly number[]; readonly amount: string };

/** Makes an example of a price: twice what is included, else a hundred times `per`. */
export function priceExample(price: Price): PriceExample {
  const units = price.charges.map(({ included, per }) => (included > 0 ? 2 * included : 100 * per));
  const used = price.charges.map((charge, index) => [thingOf(charge), BigInt(units[index] ?? 0)] as const);
  return { units, amount: writeDecimal(monthCost(price, new Map(used)), digitsOf(price.currency)) };
}
