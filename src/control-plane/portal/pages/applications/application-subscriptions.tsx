import type { ResultOf } from '@graphql-typed-document-node/core';
import { versionedName } from '../../../../foundation/text/version.ts';
import { Badge } from '../../../../ui/components/badge.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalPageContext } from '../parts/page-context.ts';
import { subscriptionLimits } from '../parts/plan-limits.ts';
import { tryItUrl } from '../products/api-card.tsx';
import { named, productUrl } from '../products/product-name.ts';
import { MIGRATION_OFFER } from '../subscriptions/migration-banner.tsx';
import { SubscriptionState } from '../subscriptions/subscription-facts.tsx';

/** Facts of an application's subscriptions, as its page shows them. */
export const APPLICATION_SUBSCRIPTIONS = graphql(
  `
  fragment ApplicationSubscriptions on PortalApplication {
    name title state
    subscriptions(first: 200) {
      id state ...MigrationOffer
      product { name title version state apis(first: 200) { name version kind } }
      plan {
        title rateLimit rateLimitUnit graphQLCostLimit graphQLCostLimitUnit
        limits { name counts meter limit per every timeZone burst operations }
      }
      ownLimits {
        until rateLimit rateLimitUnit graphQLCostLimit graphQLCostLimitUnit
        limits { name counts meter limit per every timeZone burst operations }
      }
    }
  }
`,
  [MIGRATION_OFFER],
);

type Application = ResultOf<typeof APPLICATION_SUBSCRIPTIONS>;
type Subscription = Application['subscriptions'][number];

/** The page that calls the API of a subscription. Where there are several, it is that of the product. */
function callUrl(pageContext: PortalPageContext, application: string, product: Subscription['product']) {
  const [api, ...others] = product.apis;
  return api && others.length === 0
    ? tryItUrl(pageContext, api, { product: versionedName(product), application })
    : productUrl(pageContext, product);
}

type SubscriptionsProps = { readonly pageContext: PortalPageContext; readonly application: Application };

/** The subscriptions of an application, each with the way to a call. */
export function ApplicationSubscriptions({ pageContext, application }: SubscriptionsProps) {
  const { base, text } = pageContext;
  return (
    <Section id="subscriptions-heading" title={text.subscriptions.title}>
      {application.subscriptions.length === 0 ? (
        <>
          <p class="text">{text.application.noSubscriptions}</p>
          <a class="button" href={`${base}/`}>
            {text.subscriptions.toProducts}
          </a>
        </>
      ) : (
        <SubscriptionTable pageContext={pageContext} application={application} />
      )}
    </Section>
  );
}

function SubscriptionTable({ pageContext, application }: SubscriptionsProps) {
  const { base, text } = pageContext;
  const { name, title, state, subscriptions } = application;
  const isSuspended = state === 'SUSPENDED';
  return (
    <Table
      caption={`${title}: ${text.subscriptions.title}`}
      rows={subscriptions}
      columns={[
        {
          heading: text.subscription.product,
          cell: ({ id, product }) => (
            <>
              <a class="link" href={`${base}/subscriptions/${id}`}>
                {named(product)}
              </a>{' '}
              {product.state === 'DEPRECATED' && <Badge tone="waiting">{text.state.DEPRECATED}</Badge>}
            </>
          ),
        },
        {
          heading: text.subscriptions.plan,
          cell: (subscription) =>
            `${subscription.plan.title}, ${subscriptionLimits(pageContext, subscription)}`,
        },
        {
          heading: text.applications.stateHeading,
          cell: (subscription) => (
            <SubscriptionState
              pageContext={pageContext}
              state={subscription.state}
              isSuspended={isSuspended}
            />
          ),
        },
        {
          heading: text.tryIt.call,
          cell: (subscription) =>
            subscription.state === 'ACTIVE' &&
            !isSuspended && (
              <a class="link" href={callUrl(pageContext, name, subscription.product)}>
                {text.tryIt.tryOperation}
                <span class="visually-hidden"> {text.api.of(named(subscription.product))}</span>
              </a>
            ),
        },
      ]}
    />
  );
}
