import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Crumb } from '../../../../ui/components/crumb.tsx';
import { LinesField } from '../../../../ui/components/field.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { LocalTime } from '../../../../ui/components/time.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { columnsForDevelopers, ForDevelopers } from '../parts/for-developers.tsx';
import { show } from '../parts/frame.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalEnv, PortalPageContext, PortalPages } from '../parts/page-context.ts';

/** A client certificate of an application. */
export const CLIENT_CERTIFICATE = graphql(`
  fragment ClientCertificate on PortalClientCertificate { thumbprint subject notAfter lastUsedAt }
`);

const ADD = graphql(`
  mutation AddClientCertificate($application: String!, $certificate: String!) {
    addClientCertificate(application: $application, certificate: $certificate) { thumbprint }
  }
`);
const REMOVE = graphql(`
  mutation RemoveClientCertificate($application: String!, $thumbprint: String!) {
    removeClientCertificate(application: $application, thumbprint: $thumbprint)
  }
`);

type ClientCertificate = ResultOf<typeof CLIENT_CERTIFICATE>;

/** Adds the forms that register and remove client certificates of an application. */
export function clientCertificates(pages: PortalPages): void {
  pages.post('/applications/:name/client-certificates', async (c) => {
    const { certificate } = await readForm(c, 'certificate');
    const { refused } = await attempt(
      c.var.pageContext.run(ADD, { application: c.req.param('name'), certificate }),
    );
    return refused ? showRefused(c, refused) : c.redirect(`${urlOf(c)}?done=certificateAdded`, 303);
  });

  pages.post('/applications/:name/client-certificates/remove', async (c) => {
    const { thumbprint } = await readForm(c, 'thumbprint');
    const { refused } = await attempt(
      c.var.pageContext.run(REMOVE, { application: c.req.param('name'), thumbprint }),
    );
    return refused ? showRefused(c, refused) : c.redirect(`${urlOf(c)}?done=certificateRemoved`, 303);
  });
}

const urlOf = (c: Context<PortalEnv>) => `${c.var.pageContext.base}/applications/${c.req.param('name')}`;

function showRefused(c: Context<PortalEnv>, refused: PageRefusal): Response {
  const { text } = c.var.pageContext;
  return show(
    c,
    <>
      <Crumb href={urlOf(c)}>{text.secret.toApplication}</Crumb>
      <h1 class="title">{text.clientCertificate.title}</h1>
      <RefusedNotice refused={refused} />
    </>,
    { title: text.clientCertificate.title, menu: 'applications', refused },
  );
}

type ClientCertificatesProps = {
  readonly pageContext: PortalPageContext;
  readonly application: string;
  readonly certificates: readonly ClientCertificate[];
};

/** The client certificates of an application, and the form that registers another. */
export function ClientCertificates({ pageContext, application, certificates }: ClientCertificatesProps) {
  const { base, text, format } = pageContext;
  const url = `${base}/applications/${application}/client-certificates`;
  return (
    <Section id="client-certificates-heading" title={text.clientCertificate.title} class="section stack">
      {certificates.length > 0 && <p class="text">{text.clientCertificate.lead}</p>}
      {certificates.length > 0 && (
        <Table
          caption={text.clientCertificate.registered}
          columns={[
            {
              heading: text.clientCertificate.certificate,
              cell: ({ subject, thumbprint }) => (
                <>
                  {subject} <code class="code">{thumbprint}</code>
                </>
              ),
            },
            {
              heading: text.apiKey.ends,
              cell: ({ notAfter }) => <LocalTime at={notAfter} text={format.dateTime(notAfter)} />,
            },
            {
              heading: text.credential.lastUsed,
              cell: ({ lastUsedAt }) =>
                lastUsedAt === null ? (
                  text.credential.never
                ) : (
                  <LocalTime at={lastUsedAt} text={format.dateTime(lastUsedAt)} />
                ),
            },
            ...columnsForDevelopers<ClientCertificate>(pageContext, {
              heading: text.apiKey.change,
              cell: (certificate) => (
                <Removal pageContext={pageContext} url={`${url}/remove`} certificate={certificate} />
              ),
            }),
          ]}
          rows={certificates}
        />
      )}
      <Registration pageContext={pageContext} url={url} isFirst={certificates.length === 0} />
    </Section>
  );
}

/** The form that registers a certificate. Few applications need one: before the first, it says what it is for. */
function Registration({
  pageContext,
  url,
  isFirst,
}: Pick<RemovalProps, 'pageContext' | 'url'> & { readonly isFirst: boolean }) {
  const { text } = pageContext;
  return (
    <ForDevelopers pageContext={pageContext}>
      <details>
        <summary class="details-summary">{text.clientCertificate.add}</summary>
        {isFirst && <p class="text">{text.clientCertificate.lead}</p>}
        <form method="post" action={url} class="form card">
          <LinesField
            name="certificate"
            label={text.clientCertificate.certificate}
            hint={text.clientCertificate.hint}
            value=""
          />
          <p class="row">
            <button class="button" type="submit">
              {text.clientCertificate.add}
            </button>
          </p>
        </form>
      </details>
    </ForDevelopers>
  );
}

type RemovalProps = {
  readonly pageContext: PortalPageContext;
  readonly url: string;
  readonly certificate: ClientCertificate;
};

function Removal({ pageContext: { text }, url, certificate: { subject, thumbprint } }: RemovalProps) {
  return (
    <form
      method="post"
      action={url}
      data-confirm={text.clientCertificate.removeConfirm(subject || thumbprint)}
    >
      <input type="hidden" name="thumbprint" value={thumbprint} />
      <button class="button button-small button-danger" type="submit">
        {text.clientCertificate.remove}
      </button>
    </form>
  );
}
