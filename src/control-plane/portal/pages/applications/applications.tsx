import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Badge } from '../../../../ui/components/badge.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { offsetOf, Pager, pageOfList } from '../../../../ui/components/pager.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { LocalTime } from '../../../../ui/components/time.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { Done } from '../parts/done-notice.tsx';
import { ForDevelopers } from '../parts/for-developers.tsx';
import { show } from '../parts/frame.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalEnv, PortalPageContext, PortalPages } from '../parts/page-context.ts';
import { askToSignIn } from '../parts/problem.tsx';
import {
  APPLICATION_BESIDE,
  APPLICATION_FIELDS,
  ApplicationFields,
  type ApplicationForm,
} from './application-fields.tsx';
import { createApplication } from './create-application.ts';
import { showIssued } from './issued-secret.tsx';

const APPLICATIONS = graphql(`
  query Applications($first: Int!, $offset: Int!) {
    viewer {
      consumerOrg {
        applicationCount
        applications(first: $first, offset: $offset) { name title state createdAt subscriptionCount endingCount }
      }
    }
  }
`);

type Application = NonNullable<
  ResultOf<typeof APPLICATIONS>['viewer']
>['consumerOrg']['applications'][number];

const ROWS = 50;

/** Adds the list of the consumer org's applications, and the form for a new one. */
export function applications(pages: PortalPages): void {
  pages.get('/applications', (c) => showApplications(c, { title: '', clientType: '', redirectUris: '' }));

  pages.post('/applications', async (c) => {
    const form = await readForm(c, ...APPLICATION_FIELDS);
    const { result, refused } = await createApplication(c.var.pageContext, form);
    return refused ? showApplications(c, form, refused) : showIssued(c, result);
  });
}

async function showApplications(
  c: Context<PortalEnv>,
  form: ApplicationForm,
  refused?: PageRefusal,
): Promise<Response> {
  const { pageContext } = c.var;
  const { text } = pageContext;
  const page = pageOfList(c.req.query('page'), ROWS);
  const { viewer } = await pageContext.run(APPLICATIONS, { first: ROWS, offset: offsetOf(page) });
  if (!viewer) return askToSignIn(c);
  const { applications, applicationCount: total } = viewer.consumerOrg;
  return show(
    c,
    <>
      <Done pageContext={pageContext} done={c.req.query('done')} />
      <h1 class="title">{text.applications.title}</h1>
      <p class="lead">{text.applications.lead}</p>
      <p class="text">
        <a class="link" href={`${pageContext.base}/quotas`}>
          {text.quotas.see}
        </a>
      </p>
      {total === 0 ? (
        <p class="text">{text.applications.empty}</p>
      ) : (
        <>
          <Endings pageContext={pageContext} applications={applications} />
          <Applications pageContext={pageContext} applications={applications} />
        </>
      )}
      <Pager
        page={page}
        total={total}
        href={(number) => `${pageContext.base}/applications?page=${number}`}
        text={text.pager}
      />
      <ForDevelopers pageContext={pageContext}>
        <NewApplication pageContext={pageContext} form={form} refused={refused} />
      </ForDevelopers>
    </>,
    { title: text.applications.title, menu: 'applications', refused },
  );
}

type ApplicationsProps = {
  readonly pageContext: PortalPageContext;
  readonly applications: readonly Application[];
};

/** Notices of applications with secrets or API keys that end soon or have ended. */
function Endings({ pageContext: { base, text }, applications }: ApplicationsProps) {
  return (
    <>
      {applications
        .filter(({ endingCount }) => endingCount > 0)
        .map(({ name, title }) => (
          <Notice tone="warning" title={text.endings.some(title)}>
            <p class="text">
              <a class="link" href={`${base}/applications/${name}`}>
                {text.endings.see}
              </a>
            </p>
          </Notice>
        ))}
    </>
  );
}

function Applications({ pageContext, applications }: ApplicationsProps) {
  const { base, text, format } = pageContext;
  return (
    <Table
      caption={text.applications.title}
      columns={[
        {
          heading: text.subscriptions.application,
          cell: ({ name, title }) => (
            <a class="link" href={`${base}/applications/${name}`}>
              {title}
            </a>
          ),
        },
        {
          heading: text.applications.stateHeading,
          cell: ({ state }) => <ApplicationState pageContext={pageContext} state={state} />,
        },
        {
          heading: text.subscriptions.title,
          cell: ({ subscriptionCount }) => format.number(subscriptionCount),
          isNumber: true,
        },
        {
          heading: text.applications.created,
          cell: ({ createdAt }) => <LocalTime at={createdAt} text={format.dateTime(createdAt)} />,
        },
      ]}
      rows={applications}
    />
  );
}

/** The state of an application: whether it may call. */
export function ApplicationState({
  pageContext,
  state,
}: {
  pageContext: PortalPageContext;
  state: Application['state'];
}) {
  return (
    <Badge tone={state === 'ENABLED' ? 'good' : 'bad'}>{pageContext.text.applications.state[state]}</Badge>
  );
}

type NewApplicationProps = {
  readonly pageContext: PortalPageContext;
  readonly form: ApplicationForm;
  readonly refused: PageRefusal | undefined;
};

function NewApplication({ pageContext, form, refused }: NewApplicationProps) {
  const { base, text } = pageContext;
  return (
    <Section id="new-heading" title={text.applications.create}>
      <p class="text">{text.subscribe.newApplicationHint}</p>
      <RefusedNotice refused={refused} beside={APPLICATION_BESIDE} />
      <form method="post" action={`${base}/applications`} class="form card">
        <ApplicationFields pageContext={pageContext} form={form} refused={refused} />
        <p>
          <button class="button button-primary" type="submit">
            {text.applications.create}
          </button>
        </p>
      </form>
    </Section>
  );
}
