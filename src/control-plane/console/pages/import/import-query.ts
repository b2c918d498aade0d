import type { ResultOf } from '@graphql-typed-document-node/core';
import { graphql } from '../../graphql.ts';

/** Operations that the review lists. */
export const OPERATIONS_SHOWN = 200;

export const PREVIEW = graphql(`
  query PreviewImport($input: PreviewApiInput!, $first: Int!) {
    previewApi(input: $input) {
      kind title name version documentVersion versions
      basePath documentBasePath basePathTakenBy
      targetUrl graphqlUrl
      operationCount
      operations(first: $first) { method path summary }
      changes
      securitySchemes { name type location keyName scopes }
      openapi sdl
    }
  }
`);

export const SURROUNDINGS = graphql(`
  query ImportSurroundings($org: String!) {
    viewer { orgs(first: 200) { name title } }
    org(name: $org) {
      catalogs(first: 200) { name title }
      oauthProviders(first: 200) { name title scopes { name description } }
    }
  }
`);

export const IMPORT = graphql(`
  mutation ImportApi($input: ImportApiInput!) {
    importApi(input: $input) {
      api product basePath
      publications {
        catalog { name title gatewayUrl portalUrl }
        warnings { code subject message facts }
        testCall { method url headers { name value } body isComplete }
        change { id until }
      }
    }
  }
`);

export type Preview = ResultOf<typeof PREVIEW>['previewApi'];
export type Surroundings = NonNullable<ResultOf<typeof SURROUNDINGS>['org']>;
export type Imported = ResultOf<typeof IMPORT>['importApi'];
