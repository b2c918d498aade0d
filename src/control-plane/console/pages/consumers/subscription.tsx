import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import type { VersionedName } from '../../../../foundation/text/version.ts';
import { Fact } from '../../../../ui/components/fact.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { graphql } from '../../graphql.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { allowsChange } from '../../rights.ts';
import {
  type ApplicationAddress,
  applicationPath,
  consumerOrgPath,
  subscriptionPath,
} from '../parts/console-paths.ts';
import { Crumbs } from '../parts/crumbs.tsx';
import { Done } from '../parts/done-notice.tsx';
import { show } from '../parts/frame.tsx';
import { limitsOfPlan } from '../parts/plan-texts.ts';
import { showNotFound } from '../parts/problem.tsx';
import { runAction } from '../parts/run-action.ts';
import { State } from '../parts/state.tsx';
import { useTexts } from '../parts/texts.ts';
import { FORM_ANSWERS, GivenAnswers } from './form-answers.tsx';
import { actionsIn, LIMITED_SUBSCRIPTION, OWN_LIMITS_FIELDS, OwnLimits } from './own-limits.tsx';

const SUBSCRIPTION = graphql(
  `query SubscriptionPage($org: String!, $catalog: String!, $consumerOrg: String!, $application: String!) {
    application(org: $org, catalog: $catalog, consumerOrg: $consumerOrg, name: $application) {
      title
      consumerOrg { title }
      subscriptions(first: 200) {
        state
        product { name title version }
        price {
          acceptedBy acceptedAt
          price { currency amount charges { counts meter included unitPrice per } }
          awaiting { currency amount charges { counts meter included unitPrice per } }
        }
        usage {
          limit remaining resetsAt
          graphQLCost { limit remaining resetsAt }
          limits { limit { name counts meter limit per every timeZone burst operations mode } remaining resetsAt }
        }
        formAnswers { ...GivenAnswers }
        ...LimitedSubscription
      }
    }
  }`,
  [LIMITED_SUBSCRIPTION, FORM_ANSWERS],
);

type Subscription = NonNullable<ResultOf<typeof SUBSCRIPTION>['application']>['subscriptions'][number];

const PATH = '/catalogs/:org/:catalog/consumers/:consumerOrg/:application/subscriptions/:name/:version';

/** An application, and the product that it is subscribed to. */
type SubscriptionAddress = ApplicationAddress & VersionedName;

/** Adds the page of a subscription: what its windows have left, and its own limits. */
export function subscription(pages: ConsolePages): void {
  pages.get(PATH, (c) => showSubscription(c, c.req.param()));

  pages.post(PATH, async (c) => {
    const address = c.req.param();
    const { org } = address;
    const found = await subscriptionAt(c, address);
    if (!found) return showNotFound(c);
    const form = await readForm(c, ...OWN_LIMITS_FIELDS);
    const actions = actionsIn(c.var.pageContext.text);
    const acted = await runAction(c, actions, { target: { org, id: found.subscription.id }, form });
    if (!acted) return showNotFound(c);
    const { result, refused } = acted;
    if (refused) return showSubscription(c, address, { form, refused });
    return c.redirect(`${subscriptionPath(address, address)}?done=${result}`, 303);
  });
}

async function subscriptionAt(c: Context<ConsoleEnv>, { name, version, ...address }: SubscriptionAddress) {
  const { application } = await c.var.pageContext.session.run(SUBSCRIPTION, address);
  const subscription = application?.subscriptions.find(
    ({ product }) => product.name === name && product.version === version,
  );
  return application && subscription ? { application, subscription } : undefined;
}

async function showSubscription(
  c: Context<ConsoleEnv>,
  address: SubscriptionAddress,
  sent?: Parameters<typeof OwnLimits>[0]['sent'],
) {
  const { pageContext } = c.var;
  const at = await subscriptionAt(c, address);
  if (!at) return showNotFound(c);
  const { application, subscription: found } = at;
  const { text } = pageContext;
  const words = text.consumers.subscription;
  const title = `${found.product.title} ${found.product.version}, ${found.plan.title}`;
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
      <div class="head">
        <h1 class="title">{title}</h1>
        <State state={found.state} />
      </div>
      <Done done={c.req.query('done')} />
      <dl class="facts">
        <Fact name={words.plan}>{limitsOfPlan(text, found.plan)}</Fact>
        <Fact name={words.price}>
          <AcceptedPrice price={found.price} />
        </Fact>
        <Fact name={words.leftNow}>
          <Left usage={found.usage} />
        </Fact>
      </dl>
      {found.formAnswers && (
        <Section id="answers-heading" title={text.products.subscriptionForms.given}>
          <GivenAnswers given={found.formAnswers} />
        </Section>
      )}
      <div class="section">
        <OwnLimits
          org={address.org}
          path={subscriptionPath(address, address)}
          subscription={found}
          mayChange={allowsChange(pageContext.session)}
          sent={sent}
        />
      </div>
    </>,
    { title, org: address.org, refused: sent?.refused },
  );
}

/** The price that holds, who accepted it, and a dearer one that waits. */
function AcceptedPrice({ price: { price, awaiting, acceptedBy, acceptedAt } }: Pick<Subscription, 'price'>) {
  const { text } = useTexts();
  const words = text.consumers.subscription;
  return (
    <ul class="plain-list">
      <li>{price ? text.price.of(price) : text.price.free}</li>
      {acceptedBy !== null && acceptedAt !== null && <li>{words.accepted(acceptedBy, acceptedAt)}</li>}
      {awaiting && <li>{words.awaiting(text.price.of(awaiting))}</li>}
    </ul>
  );
}

/** Remainders of all windows, in the order of the limits. */
function Left({ usage }: { usage: Subscription['usage'] }) {
  const { text } = useTexts();
  const words = text.consumers.subscription;
  const { limit, remaining, resetsAt, graphQLCost, limits } = usage;
  const lines = [
    ...(limit === null || remaining === null ? [] : [words.calls({ limit, remaining, resetsAt })]),
    ...(graphQLCost ? [words.cost(graphQLCost)] : []),
    ...limits.map(({ limit, remaining, resetsAt }) =>
      words.further(text.limits.of(limit), { limit: limit.limit, remaining, resetsAt }),
    ),
  ];
  if (lines.length === 0) return <>{words.unlimited}</>;
  return (
    <ul class="plain-list">
      {lines.map((line) => (
        <li>{line}</li>
      ))}
    </ul>
  );
}
