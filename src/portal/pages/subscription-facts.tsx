import type { ResultOf } from 'gql.tada';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { graphql } from './graphql.ts';
import type { Visit } from './visit.ts';

/** What every page tells of a subscription. */
export const SUBSCRIPTION_FACTS = graphql(`
  fragment SubscriptionFacts on PortalSubscription {
    id state rejectionReason
    application { name title }
    product { name title version state sunsetAt }
    plan { name title rateLimit rateLimitUnit }
    usage { limit remaining resetsAt callsToday }
    migrationTarget { product { title version } plan { title } }
    wayBack { product { title version } plan { title } until }
  }
`);

export type SubscriptionFacts = ResultOf<typeof SUBSCRIPTION_FACTS>;

/** What people call a product in one version. */
export const named = ({ title, version }: { readonly title: string; readonly version: string }) =>
  `${title} ${version}`;

const tones: Record<SubscriptionFacts['state'], BadgeTone> = {
  ACTIVE: 'good',
  PENDING_APPROVAL: 'waiting',
  REJECTED: 'bad',
};

export function SubscriptionState({ visit, state }: { visit: Visit; state: SubscriptionFacts['state'] }) {
  return <Badge tone={tones[state]}>{visit.text.subscriptions.state[state]}</Badge>;
}

/** Why it admits no calls, if it does not. */
export function WhyNotActive({ visit, subscription }: { visit: Visit; subscription: SubscriptionFacts }) {
  const { subscriptions: text } = visit.text;
  if (subscription.state === 'ACTIVE') return null;
  return (
    <p class="small">
      {subscription.state === 'REJECTED' ? text.rejected(subscription.rejectionReason) : text.waiting}
    </p>
  );
}

/** How much is left of the plan's window, as a meter and in numbers. */
export function Quota({ visit, usage }: { visit: Visit; usage: SubscriptionFacts['usage'] }) {
  const { limit, remaining } = usage;
  const words = quotaInWords(visit, usage);
  return (
    <div class="quota">
      {limit !== null && remaining !== null && (
        <meter class="meter" min={0} max={limit} low={limit / 5} value={remaining} aria-label={words} />
      )}
      <span>{words}</span>
    </div>
  );
}

function quotaInWords({ text, clock }: Visit, { limit, remaining, resetsAt }: SubscriptionFacts['usage']) {
  const { subscriptions: quota } = text;
  if (limit === null || remaining === null) return quota.unlimited;
  const then = resetsAt === null ? quota.windowClosed : quota.resets(resetsAt, clock());
  return `${quota.left(remaining, limit)}, ${then}`;
}
