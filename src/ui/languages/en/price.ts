import type { Price, PriceCharge } from '../../../domain/plan/price.ts';
import type { PriceExample } from '../../../domain/plan/price-example.ts';
import type { Formats } from '../../kit/formats.ts';

type PriceParts = Pick<Price, 'currency' | 'amount' | 'charges'>;

export const isNothing = (amount: string) => /^[0.]*$/.test(amount);

/** The words for prices, which portal and console share. */
export const price = (format: Formats) => {
  const things = ({ counts, meter }: PriceCharge) => (counts === 'METER' ? meter : 'calls');
  const unit = (charge: PriceCharge) =>
    charge.counts === 'CALLS' && charge.per === 1 ? 'call' : `${format.number(charge.per)} ${things(charge)}`;
  const chargeOf = (charge: PriceCharge, currency: string) => {
    const rate = format.money(charge.unitPrice, currency);
    if (charge.included === 0) return `${rate} per ${unit(charge)}`;
    const per = charge.per === 1 ? unit(charge) : format.number(charge.per);
    return `${format.number(charge.included)} ${things(charge)} included, then ${rate} per ${per}`;
  };
  return {
    free: 'Free of charge',
    /** Meaning of a price, for example `€49.00 a month, 100,000 calls included, then €0.20 per 1,000`. */
    of: ({ currency, amount, charges }: PriceParts) =>
      [
        ...(isNothing(amount) ? [] : [`${format.money(amount, currency)} a month`]),
        ...charges.map((charge) => chargeOf(charge, currency)),
      ].join(', '),
    /** Example of a month, such as `For example 200,000 calls a month: €69.00.` */
    example: ({ currency, charges }: PriceParts, { units, amount }: PriceExample) =>
      `For example ${charges
        .map((charge, index) => `${format.number(units[index] ?? 0)} ${things(charge)}`)
        .join(' and ')} a month: ${format.money(amount, currency)}.`,
  };
};
