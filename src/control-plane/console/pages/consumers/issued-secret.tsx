import type { ResultOf } from '@graphql-typed-document-node/core';
import { Section } from '../../../../ui/components/section.tsx';
import { graphql } from '../../graphql.ts';
import { Copyable, Issued } from '../parts/issued.tsx';
import { useTexts } from '../parts/texts.ts';

export const ISSUED_CREDENTIAL = graphql(`
  fragment IssuedCredential on IssuedCredential { clientKey clientSecret application { name title } }
`);

export type IssuedCredential = ResultOf<typeof ISSUED_CREDENTIAL>;

/** A client key with its new secret, which can be read only now. */
export function IssuedSecret({ issued }: { issued: IssuedCredential }) {
  const words = useTexts().text.consumers.credentials;
  const { clientKey, clientSecret, application } = issued;
  if (clientSecret === '')
    return (
      <Section id="issued-heading" title={words.issuedOfPublic(application.title)} class="section card">
        <Copyable value={clientKey} what={words.issuedKey} />
      </Section>
    );
  return (
    <Issued title={words.issued(application.title)} what={words.issuedSecret} value={clientSecret}>
      <p class="text">{words.handOver}</p>
      <Copyable value={clientKey} what={words.issuedKey} />
    </Issued>
  );
}
