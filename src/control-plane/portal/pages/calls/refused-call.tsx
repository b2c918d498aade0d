import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import type { Child } from 'hono/jsx';
import { isRefusalCode } from '../../../../foundation/errors.ts';
import { versionedName } from '../../../../foundation/text/version.ts';
import { Crumb } from '../../../../ui/components/crumb.tsx';
import { Fact } from '../../../../ui/components/fact.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { LocalTime } from '../../../../ui/components/time.tsx';
import { Copyable } from '../parts/copyable.tsx';
import { show } from '../parts/frame.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalEnv, PortalPageContext, PortalPages } from '../parts/page-context.ts';
import { callLimits } from '../parts/plan-limits.ts';
import { planUrl } from '../subscriptions/change-plan.tsx';
import { MigrationBanner } from '../subscriptions/migration-banner.tsx';
import { SUBSCRIPTION_FACTS } from '../subscriptions/subscription-facts.tsx';
import { CallSearch } from './calls.tsx';
import { DECISION_STEP, Decision } from './decision.tsx';

const WHY = graphql(
  `query Why($requestId: String!) {
    why(requestId: $requestId) {
      requestId at method path api oauthProvider status code detail
      plan {
        name title rateLimit rateLimitUnit graphQLCostLimit graphQLCostLimitUnit
        limits { name counts meter limit per every timeZone burst operations }
      }
      application {
        name title
        subscriptions(first: 200) { ...SubscriptionFacts otherPlans(first: 1) { plan { name } } }
      }
      decision { ...DecisionStep }
    }
  }`,
  [SUBSCRIPTION_FACTS, DECISION_STEP],
);

type RefusedCall = NonNullable<ResultOf<typeof WHY>['why']>;
type RefusedCallSectionProps = { readonly pageContext: PortalPageContext; readonly call: RefusedCall };

/** Adds the page of a refused call: its meaning, its remedy, and the decision. */
export function why(pages: PortalPages): void {
  pages.get('/calls/:requestId', async (c) => {
    const { pageContext } = c.var;
    const requestId = c.req.param('requestId');
    const call = (await pageContext.run(WHY, { requestId })).why;
    if (!call) return showUnknown(c, requestId);
    const title = pageContext.text.why.of(call.method, call.path);
    return show(
      c,
      <>
        <Crumb href={`${pageContext.base}/calls`}>{pageContext.text.why.title}</Crumb>
        <h1 class="title">{title}</h1>
        <Meaning pageContext={pageContext} call={call} />
        <OtherPlans pageContext={pageContext} call={call} />
        <Successors pageContext={pageContext} call={call} />
        <div class="card">
          <Facts pageContext={pageContext} call={call} />
        </div>
        <Section id="decision-heading" title={pageContext.text.why.decision}>
          <Decision pageContext={pageContext} steps={call.decision} />
        </Section>
      </>,
      { title, menu: 'applications' },
    );
  });
}

function showUnknown(c: Context<PortalEnv>, requestId: string): Response {
  const { pageContext } = c.var;
  const { why: text } = pageContext.text;
  return show(
    c,
    <>
      <h1 class="title">{text.title}</h1>
      <Notice tone="warning">
        <p class="text">{text.unknown}</p>
      </Notice>
      <CallSearch pageContext={pageContext} requestId={requestId} />
    </>,
    { title: text.title, menu: 'applications', status: 404 },
  );
}

/** Facts of a step; none where it was not reached. */
function factsOf<Found>({ decision }: RefusedCall, name: string): Partial<Found> {
  return (decision.find(({ step }) => step === name)?.facts ?? {}) as Partial<Found>;
}

/** Says what was wrong in the language of the reader. The gateway's own sentence is English, and says more. */
function Explanation({ pageContext: { language, text }, call: { code, detail } }: RefusedCallSectionProps) {
  if (language === 'en') return <p class="text">{detail}</p>;
  return (
    <>
      {isRefusalCode(code) && <p class="text">{text.errors.causeOf(code)}</p>}
      <p class="hint">
        {text.why.inEnglish} <q lang="en">{detail}</q>
      </p>
    </>
  );
}

function Meaning({ pageContext, call }: RefusedCallSectionProps) {
  const { text, format } = pageContext;
  const { at, status, code, plan } = call;
  const { resetsInSeconds } = factsOf<{ resetsInSeconds: number }>(call, 'rateLimit');
  const limited = status === 429 && plan && resetsInSeconds !== undefined;
  return (
    <Notice tone="warning" title={`${status} ${code}`}>
      {limited && (
        <p class="text">
          {text.why.limited(
            plan.title,
            callLimits(pageContext, calledSubscription(call)?.ownLimits ?? plan),
            format.duration(resetsInSeconds),
            format.hour(new Date(Date.parse(at) + resetsInSeconds * 1000).toISOString()),
          )}
        </p>
      )}
      {/* The gateway says the same in English, and in seconds. */}
      {!(limited && pageContext.language === 'en') && <Explanation pageContext={pageContext} call={call} />}
      <p class="text">
        <strong>
          {text.why.remedy}
          {text.colon}
        </strong>{' '}
        {text.remedy.of(call)}
      </p>
    </Notice>
  );
}

/** The subscription that was called under. */
function calledSubscription(call: RefusedCall) {
  const products = calledProducts(call);
  return call.application?.subscriptions.find(
    ({ plan, product }) => plan.name === call.plan?.name && products.includes(versionedName(product)),
  );
}

/** Leads from a limit that was reached to the other plans. */
function OtherPlans({ pageContext, call }: RefusedCallSectionProps) {
  const subscription = call.status === 429 ? calledSubscription(call) : undefined;
  if (!subscription || subscription.otherPlans.length === 0) return null;
  return (
    <p class="text">
      <a class="button" href={planUrl(pageContext, subscription.id)}>
        {pageContext.text.changePlan.link}
      </a>
    </p>
  );
}

function calledProducts(call: RefusedCall): string[] {
  const { subscriptions = [] } = factsOf<{ subscriptions: { product: string }[] }>(call, 'subscription');
  return subscriptions.map(({ product }) => product);
}

/** Successors of the product that was called. Moving there is the remedy in the long run. */
function Successors({ pageContext, call }: RefusedCallSectionProps) {
  const { application } = call;
  const products = calledProducts(call);
  return (
    <>
      {application?.subscriptions
        .filter(({ product }) => products.includes(versionedName(product)))
        .filter(({ migrationTarget }) => migrationTarget)
        .map((subscription) => (
          <MigrationBanner pageContext={pageContext} subscription={subscription} />
        ))}
    </>
  );
}

function Facts({ pageContext, call }: RefusedCallSectionProps) {
  const { base, text, format } = pageContext;
  const { requestId, at, method, path, api, application, plan } = call;
  const facts: [string, Child][] = [
    [text.why.when, <LocalTime at={at} text={format.dateTime(at)} />],
    [text.why.call, <code class="code">{`${method} ${path}`}</code>],
    [text.why.api, api],
    [
      text.subscriptions.application,
      application && (
        <a class="link" href={`${base}/applications/${application.name}`}>
          {application.title}
        </a>
      ),
    ],
    [text.subscriptions.plan, plan?.title],
    [text.why.requestId, <Copyable pageContext={pageContext} value={requestId} what={text.why.requestId} />],
  ];
  return (
    <dl class="facts">
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <Fact name={name}>{value}</Fact>
        ))}
    </dl>
  );
}
