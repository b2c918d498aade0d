import type { Child } from 'hono/jsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { offsetOf, Pager, pageOfList } from '../../../../ui/components/pager.tsx';
import { Done } from '../parts/done-notice.tsx';
import { show } from '../parts/frame.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalPageContext, PortalPages } from '../parts/page-context.ts';
import { subscriptionLimits } from '../parts/plan-limits.ts';
import { askToSignIn } from '../parts/problem.tsx';
import { named } from '../products/product-name.ts';
import { ChangePlanLink } from './change-plan-link.tsx';
import { ENDED_SUBSCRIPTION, EndedSubscriptions } from './ended-subscriptions.tsx';
import { MigrationBanner } from './migration-banner.tsx';
import {
  isSuspended,
  Quota,
  SUBSCRIPTION_FACTS,
  type SubscriptionFacts,
  SubscriptionState,
  WhyNotActive,
} from './subscription-facts.tsx';

const SUBSCRIPTIONS = graphql(
  `query Subscriptions($first: Int!, $offset: Int!) {
    viewer {
      consumerOrg {
        subscriptionCount
        subscriptions(first: $first, offset: $offset) { ...SubscriptionFacts otherPlans(first: 1) { plan { name } } }
        endedSubscriptions { ...EndedSubscription }
      }
    }
  }`,
  [SUBSCRIPTION_FACTS, ENDED_SUBSCRIPTION],
);

const CARDS = 24;

/** Adds the list of the consumer org's subscriptions, those with a migration offer first. */
export function subscriptions(pages: PortalPages): void {
  pages.get('/subscriptions', async (c) => {
    const { pageContext } = c.var;
    const { text, base } = pageContext;
    const page = pageOfList(c.req.query('page'), CARDS);
    const { viewer } = await pageContext.run(SUBSCRIPTIONS, { first: CARDS, offset: offsetOf(page) });
    if (!viewer) return askToSignIn(c);
    const { subscriptions, subscriptionCount: total, endedSubscriptions } = viewer.consumerOrg;
    return show(
      c,
      <>
        <h1 class="title">{text.subscriptions.title}</h1>
        <p class="lead">{text.subscriptions.lead}</p>
        <Done pageContext={pageContext} done={c.req.query('done')} />
        {subscriptions.map((subscription) => (
          <MigrationBanner pageContext={pageContext} subscription={subscription} />
        ))}
        {total === 0 && (
          <Notice tone="info">
            <p class="text">{text.subscriptions.empty}</p>
            <p class="text">
              <a class="button" href={`${base}/`}>
                {text.subscriptions.toProducts}
              </a>
            </p>
          </Notice>
        )}
        <div class="grid">
          {subscriptions.map((subscription) => (
            <SubscriptionCard pageContext={pageContext} subscription={subscription}>
              {subscription.state === 'ACTIVE' && (
                <ChangePlanLink pageContext={pageContext} subscription={subscription} />
              )}
            </SubscriptionCard>
          ))}
        </div>
        <Pager
          page={page}
          total={total}
          href={(number) => `${base}/subscriptions?page=${number}`}
          text={text.pager}
        />
        <EndedSubscriptions pageContext={pageContext} ended={endedSubscriptions} />
      </>,
      { title: text.subscriptions.title, menu: 'subscriptions' },
    );
  });
}

type SubscriptionCardProps = {
  readonly pageContext: PortalPageContext;
  readonly subscription: SubscriptionFacts;
  /** Level of the heading: one below that of the list. */
  readonly level?: 2 | 3;
  /** Links to what may be done about it. */
  readonly children?: Child;
};

/** A subscription in a list. */
export function SubscriptionCard({ pageContext, subscription, level = 2, children }: SubscriptionCardProps) {
  const Heading = `h${level}` as const;
  const { base, text, format } = pageContext;
  const { id, state, application, product, plan, usage } = subscription;
  return (
    <article class="card">
      <div class="head">
        <a class="card-link" href={`${base}/subscriptions/${id}`}>
          <Heading class="card-title">{named(product)}</Heading>
        </a>
        <SubscriptionState pageContext={pageContext} state={state} isSuspended={isSuspended(subscription)} />
      </div>
      <p>
        {plan.title} <span class="small quiet">{subscriptionLimits(pageContext, subscription)}</span>
      </p>
      <p class="small">
        {text.subscriptions.application}
        {text.colon}{' '}
        <a class="link" href={`${base}/applications/${application.name}`}>
          {application.title}
        </a>
      </p>
      <WhyNotActive pageContext={pageContext} subscription={subscription} />
      {product.sunsetAt && <p class="small">{text.sunset(product.sunsetAt)}</p>}
      {state === 'ACTIVE' && !isSuspended(subscription) && <Quota pageContext={pageContext} usage={usage} />}
      {children}
      <p class="card-foot small quiet">
        {text.subscriptions.callsToday}
        {text.colon} {format.number(usage.callsToday)}
      </p>
    </article>
  );
}
