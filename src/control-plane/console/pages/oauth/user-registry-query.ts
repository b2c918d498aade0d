import type { ResultOf } from '@graphql-typed-document-node/core';
import { graphql } from '../../graphql.ts';

export const REGISTRY = graphql(`
  query UserRegistryPage($org: String!, $name: String!, $search: String!, $first: Int!, $offset: Int!) {
    viewer { orgs(first: 200) { name title } }
    org(name: $org) { catalogs(first: 200) { name title } }
    userRegistry(org: $org, name: $name) {
      name title displayName type url
      ldap { baseDn userFilter scope subjectAttribute bindDn startTls authorities timeoutMs }
      openId { clientId clientType scopes subjectClaim check { authorizationUrl faults } }
      saml {
        entityId certificates audience personAttribute usernameAttribute emailAttribute emailIsVerified faults
      }
      oauthProviders(first: 200) { name title endpoints(first: 200) { catalog { title } callbackUrl } }
      catalogs(first: 200) { name title }
      localUserCount
      foundCount: localUserCount(search: $search)
      localUsers(search: $search, first: $first, offset: $offset) {
        username state createdAt passwordChangedAt
      }
    }
  }
`);

export const TEST = graphql(`
  mutation TestUserRegistry($input: TestUserRegistryInput!) {
    testUserRegistry(input: $input) { authenticated httpStatus durationMs message }
  }
`);

export type RegistryResult = NonNullable<ResultOf<typeof REGISTRY>['userRegistry']>;

export type RegistryAnswer = ResultOf<typeof TEST>['testUserRegistry'];
