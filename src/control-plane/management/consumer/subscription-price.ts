import type { SubscriptionPrice } from '../../../domain/plan/price-periods.ts';
import { builder } from '../builder.ts';
import { PriceRef } from '../product/price.ts';

const SubscriptionPriceRef = builder.objectRef<SubscriptionPrice>('SubscriptionPrice').implement({
  description:
    'What a subscription costs. A dearer price of its plan holds once a member of its consumer org has accepted it in the portal.',
  fields: (t) => ({
    price: t.expose('price', {
      type: PriceRef,
      nullable: true,
      description: 'The price that holds; null is nothing.',
    }),
    awaiting: t.expose('awaiting', {
      type: PriceRef,
      nullable: true,
      description: 'The dearer price of the plan, which waits until a member accepts it.',
    }),
    acceptedBy: t.string({
      nullable: true,
      description: 'The member who accepted a price last.',
      resolve: ({ acceptance }) => acceptance?.by ?? null,
    }),
    acceptedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When that was.',
      resolve: ({ acceptance }) => acceptance?.at ?? null,
    }),
  }),
});

builder.prismaObjectField('Subscription', 'price', (t) =>
  t.field({
    type: SubscriptionPriceRef,
    description: 'What it costs.',
    select: { id: true },
    resolve: ({ id }, _args, { subscriptionPrices }) => subscriptionPrices.load(id),
  }),
);
