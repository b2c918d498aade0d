import type { Context } from 'hono';
import { versionedName } from '../../../../foundation/text/version.ts';
import { attempt, PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Crumb } from '../../../../ui/components/crumb.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { APPLICATION_BESIDE, APPLICATION_FIELDS } from '../applications/application-fields.tsx';
import { showIssued } from '../applications/issued-secret.tsx';
import { show } from '../parts/frame.tsx';
import type { PortalEnv, PortalPageContext, PortalPages } from '../parts/page-context.ts';
import { askToSignIn, showNotFound } from '../parts/problem.tsx';
import { tryItUrl } from '../products/api-card.tsx';
import { named, productUrl } from '../products/product-name.ts';
import { firstCallOf } from './first-call.ts';
import { FormFields, fieldsBeside } from './form-fields.tsx';
import { freeTitle, type SubscribeForm, type SubscriptionOffer, subscriptionOfferOf } from './offer.ts';
import { missingIn, sentAnswers } from './sent-answers.ts';
import { ApplicationChoices, PlanChoices, priceField, submitText } from './subscribe-choices.tsx';
import {
  type ApplicationToSubscribe,
  SUBSCRIBE,
  type SubscribedApplication,
  subscribeNew,
} from './subscribe-new.ts';

/** Adds the page that subscribes an application to a plan. The application exists, or is made for it. */
export function subscribe(pages: PortalPages): void {
  pages.get('/products/:product/subscribe', async (c) => {
    const { frame, text } = c.var.pageContext;
    if (!frame.viewer) return askToSignIn(c);
    const offer = await subscriptionOfferOf(c);
    if (!offer) return showNotFound(c);
    const { plans, applications, planByApplication } = offer;
    const chosenPlan = plans.find(({ name }) => name === c.req.query('plan')) ?? plans[0];
    return showForm(c, offer, {
      plan: chosenPlan?.name ?? '',
      application:
        (
          applications.find(({ name }) => name === c.req.query('application')) ??
          applications.find(({ name }) => !planByApplication.has(name))
        )?.name ?? '',
      title: freeTitle(text.subscribe.newTitle, applications),
      clientType: '',
      redirectUris: '',
    });
  });

  pages.post('/products/:product/subscribe', async (c) => {
    const { base, run } = c.var.pageContext;
    const offer = await subscriptionOfferOf(c);
    if (!offer) return showNotFound(c);
    const form = await readForm(c, 'plan', 'application', ...APPLICATION_FIELDS);
    const acceptPrice = await shownPrice(c, form.plan);
    const plan = offer.plans.find(({ name }) => name === form.plan);
    const answers = await sentAnswers(c, plan);
    const missing = missingIn(c.var.pageContext, plan, answers);
    if (missing) return showForm(c, offer, form, missing);
    if (form.application === '') return showNew(c, offer, { ...form, ...answers, acceptPrice });
    const product = versionedName(offer.product);
    const { application, plan: planName } = form;
    const { result, refused } = await attempt(
      run(SUBSCRIBE, { application, product, plan: planName, acceptPrice, ...answers }),
    );
    if (refused) return showForm(c, offer, form, refused);
    const done = result.subscribe.state === 'ACTIVE' ? 'subscribed' : 'requested';
    return c.redirect(`${base}/products/${product}?done=${done}`, 303);
  });
}

/** Reads the price that the form showed of a plan. It may be another one by now. */
async function shownPrice(c: Context<PortalEnv>, plan: string): Promise<string | undefined> {
  const name = priceField(plan);
  return (await readForm(c, name))[name] || undefined;
}

/** Makes an application and subscribes it, and shows its secret. */
async function showNew(
  c: Context<PortalEnv>,
  offer: SubscriptionOffer,
  form: ApplicationToSubscribe,
): Promise<Response> {
  const { result, refused } = await subscribeNew(c.var.pageContext, offer, form);
  return refused ? showForm(c, offer, form, refused) : showOutcome(c, offer, result);
}

/** Shows the form that subscribes, with the reason of a refusal. */
export function showForm(
  c: Context<PortalEnv>,
  offer: SubscriptionOffer,
  form: SubscribeForm,
  refused?: PageRefusal,
): Response {
  const { pageContext } = c.var;
  const { text } = pageContext;
  const { product, plans } = offer;
  const url = productUrl(pageContext, product);
  return show(
    c,
    <>
      <Crumb href={url}>{named(product)}</Crumb>
      <h1 class="title">{text.subscribe.title(named(product))}</h1>
      <p class="lead">{text.subscribe.lead}</p>
      <RefusedNotice refused={refused} beside={[...APPLICATION_BESIDE, ...fieldsBeside(plans)]} />
      {plans.length > 0 ? (
        <form method="post" action={`${url}/subscribe`} class="form card">
          <PlanChoices pageContext={pageContext} offer={offer} form={form} />
          <ApplicationChoices pageContext={pageContext} offer={offer} form={form} refused={refused} />
          <FormFields pageContext={pageContext} plans={plans} refused={refused} />
          <p>
            <button class="button button-primary" type="submit">
              {submitText(text.subscribe, plans)}
            </button>
          </p>
        </form>
      ) : (
        <Notice tone="info">
          <p class="text">{text.product.notSubscribable}</p>
        </Notice>
      )}
    </>,
    { title: text.subscribe.title(named(product)), menu: 'products', refused },
  );
}

/** Shows the outcome. A call can be tried where it would be admitted. */
export async function showOutcome(
  c: Context<PortalEnv>,
  { product }: SubscriptionOffer,
  { issued, subscribed }: SubscribedApplication,
): Promise<Response> {
  const { pageContext } = c.var;
  const [api] = product.apis;
  const isActive = !(subscribed instanceof PageRefusal) && subscribed.state === 'ACTIVE';
  const at = {
    product: versionedName(product),
    application: issued.application.name,
  };
  const firstCall =
    isActive && api
      ? await firstCallOf(pageContext, { product: at.product, api: versionedName(api) }, issued)
      : undefined;
  return showIssued(c, issued, {
    firstCall,
    before: <SubscribedNotice pageContext={pageContext} product={named(product)} subscribed={subscribed} />,
    ...(isActive &&
      api && {
        next: {
          href: tryItUrl(pageContext, api, at),
          label: pageContext.text.secret[issued.clientSecret === '' ? 'tryItPublic' : 'tryIt'],
        },
      }),
  });
}

type SubscribedNoticeProps = {
  readonly pageContext: PortalPageContext;
  readonly product: string;
  readonly subscribed: SubscribedApplication['subscribed'];
};

function SubscribedNotice({ pageContext: { text }, product, subscribed }: SubscribedNoticeProps) {
  if (subscribed instanceof PageRefusal)
    return (
      <Notice tone="danger" title={text.subscribe.failed(product)}>
        <p class="text">{subscribed.code === 'INTERNAL' ? text.problem.internal : subscribed.message}</p>
      </Notice>
    );
  const isActive = subscribed.state === 'ACTIVE';
  return (
    <Notice
      tone={isActive ? 'success' : 'info'}
      title={text.subscribe.subscribed(product, subscribed.plan.title)}
    >
      <p class="text">{isActive ? text.done.subscribed : text.done.requested}</p>
    </Notice>
  );
}
