import { Choice } from '../../ui/choice.tsx';
import { Field, LinesField } from '../../ui/field.tsx';
import type { PageRefusal } from './graphql.ts';
import type { Offer, SubscribeForm } from './offer.ts';
import type { Visit } from './visit.ts';

type ChoicesProps = { readonly visit: Visit; readonly offer: Offer; readonly form: SubscribeForm };

/** The plans of the product, each with its limit. */
export function PlanChoices({ visit: { text }, offer: { product }, form }: ChoicesProps) {
  return (
    <fieldset class="choices">
      <legend class="label">{text.subscribe.plan}</legend>
      {product.plans.map(({ name, title, rateLimit, rateLimitUnit, approvalRequired }) => (
        <Choice
          id={`plan-${name}`}
          name="plan"
          value={name}
          label={title}
          hint={[
            text.limit(rateLimit, rateLimitUnit),
            ...(approvalRequired ? [text.plan.approval] : []),
          ].join('. ')}
          checked={name === form.plan}
        />
      ))}
    </fieldset>
  );
}

/** The applications of the viewer, and a new one. */
export function ApplicationChoices({
  visit: { text },
  offer: { applications, taken },
  form,
  refused,
}: ChoicesProps & { readonly refused: PageRefusal | undefined }) {
  const errorOf = (field: string) => (refused?.field === field ? refused.message : undefined);
  return (
    <fieldset class="choices">
      <legend class="label">{text.subscribe.application}</legend>
      {applications.map(({ name, title }) => (
        <Choice
          id={`application-${name}`}
          name="application"
          value={name}
          label={title}
          hint={taken.has(name) ? text.subscribe.taken(taken.get(name) ?? '') : undefined}
          checked={name === form.application}
          disabled={taken.has(name)}
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
        <Field
          name="title"
          label={text.application.name}
          value={form.title}
          maxlength={200}
          error={errorOf('title')}
        />
        <details open={form.redirectUris !== ''}>
          <summary class="details-summary">{text.application.redirectUris}</summary>
          <LinesField
            name="redirectUris"
            label={text.application.redirectUris}
            hint={text.application.redirectUrisHint}
            value={form.redirectUris}
            error={errorOf('redirectUris')}
          />
        </details>
      </Choice>
    </fieldset>
  );
}
