import type { ResultOf } from 'gql.tada';
import type { Context } from 'hono';
import { attempt, type PageRefusal } from '../../graphql/run-document.ts';
import { Crumb } from '../../ui/crumb.tsx';
import { RefusedNotice } from '../../ui/refused.tsx';
import { show } from './frame.tsx';
import { graphql } from './graphql.ts';
import { MIGRATION_CHANGES, MigrationChanges, PLAN_TERMS } from './migration-changes.tsx';
import { showNotFound } from './problem.tsx';
import { named } from './product-name.ts';
import type { PortalEnv, PortalPages } from './visit.ts';

const OFFER = graphql(
  `query Offer($id: ID!) {
    subscription(id: $id) {
      id
      application { title }
      product { title version sunsetAt }
      plan { ...PlanTerms }
      migrationTarget {
        product { title version sunsetAt }
        plan { ...PlanTerms }
        changes { ...MigrationChanges }
      }
    }
  }`,
  [PLAN_TERMS, MIGRATION_CHANGES],
);

const MIGRATE = graphql(`mutation Migrate($id: ID!) { migrateSubscription(id: $id) { id } }`);
const UNDO = graphql(`mutation UndoMigration($id: ID!) { undoMigration(id: $id) { id } }`);

/** Going to the product that supersedes, after seeing what changes; and back. */
export function migrate(pages: PortalPages): void {
  pages.get('/subscriptions/:id/migrate', (c) => showOffer(c));

  pages.post('/subscriptions/:id/migrate', async (c) => {
    const { base, run } = c.var.visit;
    const { result, refused } = await attempt(run(MIGRATE, { id: c.req.param('id') }));
    if (refused) return showOffer(c, refused);
    return c.redirect(`${base}/subscriptions/${result.migrateSubscription.id}?done=migrated`, 303);
  });

  pages.post('/subscriptions/:id/undo-migration', async (c) => {
    const { base, run } = c.var.visit;
    const { undoMigration } = await run(UNDO, { id: c.req.param('id') });
    return c.redirect(`${base}/subscriptions/${undoMigration.id}?done=undone`, 303);
  });
}

/** What has nowhere to go (any more) is shown as it is, unless somebody has just tried to move it. */
async function showOffer(c: Context<PortalEnv>, refused?: PageRefusal): Promise<Response> {
  const { base, run } = c.var.visit;
  const { subscription } = await run(OFFER, { id: c.req.param('id') ?? '' });
  const target = subscription?.migrationTarget;
  if (subscription && target) return showComparison(c, { ...subscription, target }, refused);
  if (refused) throw refused;
  return subscription ? c.redirect(`${base}/subscriptions/${subscription.id}`, 303) : showNotFound(c);
}

type Subscription = NonNullable<ResultOf<typeof OFFER>['subscription']>;
type Offered = Subscription & { readonly target: NonNullable<Subscription['migrationTarget']> };

function showComparison(c: Context<PortalEnv>, offered: Offered, refused?: PageRefusal): Response {
  const { visit } = c.var;
  const { base, text } = visit;
  const { id, application, product, plan, target } = offered;
  const title = text.migration.title(named(target.product));
  return show(
    c,
    <>
      <Crumb href={`${base}/subscriptions/${id}`}>{named(product)}</Crumb>
      <h1 class="title">{title}</h1>
      <p class="lead">{text.migration.offeredText(application.title, plan.title, target.plan.title)}</p>
      <RefusedNotice refused={refused} />
      <MigrationChanges
        visit={visit}
        from={product}
        to={target.product}
        plans={[{ from: plan, to: target.plan }]}
        changes={target.changes}
      />
      <form method="post" action={`${base}/subscriptions/${id}/migrate`} class="section">
        <p class="text">{text.migration.effect}</p>
        <button class="button button-primary" type="submit">
          {text.migration.submit}
        </button>
      </form>
    </>,
    { title, menu: 'subscriptions', refused },
  );
}
