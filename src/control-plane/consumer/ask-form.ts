import {
  type AnswersDraft,
  type FormAnswers,
  formAnswersFrom,
  NO_ANSWERS,
} from '../../domain/consumer/form-answers.ts';
import { formOfPlan, type SubscriptionForm } from '../../domain/consumer/subscription-form.ts';
import type { InputPath } from '../../foundation/errors.ts';
import type {
  CatalogPlan,
  CatalogProduct,
  Prisma,
} from '../../infrastructure/database/generated/prisma/client.ts';
import { stored, toStore } from '../../infrastructure/database/json-columns.ts';

/** A member who answers the form of a plan. */
export type FormAnswering = AnswersDraft & {
  readonly username: string;
  readonly now: Date;
  /** Path of what holds `answers` and `acceptTerms`. */
  readonly path: InputPath;
};

type FormQuestion = {
  readonly product: Pick<CatalogProduct, 'subscriptionForm'>;
  readonly plan: Pick<CatalogPlan, 'name'>;
  /** Earlier answers of the subscription, as they are stored. */
  readonly before?: Prisma.JsonValue;
};

/**
 * Checks a member's answers to the form of a plan, for a column.
 *
 * @returns undefined where nothing is asked or was answered
 * @throws ANSWER_MISSING, TERMS_NOT_ACCEPTED, BAD_USER_INPUT
 */
export function answersToStore(
  { product, plan, before = null }: FormQuestion,
  { now, ...answering }: FormAnswering,
): Prisma.InputJsonValue | undefined {
  const form = formOfPlan(stored<SubscriptionForm | null>(product.subscriptionForm), plan.name);
  const earlier = stored<FormAnswers | null>(before) ?? NO_ANSWERS;
  const answers = formAnswersFrom({ ...answering, form, before: earlier, at: now });
  return answers.answers.length + answers.terms.length === 0 ? undefined : toStore(answers);
}
