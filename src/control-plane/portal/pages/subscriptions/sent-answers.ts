import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import { refusal } from '../../../../foundation/errors.ts';
import { asGraphQLError } from '../../../../graphql/server/refusals.ts';
import { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { readForm } from '../../../../ui/kit/form.ts';
import { graphql } from '../parts/graphql.ts';
import type { PortalEnv, PortalPageContext } from '../parts/page-context.ts';

/** Questions of a plan to those who subscribe to it. */
export const PLAN_FORM = graphql(`
  fragment PlanForm on PortalPlan {
    name title
    subscriptionForm {
      fields { name label kind help required choices }
      terms { id title version markdown url }
    }
  }
`);

export type AskingPlan = ResultOf<typeof PLAN_FORM>;
export type ShownField = AskingPlan['subscriptionForm']['fields'][number];
export type ShownTerms = AskingPlan['subscriptionForm']['terms'][number];

/** Names the input of a field. */
export const fieldName = ({ name }: ShownField) => `answer-${name}`;
/** Names the box of terms. Terms that have changed have another one. */
export const termsField = ({ id }: ShownTerms) => `terms-${id}`;

/** The answers that a form has sent to what a plan asks. */
export type SentAnswers = {
  readonly answers: { field: string; value: string }[];
  readonly acceptTerms: string[];
};

/** Reads the answers to what a plan asks, as the page showed it. */
export async function sentAnswers(c: Context<PortalEnv>, plan: AskingPlan | undefined): Promise<SentAnswers> {
  const { fields = [], terms = [] } = plan?.subscriptionForm ?? {};
  const sent = await readForm(c, ...fields.map(fieldName), ...terms.map(termsField));
  return {
    answers: fields.map((field) => {
      const value = sent[fieldName(field)] ?? '';
      return { field: field.name, value: field.kind === 'CHECKBOX' ? String(value === 'true') : value };
    }),
    acceptTerms: terms.filter((each) => sent[termsField(each)] === 'true').map(({ id }) => id),
  };
}

/**
 * Finds what a form lacks, before an application is made for it. What else is wrong with it, the API says.
 */
export function missingIn(
  { text }: PortalPageContext,
  plan: AskingPlan | undefined,
  { answers, acceptTerms }: SentAnswers,
): PageRefusal | undefined {
  const { fields = [], terms = [] } = plan?.subscriptionForm ?? {};
  const isAnswered = ({ name, kind }: ShownField) => {
    const value = answers.find(({ field }) => field === name)?.value.trim() ?? '';
    return kind === 'CHECKBOX' ? value === 'true' : value !== '';
  };
  const missing = fields.find((field) => field.required && !isAnswered(field));
  const unaccepted = terms.find(({ id }) => !acceptTerms.includes(id));
  if (!missing && !unaccepted) return undefined;
  const { answerMissing, termsMissing } = text.subscriptionForm;
  const refused = missing
    ? refusal('ANSWER_MISSING', { detail: answerMissing(missing.label), path: [fieldName(missing)] })
    : refusal('TERMS_NOT_ACCEPTED', { detail: termsMissing(unaccepted?.title ?? '') });
  return new PageRefusal(asGraphQLError(refused, {}));
}
