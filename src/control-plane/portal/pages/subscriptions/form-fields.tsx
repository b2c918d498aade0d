import type { ResultOf } from '@graphql-typed-document-node/core';
import { ANSWER_LENGTH_MAX } from '../../../../domain/consumer/form-answers.ts';
import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { CheckBox } from '../../../../ui/components/choice.tsx';
import { Field, SelectField } from '../../../../ui/components/field.tsx';
import { Prose } from '../../../../ui/components/prose.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalPageContext } from '../parts/page-context.ts';
import { type AskingPlan, fieldName, type ShownField, type ShownTerms, termsField } from './sent-answers.ts';

/** Answers that a subscription has already. */
export const FORM_ANSWERS = graphql(`
  fragment FormAnswers on PortalFormAnswers {
    answers { field label value }
    terms { id title version acceptedBy acceptedAt }
  }
`);

type Answered = ResultOf<typeof FORM_ANSWERS>;

/** Something that a form asks, and the plans that ask it. */
type AskedByPlans<Thing> = { readonly thing: Thing; readonly plans: AskingPlan[] };

function askedBy<Thing>(
  plans: readonly AskingPlan[],
  thingsOf: (plan: AskingPlan) => readonly Thing[],
  keyOf: (thing: Thing) => string,
): AskedByPlans<Thing>[] {
  const asked = new Map<string, AskedByPlans<Thing>>();
  for (const plan of plans)
    for (const thing of thingsOf(plan)) {
      const known = asked.get(keyOf(thing));
      if (known) known.plans.push(plan);
      else asked.set(keyOf(thing), { thing, plans: [plan] });
    }
  return [...asked.values()];
}

/** The fields that say for themselves what is wrong with them. */
export const fieldsBeside = (plans: readonly AskingPlan[]): string[] =>
  plans.flatMap(({ subscriptionForm }) => subscriptionForm.fields.map(fieldName));

type FormFieldsProps = {
  readonly pageContext: PortalPageContext;
  readonly plans: readonly AskingPlan[];
  /** Earlier answers: terms are not asked again, fields show it. */
  readonly before?: Answered | null;
  readonly refused: PageRefusal | undefined;
};

/** Questions of plans to those who subscribe to them. Nothing where they ask nothing. */
export function FormFields({ pageContext, plans, before, refused }: FormFieldsProps) {
  const { text } = pageContext;
  const fields = askedBy(
    plans,
    ({ subscriptionForm }) => subscriptionForm.fields,
    ({ name }) => name,
  );
  const terms = askedBy(
    plans,
    ({ subscriptionForm }) =>
      subscriptionForm.terms.filter(({ id }) => !before?.terms.some((each) => each.id === id)),
    ({ id }) => id,
  );
  const ofPlans = (asking: readonly AskingPlan[]) =>
    asking.length === plans.length
      ? undefined
      : text.subscriptionForm.onlyFor(asking.map(({ title }) => title));
  return (
    <>
      {fields.length > 0 && (
        <Section id="fields-heading" title={text.subscriptionForm.fields} class="form">
          {fields.map(({ thing, plans: asking }) => (
            <AskedField
              pageContext={pageContext}
              field={thing}
              only={ofPlans(asking)}
              value={before?.answers.find(({ field }) => field === thing.name)?.value ?? ''}
              refused={refused}
            />
          ))}
        </Section>
      )}
      {terms.length > 0 && (
        <Section id="terms-heading" title={text.subscriptionForm.terms} class="form">
          {terms.map(({ thing, plans: asking }) => (
            <AskedTerms pageContext={pageContext} terms={thing} only={ofPlans(asking)} />
          ))}
        </Section>
      )}
    </>
  );
}

type AskedFieldProps = {
  readonly pageContext: PortalPageContext;
  readonly field: ShownField;
  /** Says for which plans alone it is; undefined for all. */
  readonly only: string | undefined;
  readonly value: string;
  readonly refused: PageRefusal | undefined;
};

function AskedField({ pageContext: { text }, field, only, value, refused }: AskedFieldProps) {
  const { kind, label, help, required, choices } = field;
  const optional = required ? undefined : text.subscriptionForm.optional;
  const hint = [help, only, kind === 'CHECKBOX' ? undefined : optional].filter(Boolean).join(' ');
  const name = fieldName(field);
  const common = { name, label, refused, ...(hint !== '' && { hint }) };
  const isRequired = required && only === undefined;
  if (kind === 'CHECKBOX')
    return (
      <CheckBox
        id={name}
        name={name}
        value="true"
        label={label}
        hint={hint || undefined}
        checked={value === 'true'}
      />
    );
  if (kind === 'TEXT')
    return <Field {...common} value={value} maxlength={ANSWER_LENGTH_MAX} required={isRequired} />;
  const none = { value: '', label: text.subscriptionForm.choose };
  return (
    <SelectField
      {...common}
      value={value}
      options={[none, ...choices.map((choice) => ({ value: choice, label: choice }))]}
    />
  );
}

type AskedTermsProps = {
  readonly pageContext: PortalPageContext;
  readonly terms: ShownTerms;
  readonly only: string | undefined;
};

function AskedTerms({ pageContext: { text }, terms, only }: AskedTermsProps) {
  const { title, version, markdown, url } = terms;
  const words = text.subscriptionForm;
  return (
    <div class="choices">
      {markdown !== null && (
        <details>
          <summary class="details-summary">{words.read(title, version)}</summary>
          <Prose markdown={markdown} headingLevel={3} />
        </details>
      )}
      {url !== null && (
        <a class="link" href={url} target="_blank" rel="noopener noreferrer nofollow">
          {words.read(title, version)}
        </a>
      )}
      <CheckBox
        id={termsField(terms)}
        name={termsField(terms)}
        value="true"
        label={words.accept(title, version)}
        hint={only}
        checked={false}
      />
    </div>
  );
}
