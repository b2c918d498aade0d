import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import { blocksNewSubscription } from '../../../../domain/consumer/subscription.ts';
import { nameOf } from '../../../../foundation/text/name.ts';
import { parseVersionedName } from '../../../../foundation/text/version.ts';
import type { ApplicationForm } from '../applications/application-fields.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalEnv } from '../parts/page-context.ts';
import { PLAN } from '../products/plan-card.tsx';
import { SECURITY_OPTION } from '../products/security-options.tsx';
import { PLAN_FORM } from './sent-answers.ts';

const OFFER = graphql(
  `query Offer($product: VersionedName!) {
    product(product: $product) {
      name title version subscribable
      plans(first: 200) { ...Plan ...PlanForm }
      apis(first: 200) { name version kind security { ...SecurityOption } }
      subscriptions(first: 200) { state application { name } plan { title } }
    }
    viewer { consumerOrg { applications { name title } } }
  }`,
  [PLAN, PLAN_FORM, SECURITY_OPTION],
);

/** Choices of the subscribe page. */
export type SubscriptionOffer = {
  readonly product: NonNullable<ResultOf<typeof OFFER>['product']>;
  /** Plans of the product that the viewer may subscribe to. */
  readonly plans: NonNullable<ResultOf<typeof OFFER>['product']>['plans'];
  readonly applications: readonly { readonly name: string; readonly title: string }[];
  /** The application cannot be subscribed once more: the plan that it has. */
  readonly planByApplication: ReadonlyMap<string, string>;
};

/** Chosen values; the application is empty where a new one is wanted. */
export type SubscribeForm = ApplicationForm & Readonly<Record<'plan' | 'application', string>>;

/** Reads the offers of the path's product to the viewer; undefined without such a product. */
export async function subscriptionOfferOf(c: Context<PortalEnv>): Promise<SubscriptionOffer | undefined> {
  const requested = c.req.param('product') ?? '';
  if (!parseVersionedName(requested)) return undefined;
  const { product, viewer } = await c.var.pageContext.run(OFFER, { product: requested });
  if (!product) return undefined;
  const inTheWay = product.subscriptions.filter(({ state }) => blocksNewSubscription(state));
  return {
    product,
    plans: product.plans.filter(({ subscribable }) => subscribable),
    applications: viewer?.consumerOrg.applications ?? [],
    planByApplication: new Map(inTheWay.map(({ application, plan }) => [application.name, plan.title])),
  };
}

/** Finds a title whose name no application has. */
export function freeTitle(title: string, applications: SubscriptionOffer['applications']): string {
  const names = new Set(applications.map(({ name }) => name));
  let free = title;
  for (let count = 2; names.has(nameOf(free)); count += 1) free = `${title} ${count}`;
  return free;
}
