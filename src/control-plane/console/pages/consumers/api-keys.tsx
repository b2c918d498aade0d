import type { ResultOf } from '@graphql-typed-document-node/core';
import { Field } from '../../../../ui/components/field.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { graphql } from '../../graphql.ts';
import { nextWhere } from '../parts/action.tsx';
import { applicationPath } from '../parts/console-paths.ts';
import { Ending } from '../parts/ending.tsx';
import { Issued } from '../parts/issued.tsx';
import { useTexts } from '../parts/texts.ts';
import { Moment } from '../parts/when.tsx';
import type { ApplicationSectionProps } from './application-query.ts';

export const ISSUED_API_KEY = graphql(`
  fragment IssuedApiKey on IssuedApiKey @_unmask { key apiKey { title } }
`);

export type IssuedApiKey = ResultOf<typeof ISSUED_API_KEY>;
type ApiKey = ApplicationSectionProps['application']['apiKeys'][number];

/** A new API key. It can be read only now. */
export function IssuedKey({ issued: { key, apiKey } }: { issued: IssuedApiKey }) {
  const { apiKeys } = useTexts().text.consumers;
  return <Issued title={apiKeys.issued(apiKey.title)} what={apiKeys.what} value={key} />;
}

/** The API keys of an application. They are stored hashed, so a lost one has to be replaced. */
export function ApiKeys({
  address,
  application: { apiKeys },
  mayChange,
  now,
  sent,
}: ApplicationSectionProps) {
  const words = useTexts().text.consumers.apiKeys;
  const action = applicationPath(address);
  return (
    <section class="section stack">
      <h2 class="heading">{words.heading}</h2>
      {apiKeys.length === 0 ? (
        <p class="text">{words.none}</p>
      ) : (
        <Table
          caption={words.heading}
          rows={apiKeys}
          columns={[
            { heading: words.title, cell: ({ title }) => title },
            { heading: words.begins, cell: ({ prefix }) => <code class="code when">{prefix}</code> },
            { heading: words.ends, cell: ({ expiresAt }) => <Ending at={expiresAt} now={now} /> },
            { heading: words.lastUsed, cell: ({ lastUsedAt }) => <Moment at={lastUsedAt} /> },
            ...nextWhere(mayChange, (apiKey: ApiKey) => <ApiKeyActions action={action} apiKey={apiKey} />),
          ]}
        />
      )}
      {mayChange && <CreateForm action={action} sent={sent} />}
    </section>
  );
}

function ApiKeyActions({ action, apiKey: { id, title } }: { action: string; apiKey: ApiKey }) {
  const words = useTexts().text.consumers.apiKeys;
  return (
    <>
      <form method="post" action={action} class="row" data-confirm={words.confirmReplace(title)}>
        <input type="hidden" name="of" value={id} />
        <select class="input select" name="overlapSeconds" aria-label={words.old(title)}>
          {Object.entries(words.overlaps)
            .reverse()
            .map(([seconds, label]) => (
              <option value={seconds}>{label}</option>
            ))}
        </select>
        <button class="button button-small" type="submit" name="action" value="replaceApiKey">
          {words.replace}
          <span class="visually-hidden"> {title}</span>
        </button>
      </form>
      <form method="post" action={action} data-confirm={words.confirmRevoke(title)}>
        <input type="hidden" name="of" value={id} />
        <button class="button button-small button-danger" type="submit" name="action" value="revokeApiKey">
          {words.revoke}
          <span class="visually-hidden"> {title}</span>
        </button>
      </form>
    </>
  );
}

function CreateForm({ action, sent }: { action: string; sent: ApplicationSectionProps['sent'] }) {
  const words = useTexts().text.consumers.apiKeys;
  const own = sent?.form.action === 'createApiKey' ? sent : undefined;
  return (
    <form method="post" action={action} class="card form-row">
      <Field
        id="api-key-title"
        name="title"
        label={words.another}
        value={own?.form.title}
        refused={own?.refused}
        maxlength={200}
        autocomplete="off"
        required
      />
      <Field
        id="api-key-expiresAt"
        name="expiresAt"
        label={words.lastDay}
        hint={words.lastDayHint}
        type="date"
        value={own?.form.expiresAt}
        refused={own?.refused}
      />
      <div class="form-row-end">
        <button class="button" type="submit" name="action" value="createApiKey">
          {words.create}
        </button>
      </div>
    </form>
  );
}
