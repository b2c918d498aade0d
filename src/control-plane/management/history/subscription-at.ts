import { builder } from '../builder.ts';
import { SubscriptionState } from '../consumer/subscription.ts';
import type { PastSubscription } from './past-catalog.ts';

export const SubscriptionAtRef = builder.objectRef<PastSubscription>('SubscriptionAt').implement({
  description: 'A subscription as it stood at an instant.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id, also of one that has ended since.' }),
    consumerOrg: t.exposeString('consumerOrg', { description: 'The consumer org of its application.' }),
    application: t.exposeString('application', { description: 'Whose subscription it was.' }),
    product: t.expose('product', { type: 'VersionedName', description: 'The product that it was to.' }),
    plan: t.exposeString('plan', { description: 'The plan that its calls were counted under.' }),
    state: t.expose('state', { type: SubscriptionState, description: 'Where it stood.' }),
    ownLimits: t.expose('ownLimits', {
      type: 'JSON',
      nullable: true,
      description: 'Its own limits, in place of those of its plan; null for none.',
    }),
  }),
});
