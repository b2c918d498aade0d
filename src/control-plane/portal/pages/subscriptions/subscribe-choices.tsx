import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Choice } from '../../../../ui/components/choice.tsx';
import { ApplicationFields } from '../applications/application-fields.tsx';
import type { PortalPageContext } from '../parts/page-context.ts';
import { callLimits } from '../parts/plan-limits.ts';
import { PlanHint } from '../products/plan-words.tsx';
import type { SubscribeForm, SubscriptionOffer } from './offer.ts';

type ChoicesProps = {
  readonly pageContext: PortalPageContext;
  readonly offer: SubscriptionOffer;
  readonly form: SubscribeForm;
};

/** Names the field with the price that the form shows of a plan. */
export const priceField = (plan: string): string => `price-of-${plan}`;

/** The plans that the viewer may subscribe to, each with its price and its limit. */
export function PlanChoices({ pageContext, offer: { plans }, form }: ChoicesProps) {
  const { text } = pageContext;
  return (
    <fieldset class="choices">
      <legend class="label">{text.subscribe.plan}</legend>
      {plans.map(({ name, title, approvalRequired, ...plan }) => (
        <Choice
          id={`plan-${name}`}
          name="plan"
          value={name}
          label={title}
          hint={
            <PlanHint
              plan={plan}
              terms={[
                ...(plan.price ? [text.price.of(plan.price)] : []),
                callLimits(pageContext, plan),
                ...(approvalRequired ? [text.plan.approval] : []),
              ]}
            />
          }
          checked={name === form.plan}
        />
      ))}
      {plans.map(
        ({ name, price }) => price && <input type="hidden" name={priceField(name)} value={price.id} />,
      )}
    </fieldset>
  );
}

/** The applications of the viewer, and a new one. */
export function ApplicationChoices({
  pageContext,
  offer: { applications, planByApplication },
  form,
  refused,
}: ChoicesProps & { readonly refused: PageRefusal | undefined }) {
  const { text } = pageContext;
  return (
    <fieldset class="choices">
      <legend class="label">{text.subscribe.application}</legend>
      {applications.map(({ name, title }) => (
        <Choice
          id={`application-${name}`}
          name="application"
          value={name}
          label={title}
          hint={
            planByApplication.has(name)
              ? text.subscribe.subscribedAlready(planByApplication.get(name) ?? '')
              : undefined
          }
          checked={name === form.application}
          disabled={planByApplication.has(name)}
        />
      ))}
      <Choice
        id="new-application"
        name="application"
        value=""
        label={text.subscribe.newApplication}
        hint={text.subscribe.newApplicationHint}
        checked={form.application === ''}
      >
        <ApplicationFields pageContext={pageContext} form={form} refused={refused} />
      </Choice>
    </fieldset>
  );
}

type SubmitTexts = Readonly<Record<'submit' | 'submitPriced' | 'submitPerhapsPriced', string>>;

/** Returns the text of the button. Which plan is chosen is known only once it is sent. */
export function submitText(words: SubmitTexts, plans: readonly { readonly price: object | null }[]): string {
  const priced = plans.filter(({ price }) => price).length;
  if (priced === 0) return words.submit;
  return priced === plans.length ? words.submitPriced : words.submitPerhapsPriced;
}
