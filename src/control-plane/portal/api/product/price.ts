import { type Price, type PriceCharge, priceId } from '../../../../domain/plan/price.ts';
import { builder } from '../builder.ts';

const ChargedThing = builder.enumType('ChargedThing', {
  description: 'What a price charges for.',
  values: {
    CALLS: {
      description:
        'Calls that were answered with a status below 500, also where the caller has left. Refused calls cost nothing.',
    },
    METER: { description: 'Units of a meter, which answers tell.' },
  } as const,
});

export const PortalPriceCharge = builder.objectRef<PriceCharge>('PortalPriceCharge').implement({
  description: 'A charge for what is used beyond what a price includes.',
  fields: (t) => ({
    counts: t.expose('counts', { type: ChargedThing, description: 'What is charged for.' }),
    meter: t.exposeString('meter', {
      nullable: true,
      description: 'The meter whose units are charged for, of METER; null of CALLS.',
    }),
    included: t.exposeInt('included', { description: 'The units of a calendar month that cost nothing.' }),
    unitPrice: t.expose('unitPrice', {
      type: 'Decimal',
      description: 'The price of `per` units. Fewer units cost their part of it.',
    }),
    per: t.exposeInt('per', { description: 'The number of units that `unitPrice` is for.' }),
  }),
});

export const PortalPrice = builder.objectRef<Price>('PortalPrice').implement({
  description: 'What a plan costs in a calendar month (UTC).',
  fields: (t) => ({
    id: t.id({
      description: 'Names all that the price says. Who accepts a price names it by this id.',
      resolve: priceId,
    }),
    currency: t.exposeString('currency', { description: 'The code of its currency by ISO 4217.' }),
    amount: t.expose('amount', { type: 'Decimal', description: 'The amount of a month, whatever is used.' }),
    charges: t.field({
      type: [PortalPriceCharge],
      description: 'Its charges for what is used, at most 10.',
      resolve: ({ charges }) => [...charges],
    }),
  }),
});
