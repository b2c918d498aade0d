import type { ResultOf } from '@graphql-typed-document-node/core';
import { Crumb } from '../../../../ui/components/crumb.tsx';
import { Fact, Facts } from '../../../../ui/components/fact.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { PageHeader } from '../../../../ui/components/page-header.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { graphql } from '../../graphql.ts';
import { currentOrgScope, queryOf } from '../../org-scope.ts';
import type { ConsolePages } from '../../page-context.ts';
import { applicationPath, CALLS_PATH } from '../parts/console-paths.ts';
import { show } from '../parts/frame.tsx';
import { NoOrg } from '../parts/orgs.tsx';
import { When } from '../parts/when.tsx';
import { tookOf } from './call-row.tsx';
import { questionOf, valueText, wordsOf } from './step-labels.ts';

const WHY = graphql(`
  query Why($org: String!, $requestId: String!) {
    why(org: $org, requestId: $requestId) {
      requestId at method path api operation oauthProvider plan status code detail remedy durationMs
      catalog { name }
      application { name title consumerOrg { name } }
      decision { step outcome facts }
    }
  }
`);

type RefusedCall = NonNullable<ResultOf<typeof WHY>['why']>;
type Step = RefusedCall['decision'][number];

/** Adds the page of a refused call: its remedy, and the steps of the decision. */
export function call(pages: ConsolePages): void {
  pages.get('/calls/:requestId', async (c) => {
    const { pageContext } = c.var;
    const org = (await currentOrgScope(c))?.org;
    if (org === undefined) return show(pageContext, <NoOrg />, { title: 'Call' });
    const requestId = c.req.param('requestId');
    const { why } = await pageContext.session.run(WHY, { org, requestId });
    const title = why ? `${why.method} ${why.path}` : 'No such call is kept';
    return show(
      pageContext,
      <>
        <PageHeader title={title} crumbs={<Crumb href={CALLS_PATH + queryOf({ org })}>Live calls</Crumb>} />
        {why ? <Refused org={org} call={why} /> : <NotKept requestId={requestId} />}
      </>,
      { title, menu: CALLS_PATH, org, status: why ? 200 : 404 },
    );
  });
}

function NotKept({ requestId }: { requestId: string }) {
  return (
    <Notice tone="warning">
      <p class="text">
        No refused call <code class="code">{requestId}</code> is kept. The newest are, for a day, about a
        second after they were made.
      </p>
    </Notice>
  );
}

function Refused({ org, call }: { org: string; call: RefusedCall }) {
  return (
    <>
      <Notice tone="warning" title={`${call.status} ${call.code}`}>
        <p class="text">{call.detail}</p>
        <p class="text">
          <strong>What the caller can do:</strong> {call.remedy}
        </p>
      </Notice>
      <div class="card">
        <CallFacts org={org} call={call} />
      </div>
      <Section id="decision" title="Decision">
        <ol class="rows">
          {call.decision.map((step) => (
            <StepRow step={step} />
          ))}
        </ol>
      </Section>
    </>
  );
}

function CallFacts({ org, call }: { org: string; call: RefusedCall }) {
  const { application, catalog } = call;
  const address = catalog &&
    application && {
      org,
      catalog: catalog.name,
      consumerOrg: application.consumerOrg.name,
      application: application.name,
    };
  return (
    <Facts
      facts={{
        When: <When at={call.at} />,
        Catalog: catalog?.name ?? null,
        API: call.api,
        'OAuth provider': call.oauthProvider,
        Operation: call.operation && <code class="code">{call.operation}</code>,
        Application: application && address && (
          <a class="link" href={applicationPath(address)}>
            {application.title}
          </a>
        ),
        Plan: call.plan,
        Took: call.durationMs === null ? null : tookOf(call.durationMs),
        'Request id': <code class="code">{call.requestId}</code>,
      }}
    />
  );
}

function StepRow({ step: { step, outcome, facts } }: { step: Step }) {
  const isRefused = outcome === 'REFUSED';
  const found = Object.entries(facts as Readonly<Record<string, unknown>>);
  return (
    <li class="rows-row">
      <p class="step">
        <span class={isRefused ? 'step-refused' : 'step-passed'}>
          <span aria-hidden="true">{isRefused ? '✕' : '✓'}</span>
          <span class="visually-hidden">{isRefused ? 'Refused:' : 'Passed:'}</span>
        </span>
        <span class={isRefused ? undefined : 'quiet'}>{questionOf(step)}</span>
      </p>
      {found.length > 0 && (
        <dl class="facts small">
          {found.map(([name, value]) => (
            <Fact name={wordsOf(name)}>{valueText(value)}</Fact>
          ))}
        </dl>
      )}
    </li>
  );
}
