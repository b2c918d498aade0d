import { isForMember } from '../../../../domain/consumer/audience.ts';
import { isSubscribable } from '../../../../domain/consumer/subscription.ts';
import {
  type FormField,
  type FormTerms,
  formFieldKinds,
  formOfPlan,
  type SubscriptionForm,
  termsId,
} from '../../../../domain/consumer/subscription-form.ts';
import { describedValues } from '../../../../graphql/schema/described-values.ts';
import { stored } from '../../../../infrastructure/database/json-columns.ts';
import { builder } from '../builder.ts';

const kindDescriptions = {
  TEXT: 'A text of at most 1000 characters.',
  CHOICE: 'One of the choices of the field.',
  CHECKBOX: 'Ticked or not: `true` or `false`.',
};

const PortalFormFieldKind = builder.enumType('PortalFormFieldKind', {
  description: 'What a field of a subscription form takes.',
  values: describedValues(formFieldKinds, (kind) => kindDescriptions[kind]),
});

const PortalFormField = builder.objectRef<FormField>('PortalFormField').implement({
  description: 'A field of a subscription form.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What it is answered by: `answers.field`.' }),
    label: t.exposeString('label', { description: 'What people call it.' }),
    kind: t.expose('kind', { type: PortalFormFieldKind, description: 'What it takes.' }),
    help: t.exposeString('help', { nullable: true, description: 'A sentence about it, if there is one.' }),
    required: t.exposeBoolean('required', { description: 'Has it to be filled in, or ticked?' }),
    choices: t.stringList({
      description: 'The choices of a CHOICE.',
      resolve: ({ choices }) => [...choices],
    }),
  }),
});

const PortalFormTerms = builder.objectRef<FormTerms>('PortalFormTerms').implement({
  description: 'Terms that a subscriber accepts.',
  fields: (t) => ({
    id: t.id({
      description: 'What they are accepted by: `acceptTerms`. It changes with any part of them.',
      resolve: termsId,
    }),
    name: t.exposeString('name', { description: 'Their name in the form.' }),
    title: t.exposeString('title', { description: 'What people call them.' }),
    version: t.exposeString('version', { description: 'Which version of them it is.' }),
    markdown: t.exposeString('markdown', {
      nullable: true,
      description: 'Their text in Markdown; null where they are at an address.',
    }),
    url: t.exposeString('url', {
      nullable: true,
      description: 'The address of a page with them; null where the text is here.',
    }),
  }),
});

const PortalSubscriptionForm = builder.objectRef<SubscriptionForm>('PortalSubscriptionForm').implement({
  description: 'What a plan asks of those who subscribe to it.',
  fields: (t) => ({
    fields: t.field({
      type: [PortalFormField],
      description: 'The fields to fill in, in their order.',
      resolve: ({ fields }) => [...fields],
    }),
    terms: t.field({
      type: [PortalFormTerms],
      description: 'The terms to accept, in their order.',
      resolve: ({ terms }) => [...terms],
    }),
  }),
});

builder.prismaObjectFields('CatalogPlan', (t) => ({
  subscriptionForm: t.field({
    type: PortalSubscriptionForm,
    description: 'What it asks of those who subscribe to it, or change to it.',
    select: { name: true, catalogProduct: { select: { subscriptionForm: true } } },
    resolve: ({ name, catalogProduct }) =>
      formOfPlan(stored<SubscriptionForm | null>(catalogProduct.subscriptionForm), name),
  }),
  subscribable: t.boolean({
    description: 'Does it take new subscriptions from the viewer, or from whoever signs in?',
    select: {
      subscribableBy: true,
      catalogProduct: { select: { state: true, subscribability: true, subscribableBy: true } },
    },
    resolve: ({ subscribableBy, catalogProduct }, _args, { viewer }) => {
      const member = viewer?.audience ?? [];
      return isSubscribable(catalogProduct, member) && isForMember(subscribableBy, member);
    },
  }),
}));
