import { Table } from '../../../../ui/components/table.tsx';
import { enumLabel } from '../parts/format.ts';
import { requirementInWords } from '../parts/security-words.ts';
import { OperationSecurityTable } from './api-operation-security.tsx';
import type { Api } from './api-query.ts';

/** The security of an API, for who may only read. */
export function ReadSecurity({ api }: { api: Api }) {
  return (
    <>
      {api.security.length === 0 ? (
        <p class="text">Open to everybody.</p>
      ) : (
        <Table
          caption="Security"
          rows={api.security}
          columns={[
            { heading: 'One of', cell: requirementInWords },
            {
              heading: 'What it asks for',
              cell: ({ all }) =>
                all.map(({ definition }) => askedBy(api, definition)).join(', and beside it '),
            },
          ]}
        />
      )}
      <OperationSecurityTable api={api} />
    </>
  );
}

function askedBy({ securityDefinitions }: Api, name: string): string {
  const definition = securityDefinitions.find((each) => each.name === name);
  if (definition?.type === 'MUTUAL_TLS') return 'A client certificate of the application';
  if (definition?.userRegistry)
    return `A username and password of ${definition.userRegistry.name}, and a client id`;
  return definition?.oauthProvider
    ? `An access token of ${definition.oauthProvider.name}`
    : `${enumLabel(definition?.kind ?? '')} in ${definition?.keyName}`;
}
