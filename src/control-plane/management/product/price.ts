import { type Price, type PriceCharge, priceId } from '../../../domain/plan/price.ts';
import { builder } from '../builder.ts';

const ChargedThing = builder.enumType('ChargedThing', {
  description: 'What a price charges for.',
  values: {
    CALLS: {
      description:
        'Calls that the back-end answered with a status below 500, also to a caller who has left. Refused calls cost nothing.',
    },
    METER: { description: 'Units of a meter, which answers tell.' },
  } as const,
});

const terms = {
  currency: 'The code of its currency by ISO 4217, for example `EUR`.',
  amount: 'The amount of a calendar month (UTC), whatever is used, with the digits of the currency.',
  counts: 'What is charged for.',
  meter: 'The meter whose units are charged for, of METER; null of CALLS.',
  included: 'The units of a calendar month that cost nothing.',
  unitPrice: 'The price of `per` units. Fewer units cost their part of it.',
  per: 'The number of units that `unitPrice` is for, for example 1000.',
};

export const PriceChargeRef = builder.objectRef<PriceCharge>('PriceCharge').implement({
  description: 'A charge for what is used beyond what a price includes.',
  fields: (t) => ({
    counts: t.expose('counts', { type: ChargedThing, description: terms.counts }),
    meter: t.exposeString('meter', { nullable: true, description: terms.meter }),
    included: t.exposeInt('included', { description: terms.included }),
    unitPrice: t.expose('unitPrice', { type: 'Decimal', description: terms.unitPrice }),
    per: t.exposeInt('per', { description: terms.per }),
  }),
});

export const PriceRef = builder.objectRef<Price>('Price').implement({
  description:
    'What a plan costs in a calendar month (UTC). The platform takes no money: it tells what is due.',
  fields: (t) => ({
    id: t.id({
      description: 'Names all that the price says: an equal price has the same id, any other another one.',
      resolve: priceId,
    }),
    currency: t.exposeString('currency', { description: terms.currency }),
    amount: t.expose('amount', { type: 'Decimal', description: terms.amount }),
    charges: t.field({
      type: [PriceChargeRef],
      description: 'Its charges for what is used, at most 10.',
      resolve: ({ charges }) => [...charges],
    }),
  }),
});

const PriceChargeInput = builder.inputType('PriceChargeInput', {
  description: 'A charge for what is used beyond what a price includes.',
  fields: (t) => ({
    counts: t.field({ type: ChargedThing, defaultValue: 'CALLS', description: terms.counts }),
    meter: t.string({ description: terms.meter }),
    included: t.int({ defaultValue: 0, description: terms.included }),
    unitPrice: t.field({
      type: 'Decimal',
      required: true,
      description: `${terms.unitPrice} More than 0, with at most 10 digits after the point.`,
    }),
    per: t.int({ defaultValue: 1, description: terms.per }),
  }),
});

export const PriceInput = builder.inputType('PriceInput', {
  description: 'What a plan costs in a calendar month (UTC).',
  fields: (t) => ({
    currency: t.string({ required: true, description: terms.currency }),
    amount: t.field({ type: 'Decimal', defaultValue: '0', description: terms.amount }),
    charges: t.field({
      type: [PriceChargeInput],
      description: 'Charges for what is used, at most 10, each for another thing.',
    }),
  }),
});
