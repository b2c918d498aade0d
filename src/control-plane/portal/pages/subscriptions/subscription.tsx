import type { ResultOf } from '@graphql-typed-document-node/core';
import type { UsagePeriod } from '../../../../domain/call/usage.ts';
import { monthOf, writeMonth } from '../../../../domain/plan/invoice.ts';
import { Crumb } from '../../../../ui/components/crumb.tsx';
import { Fact } from '../../../../ui/components/fact.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Timed } from '../../../../ui/components/time.tsx';
import { REFUSED_CALL, RefusedCalls } from '../calls/refused-calls.tsx';
import { MeteredUnits, periodOf, UsageChart } from '../calls/usage-chart.tsx';
import { Done } from '../parts/done-notice.tsx';
import { ForDevelopers } from '../parts/for-developers.tsx';
import { show } from '../parts/frame.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalPageContext, PortalPages } from '../parts/page-context.ts';
import { subscriptionLimits } from '../parts/plan-limits.ts';
import { showNotFound } from '../parts/problem.tsx';
import { PLAN_WORDS, PlanLinks } from '../products/plan-words.tsx';
import { named, productUrl } from '../products/product-name.ts';
import { ChangePlanLink } from './change-plan-link.tsx';
import { FORM_ANSWERS } from './form-fields.tsx';
import { GivenAnswers } from './given-answers.tsx';
import { MigrationBanner } from './migration-banner.tsx';
import {
  isSuspended,
  LimitAlerts,
  Quota,
  SUBSCRIPTION_FACTS,
  type SubscriptionFacts,
  SubscriptionState,
  WhyNotActive,
} from './subscription-facts.tsx';

const SUBSCRIPTION = graphql(
  `query Subscription($id: ID!, $period: UsagePeriod!, $month: String!, $lastMonth: String!) {
    subscription(id: $id) {
      ...SubscriptionFacts
      plan { ...PlanWords }
      usageHistory(period: $period) { from answered clientErrors limited refused serverErrors }
      formAnswers { ...FormAnswers }
      otherPlans(first: 1) { plan { name } }
      meters(period: $period) { name units }
      refusedCalls(first: 10) { ...RefusedCall }
      application { refusedCalls(first: 10) { ...RefusedCall } }
      thisMonth: invoicePreview(month: $month) { month totals { currency amount } }
      lastMonth: invoicePreview(month: $lastMonth) { month totals { currency amount } }
    }
  }`,
  [SUBSCRIPTION_FACTS, PLAN_WORDS, REFUSED_CALL, FORM_ANSWERS],
);

/** Adds the page of a subscription: its facts, its usage, and its refused calls. */
export function subscription(pages: PortalPages): void {
  pages.get('/subscriptions/:id', async (c) => {
    const { pageContext } = c.var;
    const period = periodOf(c);
    const now = pageContext.clock();
    const [month, lastMonth] = [writeMonth(monthOf(now)), writeMonth(monthOf(now, -1))];
    const variables = { id: c.req.param('id'), period, month, lastMonth };
    const found = (await pageContext.run(SUBSCRIPTION, variables)).subscription;
    if (!found) return showNotFound(c);
    return show(
      c,
      <>
        <Head pageContext={pageContext} subscription={found} />
        <Done pageContext={pageContext} done={c.req.query('done')} />
        <MigrationBanner pageContext={pageContext} subscription={found} />
        <LimitAlerts pageContext={pageContext} subscription={found} />
        <Content pageContext={pageContext} subscription={found} period={period} />
      </>,
      { title: named(found.product), menu: 'subscriptions' },
    );
  });
}

function Head({
  pageContext,
  subscription,
}: {
  pageContext: PortalPageContext;
  subscription: SubscriptionFacts;
}) {
  const { base, text } = pageContext;
  const { product, state } = subscription;
  return (
    <>
      <Crumb href={`${base}/subscriptions`}>{text.subscriptions.title}</Crumb>
      <div class="head">
        <h1 class="title">{named(product)}</h1>
        <SubscriptionState pageContext={pageContext} state={state} isSuspended={isSuspended(subscription)} />
      </div>
      <WhyNotActive pageContext={pageContext} subscription={subscription} />
    </>
  );
}

type ContentProps = {
  readonly pageContext: PortalPageContext;
  readonly subscription: NonNullable<ResultOf<typeof SUBSCRIPTION>['subscription']>;
  readonly period: UsagePeriod;
};

