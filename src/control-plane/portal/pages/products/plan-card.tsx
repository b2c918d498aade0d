import type { ResultOf } from '@graphql-typed-document-node/core';
import { callsAtOnce, callsPerHour } from '../../../../domain/plan/compared-limits.ts';
import { priceExample } from '../../../../domain/plan/price-example.ts';
import { Prose } from '../../../../ui/components/prose.tsx';
import { allowsChange } from '../parts/for-developers.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalPageContext } from '../parts/page-context.ts';
import { callLimitsOf, furtherCostLimits } from '../parts/plan-limits.ts';
import {
  isSuspended,
  Quota,
  type SubscriptionFacts,
  SubscriptionState,
  WhyNotActive,
} from '../subscriptions/subscription-facts.tsx';
import { PLAN_WORDS, PlanLinks, PlanTags } from './plan-words.tsx';
import { isTriable, TRIABLE_PLAN, TryPlan } from './try-plan.tsx';

/** Facts of a plan that show what it allows. */
export const PLAN = graphql(
  `
  fragment Plan on PortalPlan {
    ...TriablePlan ...PlanWords
    name title description rateLimit rateLimitUnit maxConcurrentCalls maxGraphQLCost maxGraphQLDepth hiddenGraphQL
    graphQLCostLimit graphQLCostLimitUnit registeredOperationsOnly approvalRequired subscribable
    limits { name counts meter limit per every timeZone burst operations }
    price { id currency amount charges { counts meter included unitPrice per } }
  }
`,
  [TRIABLE_PLAN, PLAN_WORDS],
);

type Plan = ResultOf<typeof PLAN>;

type PlanCardProps = {
  readonly pageContext: PortalPageContext;
  readonly plan: Plan;
  /** The viewer's subscriptions to this plan. */
  readonly subscriptions: readonly SubscriptionFacts[];
  /** The page that subscribes to it; undefined where the product takes no subscriptions. */
  readonly subscribeUrl: string | undefined;
  /** The page that changes the viewer's subscription to this plan, where there is one. */
  readonly changeUrl: string | undefined;
  /** The page that tries an API of it out. Undefined for who has a subscription already, or no account. */
  readonly tryUrl: string | undefined;
};

/** A plan among several: its limits, the viewer's subscriptions, and the link that subscribes. */
export function PlanCard({
  pageContext,
  plan,
  subscriptions,
  subscribeUrl,
  changeUrl,
  tryUrl,
}: PlanCardProps) {
  const triedAt = isTriable(plan) ? tryUrl : undefined;
  const changedAt = subscriptions.length === 0 ? changeUrl : undefined;
  return (
    <article class="card">
      <h3 class="card-title">
        <bdi>{plan.title}</bdi>
        <PlanTags plan={plan} />
      </h3>
      {plan.summary !== null && (
        <p class="text" dir="auto">
          {plan.summary}
        </p>
      )}
      {plan.description !== null && <Prose markdown={plan.description} />}
      <Allowance pageContext={pageContext} plan={plan} />
      {plan.links.length > 0 && (
        <p class="small">
          <PlanLinks plan={plan} />
        </p>
      )}
      {subscriptions.map((subscription) => (
        <Subscribed pageContext={pageContext} subscription={subscription} />
      ))}
      {subscribeUrl !== undefined && !plan.subscribable && (
        <p class="small quiet">{pageContext.text.plan.forOthers}</p>
      )}
      {subscribeUrl !== undefined && plan.subscribable && allowsChange(pageContext) && (
        <div class="card-foot row">
          {changedAt !== undefined && (
            <a class="button button-primary" href={changedAt}>
              {pageContext.text.changePlan.toThis}
              <span class="visually-hidden">
                {pageContext.text.colon} {plan.title}
              </span>
            </a>
          )}
          {triedAt !== undefined && <TryPlan pageContext={pageContext} plan={plan} url={triedAt} />}
          <SubscribeButton
            pageContext={pageContext}
            plan={plan}
            subscribeUrl={subscribeUrl}
            isAnother={subscriptions.length > 0 || changedAt !== undefined}
            isPrimary={subscriptions.length === 0 && changedAt === undefined && triedAt === undefined}
          />
        </div>
      )}
    </article>
  );
}

