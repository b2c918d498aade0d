import type { SubscriptionPrice } from '../../../../domain/plan/price-periods.ts';
import { builder } from '../builder.ts';
import { PortalPrice } from '../product/price.ts';

const PortalSubscriptionPrice = builder.objectRef<SubscriptionPrice>('PortalSubscriptionPrice').implement({
  description: 'What a subscription costs. A dearer price of its plan holds once a member has accepted it.',
  fields: (t) => ({
    price: t.expose('price', {
      type: PortalPrice,
      nullable: true,
      description: 'The price that holds; null is nothing.',
    }),
    awaiting: t.expose('awaiting', {
      type: PortalPrice,
      nullable: true,
      description: 'The dearer price of the plan, which waits until a member accepts it: see `acceptPrice`.',
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
    type: PortalSubscriptionPrice,
    description: 'What it costs.',
    select: { id: true },
    resolve: ({ id }, _args, { subscriptionPrices }) => subscriptionPrices.load(id),
  }),
);
