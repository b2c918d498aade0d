import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import { versionedName } from '../../../../foundation/text/version.ts';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { offsetOf, Pager, pageOfList } from '../../../../ui/components/pager.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Search } from '../../../../ui/components/search.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { graphql } from '../../graphql.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { allowsChange } from '../../rights.ts';
import { type ApplicationAddress, applicationPath, consumerOrgPath } from '../parts/console-paths.ts';
import { Crumbs } from '../parts/crumbs.tsx';
import { show } from '../parts/frame.tsx';
import { limitsOfPlan } from '../parts/plan-texts.ts';
import { showNotFound } from '../parts/problem.tsx';
import { useTexts } from '../parts/texts.ts';

const PLANS = graphql(`
  query Plans(
    $org: String!, $catalog: String!, $consumerOrg: String!, $application: String!
    $search: String!, $first: Int!, $offset: Int!
  ) {
    application(org: $org, catalog: $catalog, consumerOrg: $consumerOrg, name: $application) {
      title
      consumerOrg { title }
      subscriptions(first: 200) { id product { title version } plan { title } }
    }
    catalog(org: $org, name: $catalog) {
      productCount(state: [PUBLISHED], search: $search)
      products(state: [PUBLISHED], search: $search, first: $first, offset: $offset) {
        name title version
        plans(first: 200) {
          name title rateLimit rateLimitUnit maxConcurrentCalls approvalRequired
          graphQLCostLimit graphQLCostLimitUnit limits { name counts meter limit per every timeZone burst operations mode }
          price { currency amount charges { counts meter included unitPrice per } }
        }
      }
    }
  }
`);

const SUBSCRIBE = graphql(`
  mutation CreateSubscription($input: CreateSubscriptionInput!) { createSubscription(input: $input) { id } }
`);
const MOVE = graphql(`
  mutation MoveSubscription($input: MigrateSubscriptionInput!) { migrateSubscription(input: $input) { id } }
`);

const PATH = '/catalogs/:org/:catalog/consumers/:consumerOrg/:application/plans';
const ROWS = 25;

type Product = NonNullable<ResultOf<typeof PLANS>['catalog']>['products'][number];

/** Adds the choice of a plan. An application is subscribed to it, or a subscription moved to it (`?move=<id>`). */
export function planChoice(pages: ConsolePages): void {
  pages.get(PATH, (c) => showPlans(c, c.req.param()));

  pages.post(PATH, async (c) => {
    const { run } = c.var.pageContext.session;
    const address = c.req.param();
    const id = c.req.query('move');
    const { product, plan } = await readForm(c, 'product', 'plan');
    const { refused } = await attempt<unknown>(
      id === undefined
        ? run(SUBSCRIBE, { input: { ...address, product, plan } })
        : run(MOVE, { input: { org: address.org, id, product, plan } }),
    );
    if (refused) return showPlans(c, address, refused);
    return c.redirect(`${applicationPath(address)}?done=${id === undefined ? 'subscribed' : 'moved'}`, 303);
  });
}

async function showPlans(c: Context<ConsoleEnv>, address: ApplicationAddress, refused?: PageRefusal) {
  const { pageContext } = c.var;
  const { text } = pageContext;
  const words = text.catalogs.planChoice;
  const search = c.req.query('search')?.trim() ?? '';
  const move = c.req.query('move');
  const page = pageOfList(c.req.query('page'), ROWS);
  const variables = { ...address, search, first: ROWS, offset: offsetOf(page) };
  const { application, catalog } = await pageContext.session.run(PLANS, variables);
  const moving = application?.subscriptions.find(({ id }) => id === move);
  if (!application || !catalog || (move !== undefined && !moving)) return showNotFound(c);
  const base = `${applicationPath(address)}/plans`;
  const query = (more: object) => new URLSearchParams({ ...(move !== undefined && { move }), ...more });
  const title = moving
    ? words.another(`${moving.product.title} ${moving.product.version}`, moving.plan.title)
    : words.title(application.title);
  return show(
    pageContext,
    <>
      <Crumbs
        org={address.org}
        trail={[
          { title: application.consumerOrg.title, href: consumerOrgPath(address) },
          { title: application.title, href: applicationPath(address) },
        ]}
      />
      <h1 class="title">{title}</h1>
      <RefusedNotice refused={refused} />
      <Search action={base} value={search} label={words.search} submit={words.submit}>
        {move !== undefined && <input type="hidden" name="move" value={move} />}
      </Search>
      <section class="section stack">
        {catalog.products.length === 0 ? (
          <p class="text">{search ? words.notFound : words.none}</p>
        ) : (
          <Products
            products={catalog.products}
            action={allowsChange(pageContext.session) ? `${base}?${query({ search })}` : undefined}
          />
        )}
        <Pager
          page={page}
          total={catalog.productCount}
          href={(number) => `${base}?${query({ search, page: `${number}` })}`}
          text={text.pager(words.pagerRows)}
        />
      </section>
    </>,
    { title, org: address.org, refused },
  );
}

type ProductsProps = { readonly products: readonly Product[]; readonly action: string | undefined };

function Products({ products, action }: ProductsProps) {
  const { planChoice: words } = useTexts().text.catalogs;
  return (
    <Table
      caption={words.caption}
      rows={products}
      columns={[
        { heading: words.product, cell: ({ title, version }) => `${title} ${version}` },
        {
          heading: words.plans,
          cell: (product) => (
            <ul class="plain-list">
              {product.plans.map((plan) => (
                <li>
                  <Plan product={product} plan={plan} action={action} />
                </li>
              ))}
            </ul>
          ),
        },
      ]}
    />
  );
}

type PlanProps = {
  readonly product: Product;
  readonly plan: Product['plans'][number];
  /** Address of the form; undefined without the right to choose. */
  readonly action: string | undefined;
};

function Plan({ product, plan, action }: PlanProps) {
  const { text } = useTexts();
  const words = text.catalogs.planChoice;
  const { name, title, approvalRequired } = plan;
  const limits = limitsOfPlan(text, plan);
  const offer = (
    <span>
      {title} <span class="small quiet">{approvalRequired ? words.withApproval(limits) : limits}</span>
      {plan.price && <span class="small quiet">. {text.price.of(plan.price)}</span>}
    </span>
  );
  if (action === undefined) return offer;
  return (
    <form method="post" action={action} class="row">
      {offer}
      <input type="hidden" name="product" value={versionedName(product)} />
      <button class="button button-small" type="submit" name="plan" value={name}>
        {words.choose}
        <span class="visually-hidden">{words.planOf(title, `${product.title} ${product.version}`)}</span>
      </button>
    </form>
  );
}
