import type { ResultOf } from '@graphql-typed-document-node/core';
import { graphql } from '../../graphql.ts';
import { Copyable, Issued } from '../parts/issued.tsx';

export const ISSUED_CREDENTIAL = graphql(`
  fragment IssuedCredential on IssuedCredential { clientKey clientSecret application { name title } }
`);

export type IssuedCredential = ResultOf<typeof ISSUED_CREDENTIAL>;

/** A client key with its new secret, which can be read only now. */
export function IssuedSecret({ issued }: { issued: IssuedCredential }) {
  const { clientKey, clientSecret, application } = issued;
  return (
    <Issued title={`The client secret of ${application.title}`} what="client secret" value={clientSecret}>
      <p class="text">Hand it to the consumer with the client key, which is no secret:</p>
      <Copyable value={clientKey} what="client key" />
    </Issued>
  );
}
