import type { ResultOf } from '@graphql-typed-document-node/core';
import { graphql } from '../../graphql.ts';

/** An API of an org, as `name:version`. */
export type ApiAddress = { readonly org: string; readonly api: string };

export const API = graphql(`
  query ApiPage($org: String!, $api: VersionedName!, $search: String!, $first: Int!, $offset: Int!, $from: DateTime!) {
    viewer { orgs(first: 200) { name title } }
    org(name: $org) {
      backends(first: 200) { name title }
      oauthProviders(first: 200) { name title grantTypes scopes { name description } }
      userRegistries(first: 200) { name title }
    }
    api(org: $org, api: $api) {
      name version documentVersion title summary description tags links { title url } icon kind basePath targetUrl graphqlUrl onlineState
      backend { name }
      forwardAuthorization trustsHtml maxRequestBytes
      timeouts { connectMs answerMs idleMs callMs }
      meters { name operations pointer header expression }
      mock contract { requests answers sample }
      transformations {
        on operations condition setHeader { name value expression } removeHeader rewritePath json
        setQuery { name value expression } removeQuery renameQuery { from to }
      }
      compat {
        of
        request {
          operations condition setHeader { name value expression } removeHeader rewritePath json
          setQuery { name value expression } removeQuery renameQuery { from to }
        }
        answer {
          operations condition setHeader { name value expression } removeHeader rewritePath json
          setQuery { name value expression } removeQuery renameQuery { from to }
        }
      }
      errorTemplates { codes contentType body }
      responseCache { operations seconds authorized }
      drift(first: 200) { catalog { name title } side operation pointer kind calls firstAt lastAt }
      cors { allowedOrigins allowedHeaders exposedHeaders maxAgeSeconds allowCredentials }
      securityDefinitions { name type kind flow oauthProvider { name } userRegistry { name } keyLocation keyName }
      security { all { definition scopes } condition }
      operationSecurity { operation security { all { definition scopes } condition } }
      securityWarnings
      operationCount
      foundCount: operationCount(search: $search)
      operations(search: $search, first: $first, offset: $offset) { method path summary }
      products(first: 50) { name version title }
      catalogProducts(first: 50) {
        name version title state subscriptionCount
        catalog { name title gatewayUrl }
        apis(first: 200) { name version onlineState }
        subscriptions(first: 20) { state plan { title } application { name title consumerOrg { name title } } }
      }
    }
    usage(org: $org, from: $from, filter: { api: $api }) {
      nodes { calls answered clientErrors limited refused serverErrors p50Ms p95Ms }
    }
  }
`);

export const OPERATION_SECURITY = graphql(`
  query ApiOperationSecurity($org: String!, $api: VersionedName!) {
    api(org: $org, api: $api) {
      securityDefinitions { name type kind flow oauthProvider { name } userRegistry { name } keyLocation keyName }
      operationSecurity { operation security { all { definition scopes } condition } }
    }
  }
`);

export const UPDATE = graphql(`
  mutation UpdateApi($input: UpdateApiInput!) { updateApi(input: $input) { name version } }
`);

export const TEST_CALL = graphql(`
  mutation CreateTestCall($input: CreateTestCallInput!) {
    createTestCall(input: $input) { application method url headers { name value } body isComplete }
  }
`);

export const PREVIEW_REPLACEMENT = graphql(`
  query PreviewReplacement($input: PreviewApiInput!) {
    previewApi(input: $input) {
      kind title version documentVersion operationCount changes openapi graphqlUrl sdl
      difference { added removed breaks { operation message phrase } }
    }
  }
`);

export type ApiPage = ResultOf<typeof API>;
export type Api = NonNullable<ApiPage['api']>;
export type ApiOrg = NonNullable<ApiPage['org']>;
export type TestCall = ResultOf<typeof TEST_CALL>['createTestCall'];
export type PreviewedReplacement = ResultOf<typeof PREVIEW_REPLACEMENT>['previewApi'];

export const EXPLAIN_CONDITION = graphql(`
  query ExplainCondition(
    $org: String!, $api: VersionedName!, $condition: String!, $operation: String!, $claims: JSON, $headers: JSON, $client: JSON
  ) {
    api(org: $org, api: $api) {
      explainCondition(
        condition: $condition, operation: $operation, claims: $claims, headers: $headers, client: $client
      ) { holds fault operation }
    }
  }
`);
