import { Table } from '../../../../ui/components/table.tsx';
import type { Messages } from '../messages.ts';
import { requirementInWords } from '../parts/security-words.ts';
import { useTexts } from '../parts/texts.ts';
import { OperationSecurityTable } from './api-operation-security.tsx';
import type { Api } from './api-query.ts';

/** The security of an API, for who may only read. */
export function ReadSecurity({ api }: { api: Api }) {
  const { text } = useTexts();
  const { security, readSecurity } = text.apis;
  return (
    <>
      {api.security.length === 0 ? (
        <p class="text">{readSecurity.open}</p>
      ) : (
        <Table
          caption={security.title}
          rows={api.security}
          columns={[
            {
              heading: readSecurity.oneOf,
              cell: (requirement) => requirementInWords(requirement, text.security),
            },
            {
              heading: readSecurity.asks,
              cell: ({ all }) =>
                readSecurity.together(all.map(({ definition }) => askedBy(text, api, definition))),
            },
          ]}
        />
      )}
      <OperationSecurityTable api={api} />
    </>
  );
}

function askedBy({ label, apis }: Messages, { securityDefinitions }: Api, name: string): string {
  const text = apis.readSecurity;
  const definition = securityDefinitions.find((each) => each.name === name);
  if (definition?.type === 'MUTUAL_TLS') return text.certificate;
  if (definition?.userRegistry) return text.password(definition.userRegistry.name);
  if (definition?.oauthProvider) return text.token(definition.oauthProvider.name);
  return definition?.kind ? text.key(label(definition.kind), definition.keyName ?? '') : name;
}
