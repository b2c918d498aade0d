import { Field } from '../../../../ui/components/field.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { nextWhere } from '../parts/action.tsx';
import { applicationPath } from '../parts/console-paths.ts';
import { Ending } from '../parts/ending.tsx';
import { useTexts } from '../parts/texts.ts';
import { When } from '../parts/when.tsx';
import type { ApplicationSectionProps } from './application-query.ts';

type Credential = ApplicationSectionProps['application']['credentials'][number];

/** The client keys of an application. Their secrets are stored hashed, so a lost one has to be replaced. */
export function Credentials({ address, application, mayChange, now, sent }: ApplicationSectionProps) {
  const { text } = useTexts();
  const words = text.consumers.credentials;
  const { credentials } = application;
  return (
    <section class="section stack">
      <h2 class="heading">{words.heading}</h2>
      {credentials.length === 0 ? (
        <p class="text">{words.none}</p>
      ) : (
        <Table
          caption={words.heading}
          rows={credentials}
          columns={[
            { heading: words.title, cell: ({ title }) => title },
            {
              heading: words.clientKey,
              cell: ({ clientKey }) => <code class="code when">{clientKey}</code>,
            },
            { heading: words.created, cell: ({ createdAt }) => <When at={createdAt} /> },
            { heading: words.ends, cell: ({ secretExpiresAt }) => <Ending at={secretExpiresAt} now={now} /> },
            {
              heading: words.lastUsed,
              cell: ({ lastUsedAt }) => (lastUsedAt ? <When at={lastUsedAt} /> : text.never),
            },
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
  const words = useTexts().text.consumers.credentials;
  const { title, clientKey } = credential;
  const hidden = <span class="visually-hidden"> {words.of(title)}</span>;
  return (
    <>
      <form method="post" action={action} class="row" data-confirm={words.confirmSecret(title)}>
        <input type="hidden" name="of" value={clientKey} />
        <select class="input select" name="overlapSeconds" aria-label={words.oldSecret(title)}>
          {/* The longest first: whoever does not choose breaks no caller. */}
          {Object.entries(words.overlaps)
            .reverse()
            .map(([seconds, label]) => (
              <option value={seconds}>{label}</option>
            ))}
        </select>
        <button class="button button-small" type="submit" name="action" value="resetSecret">
          {words.newSecret}
          {hidden}
        </button>
      </form>
      <form method="post" action={action} data-confirm={words.confirmWithdraw(title)}>
        <input type="hidden" name="of" value={clientKey} />
        <button
          class="button button-small button-danger"
          type="submit"
          name="action"
          value="deleteCredential"
        >
          {words.withdraw}
          <span class="visually-hidden"> {title}</span>
        </button>
      </form>
    </>
  );
}

function CreateForm({ action, sent }: { action: string; sent: ApplicationSectionProps['sent'] }) {
  const words = useTexts().text.consumers.credentials;
  const own = sent?.form.action === 'createCredential' ? sent : undefined;
  return (
    <form method="post" action={action} class="card form-row">
      <Field
        id="credential-title"
        name="title"
        label={words.another}
        value={own?.form.title}
        refused={own?.refused}
        maxlength={200}
        autocomplete="off"
        required
      />
      <div class="form-row-end">
        <button class="button" type="submit" name="action" value="createCredential">
          {words.create}
        </button>
      </div>
    </form>
  );
}
