import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Crumb } from '../../../../ui/components/crumb.tsx';
import { Fact } from '../../../../ui/components/fact.tsx';
import { Field, SelectField } from '../../../../ui/components/field.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { LocalTime } from '../../../../ui/components/time.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { Copyable } from '../parts/copyable.tsx';
import { columnsForDevelopers, ForDevelopers } from '../parts/for-developers.tsx';
import { show } from '../parts/frame.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalEnv, PortalPageContext, PortalPages } from '../parts/page-context.ts';

/** A client id of an application at an identity provider outside of the platform. */
export const EXTERNAL_CLIENT = graphql(`
  fragment ExternalClient on PortalExternalClientId { oauthProvider clientId }
`);

const ADD = graphql(`
  mutation AddExternalClientId(
    $application: String!, $oauthProvider: String!, $clientId: String!, $token: String!
  ) {
    addExternalClientId(
      application: $application, oauthProvider: $oauthProvider, clientId: $clientId, token: $token
    ) { clientId }
  }
`);
const REMOVE = graphql(`
  mutation RemoveExternalClientId($application: String!, $oauthProvider: String!, $clientId: String!) {
    removeExternalClientId(application: $application, oauthProvider: $oauthProvider, clientId: $clientId)
  }
`);

const REGISTER = graphql(`
  mutation RegisterExternalClient($application: String!, $oauthProvider: String!) {
    registerExternalClient(application: $application, oauthProvider: $oauthProvider) {
      oauthProvider clientId clientSecret secretExpiresAt
    }
  }
`);

type Registered = ResultOf<typeof REGISTER>['registerExternalClient'];
type ExternalClient = ResultOf<typeof EXTERNAL_CLIENT>;

/** Adds the forms that register and remove client ids of an application at identity providers. */
export function externalClients(pages: PortalPages): void {
  pages.post('/applications/:name/external-clients', async (c) => {
    const { oauthProvider, clientId, token } = await readForm(c, 'oauthProvider', 'clientId', 'token');
    const variables = { application: c.req.param('name'), oauthProvider, clientId: clientId.trim(), token };
    const { refused } = await attempt(c.var.pageContext.run(ADD, variables));
    return refused ? showRefused(c, refused) : c.redirect(`${urlOf(c)}?done=externalClientAdded`, 303);
  });

  pages.post('/applications/:name/external-clients/register', async (c) => {
    const { oauthProvider } = await readForm(c, 'oauthProvider');
    const variables = { application: c.req.param('name'), oauthProvider };
    const { result, refused } = await attempt(c.var.pageContext.run(REGISTER, variables));
    return result ? showRegistered(c, result.registerExternalClient) : showRefused(c, refused);
  });

  pages.post('/applications/:name/external-clients/remove', async (c) => {
    const { oauthProvider, clientId } = await readForm(c, 'oauthProvider', 'clientId');
    const variables = { application: c.req.param('name'), oauthProvider, clientId };
    const { refused } = await attempt(c.var.pageContext.run(REMOVE, variables));
    return refused ? showRefused(c, refused) : c.redirect(`${urlOf(c)}?done=externalClientRemoved`, 303);
  });
}

const urlOf = (c: Context<PortalEnv>) => `${c.var.pageContext.base}/applications/${c.req.param('name')}`;

function showRefused(c: Context<PortalEnv>, refused: PageRefusal): Response {
  const { text } = c.var.pageContext;
  return show(
    c,
    <>
      <Crumb href={urlOf(c)}>{text.credential.back}</Crumb>
      <h1 class="title">{text.externalClient.title}</h1>
      <RefusedNotice refused={refused} />
    </>,
    { title: text.externalClient.title, menu: 'applications', refused },
  );
}

/** Shows a client that was just registered. Its secret can be read only now. */
function showRegistered(c: Context<PortalEnv>, registered: Registered): Response {
  const { pageContext } = c.var;
  const { text, format } = pageContext;
  const { oauthProvider, clientId, clientSecret, secretExpiresAt } = registered;
  const title = text.externalClient.registeredAt(oauthProvider);
  return show(
    c,
    <>
      <h1 class="title">{title}</h1>
      <div class="card">
        {clientSecret !== null && (
          <Notice tone="warning" title={text.secret.once}>
            <p class="text">{text.externalClient.onceText}</p>
          </Notice>
        )}
        <dl class="facts">
          <Fact name={text.externalClient.clientId}>
            <Copyable pageContext={pageContext} value={clientId} what={text.externalClient.clientId} />
          </Fact>
          {clientSecret !== null && (
            <Fact name={text.externalClient.secret}>
              <Copyable pageContext={pageContext} value={clientSecret} what={text.externalClient.secret} />
            </Fact>
          )}
          {secretExpiresAt !== null && (
            <Fact name={text.externalClient.secretEnds}>
              <LocalTime at={secretExpiresAt} text={format.dateTime(secretExpiresAt)} />
            </Fact>
          )}
        </dl>
        <p class="row">
          <a class="button button-primary" href={urlOf(c)}>
            {text.secret.toApplication}
          </a>
        </p>
      </div>
    </>,
    { title, menu: 'applications' },
  );
}

