import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Crumb } from '../../../../ui/components/crumb.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Timed } from '../../../../ui/components/time.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { periodOf, UsageChart } from '../calls/usage-chart.tsx';
import { Done } from '../parts/done-notice.tsx';
import { ForDevelopers } from '../parts/for-developers.tsx';
import { show } from '../parts/frame.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalEnv, PortalPageContext, PortalPages } from '../parts/page-context.ts';
import { showNotFound } from '../parts/problem.tsx';
import { GetToken } from '../products/get-token.tsx';
import { ENDED_SUBSCRIPTION, EndedSubscriptions } from '../subscriptions/ended-subscriptions.tsx';
import { MigrationOffer } from '../subscriptions/migration-banner.tsx';
import { API_KEY, ApiKeys } from './api-keys.tsx';
import {
  APPLICATION_BESIDE,
  APPLICATION_FIELDS,
  ApplicationFields,
  type ApplicationForm,
  applicationTyped,
} from './application-fields.tsx';
import { SECURED_APIS, serversOf } from './application-servers.ts';
import { APPLICATION_SUBSCRIPTIONS, ApplicationSubscriptions } from './application-subscriptions.tsx';
import { ApplicationState } from './applications.tsx';
import { CLIENT_CERTIFICATE, ClientCertificates } from './client-certificates.tsx';
import { NewClientKey } from './client-keys.tsx';
import { CREDENTIAL, CredentialCard } from './credential-card.tsx';
import { CredentialEndings } from './credential-endings.tsx';
import { EXTERNAL_CLIENT, ExternalClients } from './external-clients.tsx';

const APPLICATION = graphql(
  `query Application($name: String!, $period: UsagePeriod!) {
    application(name: $name) {
      name title state suspensionReason createdAt clientType redirectUris
      credentials(first: 200) { ...Credential }
      apiKeys(first: 200) { ...ApiKey }
      externalClientIds(first: 200) { ...ExternalClient }
      clientCertificates(first: 200) { ...ClientCertificate }
      ...ApplicationSubscriptions
      ...SecuredApis
      endedSubscriptions { ...EndedSubscription }
      usageHistory(period: $period) { from answered clientErrors limited refused serverErrors }
    }
    catalog { externalIssuers(first: 200) registeringIssuers(first: 200) credentialPolicy { maxDays } }
  }`,
  [
    APPLICATION_SUBSCRIPTIONS,
    CREDENTIAL,
    API_KEY,
    EXTERNAL_CLIENT,
    CLIENT_CERTIFICATE,
    ENDED_SUBSCRIPTION,
    SECURED_APIS,
  ],
);

const UPDATE = graphql(`
  mutation UpdateApplication(
    $name: String!, $title: String!, $clientType: PortalClientType, $redirectUris: [String!]!
  ) {
    updateApplication(name: $name, title: $title, clientType: $clientType, redirectUris: $redirectUris) { name }
  }
`);

type Application = NonNullable<ResultOf<typeof APPLICATION>['application']>;
type ApplicationSectionProps = { readonly pageContext: PortalPageContext; readonly application: Application };

/** A refused form with its values. */
type RefusedApplicationForm = { readonly form: ApplicationForm; readonly refused: PageRefusal };

/** Adds the page of an application: its credentials, subscriptions, calls and settings. */
export function application(pages: PortalPages): void {
  pages.get('/applications/:name', (c) => showApplication(c));

  pages.post('/applications/:name', async (c) => {
    const { base, run } = c.var.pageContext;
    const name = c.req.param('name');
    const form = await readForm(c, ...APPLICATION_FIELDS);
    const { refused } = await attempt(run(UPDATE, { name, ...applicationTyped(form) }));
    if (refused) return showApplication(c, { form, refused });
    return c.redirect(`${base}/applications/${name}?done=saved`, 303);
  });
}

