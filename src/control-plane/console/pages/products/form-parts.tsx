import type { ResultOf } from '@graphql-typed-document-node/core';
import {
  FORM_HELP_MAX,
  FORM_LABEL_MAX,
  FORM_VERSION_MAX,
  formFieldKinds,
} from '../../../../domain/consumer/subscription-form.ts';
import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { CheckBox } from '../../../../ui/components/choice.tsx';
import { Field, LinesField, SelectField } from '../../../../ui/components/field.tsx';
import { graphql } from '../../graphql.ts';
import { useTexts } from '../parts/texts.ts';

export const SUBSCRIPTION_FORM = graphql(`
  fragment SubscriptionForm on SubscriptionForm @_unmask {
    fields { name label kind help required choices plans }
    terms { name title version markdown url plans }
  }
`);

type Form = ResultOf<typeof SUBSCRIPTION_FORM>;
export type FieldOfForm = Form['fields'][number];
export type TermsOfForm = Form['terms'][number];

export const NEW_FIELD: FieldOfForm = {
  name: '',
  label: '',
  kind: 'TEXT',
  help: null,
  required: false,
  choices: [],
  plans: [],
};
export const NEW_TERMS: TermsOfForm = {
  name: '',
  title: '',
  version: '',
  markdown: null,
  url: null,
  plans: [],
};

type PartProps<Thing> = {
  readonly thing: Thing;
  /** Names of the plans of the product. */
  readonly plans: readonly string[];
  readonly refused: PageRefusal | undefined;
};

/** The inputs of a field of a form. */
export function FieldInputs({ thing, plans, refused }: PartProps<FieldOfForm>) {
  const { subscriptionForms: words } = useTexts().text.products;
  return (
    <>
      <Field
        name="label"
        label={words.label}
        value={thing.label}
        maxlength={FORM_LABEL_MAX}
        required
        refused={refused}
      />
      <Field
        name="name"
        id="field-name"
        label={words.name}
        hint={words.nameHint}
        value={thing.name}
        required
        refused={refused}
      />
      <Field
        name="help"
        label={words.help}
        hint={words.helpHint}
        value={thing.help ?? ''}
        maxlength={FORM_HELP_MAX}
        refused={refused}
      />
      <SelectField
        name="kind"
        label={words.kind}
        value={thing.kind}
        options={formFieldKinds.map((value) => ({ value, label: words.kinds[value] }))}
      />
      <LinesField
        name="choices"
        label={words.choices}
        hint={words.choicesHint}
        value={thing.choices.join('\n')}
        refused={refused}
      />
      <CheckBox id="required" name="required" value="true" label={words.required} checked={thing.required} />
      <PlansInput id="field-plans" thing={thing} plans={plans} refused={refused} />
    </>
  );
}

/** The inputs of terms of a form. */
export function TermsInputs({ thing, plans, refused }: PartProps<TermsOfForm>) {
  const { subscriptionForms: words } = useTexts().text.products;
  return (
    <>
      <Field
        name="title"
        label={words.title}
        value={thing.title}
        maxlength={FORM_LABEL_MAX}
        required
        refused={refused}
      />
      <Field
        name="name"
        id="terms-name"
        label={words.name}
        hint={words.nameHint}
        value={thing.name}
        required
        refused={refused}
      />
      <Field
        name="version"
        label={words.version}
        hint={words.versionHint}
        value={thing.version}
        maxlength={FORM_VERSION_MAX}
        required
        refused={refused}
      />
      <LinesField
        name="markdown"
        label={words.markdown}
        value={thing.markdown ?? ''}
        rows={8}
        refused={refused}
      />
      <Field name="url" type="url" label={words.url} value={thing.url ?? ''} refused={refused} />
      <PlansInput id="terms-plans" thing={thing} plans={plans} refused={refused} />
    </>
  );
}

function PlansInput({
  id,
  thing,
  plans,
  refused,
}: PartProps<{ readonly plans: readonly string[] }> & { readonly id: string }) {
  const { subscriptionForms: words } = useTexts().text.products;
  return (
    <LinesField
      name="plans"
      id={id}
      label={words.plans}
      hint={words.plansHint(plans.join(', '))}
      value={thing.plans.join('\n')}
      rows={2}
      refused={refused}
    />
  );
}
