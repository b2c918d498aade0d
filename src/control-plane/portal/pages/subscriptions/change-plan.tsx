import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Choice } from '../../../../ui/components/choice.tsx';
import { Crumb } from '../../../../ui/components/crumb.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { show } from '../parts/frame.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalEnv, PortalPageContext, PortalPages } from '../parts/page-context.ts';
import { callLimits } from '../parts/plan-limits.ts';
import { showNotFound } from '../parts/problem.tsx';
import { PLAN_WORDS, PlanHint } from '../products/plan-words.tsx';
import { named } from '../products/product-name.ts';
import { FORM_ANSWERS, FormFields } from './form-fields.tsx';
import { type ComparedPlan, isFewer, PLAN_TERMS } from './migration-changes.tsx';
import { PLAN_FORM, sentAnswers } from './sent-answers.ts';
import { priceField, submitText } from './subscribe-choices.tsx';

const OTHER_PLANS = graphql(
  `query OtherPlans($id: ID!) {
    subscription(id: $id) {
      id
      application { title }
      product { title version }
      plan { name ...PlanTerms }
      ownLimits { until }
      formAnswers { ...FormAnswers }
      otherPlans(first: 200) {
        plan { name approvalRequired ...PlanTerms ...PlanWords ...PlanForm }
        estimate { currency amount }
      }
    }
  }`,
  [PLAN_TERMS, PLAN_WORDS, PLAN_FORM, FORM_ANSWERS],
);

const CHANGE_PLAN = graphql(`
  mutation ChangePlan(
    $id: ID!, $plan: String!, $acceptPrice: ID, $answers: [FormAnswerInput!]!, $acceptTerms: [ID!]!
  ) {
    changePlan(
      id: $id, plan: $plan, acceptPrice: $acceptPrice, answers: $answers, acceptTerms: $acceptTerms
    ) { plan { name } }
  }
`);
const CANCEL = graphql(`mutation CancelPlanRequest($id: ID!) { cancelPlanRequest(id: $id) { id } }`);

/** Returns the page that changes the plan of a subscription. */
export const planUrl = ({ base }: PortalPageContext, id: string): string =>
  `${base}/subscriptions/${id}/plan`;

/** Adds the page that changes the plan of a subscription, and takes requests back. */
export function changePlan(pages: PortalPages): void {
  pages.get('/subscriptions/:id/plan', (c) => showPlans(c));

  pages.post('/subscriptions/:id/plan', async (c) => {
    const { base, run } = c.var.pageContext;
    const id = c.req.param('id');
    const { plan } = await readForm(c, 'plan');
    const shownPrice = priceField(plan);
    const { [shownPrice]: acceptPrice = '' } = await readForm(c, shownPrice);
    const { subscription } = await run(OTHER_PLANS, { id });
    if (!subscription) return showNotFound(c);
    const wanted = subscription.otherPlans.find((offered) => offered.plan.name === plan)?.plan;
    const answers = await sentAnswers(c, wanted);
    const { result, refused } = await attempt(
      run(CHANGE_PLAN, { id, plan, ...answers, ...(acceptPrice !== '' && { acceptPrice }) }),
    );
    if (refused) return showPlans(c, { plan, refused });
    const done = result.changePlan.plan.name === plan ? 'planChanged' : 'planRequested';
    return c.redirect(`${base}/subscriptions/${id}?done=${done}`, 303);
  });

  pages.post('/subscriptions/:id/cancel-plan-request', async (c) => {
    const { base, run } = c.var.pageContext;
    const { cancelPlanRequest } = await run(CANCEL, { id: c.req.param('id') });
    return c.redirect(`${base}/subscriptions/${cancelPlanRequest.id}?done=planKept`, 303);
  });
}

type Subscription = NonNullable<ResultOf<typeof OTHER_PLANS>['subscription']>;
/** A change that was refused, and the plan that was chosen. */
type RefusedChange = { readonly plan: string; readonly refused: PageRefusal };

async function showPlans(c: Context<PortalEnv>, sent?: RefusedChange): Promise<Response> {
  const { pageContext } = c.var;
  const { base, text, run } = pageContext;
  const { subscription } = await run(OTHER_PLANS, { id: c.req.param('id') ?? '' });
  if (!subscription) return showNotFound(c);
  const { id, application, product, plan, otherPlans } = subscription;
  const title = text.changePlan.title(named(product));
  return show(
    c,
    <>
      <Crumb href={`${base}/subscriptions/${id}`}>{named(product)}</Crumb>
      <h1 class="title">{title}</h1>
      <p class="lead">{text.changePlan.lead(application.title, plan.title)}</p>
      <RefusedNotice refused={sent?.refused} beside={[]} />
      {otherPlans.length === 0 ? (
        <Notice tone="info">
          <p class="text">{text.changePlan.none}</p>
        </Notice>
      ) : (
        <PlanForm
          pageContext={pageContext}
          subscription={subscription}
          sent={sent}
          wanted={c.req.query('plan')}
        />
      )}
    </>,
    { title, menu: 'subscriptions', refused: sent?.refused },
  );
}

type PlanFormProps = {
  readonly pageContext: PortalPageContext;
  readonly subscription: Subscription;
  readonly sent: RefusedChange | undefined;
  /** The plan that the page was asked for; the first one unless it is offered. */
  readonly wanted: string | undefined;
};

/** The other plans, each with what it costs and allows, beside the present one. */
function PlanForm({ pageContext, subscription, sent, wanted }: PlanFormProps) {
  const { base, text } = pageContext;
  const { id, plan: present, ownLimits, otherPlans, formAnswers } = subscription;
  const words = text.changePlan;
  const plans = otherPlans.map((offered) => offered.plan);
  const checked = sent?.plan ?? (plans.find(({ name }) => name === wanted) ?? plans[0])?.name;
  return (
    <form method="post" action={planUrl(pageContext, id)} class="form card">
      <fieldset class="choices">
        <legend class="label">{words.legend}</legend>
        {otherPlans.map((offered) => (
          <Choice
            id={`plan-${offered.plan.name}`}
            name="plan"
            value={offered.plan.name}
            label={offered.plan.title}
            hint={<PlanHint plan={offered.plan} terms={termsOf(pageContext, offered, present)} />}
            checked={offered.plan.name === checked}
          />
        ))}
        {otherPlans.map(
          ({ plan: { name, price } }) =>
            price && <input type="hidden" name={priceField(name)} value={price.id} />,
        )}
      </fieldset>
      <FormFields pageContext={pageContext} plans={plans} before={formAnswers} refused={sent?.refused} />
      {ownLimits && <p class="text">{words.ownLimitsRest}</p>}
      <p class="row">
        <button class="button button-primary" type="submit">
          {submitText(words, plans)}
        </button>
        <a class="button" href={`${base}/subscriptions/${id}`}>
          {words.keep}
        </a>
      </p>
    </form>
  );
}

/** Lists what a plan costs and allows, and how that differs from the present one. */
function termsOf(
  pageContext: PortalPageContext,
  { plan, estimate }: Subscription['otherPlans'][number],
  present: ComparedPlan,
): string[] {
  const { text } = pageContext;
  return [
    plan.price ? text.price.of(plan.price) : text.price.free,
    callLimits(pageContext, plan),
    isFewer(plan, present) && text.changePlan.fewer,
    estimate && text.changePlan.estimate(estimate),
    plan.approvalRequired && text.plan.approval,
  ].filter((each) => typeof each === 'string');
}
