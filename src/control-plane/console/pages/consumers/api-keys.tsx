import type { ResultOf } from '@graphql-typed-document-node/core';
import { Field } from '../../../../ui/components/field.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { graphql } from '../../graphql.ts';
import { nextWhere } from '../parts/action.tsx';
import { applicationPath } from '../parts/console-paths.ts';
import { Issued } from '../parts/issued.tsx';
import { lastOf } from '../people/people-tables.tsx';
import type { ApplicationSectionProps } from './application-query.ts';

export const ISSUED_API_KEY = graphql(`
  fragment IssuedApiKey on IssuedApiKey @_unmask { key apiKey { title } }
`);

export type IssuedApiKey = ResultOf<typeof ISSUED_API_KEY>;
type ApiKey = ApplicationSectionProps['application']['apiKeys'][number];

/** Overlaps that can be chosen for an old key and the one in its place. */
const overlaps = {
  86400: 'The old one ends in a day',
  3600: 'The old one ends in an hour',
  0: 'The old one ends now',
};

/** A new API key. It can be read only now. */
export function IssuedKey({ issued: { key, apiKey } }: { issued: IssuedApiKey }) {
  return <Issued title={`The API key ${apiKey.title}`} what="API key" value={key} />;
}

/** The API keys of an application. They are stored hashed, so a lost one has to be replaced. */
export function ApiKeys({ address, application: { apiKeys }, mayChange, sent }: ApplicationSectionProps) {
  const action = applicationPath(address);
  return (
    <section class="section stack">
      <h2 class="heading">API keys</h2>
      {apiKeys.length === 0 ? (
        <p class="text">There is none. APIs with a security definition of kind KEY ask for one.</p>
      ) : (
        <Table
          caption="API keys"
          rows={apiKeys}
          columns={[
            { heading: 'Title', cell: ({ title }) => title },
            { heading: 'Begins', cell: ({ prefix }) => <code class="code when">{prefix}</code> },
            {
              heading: 'Ends',
              cell: ({ expiresAt }) => (expiresAt === null ? 'Never' : lastOf(expiresAt)),
            },
            { heading: 'Last used', cell: ({ lastUsedAt }) => lastOf(lastUsedAt) },
            ...nextWhere(mayChange, (apiKey: ApiKey) => <ApiKeyActions action={action} apiKey={apiKey} />),
          ]}
        />
      )}
      {mayChange && <CreateForm action={action} sent={sent} />}
    </section>
  );
}

function ApiKeyActions({ action, apiKey: { id, title } }: { action: string; apiKey: ApiKey }) {
  return (
    <>
      <form
        method="post"
        action={action}
        class="row"
        data-confirm={`Make a new API key in place of ${title}?`}
      >
        <input type="hidden" name="of" value={id} />
        <select class="input select" name="overlapSeconds" aria-label={`The old API key ${title}`}>
          {Object.entries(overlaps)
            .reverse()
            .map(([seconds, label]) => (
              <option value={seconds}>{label}</option>
            ))}
        </select>
        <button class="button button-small" type="submit" name="action" value="replaceApiKey">
          Replace<span class="visually-hidden"> {title}</span>
        </button>
      </form>
      <form
        method="post"
        action={action}
        data-confirm={`Revoke the API key ${title}? Calls with it are refused.`}
      >
        <input type="hidden" name="of" value={id} />
        <button class="button button-small button-danger" type="submit" name="action" value="revokeApiKey">
          Revoke<span class="visually-hidden"> {title}</span>
        </button>
      </form>
    </>
  );
}

function CreateForm({ action, sent }: { action: string; sent: ApplicationSectionProps['sent'] }) {
  const own = sent?.form.action === 'createApiKey' ? sent : undefined;
  return (
    <form method="post" action={action} class="card form-row">
      <Field
        id="api-key-title"
        name="title"
        label="Title of another API key"
        value={own?.form.title}
        refused={own?.refused}
        maxlength={200}
        autocomplete="off"
        required
      />
      <Field
        id="api-key-expiresAt"
        name="expiresAt"
        label="Its last day, in UTC"
        hint="Without one it never ends."
        type="date"
        value={own?.form.expiresAt}
        refused={own?.refused}
      />
      <div class="form-row-end">
        <button class="button" type="submit" name="action" value="createApiKey">
          Create an API key
        </button>
      </div>
    </form>
  );
}
