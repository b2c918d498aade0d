import type { ResultOf } from '@graphql-typed-document-node/core';
import { Notice } from '../../../../ui/components/notice.tsx';
import { Timed } from '../../../../ui/components/time.tsx';
import { ForDevelopers } from '../parts/for-developers.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalPageContext } from '../parts/page-context.ts';
import { named } from '../products/product-name.ts';
import type { SubscriptionFacts } from './subscription-facts.tsx';

/** Facts of a subscription that can go to another product. */
export const MIGRATION_OFFER = graphql(`
  fragment MigrationOffer on PortalSubscription {
    id
    application { title }
    product { title version sunsetAt }
    plan { title }
    migrationTarget { product { title version } plan { title } }
  }
`);

type OfferProps = {
  readonly pageContext: PortalPageContext;
  readonly subscription: ResultOf<typeof MIGRATION_OFFER>;
};

type BannerProps = { readonly pageContext: PortalPageContext; readonly subscription: SubscriptionFacts };

/** Shows where a subscription can go, and the way back; nothing for most. */
export function MigrationBanner(props: BannerProps) {
  return (
    <>
      <NewPrice {...props} />
      <PlanRequest {...props} />
      <MigrationOffer {...props} />
      <UndoMigration {...props} />
    </>
  );
}

/** Asks for the acceptance of a dearer price. */
function NewPrice({ pageContext, subscription: { id, plan, price: standing } }: BannerProps) {
  const { base, text } = pageContext;
  const { price, awaiting } = standing;
  if (!awaiting) return null;
  const present = price ? text.price.of(price) : text.price.free;
  return (
    <Notice tone="warning" title={text.subscriptionPrice.awaiting(plan.title)}>
      <p class="text">{text.subscriptionPrice.awaitingText(text.price.of(awaiting), present)}</p>
      <ForDevelopers pageContext={pageContext}>
        <form method="post" action={`${base}/subscriptions/${id}/accept-price`}>
          <input type="hidden" name="acceptPrice" value={awaiting.id} />
          <button class="button button-primary" type="submit">
            {text.subscriptionPrice.accept}
          </button>
        </form>
      </ForDevelopers>
    </Notice>
  );
}

/** The plan that was asked for, until it holds or its rejection is read. */
function PlanRequest({ pageContext, subscription: { id, plan: present, planRequest } }: BannerProps) {
  const { base, text } = pageContext;
  if (!planRequest) return null;
  const { plan, rejectedAt, rejectionReason } = planRequest;
  const words = text.changePlan;
  const isRejected = rejectedAt !== null;
  return (
    <Notice
      tone={isRejected ? 'warning' : 'info'}
      title={isRejected ? words.rejected(plan.title) : words.requested(plan.title)}
    >
      <p class="text">
        {isRejected ? words.rejectedText(present.title, rejectionReason) : words.requestedText(present.title)}
      </p>
      <ForDevelopers pageContext={pageContext}>
        <form method="post" action={`${base}/subscriptions/${id}/cancel-plan-request`}>
          <button class="button" type="submit">
            {isRejected ? words.putAway : words.takeBack}
          </button>
        </form>
      </ForDevelopers>
    </Notice>
  );
}

/** Shows the product and the plan that a subscription can go to; nothing for most. */
export function MigrationOffer({ pageContext, subscription }: OfferProps) {
  const { base, text } = pageContext;
  const { id, application, product, plan, migrationTarget } = subscription;
  if (!migrationTarget) return null;
  return (
    <Notice tone="warning" title={text.migration.offered(named(product), named(migrationTarget.product))}>
      <p class="text">
        {text.migration.offeredText(application.title, plan.title, migrationTarget.plan.title)}
        {product.sunsetAt && ` ${text.migration.until(named(product), product.sunsetAt)}`}
      </p>
      <ForDevelopers pageContext={pageContext}>
        <p class="text">
          <a class="button button-primary" href={`${base}/subscriptions/${id}/migrate`}>
            {text.migration.see}
          </a>
        </p>
      </ForDevelopers>
    </Notice>
  );
}

function UndoMigration({ pageContext, subscription: { id, application, wayBack } }: BannerProps) {
  const { base, text, format } = pageContext;
  if (!wayBack) return null;
  const { price } = wayBack.plan;
  return (
    <Notice tone="info" title={text.migration.wayBack(named(wayBack.product))}>
      <p class="text">
        <Timed
          format={format}
          text={text.migration.wayBackText(application.title, wayBack.plan.title, wayBack.until)}
          at={wayBack.until}
        />
      </p>
      {price && <p class="text">{text.migration.costs(text.price.of(price))}</p>}
      <ForDevelopers pageContext={pageContext}>
        <form method="post" action={`${base}/subscriptions/${id}/undo-migration`}>
          {price && <input type="hidden" name="acceptPrice" value={price.id} />}
          <button class="button" type="submit">
            {price ? text.migration.undoPriced : text.migration.undo}
          </button>
        </form>
      </ForDevelopers>
    </Notice>
  );
}
