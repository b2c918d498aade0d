import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import { Crumb } from '../../../../ui/components/crumb.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { show } from '../parts/frame.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalEnv, PortalPages } from '../parts/page-context.ts';
import { showNotFound } from '../parts/problem.tsx';
import { named } from '../products/product-name.ts';
import { BrokenCalls } from './broken-calls.tsx';
import { MIGRATION_CHANGES, MigrationChanges, PLAN_TERMS } from './migration-changes.tsx';

const OFFER = graphql(
  `query MigrationOffer($id: ID!, $language: Language!) {
    subscription(id: $id) {
      id
      application { title }
      product { title version sunsetAt }
      plan { name ...PlanTerms }
      ownLimits { until }
      migrationTarget {
        product { title version sunsetAt }
        plan { name ...PlanTerms }
        changes { ...MigrationChanges }
        estimate { currency amount }
        brokenCalls(first: 200) { api operation field certain calls lastCallAt }
      }
    }
  }`,
  [PLAN_TERMS, MIGRATION_CHANGES],
);

const MIGRATE = graphql(`
  mutation Migrate($id: ID!, $acceptPrice: ID) {
    migrateSubscription(id: $id, acceptPrice: $acceptPrice) { id }
  }
`);
const UNDO = graphql(`
  mutation UndoMigration($id: ID!, $acceptPrice: ID) { undoMigration(id: $id, acceptPrice: $acceptPrice) { id } }
`);
const ACCEPT = graphql(
  `mutation AcceptPrice($id: ID!, $price: ID!) { acceptPrice(id: $id, price: $price) { id } }`,
);

/** Adds the page that migrates a subscription, after showing the changes, and its undo. */
export function migrate(pages: PortalPages): void {
  pages.get('/subscriptions/:id/migrate', (c) => showOffer(c));

  pages.post('/subscriptions/:id/migrate', async (c) => {
    const { base, run } = c.var.pageContext;
    const { migrateSubscription } = await run(MIGRATE, { id: c.req.param('id'), ...(await acceptedIn(c)) });
    return c.redirect(`${base}/subscriptions/${migrateSubscription.id}?done=migrated`, 303);
  });

  pages.post('/subscriptions/:id/undo-migration', async (c) => {
    const { base, run } = c.var.pageContext;
    const { undoMigration } = await run(UNDO, { id: c.req.param('id'), ...(await acceptedIn(c)) });
    return c.redirect(`${base}/subscriptions/${undoMigration.id}?done=undone`, 303);
  });

  pages.post('/subscriptions/:id/accept-price', async (c) => {
    const { base, run } = c.var.pageContext;
    const { acceptPrice: price = '' } = await acceptedIn(c);
    const { acceptPrice } = await run(ACCEPT, { id: c.req.param('id'), price });
    return c.redirect(`${base}/subscriptions/${acceptPrice.id}?done=saved`, 303);
  });
}

/** Reads the price that the button accepts. */
async function acceptedIn(c: Context<PortalEnv>): Promise<{ readonly acceptPrice?: string }> {
  const { acceptPrice } = await readForm(c, 'acceptPrice');
  return acceptPrice === '' ? {} : { acceptPrice };
}

/** Shows a migration offer. A subscription without one (any more) is shown as it is. */
async function showOffer(c: Context<PortalEnv>): Promise<Response> {
  const { base, run, language } = c.var.pageContext;
  const { subscription } = await run(OFFER, { id: c.req.param('id') ?? '', language });
  const target = subscription?.migrationTarget;
  if (subscription && target) return showComparison(c, { ...subscription, target });
  return subscription ? c.redirect(`${base}/subscriptions/${subscription.id}`, 303) : showNotFound(c);
}

type Subscription = NonNullable<ResultOf<typeof OFFER>['subscription']>;
type OfferedSubscription = Subscription & { readonly target: NonNullable<Subscription['migrationTarget']> };

function showComparison(c: Context<PortalEnv>, offered: OfferedSubscription): Response {
  const { pageContext } = c.var;
  const { base, text } = pageContext;
  const { id, application, product, plan, ownLimits, target } = offered;
  const title = text.migration.title(named(target.product));
  return show(
    c,
    <>
      <Crumb href={`${base}/subscriptions/${id}`}>{named(product)}</Crumb>
      <h1 class="title">{title}</h1>
      <p class="lead">{text.migration.offeredText(application.title, plan.title, target.plan.title)}</p>
      <BrokenCalls pageContext={pageContext} target={target} />
      <MigrationChanges
        pageContext={pageContext}
        from={product}
        to={target.product}
        plans={[{ from: plan, to: target.plan }]}
        changes={target.changes}
      />
      <form method="post" action={`${base}/subscriptions/${id}/migrate`} class="section">
        <p class="text">
          {text.migration.effect}
          {ownLimits &&
            plan.name !== target.plan.name &&
            ` ${text.migration.ownLimitsRest(target.plan.title)}`}
        </p>
        {target.plan.price && <p class="text">{text.migration.costs(text.price.of(target.plan.price))}</p>}
        {target.estimate && <p class="text">{text.migration.estimate(target.estimate)}</p>}
        {target.plan.price && <input type="hidden" name="acceptPrice" value={target.plan.price.id} />}
        <button class="button button-primary" type="submit">
          {target.plan.price ? text.migration.submitPriced : text.migration.submit}
        </button>
      </form>
    </>,
    { title, menu: 'subscriptions' },
  );
}
