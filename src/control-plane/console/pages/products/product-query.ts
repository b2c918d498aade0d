import type { ResultOf } from '@graphql-typed-document-node/core';
import { graphql } from '../../graphql.ts';

export const PLAN = graphql(`
  fragment PagePlan on Plan @_unmask {
    name title summary description tags links { title url }
    rateLimit rateLimitUnit maxConcurrentCalls
    limits { name counts meter limit per every timeZone burst operations mode }
    maxGraphQLCost maxGraphQLDepth hiddenGraphQL
    graphQLCostLimit graphQLCostLimitUnit registeredOperationsOnly approvalRequired
    price { currency amount charges { counts meter included unitPrice per } }
  }
`);

const API = graphql(`
  fragment PageApi on Api @_unmask {
    name version title summary description tags links { title url } icon kind basePath targetUrl graphqlUrl
    backend { name }
    security { all { definition scopes } condition }
    operationSecurity { operation security { all { definition scopes } condition } }
  }
`);

export const PRODUCT = graphql(
  `
    query ProductPage($org: String!, $product: VersionedName!, $subject: String!) {
      org(name: $org) { catalogs(first: 200) { name title } }
      product(org: $org, product: $product) {
        name version title visibility subscribability
        summary description releaseNotes tags links { title url } icon
        apis(first: 200) { ...PageApi }
        plans(first: 200) { ...PagePlan }
        catalogProducts(first: 50) {
          name version title state visibility subscribability subscriptionCount
          summary description releaseNotes tags links { title url } icon
          deprecatedAt sunsetAt allowedActions
          catalog { name title portalUrl }
          apis(first: 200) { ...PageApi }
          plans(first: 200) { ...PagePlan }
        }
      }
      auditEvents(org: $org, exactSubject: $subject, first: 20) { nodes { id at actor action subject subjectTitle detail } }
    }
  `,
  [PLAN, API],
);

export const UPDATE_PRODUCT = graphql(`
  mutation UpdateProduct($input: UpdateProductInput!) { updateProduct(input: $input) { name version } }
`);
export const CREATE_PLAN = graphql(`
  mutation CreatePlan($input: CreatePlanInput!) { createPlan(input: $input) { name } }
`);
export const UPDATE_PLAN = graphql(`
  mutation UpdatePlan($input: UpdatePlanInput!) { updatePlan(input: $input) { name } }
`);
export const DELETE_PLAN = graphql(`
  mutation DeletePlan($input: DeletePlanInput!) { deletePlan(input: $input) { name } }
`);

export type ProductPage = ResultOf<typeof PRODUCT>;
export type Product = NonNullable<ProductPage['product']>;
export type Plan = Product['plans'][number];
export type CatalogCopy = Product['catalogProducts'][number];