function Content({ pageContext, subscription, period }: ContentProps) {
  const { base, text } = pageContext;
  const { id, usageHistory, meters, refusedCalls } = subscription;
  return (
    <>
      <div class="card">
        <Facts pageContext={pageContext} subscription={subscription} />
        <Estimate pageContext={pageContext} subscription={subscription} />
      </div>
      <GivenAnswers pageContext={pageContext} given={subscription.formAnswers} />
      <Section id="calls-heading" title={text.subscription.usage}>
        <UsageChart pageContext={pageContext} period={period} buckets={usageHistory} />
        <MeteredUnits pageContext={pageContext} period={period} meters={meters} />
      </Section>
      <Section id="refused-heading" title={text.subscription.refusedCalls}>
        <RefusedCalls
          pageContext={pageContext}
          // A call is refused for a subscription that is not active before it is one of it.
          calls={subscription.state === 'ACTIVE' ? refusedCalls : subscription.application.refusedCalls}
        />
      </Section>
      <ForDevelopers pageContext={pageContext}>
        <p class="section row">
          {subscription.state === 'REJECTED' && (
            <a
              class="button button-primary"
              href={`${productUrl(pageContext, subscription.product)}/subscribe?plan=${subscription.plan.name}&application=${subscription.application.name}`}
            >
              {text.subscription.askAgain}
            </a>
          )}
          <a class="button button-danger" href={`${base}/subscriptions/${id}/unsubscribe`}>
            {text.subscription.end}
          </a>
        </p>
      </ForDevelopers>
    </>
  );
}

/** The amounts of this month and the last one, where they have any. */
function Estimate({ pageContext: { text, format }, subscription }: Omit<ContentProps, 'period'>) {
  const { thisMonth, lastMonth } = subscription;
  const months = [thisMonth, lastMonth].filter(({ totals }) => totals.length > 0);
  if (months.length === 0) return null;
  return (
    <dl class="facts">
      {months.map(({ month, totals }) => (
        <Fact
          name={
            month === thisMonth.month ? text.subscriptionPrice.thisMonth : text.subscriptionPrice.lastMonth
          }
        >
          {totals.map(({ amount, currency }) => format.money(amount, currency)).join(' + ')}
        </Fact>
      ))}
    </dl>
  );
}

function Facts({ pageContext, subscription }: Omit<ContentProps, 'period'>) {
  const { base, text, format } = pageContext;
  const { state, application, product, plan, price, usage } = subscription;
  return (
    <dl class="facts">
      <Fact name={text.subscription.product}>
        <a class="link" href={productUrl(pageContext, product)}>
          {named(product)}
        </a>{' '}
        <span class="small quiet">{text.state[product.state]}</span>
        {product.sunsetAt && <p class="hint">{text.sunset(product.sunsetAt)}</p>}
      </Fact>
      <Fact name={text.subscriptions.plan}>
        {plan.title} <span class="small quiet">{subscriptionLimits(pageContext, subscription)}</span>
        {plan.summary !== null && (
          <p class="hint" dir="auto">
            {plan.summary}
          </p>
        )}
        <ChangePlanLink pageContext={pageContext} subscription={subscription} />
      </Fact>
      {plan.links.length > 0 && (
        <Fact name={text.subscription.planLinks}>
          <PlanLinks plan={plan} />
        </Fact>
      )}
      <Fact name={text.subscriptions.application}>
        <a class="link" href={`${base}/applications/${application.name}`}>
          {application.title}
        </a>
      </Fact>
      {price.price && (
        <Fact name={text.subscriptionPrice.title}>
          {text.price.of(price.price)}
          {price.acceptedBy !== null && price.acceptedAt !== null && (
            <p class="hint">
              <Timed
                format={format}
                text={text.subscriptionPrice.accepted(price.acceptedBy, price.acceptedAt)}
                at={price.acceptedAt}
              />
            </p>
          )}
        </Fact>
      )}
      {state === 'ACTIVE' && !isSuspended(subscription) && (
        <Fact name={text.subscriptions.quota}>
          <Quota pageContext={pageContext} usage={usage} />
        </Fact>
      )}
      <Fact name={text.subscriptions.callsToday}>{format.number(usage.callsToday)}</Fact>
    </dl>
  );
}
