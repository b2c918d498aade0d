import { Field } from '../../../../ui/components/field.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { nextWhere } from '../parts/action.tsx';
import { applicationPath } from '../parts/console-paths.ts';
import { lastOf } from '../people/people-tables.tsx';
import type { ApplicationSectionProps } from './application-query.ts';

type Credential = ApplicationSectionProps['application']['credentials'][number];

/** Times that an old secret can stay valid beside the new one. */
const overlaps = {
  0: 'The old one ends now',
  3600: 'The old one ends in an hour',
  86400: 'The old one ends in a day',
};

/** The client keys of an application. Their secrets are stored hashed, so a lost one has to be replaced. */
export function Credentials({ address, application, mayChange, sent }: ApplicationSectionProps) {
  const { credentials } = application;
  return (
    <section class="section stack">
      <h2 class="heading">Client keys</h2>
      {credentials.length === 0 ? (
        <p class="text">There is none: the application cannot call.</p>
      ) : (
        <Table
          caption="Client keys"
          rows={credentials}
          columns={[
            { heading: 'Title', cell: ({ title }) => title },
            {
              heading: 'Client key',
              cell: ({ clientKey }) => <code class="code when">{clientKey}</code>,
            },
            { heading: 'Created', cell: ({ createdAt }) => lastOf(createdAt) },
            { heading: 'Last used', cell: ({ lastUsedAt }) => lastOf(lastUsedAt) },
            ...nextWhere(mayChange, (credential: Credential) => (
              <CredentialActions action={applicationPath(address)} credential={credential} />
            )),
          ]}
        />
      )}
      {mayChange && <CreateForm action={applicationPath(address)} sent={sent} />}
    </section>
  );
}

function CredentialActions({ action, credential }: { action: string; credential: Credential }) {
  const { title, clientKey } = credential;
  const hidden = <span class="visually-hidden"> of {title}</span>;
  return (
    <>
      <form method="post" action={action} class="row" data-confirm={`Make a new client secret of ${title}?`}>
        <input type="hidden" name="of" value={clientKey} />
        <select class="input select" name="overlapSeconds" aria-label={`The old client secret of ${title}`}>
          {Object.entries(overlaps).map(([seconds, label]) => (
            <option value={seconds}>{label}</option>
          ))}
        </select>
        <button class="button button-small" type="submit" name="action" value="resetSecret">
          New secret{hidden}
        </button>
      </form>
      <form
        method="post"
        action={action}
        data-confirm={`Withdraw the client key ${title}? Calls with it are refused at once.`}
      >
        <input type="hidden" name="of" value={clientKey} />
        <button
          class="button button-small button-danger"
          type="submit"
          name="action"
          value="deleteCredential"
        >
          Withdraw<span class="visually-hidden"> {title}</span>
        </button>
      </form>
    </>
  );
}

function CreateForm({ action, sent }: { action: string; sent: ApplicationSectionProps['sent'] }) {
  const own = sent?.form.action === 'createCredential' ? sent : undefined;
  return (
    <form method="post" action={action} class="card form-row">
      <Field
        id="credential-title"
        name="title"
        label="Title of another client key"
        value={own?.form.title}
        refused={own?.refused}
        maxlength={200}
        autocomplete="off"
        required
      />
      <div class="form-row-end">
        <button class="button" type="submit" name="action" value="createCredential">
          Create a client key
        </button>
      </div>
    </form>
  );
}
