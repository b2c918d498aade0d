import { LinesField } from '../../../../ui/components/field.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { nextWhere } from '../parts/action.tsx';
import { applicationPath } from '../parts/console-paths.ts';
import { lastOf } from '../people/people-tables.tsx';
import type { ApplicationSectionProps } from './application-query.ts';

type ClientCertificate = ApplicationSectionProps['application']['clientCertificates'][number];

/** The client certificates of an application. Their private keys are with whoever calls. */
export function ClientCertificates({ address, application, mayChange, sent }: ApplicationSectionProps) {
  const { clientCertificates } = application;
  const action = applicationPath(address);
  return (
    <section class="section stack">
      <h2 class="heading">Client certificates</h2>
      {clientCertificates.length === 0 ? (
        <p class="text">There is none. APIs with a security definition of type MUTUAL_TLS ask for one.</p>
      ) : (
        <Table
          caption="Client certificates"
          rows={clientCertificates}
          columns={[
            { heading: 'Subject', cell: ({ subject }) => subject },
            {
              heading: 'SHA-256 thumbprint',
              cell: ({ thumbprint }) => <code class="code">{thumbprint}</code>,
            },
            { heading: 'Ends', cell: ({ notAfter }) => lastOf(notAfter) },
            { heading: 'Last used', cell: ({ lastUsedAt }) => lastOf(lastUsedAt) },
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
  return (
    <form
      method="post"
      action={action}
      data-confirm={`Remove the certificate ${subject || thumbprint}? Calls with it are refused.`}
    >
      <input type="hidden" name="of" value={thumbprint} />
      <button class="button button-small button-danger" type="submit" name="action" value="removeCertificate">
        Remove<span class="visually-hidden"> {subject || thumbprint}</span>
      </button>
    </form>
  );
}

function AddForm({ action, sent }: { action: string; sent: ApplicationSectionProps['sent'] }) {
  const own = sent?.form.action === 'addCertificate' ? sent : undefined;
  return (
    <form method="post" action={action} class="card form">
      <LinesField
        name="certificate"
        label="Another certificate, as PEM"
        hint="The certificate alone: without its private key, and without those of its authorities."
        value={own?.form.certificate ?? ''}
        refused={own?.refused}
      />
      <p class="row">
        <button class="button" type="submit" name="action" value="addCertificate">
          Register the certificate
        </button>
      </p>
    </form>
  );
}
