import { Prisma } from '../../../../bundles/prisma.js';
import {
  FORM_CHOICES_MAX,
  FORM_FIELDS_MAX,
  FORM_HELP_MAX,
  FORM_LABEL_MAX,
  FORM_TERMS_MAX,
  FORM_VERSION_MAX,
  type FormField,
  type FormTerms,
  formFieldKinds,
  type SubscriptionForm,
  subscriptionFormFrom,
  TERMS_LENGTH_MAX,
  termsId,
} from '../../../domain/consumer/subscription-form.ts';
import { refuse } from '../../../foundation/errors.ts';
import { describedValues } from '../../../graphql/schema/described-values.ts';
import { stored, toStore } from '../../../infrastructure/database/json-columns.ts';
import { builder, inOrg } from '../builder.ts';
import { catalogNamed } from './catalog.ts';
import { catalogProductNamed } from './catalog-product.ts';

const kindDescriptions = {
  TEXT: 'A text of at most 1000 characters.',
  CHOICE: 'One of the choices of the field.',
  CHECKBOX: 'Ticked or not: `true` or `false`.',
};

const FormFieldKindRef = builder.enumType('FormFieldKind', {
  description: 'What a field of a subscription form takes.',
  values: describedValues(formFieldKinds, (kind) => kindDescriptions[kind]),
});

const texts = {
  form: 'What a product in a catalog asks of those who subscribe to it.',
  fields: `The fields that a subscriber fills in, in their order, at most ${FORM_FIELDS_MAX}.`,
  terms: `The terms that a subscriber accepts, in their order, at most ${FORM_TERMS_MAX}.`,
  fieldName: 'Its name in the form, for example `use-case`.',
  label: `What it is called on the page, at most ${FORM_LABEL_MAX} characters of plain text.`,
  kind: 'What it takes.',
  help: `A sentence beside it, at most ${FORM_HELP_MAX} characters of plain text.`,
  required: 'Has it to be filled in, or ticked?',
  choices: `The choices of a CHOICE, at most ${FORM_CHOICES_MAX}.`,
  plans: 'The plans that it is for, by name; none is all.',
  termsName: 'Their name in the form, for example `terms-of-use`.',
  title: `What they are called, at most ${FORM_LABEL_MAX} characters.`,
  version: `Which version of them it is, at most ${FORM_VERSION_MAX} characters, for example \`2027-01\`.`,
  markdown: `Their text in Markdown, without HTML and images, at most ${TERMS_LENGTH_MAX} characters; null where they are at an address.`,
  url: 'The address of a page with them; null where the text is here.',
};

const FormFieldRef = builder.objectRef<FormField>('FormField').implement({
  description: 'A field of a subscription form.',
  fields: (t) => ({
    name: t.exposeString('name', { description: texts.fieldName }),
    label: t.exposeString('label', { description: texts.label }),
    kind: t.expose('kind', { type: FormFieldKindRef, description: texts.kind }),
    help: t.exposeString('help', { nullable: true, description: texts.help }),
    required: t.exposeBoolean('required', { description: texts.required }),
    choices: t.stringList({ description: texts.choices, resolve: ({ choices }) => [...choices] }),
    plans: t.stringList({ description: texts.plans, resolve: ({ plans }) => [...plans] }),
  }),
});

const FormTermsRef = builder.objectRef<FormTerms>('FormTerms').implement({
  description: 'Terms that a subscriber accepts.',
  fields: (t) => ({
    id: t.id({
      description: 'What they are accepted by. It is another one once any part of them changes.',
      resolve: termsId,
    }),
    name: t.exposeString('name', { description: texts.termsName }),
    title: t.exposeString('title', { description: texts.title }),
    version: t.exposeString('version', { description: texts.version }),
    markdown: t.exposeString('markdown', { nullable: true, description: texts.markdown }),
    url: t.exposeString('url', { nullable: true, description: texts.url }),
    plans: t.stringList({ description: texts.plans, resolve: ({ plans }) => [...plans] }),
  }),
});

const SubscriptionFormRef = builder.objectRef<SubscriptionForm>('SubscriptionForm').implement({
  description: texts.form,
  fields: (t) => ({
    fields: t.field({
      type: [FormFieldRef],
      description: texts.fields,
      resolve: ({ fields }) => [...fields],
    }),
    terms: t.field({ type: [FormTermsRef], description: texts.terms, resolve: ({ terms }) => [...terms] }),
  }),
});

