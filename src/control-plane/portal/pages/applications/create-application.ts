import { attempt } from '../../../../graphql/server/run-document.ts';
import { graphql } from '../parts/graphql.ts';
import type { PortalPageContext } from '../parts/page-context.ts';
import { type ApplicationForm, applicationTyped } from './application-fields.tsx';
import { ISSUED } from './issued-secret.tsx';

const CREATE_APPLICATION = graphql(
  `mutation CreateApplication($title: String!, $clientType: PortalClientType, $redirectUris: [String!]!) {
    createApplication(title: $title, clientType: $clientType, redirectUris: $redirectUris) { ...Issued }
  }`,
  [ISSUED],
);

/** Makes the application that was typed. It returns its credential, or its faults. */
export function createApplication({ run }: PortalPageContext, form: ApplicationForm) {
  return attempt(run(CREATE_APPLICATION, applicationTyped(form)).then((data) => data.createApplication));
}
