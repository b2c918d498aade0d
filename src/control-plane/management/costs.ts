import type { GraphQLCosts } from '../../domain/api/graphql-costs.ts';

/** What an operation of the management API may cost: the objects that it gives, and the work of its dearer fields. */
export const COST_MAX = 20_000;

/** Lists that are not paged are short; what takes more than to read a row has a weight. */
export const costs: GraphQLCosts = {
  assumedListSize: 10,
  rules: [
    { at: 'Api.openapi', weight: 50 },
    { at: 'Api.sdl', weight: 20 },
    { at: 'GraphQLServer.sdl', weight: 50 },
    { at: 'GraphQLServer.explain', weight: 1_000 },
    { at: 'Query.usage', weight: 500 },
    { at: 'Query.exportManifest', weight: COST_MAX / 2 },
    { at: 'Mutation.applyManifest', weight: COST_MAX / 4 },
    ...[
      'changePassword',
      'createApi',
      'createGraphQLServer',
      'refreshGraphQLSchema',
      'resetMemberPassword',
      'saveApiAsNewVersion',
      'testUserRegistry',
      'updateApi',
      'updateGraphQLServer',
    ].map((name) => ({ at: `Mutation.${name}`, weight: COST_MAX / 10 })),
  ],
};