type ExternalClientsProps = {
  readonly pageContext: PortalPageContext;
  readonly application: string;
  readonly clients: readonly ExternalClient[];
  /** The identity providers of the catalog. */
  readonly issuers: readonly string[];
  /** The identity providers that register applications. */
  readonly registering: readonly string[];
};

/** The client ids of an application at identity providers; nothing where there are none. */
export function ExternalClients({
  pageContext,
  application,
  clients,
  issuers,
  registering,
}: ExternalClientsProps) {
  const { base, text } = pageContext;
  if (issuers.length === 0 && clients.length === 0) return null;
  const url = `${base}/applications/${application}/external-clients`;
  return (
    <Section id="external-clients-heading" title={text.externalClient.title} class="section stack">
      <p class="text">{text.externalClient.lead}</p>
      {clients.length > 0 && (
        <Table
          caption={text.externalClient.registered}
          columns={[
            {
              heading: text.externalClient.clientId,
              cell: ({ clientId }) => <code class="code">{clientId}</code>,
            },
            { heading: text.externalClient.issuer, cell: ({ oauthProvider }) => oauthProvider },
            ...columnsForDevelopers<ExternalClient>(pageContext, {
              heading: text.apiKey.change,
              cell: (client) => <Removal pageContext={pageContext} url={`${url}/remove`} client={client} />,
            }),
          ]}
          rows={clients}
        />
      )}
      <ForDevelopers pageContext={pageContext}>
        {registering.length > 0 && (
          <Registration pageContext={pageContext} url={`${url}/register`} issuers={registering} />
        )}
        {issuers.length > 0 && <Addition pageContext={pageContext} url={url} issuers={issuers} />}
      </ForDevelopers>
    </Section>
  );
}

type FormProps = { readonly pageContext: PortalPageContext; readonly url: string };

function Addition({
  pageContext: { text },
  url,
  issuers,
}: FormProps & Pick<ExternalClientsProps, 'issuers'>) {
  const [first = ''] = issuers;
  return (
    <form method="post" action={url} class="form card">
      <p class="text">{text.externalClient.addLead}</p>
      <SelectField
        name="oauthProvider"
        id="external-client-issuer"
        label={text.externalClient.issuer}
        options={issuers.map((value) => ({ value, label: value }))}
        value={first}
      />
      <Field
        name="clientId"
        id="external-client-id"
        label={text.externalClient.clientId}
        maxlength={255}
        autocomplete="off"
        required
      />
      <Field
        name="token"
        id="external-client-token"
        label={text.externalClient.token}
        hint={text.externalClient.tokenHint}
        type="password"
        autocomplete="off"
        required
      />
      <p class="row">
        <button class="button" type="submit">
          {text.externalClient.add}
        </button>
      </p>
    </form>
  );
}

/** The form that has the identity provider register the application. */
function Registration({
  pageContext: { text },
  url,
  issuers,
}: FormProps & Pick<ExternalClientsProps, 'issuers'>) {
  const [first = ''] = issuers;
  return (
    <form method="post" action={url} class="form card">
      <p class="text">{text.externalClient.registerLead}</p>
      <SelectField
        name="oauthProvider"
        id="registering-issuer"
        label={text.externalClient.issuer}
        options={issuers.map((value) => ({ value, label: value }))}
        value={first}
      />
      <p class="row">
        <button class="button" type="submit">
          {text.externalClient.register}
        </button>
      </p>
    </form>
  );
}

function Removal({ pageContext: { text }, url, client }: FormProps & { readonly client: ExternalClient }) {
  const { oauthProvider, clientId } = client;
  return (
    <form method="post" action={url} data-confirm={text.externalClient.removeConfirm(clientId)}>
      <input type="hidden" name="oauthProvider" value={oauthProvider} />
      <input type="hidden" name="clientId" value={clientId} />
      <button class="button button-small button-danger" type="submit">
        {text.externalClient.remove}
      </button>
    </form>
  );
}
