import type { ResultOf } from '@graphql-typed-document-node/core';
import { parseVersionedName, versionedName } from '../../../../foundation/text/version.ts';
import { Badge } from '../../../../ui/components/badge.tsx';
import { Crumb } from '../../../../ui/components/crumb.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { callingKey } from '../parts/calling-key.ts';
import { Done } from '../parts/done-notice.tsx';
import { show } from '../parts/frame.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalPageContext, PortalPages } from '../parts/page-context.ts';
import { showNotFound } from '../parts/problem.tsx';
import { planUrl } from '../subscriptions/change-plan.tsx';
import { MIGRATION_OFFER, MigrationBanner, MigrationOffer } from '../subscriptions/migration-banner.tsx';
import { MIGRATION_CHANGES, MigrationChanges, PLAN_TERMS } from '../subscriptions/migration-changes.tsx';
import { SUBSCRIPTION_FACTS } from '../subscriptions/subscription-facts.tsx';
import { API, ApiCard, tryItUrl } from './api-card.tsx';
import { authorizationServers } from './authorization-servers.ts';
import { changelogUrl } from './changes.tsx';
import { Deprecated } from './deprecated.tsx';
import { GetToken } from './get-token.tsx';
import { Guides } from './guides.tsx';
import { Mark } from './mark.tsx';
import { PLAN, PlanCard } from './plan-card.tsx';
import { named, productUrl } from './product-name.ts';
import { PRODUCT_WORDS, ProductDescription, Tags } from './product-words.tsx';
import { showRetired } from './retired-product.tsx';

const PRODUCT = graphql(
  `query Product($product: VersionedName!, $language: Language!) {
    product(product: $product) {
      name title version state sunsetAt subscribable ...ProductWords
      plans(first: 200) { ...Plan }
      apis(first: 200) { ...Api }
      successor {
        product { name title version sunsetAt }
        plans(first: 200) { from { ...PlanTerms } to { ...PlanTerms } }
        changes { ...MigrationChanges }
      }
      predecessorSubscriptions(first: 200) { ...MigrationOffer }
      subscriptions(first: 200) { ...SubscriptionFacts application { clientType redirectUris credentials { clientKey } } }
    }
    pages { path title product { name } }
  }`,
  [PLAN, API, PRODUCT_WORDS, SUBSCRIPTION_FACTS, PLAN_TERMS, MIGRATION_CHANGES, MIGRATION_OFFER],
);

type Product = NonNullable<ResultOf<typeof PRODUCT>['product']>;
type ProductSectionProps = { readonly pageContext: PortalPageContext; readonly product: Product };

/** Adds the page of a product: its plans, the viewer's subscriptions, and its APIs. */
export function product(pages: PortalPages): void {
  pages.get('/products/:product', async (c) => {
    const { pageContext } = c.var;
    const requested = c.req.param('product');
    if (!parseVersionedName(requested)) return showNotFound(c);
    const { product: found, pages: written } = await pageContext.run(PRODUCT, {
      product: requested,
      language: pageContext.language,
    });
    if (!found) return showRetired(c, requested);
    return show(
      c,
      <>
        <Done pageContext={pageContext} done={c.req.query('done')} />
        <Head pageContext={pageContext} product={found} />
        {found.subscriptions.map((subscription) => (
          <MigrationBanner pageContext={pageContext} subscription={subscription} />
        ))}
        {found.predecessorSubscriptions.map((subscription) => (
          <MigrationOffer pageContext={pageContext} subscription={subscription} />
        ))}
        <ProductDescription pageContext={pageContext} product={found} />
        <Guides
          pageContext={pageContext}
          pages={written.filter((page) => page.product?.name === found.name)}
        />
        <Changes pageContext={pageContext} product={found} />
        <Plans pageContext={pageContext} product={found} />
        <Apis pageContext={pageContext} product={found} />
        <Tokens pageContext={pageContext} product={found} />
      </>,
      { title: named(found), menu: 'products' },
    );
  });
}

