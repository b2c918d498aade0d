import { LinesField } from '../../../../ui/components/field.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { nextWhere } from '../parts/action.tsx';
import { applicationPath } from '../parts/console-paths.ts';
import { Ending } from '../parts/ending.tsx';
import { useTexts } from '../parts/texts.ts';
import { Moment } from '../parts/when.tsx';
import type { ApplicationSectionProps } from './application-query.ts';

type ClientCertificate = ApplicationSectionProps['application']['clientCertificates'][number];

/** The client certificates of an application. Their private keys are with whoever calls. */
export function ClientCertificates({ address, application, mayChange, now, sent }: ApplicationSectionProps) {
  const words = useTexts().text.consumers.certificates;
  const { clientCertificates } = application;
  const action = applicationPath(address);
  return (
    <section class="section stack">
      <h2 class="heading">{words.heading}</h2>
      {clientCertificates.length === 0 ? (
        <p class="text">{words.none}</p>
      ) : (
        <Table
          caption={words.heading}
          rows={clientCertificates}
          columns={[
            { heading: words.subject, cell: ({ subject }) => subject },
            {
              heading: words.thumbprint,
              cell: ({ thumbprint }) => <code class="code">{thumbprint}</code>,
            },
            { heading: words.ends, cell: ({ notAfter }) => <Ending at={notAfter} now={now} /> },
            { heading: words.lastUsed, cell: ({ lastUsedAt }) => <Moment at={lastUsedAt} /> },
            ...nextWhere(mayChange, (certificate: ClientCertificate) => (
              <Removal action={action} certificate={certificate} />
            )),
          ]}
        />
      )}
      {mayChange && <AddForm action={action} sent={sent} />}
    </section>
  );
}

function Removal({
  action,
  certificate: { subject, thumbprint },
}: {
  action: string;
  certificate: ClientCertificate;
}) {
  const words = useTexts().text.consumers.certificates;
  return (
    <form method="post" action={action} data-confirm={words.confirmRemove(subject || thumbprint)}>
      <input type="hidden" name="of" value={thumbprint} />
      <button class="button button-small button-danger" type="submit" name="action" value="removeCertificate">
        {words.remove}
        <span class="visually-hidden"> {subject || thumbprint}</span>
      </button>
    </form>
  );
}

function AddForm({ action, sent }: { action: string; sent: ApplicationSectionProps['sent'] }) {
  const words = useTexts().text.consumers.certificates;
  const own = sent?.form.action === 'addCertificate' ? sent : undefined;
  return (
    <form method="post" action={action} class="card form">
      <LinesField
        name="certificate"
        label={words.another}
        hint={words.anotherHint}
        value={own?.form.certificate ?? ''}
        refused={own?.refused}
      />
      <p class="row">
        <button class="button" type="submit" name="action" value="addCertificate">
          {words.register}
        </button>
      </p>
    </form>
  );
}
