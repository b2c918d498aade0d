import type { ResultOf } from '@graphql-typed-document-node/core';
import { graphql } from '../../graphql.ts';
import type { ApplicationAddress } from '../parts/console-paths.ts';
import type { RefusedApplicationAction } from './application-fields.tsx';
import { FORM_ANSWERS } from './form-answers.tsx';

const API_KEY = graphql(`
  fragment ApiKey on ApiKey @_unmask { id title prefix expiresAt lastUsedAt }
`);

const CLIENT_CERTIFICATE = graphql(`
  fragment ClientCertificate on ClientCertificate @_unmask { thumbprint subject notAfter lastUsedAt }
`);

const CREDENTIAL = graphql(`
  fragment Credential on Credential @_unmask { title clientKey createdAt secretExpiresAt lastUsedAt }
`);

const SUBSCRIPTION = graphql(
  `
  fragment Subscription on Subscription @_unmask {
    id state rejectionReason
    product { name title version state }
    plan {
      title rateLimit rateLimitUnit maxConcurrentCalls
      graphQLCostLimit graphQLCostLimitUnit limits { name counts meter limit per every timeZone burst operations mode }
    }
    ownLimits { inEffect until }
    migrationTarget { product { title version } plan { title } }
    planRequest { plan { title } rejectedAt rejectionReason formAnswers { ...GivenAnswers } }
    formAnswers { ...GivenAnswers }
  }
`,
  [FORM_ANSWERS],
);

export const APPLICATION = graphql(
  `query ApplicationPage($org: String!, $catalog: String!, $consumerOrg: String!, $application: String!) {
    application(org: $org, catalog: $catalog, consumerOrg: $consumerOrg, name: $application) {
      name title state suspensionReason clientType redirectUris
      consumerOrg { title catalog { title } }
      credentials(first: 200) { ...Credential }
      apiKeys(first: 200) { ...ApiKey }
      clientCertificates(first: 200) { ...ClientCertificate }
      subscriptions(first: 200) { ...Subscription }
    }
  }`,
  [CREDENTIAL, API_KEY, CLIENT_CERTIFICATE, SUBSCRIPTION],
);

type Application = NonNullable<ResultOf<typeof APPLICATION>['application']>;

/** Properties of each section of the page. */
export type ApplicationSectionProps = {
  readonly address: ApplicationAddress;
  readonly application: Application;
  readonly mayChange: boolean;
  readonly now: Date;
  readonly sent: RefusedApplicationAction | undefined;
};
