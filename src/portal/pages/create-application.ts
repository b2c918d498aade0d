import { attempt } from '../../graphql/run-document.ts';
import { type ApplicationForm, applicationTyped } from './application-fields.tsx';
import { graphql } from './graphql.ts';
import { ISSUED } from './issued-secret.tsx';
import type { Visit } from './visit.ts';

const CREATE_APPLICATION = graphql(
  `mutation CreateApplication($title: String!, $clientType: PortalClientType, $redirectUris: [String!]!) {
    createApplication(title: $title, clientType: $clientType, redirectUris: $redirectUris) { ...Issued }
  }`,
  [ISSUED],
);

/** Makes the application that was typed: its credential, or what is wrong with it. */
export function createApplication({ run }: Visit, form: ApplicationForm) {
  return attempt(run(CREATE_APPLICATION, applicationTyped(form)).then((data) => data.createApplication));
}
