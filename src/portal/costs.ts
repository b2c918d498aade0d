import type { GraphQLCosts } from '../domain/graphql-costs.ts';
import { FIRST_DEFAULT } from '../graphql/part-of-list.ts';

/** What an operation of the portal API may cost: the objects that it gives, and the work of its dearer fields. */
export const COST_MAX = 20_000;

/**
 * Lists that are not paged are short; what takes more than to read a row has a weight. To judge a password takes two
 * hundredths of a second and many megabytes: ten fit into one request.
 */
export const costs: GraphQLCosts = {
  assumedListSize: 10,
  rules: [
    ...[
      'PortalApplication.endedSubscriptions',
      'PortalApplication.subscriptions',
      'PortalConsumerOrg.endedSubscriptions',
      'PortalConsumerOrg.members',
      'PortalProduct.subscriptions',
      'Query.products',
    ].map((at) => ({ at, assumedSize: FIRST_DEFAULT })),
    { at: 'PortalProduct.apis', assumedSize: 2 },
    { at: 'PortalApi.openapi', weight: 100 },
    { at: 'PortalApi.operations', weight: 100 },
    { at: 'PortalApi.sdl', weight: 50 },
    ...['PortalApplication.usageHistory', 'PortalSubscription.usageHistory'].map((at) => ({
      at,
      weight: 20,
      assumedSize: 31,
    })),
    ...['changePassword', 'resetClientSecret', 'signIn', 'signUp', 'verifyClientSecret'].map((name) => ({
      at: `Mutation.${name}`,
      weight: COST_MAX / 10,
    })),
  ],
};
