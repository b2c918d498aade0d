import { Notice } from '../../../../ui/components/notice.tsx';
import type { PortalPageContext } from '../parts/page-context.ts';
import { named } from '../products/product-name.ts';
import type { SubscriptionFacts } from './subscription-facts.tsx';

type BannerProps = { readonly pageContext: PortalPageContext; readonly subscription: SubscriptionFacts };

/** Links to the migration target of a subscription, and back; nothing for most. */
export function MigrationBanner(props: BannerProps) {
  return (
    <>
      <Offer {...props} />
      <UndoMigration {...props} />
    </>
  );
}

function Offer({ pageContext: { base, text }, subscription }: BannerProps) {
  const { id, application, product, plan, migrationTarget } = subscription;
  if (!migrationTarget) return null;
  return (
    <Notice tone="warning" title={text.migration.offered(named(product), named(migrationTarget.product))}>
      <p class="text">
        {text.migration.offeredText(application.title, plan.title, migrationTarget.plan.title)}
        {product.sunsetAt && ` ${text.migration.until(named(product), product.sunsetAt)}`}
      </p>
      <p class="text">
        <a class="button button-primary" href={`${base}/subscriptions/${id}/migrate`}>
          {text.migration.see}
        </a>
      </p>
    </Notice>
  );
}

function UndoMigration({
  pageContext: { base, text },
  subscription: { id, application, wayBack },
}: BannerProps) {
  if (!wayBack) return null;
  return (
    <Notice tone="info" title={text.migration.wayBack(named(wayBack.product))}>
      <p class="text">{text.migration.wayBackText(application.title, wayBack.plan.title, wayBack.until)}</p>
      <form method="post" action={`${base}/subscriptions/${id}/undo-migration`}>
        <button class="button" type="submit">
          {text.migration.undo}
        </button>
      </form>
    </Notice>
  );
}
