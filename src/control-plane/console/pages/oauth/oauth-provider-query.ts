import type { ResultOf } from '@graphql-typed-document-node/core';
import { graphql } from '../../graphql.ts';

export const PROVIDER = graphql(`
  query OAuthProviderPage($org: String!, $name: String!, $first: Int!, $offset: Int!) {
    viewer { orgs(first: 200) { name title } }
    org(name: $org) { userRegistries(first: 200) { name title } catalogs(first: 200) { name title } }
    oauthProvider(org: $org, name: $name) {
      warnings { code message facts }
      name title grantTypes clientTypes authorizePath tokenPath
      scopes { name description }
      userRegistry { name title }
      accessTokenSeconds refreshTokens refreshTokenSeconds signingAlgorithm certificateBinding
      signingKeys(first: 200) { kid algorithm state signsFrom retiresAt }
      catalogs(first: 200) { name title }
      issuer {
        url jwksUrl audiences clientClaim subjectClaim scopeClaim algorithms clockSkewSeconds
        introspection { url clientId secret cacheSeconds }
        registration { url initialAccessToken grantTypes }
        check { keySetUrl keys { kid algorithms } faults }
      }
      endpoints(first: 200) {
        catalog { name title }
        issuer metadataUrl tokenUrl authorizeUrl jwksUrl revocationUrl introspectionUrl
      }
      securedApiCount
      securedApis(first: $first, offset: $offset) { api isDraft scopes catalogs { name title } }
    }
  }
`);

export type ProviderResult = NonNullable<ResultOf<typeof PROVIDER>['oauthProvider']>;