function Head({ pageContext, product }: ProductSectionProps) {
  const { base, text } = pageContext;
  return (
    <>
      <Crumb href={`${base}/`}>{text.catalogue.title}</Crumb>
      <div class="product-head product-top">
        <Mark pageContext={pageContext} of={product} size="large" />
        <div>
          <h1 class="title">
            <bdi>{product.title}</bdi>
          </h1>
          <p class="meta">
            <span>{text.catalogue.version(product.version)}</span>
            <Badge tone={product.state === 'PUBLISHED' ? 'good' : 'waiting'}>
              {text.state[product.state]}
            </Badge>
            <a class="link" href={changelogUrl(base, 'changes', product.name)}>
              {text.changelog.of}
            </a>
          </p>
        </div>
      </div>
      {product.summary !== null && (
        <p class="lead" dir="auto">
          {product.summary}
        </p>
      )}
      <Tags pageContext={pageContext} tags={product.tags} />
      <Deprecated pageContext={pageContext} product={product}>
        {product.successor && (
          <p class="text">
            {text.product.successor}{' '}
            <a class="link" href={productUrl(pageContext, product.successor.product)}>
              {named(product.successor.product)}
            </a>
          </p>
        )}
      </Deprecated>
    </>
  );
}

/** Changes in the product that takes the place of this one. */
function Changes({ pageContext, product }: ProductSectionProps) {
  const { successor } = product;
  if (!successor) return null;
  return (
    <details class="section">
      <summary class="details-summary">
        <h2 class="heading summary-heading">{pageContext.text.product.changes(named(successor.product))}</h2>
      </summary>
      <MigrationChanges
        pageContext={pageContext}
        from={product}
        to={successor.product}
        plans={successor.plans}
        changes={successor.changes}
      />
    </details>
  );
}

function Plans({ pageContext, product }: ProductSectionProps) {
  const { text } = pageContext;
  const { state, plans, subscribable, subscriptions, apis } = product;
  const canBegin = pageContext.frame.viewer && subscriptions.length === 0;
  const [tried] = canBegin ? apis : [];
  const changeable = subscriptions.find(({ state }) => state === 'ACTIVE');
  return (
    <Section id="plans-heading" title={text.product.plans}>
      <p class="text">{text.product.plansLead}</p>
      {!subscribable && state === 'PUBLISHED' && (
        <Notice tone="info">
          <p class="text">{text.product.notSubscribable}</p>
        </Notice>
      )}
      <div class="grid">
        {plans.map((plan) => (
          <PlanCard
            pageContext={pageContext}
            plan={plan}
            subscriptions={subscriptions.filter((subscription) => subscription.plan.name === plan.name)}
            subscribeUrl={
              subscribable ? `${productUrl(pageContext, product)}/subscribe?plan=${plan.name}` : undefined
            }
            changeUrl={changeable && `${planUrl(pageContext, changeable.id)}?plan=${plan.name}`}
            tryUrl={tried && tryItUrl(pageContext, tried, { product: versionedName(product) })}
          />
        ))}
      </div>
    </Section>
  );
}

function Apis({ pageContext, product }: ProductSectionProps) {
  const { apis, subscriptions } = product;
  const active = subscriptions.find(({ state }) => state === 'ACTIVE');
  return (
    <Section id="apis-heading" title={pageContext.text.product.apis}>
      <div class="stack">
        {apis.map((api) => (
          <ApiCard
            pageContext={pageContext}
            api={api}
            product={versionedName(product)}
            clientKey={callingKey(pageContext, active?.application)}
          />
        ))}
      </div>
    </Section>
  );
}

/** Issuers of the tokens of its APIs and their operations. */
function Tokens({ pageContext, product: { apis, subscriptions } }: ProductSectionProps) {
  const application = subscriptions.find(({ state }) => state === 'ACTIVE')?.application;
  return (
    <GetToken
      pageContext={pageContext}
      servers={authorizationServers(apis.flatMap((api) => [api, ...api.operations]))}
      client={{
        clientType: application?.clientType ?? 'CONFIDENTIAL',
        clientKey: callingKey(pageContext, application),
        redirectUri: application?.redirectUris[0],
      }}
    />
  );
}
