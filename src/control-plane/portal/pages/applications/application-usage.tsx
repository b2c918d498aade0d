import type { ResultOf } from '@graphql-typed-document-node/core';
import type { UsagePeriod } from '../../../../domain/call/usage.ts';
import { Crumb } from '../../../../ui/components/crumb.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { REFUSED_CALL, RefusedCalls } from '../calls/refused-calls.tsx';
import { MeteredUnits, periodOf, UsageChart } from '../calls/usage-chart.tsx';
import { show } from '../parts/frame.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalPageContext, PortalPages } from '../parts/page-context.ts';
import { showNotFound } from '../parts/problem.tsx';
import { ChangePlanLink } from '../subscriptions/change-plan-link.tsx';
import { MigrationBanner } from '../subscriptions/migration-banner.tsx';
import { SUBSCRIPTION_FACTS } from '../subscriptions/subscription-facts.tsx';
import { SubscriptionCard } from '../subscriptions/subscriptions.tsx';

const APPLICATION_USAGE = graphql(
  `query ApplicationUsage($name: String!, $period: UsagePeriod!) {
    application(name: $name) {
      name title
      usageHistory(period: $period) { from answered clientErrors limited refused serverErrors }
      meters(period: $period) { name units }
      refusedCalls(first: 20) { ...RefusedCall }
      subscriptions(first: 200) { ...SubscriptionFacts otherPlans(first: 1) { plan { name } } }
    }
  }`,
  [REFUSED_CALL, SUBSCRIPTION_FACTS],
);

/** Adds the usage page of an application: its calls, subscriptions and refused calls. */
export function applicationUsage(pages: PortalPages): void {
  pages.get('/applications/:name/usage', async (c) => {
    const { pageContext } = c.var;
    const period = periodOf(c);
    const { application } = await pageContext.run(APPLICATION_USAGE, { name: c.req.param('name'), period });
    if (!application) return showNotFound(c);
    const title = pageContext.text.applicationUsage.title(application.title);
    return show(
      c,
      <>
        <Crumb href={`${pageContext.base}/applications/${application.name}`}>{application.title}</Crumb>
        <h1 class="title">{title}</h1>
        <Content pageContext={pageContext} application={application} period={period} />
      </>,
      { title, menu: 'applications' },
    );
  });
}

type ContentProps = {
  readonly pageContext: PortalPageContext;
  readonly application: NonNullable<ResultOf<typeof APPLICATION_USAGE>['application']>;
  readonly period: UsagePeriod;
};

function Content({ pageContext, application, period }: ContentProps) {
  const { base, text } = pageContext;
  const { usageHistory, meters, subscriptions, refusedCalls } = application;
  return (
    <>
      <UsageChart pageContext={pageContext} period={period} buckets={usageHistory} />
      <MeteredUnits pageContext={pageContext} period={period} meters={meters} />
      <Section id="subscriptions-heading" title={text.subscriptions.title}>
        {subscriptions.map((subscription) => (
          <MigrationBanner pageContext={pageContext} subscription={subscription} />
        ))}
        <div class="grid">
          {subscriptions.map((subscription) => (
            <SubscriptionCard pageContext={pageContext} subscription={subscription} level={3}>
              <ChangePlanLink pageContext={pageContext} subscription={subscription} />
            </SubscriptionCard>
          ))}
        </div>
      </Section>
      <Section id="refused-heading" title={text.subscription.refusedCalls}>
        <p class="text">
          <a class="link" href={`${base}/calls`}>
            {text.why.search}
          </a>
        </p>
        <RefusedCalls pageContext={pageContext} calls={refusedCalls} />
      </Section>
    </>
  );
}
