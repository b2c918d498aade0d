import type { AcceptedTerms, FormAnswer, FormAnswers } from '../../../domain/consumer/form-answers.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import { builder } from '../builder.ts';

const FormAnswerRef = builder.objectRef<FormAnswer>('FormAnswer').implement({
  description: 'An answer to a field of a subscription form.',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'The name of the field.' }),
    label: t.exposeString('label', { description: 'What the field was called when it was answered.' }),
    value: t.exposeString('value', { description: 'The answer; `true` or `false` of a CHECKBOX.' }),
  }),
});

const AcceptedTermsRef = builder.objectRef<AcceptedTerms>('AcceptedTerms').implement({
  description: 'Terms that a subscriber has accepted.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'What they were accepted by: it names each part of them.' }),
    name: t.exposeString('name', { description: 'Their name in the form.' }),
    title: t.exposeString('title', { description: 'What they were called.' }),
    version: t.exposeString('version', { description: 'Which version of them.' }),
    acceptedBy: t.exposeString('acceptedBy', { description: 'The member who accepted them.' }),
    acceptedAt: t.field({
      type: 'DateTime',
      description: 'When they were accepted.',
      resolve: ({ acceptedAt }) => new Date(acceptedAt),
    }),
  }),
});

export const FormAnswersRef = builder.objectRef<FormAnswers>('FormAnswers').implement({
  description: 'What a subscriber has answered to the form of a product.',
  fields: (t) => ({
    answers: t.field({
      type: [FormAnswerRef],
      description: 'The answers: first those to the present plan, in the order of the form.',
      resolve: ({ answers }) => [...answers],
    }),
    terms: t.field({
      type: [AcceptedTermsRef],
      description: 'The terms that were accepted: first those of the present plan. Earlier versions stay.',
      resolve: ({ terms }) => [...terms],
    }),
  }),
});

builder.prismaObjectField('Subscription', 'formAnswers', (t) =>
  t.field({
    type: FormAnswersRef,
    nullable: true,
    description: 'What its consumer has answered to the form of the product; null where nothing was asked.',
    select: { formAnswers: true },
    resolve: ({ formAnswers }) => stored<FormAnswers | null>(formAnswers),
  }),
);
