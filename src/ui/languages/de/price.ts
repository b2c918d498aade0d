import type { PriceCharge } from '../../../domain/plan/price.ts';
import { type price as english, isNothing } from '../en/price.ts';

/** The words for prices, which portal and console share. */
export const price: typeof english = (format) => {
  const things = ({ counts, meter }: PriceCharge) => (counts === 'METER' ? meter : 'Aufrufe');
  const unit = (charge: PriceCharge) =>
    charge.counts === 'CALLS' && charge.per === 1
      ? 'Aufruf'
      : `${format.number(charge.per)} ${things(charge)}`;
  const chargeOf = (charge: PriceCharge, currency: string) => {
    const rate = format.money(charge.unitPrice, currency);
    if (charge.included === 0) return `${rate} je ${unit(charge)}`;
    const per = charge.per === 1 ? unit(charge) : format.number(charge.per);
    return `${format.number(charge.included)} ${things(charge)} enthalten, danach ${rate} je ${per}`;
  };
  return {
    free: 'Kostenlos',
    of: ({ currency, amount, charges }) =>
      [
        ...(isNothing(amount) ? [] : [`${format.money(amount, currency)} im Monat`]),
        ...charges.map((charge) => chargeOf(charge, currency)),
      ].join(', '),
    example: ({ currency, charges }, { units, amount }) =>
      `Zum Beispiel ${charges
        .map((charge, index) => `${format.number(units[index] ?? 0)} ${things(charge)}`)
        .join(' und ')} im Monat: ${format.money(amount, currency)}.`,
  };
};
