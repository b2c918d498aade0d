import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Child } from 'hono/jsx';
import { Crumb } from '../../../../ui/components/crumb.tsx';
import { factsInWords } from '../../../../ui/components/decision-facts.ts';
import { Fact, Facts } from '../../../../ui/components/fact.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { PageHeader } from '../../../../ui/components/page-header.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { graphql } from '../../graphql.ts';
import { currentOrgScope, queryOf } from '../../org-scope.ts';
import type { ConsolePages } from '../../page-context.ts';
import { apiPath, applicationPath, backendsPath, CALLS_PATH, catalogPath } from '../parts/console-paths.ts';
import { show } from '../parts/frame.tsx';
import { NoOrg } from '../parts/orgs.tsx';
import { useTexts } from '../parts/texts.ts';
import { When } from '../parts/when.tsx';
import { callsPath } from './call-filter.tsx';
import { tookOf } from './call-row.tsx';
import { questionOf } from './step-labels.ts';

const WHY = graphql(`
  query Why($org: String!, $requestId: String!) {
    why(org: $org, requestId: $requestId) {
      requestId at method path api operation oauthProvider plan status code detail durationMs
      catalog { name title }
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
    const { call: text } = pageContext.text.calls;
    const org = (await currentOrgScope(c))?.org;
    if (org === undefined) return show(pageContext, <NoOrg />, { title: text.title });
    const requestId = c.req.param('requestId');
    const { why } = await pageContext.session.run(WHY, { org, requestId });
    const title = why ? `${why.method} ${why.path}` : text.notKept;
    return show(
      pageContext,
      <>
        <PageHeader title={title} crumbs={<Crumb href={CALLS_PATH + queryOf({ org })}>{text.crumb}</Crumb>} />
        {why ? <Refused org={org} call={why} /> : <NotKept requestId={requestId} />}
      </>,
      { title, menu: CALLS_PATH, org, status: why ? 200 : 404 },
    );
  });
}

function NotKept({ requestId }: { requestId: string }) {
  const { notKeptHint } = useTexts().text.calls.call;
  return (
    <Notice tone="warning">
      <p class="text">{notKeptHint<Child>(<code class="code">{requestId}</code>)}</p>
    </Notice>
  );
}

function Refused({ org, call }: { org: string; call: RefusedCall }) {
  const { calls, remedy } = useTexts().text;
  const { call: text } = calls;
  return (
    <>
      <Notice tone="warning" title={`${call.status} ${call.code}`}>
        <p class="text" lang="en">
          {call.detail}
        </p>
        {isOfBackEnd(call) ? (
          <p class="text">
            <strong>{text.ownRemedy}</strong> {text.backEnd}
          </p>
        ) : (
          <p class="text">
            <strong>{text.remedy}</strong> {remedy.of(call)}
          </p>
        )}
      </Notice>
      {isOfBackEnd(call) && call.api !== null && <ToBackEnd org={org} call={{ ...call, api: call.api }} />}
      <div class="card">
        <CallFacts org={org} call={call} />
      </div>
      <Section id="decision" title={text.decision}>
        <Decision steps={call.decision} />
      </Section>
    </>
  );
}

/** Tells whether the back-end failed. The caller can do nothing about it, who reads this page can. */
const isOfBackEnd = ({ code }: RefusedCall) => code.startsWith('BACKEND_');

/** The ways to the address of the back-end, and to all calls that it failed. */
function ToBackEnd({ org, call }: { org: string; call: RefusedCall & { readonly api: string } }) {
  const { call: text } = useTexts().text.calls;
  const { api, catalog } = call;
  return (
    <p class="row">
      <a class="button" href={`${apiPath({ org, api })}?tab=settings`}>
        {text.toSettings}
      </a>
      {catalog && (
        <>
          <a class="button" href={backendsPath({ org, catalog: catalog.name })}>
            {text.toBackEnds(catalog.title)}
          </a>
          <a class="link" href={callsPath(org, { api, catalog: catalog.name, code: call.code })}>
            {text.alike}
          </a>
        </>
      )}
    </p>
  );
}

/** The step that refused the call first. Those that it passed before are many, and are there on request. */
function Decision({ steps }: { steps: readonly Step[] }) {
  const { call: text } = useTexts().text.calls;
  const refused = steps.filter(({ outcome }) => outcome === 'REFUSED');
  const passed = steps.filter((step) => !refused.includes(step));
  return (
    <>
      <Steps steps={refused} />
      {passed.length > 0 && (
        <details>
          <summary class="details-summary">{text.passedBefore(passed.length)}</summary>
          <Steps steps={passed} />
        </details>
      )}
    </>
  );
}

function Steps({ steps }: { steps: readonly Step[] }) {
  if (steps.length === 0) return null;
  return (
    <ol class="rows">
      {steps.map((step) => (
        <StepRow step={step} />
      ))}
    </ol>
  );
}

function CallFacts({ org, call }: { org: string; call: RefusedCall }) {
  const { language, text } = useTexts();
  const { call: names } = text.calls;
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
        [names.when]: <When at={call.at} />,
        [names.catalog]: catalog && (
          <a class="link" href={catalogPath({ org, catalog: catalog.name })}>
            {catalog.title}
          </a>
        ),
        [names.api]: call.api && (
          <a class="link" href={apiPath({ org, api: call.api })}>
            {call.api}
          </a>
        ),
        [names.oauthProvider]: call.oauthProvider,
        [names.operation]: call.operation && <code class="code">{call.operation}</code>,
        [names.application]: application && address && (
          <a class="link" href={applicationPath(address)}>
            {application.title}
          </a>
        ),
        [names.plan]: call.plan,
        [names.took]: call.durationMs === null ? null : tookOf(language, call.durationMs),
        [names.requestId]: <code class="code">{call.requestId}</code>,
      }}
    />
  );
}

function StepRow({ step: { step, outcome, facts } }: { step: Step }) {
  const words = useTexts();
  const { calls: text } = words.text;
  const isRefused = outcome === 'REFUSED';
  const found = factsInWords(words, facts);
  return (
    <li class="rows-row">
      <p class="step">
        <span class={isRefused ? 'step-refused' : 'step-passed'}>
          <span aria-hidden="true">{isRefused ? '✕' : '✓'}</span>
          <span class="visually-hidden">{isRefused ? text.call.refused : text.call.passed}</span>
        </span>
        <span class={isRefused ? undefined : 'quiet'}>{questionOf(text, step)}</span>
      </p>
      {found.length > 0 && (
        <dl class="facts small">
          {found.map(({ name, value }) => (
            <Fact name={name}>{value}</Fact>
          ))}
        </dl>
      )}
    </li>
  );
}
