import type { GraphQLCosts } from '../../domain/api/graphql-costs.ts';

/** Maximum cost of a management operation: its objects, and the work of its expensive fields. */
export const COST_MAX = 20_000;

/**
 * Cost rules of the management API. Lists without pages are short; a field that does more than read a row has a
 * weight.
 */
export const costs: GraphQLCosts = {
  assumedListSize: 10,
  rules: [
    { at: 'Api.openapi', weight: 50 },
    { at: 'Api.sdl', weight: 20 },
    { at: 'Api.operations', weight: 50 },
    { at: 'Api.operationCount', weight: 50 },
    { at: 'Api.unusedFields', weight: 50 },
    { at: 'Api.schema', weight: 100 },
    { at: 'ApiAt.openapi', weight: 50 },
    { at: 'ApiAt.sdl', weight: 20 },
    { at: 'Catalog.at', weight: 20 },
    { at: 'Catalog.asOf', weight: 100 },
    { at: 'Catalog.changesBetween', weight: 100 },
    { at: 'CatalogAt.subscriptions', weight: 10 },
    { at: 'ProductAt.subscriptions', weight: 10 },
    { at: 'GraphQLServer.sdl', weight: 50 },
    { at: 'GraphQLServer.schema', weight: 100 },
    { at: 'GraphQLServer.explain', weight: 1_000 },
    { at: 'Api.explainCondition', weight: 1_000 },
    { at: 'Api.verifyCompat', weight: 500 },
    { at: 'Query.previewApi', weight: COST_MAX / 10 },
    { at: 'Query.apiChangelog', weight: 500 },
    { at: 'Query.productChangelog', weight: COST_MAX / 10 },
    { at: 'Query.usage', weight: 500 },
    { at: 'Query.invoicePreview', weight: 1_000 },
    { at: 'Query.simulatePlan', weight: COST_MAX / 10 },
    { at: 'Query.impact', weight: COST_MAX / 10 },
    { at: 'LifecycleWarning.affected', weight: 10 },
    { at: 'LifecycleWarning.affectedCount', weight: 5 },
    { at: 'LifecycleWarning.unaffectedCount', weight: 5 },
    { at: 'LifecycleBreak.affected', weight: 5 },
    { at: 'Query.exportManifest', weight: COST_MAX / 2 },
    { at: 'Mutation.applyManifest', weight: COST_MAX / 4 },
    { at: 'Mutation.proposeChange', weight: COST_MAX / 4 },
    { at: 'Mutation.commitChange', weight: COST_MAX / 4 },
    ...[
      'changePassword',
      'createApi',
      'createGraphQLServer',
      'importApi',
      'refreshGraphQLSchema',
      'resetMemberPassword',
      'saveApiAsNewVersion',
      'testUserRegistry',
      'updateApi',
      'updateGraphQLServer',
    ].map((name) => ({ at: `Mutation.${name}`, weight: COST_MAX / 10 })),
  ],
};
