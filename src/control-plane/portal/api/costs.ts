import type { GraphQLCosts } from '../../../domain/api/graphql-costs.ts';

/** Maximum cost of a portal operation: its objects, and the work of its expensive fields. */
export const COST_MAX = 20_000;

/**
 * Lists that are not paged are short. Documents are made once for each revision, and their bytes are bounded in the answer.
 * To judge a password takes two hundredths of a second and many megabytes, to judge a token a request to its issuer: ten
 * fit into one request.
 */
export const costs: GraphQLCosts = {
  assumedListSize: 10,
  rules: [
    { at: 'PortalChangelogEntry.changes', weight: 10 },
    { at: 'PortalApi.openapi', weight: 4 },
    { at: 'PortalApi.operation', weight: 4 },
    { at: 'PortalApi.operations', weight: 4 },
    { at: 'PortalApi.rootFieldCount', weight: 2 },
    { at: 'PortalApi.rootFields', weight: 4 },
    { at: 'PortalApi.sdl', weight: 2 },
    { at: 'PortalSubscription.invoicePreview', weight: 200 },
    { at: 'Query.invoicePreview', weight: 1_000 },
    ...['PortalApplication.usageHistory', 'PortalSubscription.usageHistory'].map((at) => ({
      at,
      weight: 20,
      assumedSize: 31,
    })),
    ...[
      'addExternalClientId',
      'changePassword',
      'choosePassword',
      'registerExternalClient',
      'registerPasskey',
      'requestPasswordReset',
      'resetClientSecret',
      'sendEmailVerification',
      'signIn',
      'signInWithPasskey',
      'signUp',
      'verifyClientSecret',
    ].map((name) => ({
      at: `Mutation.${name}`,
      weight: COST_MAX / 10,
    })),
  ],
};
