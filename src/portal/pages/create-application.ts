import type { ApplicationForm } from './application-fields.tsx';
import { attempt, linesOf } from './form.ts';
import { graphql } from './graphql.ts';
import { ISSUED } from './issued-secret.tsx';
import type { Visit } from './visit.ts';

const CREATE_APPLICATION = graphql(
  `mutation CreateApplication($title: String!, $redirectUris: [String!]!) {
    createApplication(title: $title, redirectUris: $redirectUris) { ...Issued }
  }`,
  [ISSUED],
);

/** Makes the application that was typed: its credential, or what is wrong with it. */
export function createApplication({ run }: Visit, { title, redirectUris }: ApplicationForm) {
  return attempt(
    run(CREATE_APPLICATION, { title, redirectUris: linesOf(redirectUris) }).then(
      (data) => data.createApplication,
    ),
  );
}