async function showApplication(c: Context<PortalEnv>, refused?: RefusedApplicationForm): Promise<Response> {
  const { pageContext } = c.var;
  const { base, text } = pageContext;
  const period = periodOf(c);
  const name = c.req.param('name') ?? '';
  const { application: found, catalog } = await pageContext.run(APPLICATION, { name, period });
  if (!found) return showNotFound(c);
  return show(
    c,
    <>
      <Done pageContext={pageContext} done={c.req.query('done')} />
      <Head pageContext={pageContext} application={found} />
      <CredentialEndings pageContext={pageContext} application={found} policy={catalog.credentialPolicy} />
      <Credentials pageContext={pageContext} application={found} />
      <ApiKeys
        pageContext={pageContext}
        application={found.name}
        keys={found.apiKeys}
        policy={catalog.credentialPolicy}
      />
      <ApplicationSubscriptions pageContext={pageContext} application={found} />
      <EndedSubscriptions pageContext={pageContext} ended={found.endedSubscriptions} isOfOne />
      <GetToken
        pageContext={pageContext}
        servers={serversOf(found)}
        // Its client keys are not shown unasked on this page.
        client={{ clientType: found.clientType, redirectUri: found.redirectUris[0] }}
      />
      <Section id="usage-heading" title={text.subscription.usage}>
        <UsageChart pageContext={pageContext} period={period} buckets={found.usageHistory} />
        <p class="text">
          <a class="link" href={`${base}/applications/${found.name}/usage`}>
            {text.application.usage}
          </a>
        </p>
        <p class="text">
          <a class="link" href={`${base}/applications/${found.name}/quotas`}>
            {text.quotas.titleOf(found.title)}
          </a>
        </p>
      </Section>
      <ExternalClients
        pageContext={pageContext}
        application={found.name}
        clients={found.externalClientIds}
        issuers={catalog.externalIssuers}
        registering={catalog.registeringIssuers}
      />
      <ClientCertificates
        pageContext={pageContext}
        application={found.name}
        certificates={found.clientCertificates}
      />
      <ForDevelopers pageContext={pageContext}>
        <Settings pageContext={pageContext} application={found} typed={refused} />
      </ForDevelopers>
    </>,
    { title: found.title, menu: 'applications', refused: refused?.refused },
  );
}

function Head({ pageContext, application }: ApplicationSectionProps) {
  const { base, text, format } = pageContext;
  const { title, state, suspensionReason, createdAt, clientType, subscriptions } = application;
  return (
    <>
      <Crumb href={`${base}/applications`}>{text.applications.title}</Crumb>
      <h1 class="title">{title}</h1>
      <p class="meta">
        <ApplicationState pageContext={pageContext} state={state} />
        <span>
          <Timed
            format={format}
            text={text.application.createdAt(format.dateTime(createdAt))}
            at={createdAt}
          />
        </span>
        <span>
          {text.application.clientType}
          {text.colon} {text.application.clientTypes[clientType]}
        </span>
      </p>
      {state === 'SUSPENDED' && (
        <Notice tone="danger" title={text.applications.state.SUSPENDED}>
          <p class="text">{text.application.suspended(suspensionReason)}</p>
        </Notice>
      )}
      {subscriptions.map((subscription) => (
        <MigrationOffer pageContext={pageContext} subscription={subscription} />
      ))}
    </>
  );
}

function Credentials({ pageContext, application }: ApplicationSectionProps) {
  const { name, credentials } = application;
  return (
    <Section id="credentials-heading" title={pageContext.text.application.credentials}>
      <div class="stack">
        {credentials.map((credential) => (
          <CredentialCard pageContext={pageContext} application={application} credential={credential} />
        ))}
        <ForDevelopers pageContext={pageContext}>
          <NewClientKey pageContext={pageContext} application={name} />
        </ForDevelopers>
      </div>
    </Section>
  );
}

function Settings({
  pageContext,
  application,
  typed,
}: ApplicationSectionProps & { readonly typed: RefusedApplicationForm | undefined }) {
  const { base, text } = pageContext;
  const { name, title, clientType, redirectUris } = application;
  const form = typed?.form ?? { title, clientType, redirectUris: redirectUris.join('\n') };
  return (
    <Section id="settings-heading" title={text.application.settings}>
      <RefusedNotice refused={typed?.refused} beside={APPLICATION_BESIDE} />
      <form method="post" action={`${base}/applications/${name}`} class="form card">
        <ApplicationFields pageContext={pageContext} form={form} refused={typed?.refused} />
        <p class="row">
          <button class="button button-primary" type="submit">
            {text.application.save}
          </button>
          <a class="button button-danger row-end" href={`${base}/applications/${name}/delete`}>
            {text.application.delete}
          </a>
        </p>
      </form>
    </Section>
  );
}
