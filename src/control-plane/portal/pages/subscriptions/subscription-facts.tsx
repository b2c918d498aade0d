import type { ResultOf } from '@graphql-typed-document-node/core';
import { alertShare } from '../../../../domain/plan/limit-alert.ts';
import { isWindowed, windowSecondsOf } from '../../../../domain/plan/plan-limit.ts';
import { Badge, type BadgeTone } from '../../../../ui/components/badge.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { Timed } from '../../../../ui/components/time.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalPageContext } from '../parts/page-context.ts';

/** Facts of a subscription on every page. */
export const SUBSCRIPTION_FACTS = graphql(`
  fragment SubscriptionFacts on PortalSubscription {
    id state rejectionReason
    application { name title state suspensionReason }
    product { name title version state sunsetAt }
    plan {
      name title rateLimit rateLimitUnit graphQLCostLimit graphQLCostLimitUnit
      limits { name counts meter limit per every timeZone burst operations }
    }
    ownLimits { until rateLimit rateLimitUnit graphQLCostLimit graphQLCostLimitUnit
      limits { name counts meter limit per every timeZone burst operations }
    }
    usage { limit remaining resetsAt callsToday graphQLCost { limit remaining resetsAt }
      limits { remaining resetsAt limit { name counts meter limit per every timeZone burst operations } }
    }
    migrationTarget { product { title version } plan { title } }
    planRequest { plan { title } rejectedAt rejectionReason }
    wayBack { product { title version } plan { title price { id currency amount charges { counts meter included unitPrice per } } } until }
    price {
      acceptedBy acceptedAt price { id currency amount charges { counts meter included unitPrice per } }
      awaiting { id currency amount charges { counts meter included unitPrice per } }
    }
  }
`);

export type SubscriptionFacts = ResultOf<typeof SUBSCRIPTION_FACTS>;

const tones: Record<SubscriptionFacts['state'], BadgeTone> = {
  ACTIVE: 'good',
  PENDING_APPROVAL: 'waiting',
  REJECTED: 'bad',
};

/** The state of a subscription. One of a suspended application admits nothing, whatever its own state. */
export function SubscriptionState({
  pageContext,
  state,
  isSuspended = false,
}: {
  pageContext: PortalPageContext;
  state: SubscriptionFacts['state'];
  isSuspended?: boolean;
}) {
  if (isSuspended) return <Badge tone="bad">{pageContext.text.applications.state.SUSPENDED}</Badge>;
  return <Badge tone={tones[state]}>{pageContext.text.subscriptions.state[state]}</Badge>;
}

export const isSuspended = ({ application }: Pick<SubscriptionFacts, 'application'>): boolean =>
  application.state === 'SUSPENDED';

/** The reason that a subscription admits no calls, if it does not. */
export function WhyNotActive({
  pageContext,
  subscription,
}: {
  pageContext: PortalPageContext;
  subscription: SubscriptionFacts;
}) {
  const { subscriptions: text, application } = pageContext.text;
  if (isSuspended(subscription))
    return <p class="small">{application.suspended(subscription.application.suspensionReason)}</p>;
  if (subscription.state === 'ACTIVE') return null;
  return (
    <p class="small">
      {subscription.state === 'REJECTED' ? text.rejected(subscription.rejectionReason) : text.waiting}
    </p>
  );
}

/** Notices of windows of the calendar of which 80 % or all is used. */
export function LimitAlerts({
  pageContext: { text, format, clock },
  subscription: { state, usage },
}: {
  pageContext: PortalPageContext;
  subscription: SubscriptionFacts;
}) {
  if (state !== 'ACTIVE') return null;
  return (
    <>
      {usage.limits.map(({ limit, remaining, resetsAt }) => {
        const share = limit.timeZone === null ? undefined : alertShare({ limit: limit.limit, remaining });
        if (share === undefined || resetsAt === null) return null;
        return (
          <Notice tone="warning" title={text.subscriptions.limitUsed(text.limit(limit), share)}>
            <p class="text">
              <Timed format={format} text={text.subscriptions.resets(resetsAt, clock())} at={resetsAt} />
            </p>
          </Notice>
        );
      })}
    </>
  );
}

/** Shorter windows are over before anybody has read what is left in them. */
const SHOWN_SECONDS_MIN = 60;

/** Remaining calls of the plan's windows, each as a meter and in numbers. */
export function Quota({
  pageContext,
  usage,
}: {
  pageContext: PortalPageContext;
  usage: SubscriptionFacts['usage'];
}) {
  const { text } = pageContext;
  const { limit, remaining, resetsAt, graphQLCost, limits } = usage;
  const { left, costLeft, furtherLeft, unlimited } = text.subscriptions;
  return (
    <>
      {limit === null || remaining === null ? (
        limits.length === 0 && (
          <div class="quota">
            <span>{unlimited}</span>
          </div>
        )
      ) : (
        <Meter
          pageContext={pageContext}
          window={{ limit, remaining, resetsAt }}
          left={left(remaining, limit)}
        />
      )}
      {graphQLCost && (
        <Meter
          pageContext={pageContext}
          window={graphQLCost}
          left={costLeft(graphQLCost.remaining, graphQLCost.limit)}
        />
      )}
      {limits
        .filter(({ limit }) => isWindowed(limit) && windowSecondsOf(limit) >= SHOWN_SECONDS_MIN)
        .map(({ limit, remaining, resetsAt }) => (
          <Meter
            pageContext={pageContext}
            window={{ limit: limit.limit, remaining, resetsAt }}
            left={furtherLeft(text.limit(limit), remaining)}
          />
        ))}
    </>
  );
}

type MeterProps = {
  readonly pageContext: PortalPageContext;
  readonly window: NonNullable<SubscriptionFacts['usage']['graphQLCost']>;
  /** The remainder in words. */
  readonly left: string;
};

function Meter({
  pageContext: { text, format, clock },
  window: { limit, remaining, resetsAt },
  left,
}: MeterProps) {
  const { windowClosed, resets, limitReached } = text.subscriptions;
  const words = `${left}, ${resetsAt === null ? windowClosed : resets(resetsAt, clock())}`;
  return (
    <div class={`quota${remaining === 0 ? ' quota-empty' : ''}`}>
      <meter class="meter" min={0} max={limit} low={limit / 5} value={remaining} aria-label={words} />
      <span>
        {remaining === 0 && <Badge tone="bad">{limitReached}</Badge>}{' '}
        <Timed format={format} text={words} at={[resetsAt]} />
      </span>
    </div>
  );
}