const hasPace = (plan: Plan) => callsPerHour(plan) < Number.POSITIVE_INFINITY;

/** Limits of a plan, in words. */
function Allowance({ pageContext, plan }: { pageContext: PortalPageContext; plan: Plan }) {
  const { text } = pageContext;
  const [first, ...others] = callLimitsOf(pageContext, plan);
  const terms = [
    ...others,
    callsAtOnce(plan) > 1 && hasPace(plan) && text.plan.pace(3600 / callsPerHour(plan)),
    text.plan.atOnce(plan.maxConcurrentCalls),
    plan.maxGraphQLCost !== null && text.plan.cost(plan.maxGraphQLCost),
    plan.maxGraphQLDepth !== null && text.plan.depth(plan.maxGraphQLDepth),
    plan.hiddenGraphQL > 0 && text.plan.hides(plan.hiddenGraphQL),
    plan.graphQLCostLimit !== null && text.plan.costLimit(plan.graphQLCostLimit, plan.graphQLCostLimitUnit),
    ...furtherCostLimits(pageContext, plan),
    plan.registeredOperationsOnly && text.plan.registeredOnly,
    plan.approvalRequired && text.plan.approval,
  ];
  return (
    <>
      <p class="figure-number">{first}</p>
      {plan.price && <p class="text">{text.price.of(plan.price)}</p>}
      {plan.price && plan.price.charges.length > 0 && (
        <p class="small quiet">{text.price.example(plan.price, priceExample(plan.price))}</p>
      )}
      <ul class="plain-list small">
        {terms.filter(Boolean).map((term) => (
          <li>{term}</li>
        ))}
      </ul>
    </>
  );
}

type SubscribedProps = { readonly pageContext: PortalPageContext; readonly subscription: SubscriptionFacts };

function Subscribed({ pageContext, subscription }: SubscribedProps) {
  const { base, text, format } = pageContext;
  const { id, state, application, usage } = subscription;
  return (
    <div class="stack subscribed">
      <p class="row small">
        <SubscriptionState pageContext={pageContext} state={state} isSuspended={isSuspended(subscription)} />
        <a class="link" href={`${base}/subscriptions/${id}`}>
          {text.plan.subscribedWith(application.title)}
        </a>
      </p>
      <WhyNotActive pageContext={pageContext} subscription={subscription} />
      {state === 'ACTIVE' && !isSuspended(subscription) && (
        <div class="small">
          <Quota pageContext={pageContext} usage={usage} />
          <div class="quiet">
            {text.subscriptions.callsToday}
            {text.colon} {format.number(usage.callsToday)}
          </div>
        </div>
      )}
    </div>
  );
}

type SubscribeButtonProps = {
  readonly pageContext: PortalPageContext;
  readonly plan: Plan;
  readonly subscribeUrl: string;
  readonly isAnother: boolean;
  readonly isPrimary: boolean;
};

function SubscribeButton({ pageContext, plan, subscribeUrl, isAnother, isPrimary }: SubscribeButtonProps) {
  const { base, text, frame } = pageContext;
  const href = frame.viewer ? subscribeUrl : `${base}/sign-in?returnTo=${encodeURIComponent(subscribeUrl)}`;
  const words = isAnother ? text.plan.subscribeAnother : text.plan.subscribe;
  return (
    <a class={`button${isPrimary ? ' button-primary' : ''}`} href={href}>
      {frame.viewer ? words : text.plan.signIn}
      <span class="visually-hidden"> {text.plan.to(plan.title)}</span>
    </a>
  );
}