builder.prismaObjectField('CatalogProduct', 'subscriptionForm', (t) =>
  t.field({
    type: SubscriptionFormRef,
    nullable: true,
    description: 'What it asks of those who subscribe to it; null is nothing.',
    select: { subscriptionForm: true },
    resolve: ({ subscriptionForm }) => stored<SubscriptionForm | null>(subscriptionForm),
  }),
);

const FormFieldInput = builder.inputType('FormFieldInput', {
  description: 'A field that a subscriber is to fill in.',
  fields: (t) => ({
    name: t.string({ required: true, description: texts.fieldName }),
    label: t.string({ required: true, description: texts.label }),
    kind: t.field({ type: FormFieldKindRef, defaultValue: 'TEXT', description: texts.kind }),
    help: t.string({ description: texts.help }),
    required: t.boolean({ defaultValue: false, description: texts.required }),
    choices: t.stringList({ defaultValue: [], description: texts.choices }),
    plans: t.stringList({ defaultValue: [], description: texts.plans }),
  }),
});

const FormTermsInput = builder.inputType('FormTermsInput', {
  description: 'Terms that a subscriber is to accept, with a text or an address.',
  fields: (t) => ({
    name: t.string({ required: true, description: texts.termsName }),
    title: t.string({ required: true, description: texts.title }),
    version: t.string({ required: true, description: texts.version }),
    markdown: t.string({ description: texts.markdown }),
    url: t.string({ description: texts.url }),
    plans: t.stringList({ defaultValue: [], description: texts.plans }),
  }),
});

const SetSubscriptionFormInput = builder.inputType('SetSubscriptionFormInput', {
  description:
    'What a product in a catalog is to ask of those who subscribe to it. It replaces the present form.',
  fields: (t) => ({
    org: t.string(inOrg),
    catalog: t.string({ required: true, description: 'The catalog.' }),
    product: t.field({ type: 'VersionedName', required: true, description: 'Which product.' }),
    fields: t.field({ type: [FormFieldInput], defaultValue: [], description: texts.fields }),
    terms: t.field({ type: [FormTermsInput], defaultValue: [], description: texts.terms }),
  }),
});

type AskedPlans = { readonly form: SubscriptionForm | null; readonly plans: readonly string[] };

/** @throws NOT_FOUND for a plan that the product does not have */
function checkPlans({ form, plans }: AskedPlans): void {
  for (const list of ['fields', 'terms'] as const)
    for (const [at, thing] of (form?.[list] ?? []).entries()) {
      const absent = thing.plans.find((plan) => !plans.includes(plan));
      if (absent !== undefined)
        refuse('NOT_FOUND', {
          detail: `The product has no plan ${absent}; it has ${plans.join(', ')}.`,
          path: ['input', list, at, 'plans'],
        });
    }
}

builder.mutationField('setSubscriptionForm', (t) =>
  t.prismaField({
    type: 'CatalogProduct',
    description:
      'Sets what a product in a catalog asks of those who subscribe to it, or change to another plan of it: fields and terms. Subscriptions that there are keep what they have answered.',
    args: {
      input: t.arg({
        type: SetSubscriptionFormInput,
        required: true,
        description: 'Which product, and the form.',
      }),
    },
    resolve: async (query, _root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const { catalog: name, product: subject } = input;
      const form = subscriptionFormFrom(input, ['input']);
      const request = { orgId, action: 'setSubscriptionForm', subject, detail: { catalog: name } };
      return context.change(request, async (transaction) => {
        const catalog = await catalogNamed(transaction, { orgId, name, path: ['input', 'catalog'] });
        const path = ['input', 'product'];
        const { id } = await catalogProductNamed(transaction, { catalog, product: subject, path });
        const plans = await transaction.catalogPlan.findMany({
          where: { catalogProductId: id },
          orderBy: { position: 'asc' },
          select: { name: true },
        });
        checkPlans({ form, plans: plans.map((plan) => plan.name) });
        return transaction.catalogProduct.update({
          ...query,
          where: { id },
          data: { subscriptionForm: form ? toStore(form) : Prisma.DbNull },
        });
      });
    },
  }),
);
