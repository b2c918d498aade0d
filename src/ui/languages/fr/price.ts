import type { PriceCharge } from '../../../domain/plan/price.ts';
import { type price as english, isNothing } from '../en/price.ts';

/** The words for prices. */
export const price: typeof english = (format) => {
  const things = ({ counts, meter }: PriceCharge) => (counts === 'METER' ? meter : 'appels');
  const unit = (charge: PriceCharge) =>
    charge.counts === 'CALLS' && charge.per === 1
      ? 'appel'
      : `${format.number(charge.per)} ${things(charge)}`;
  const chargeOf = (charge: PriceCharge, currency: string) => {
    const rate = format.money(charge.unitPrice, currency);
    if (charge.included === 0) return `${rate} par ${unit(charge)}`;
    const per = charge.per === 1 ? unit(charge) : format.number(charge.per);
    return `${format.number(charge.included)} ${things(charge)} inclus, puis ${rate} par ${per}`;
  };
  return {
    free: 'Gratuit',
    of: ({ currency, amount, charges }) =>
      [
        ...(isNothing(amount) ? [] : [`${format.money(amount, currency)} par mois`]),
        ...charges.map((charge) => chargeOf(charge, currency)),
      ].join(', '),
    example: ({ currency, charges }, { units, amount }) =>
      `Par exemple ${charges
        .map((charge, index) => `${format.number(units[index] ?? 0)} ${things(charge)}`)
        .join(' et ')} par mois : ${format.money(amount, currency)}.`,
  };
};
