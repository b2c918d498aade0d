import { type InputPath, refuse } from '../../foundation/errors.ts';
import { type FormField, type SubscriptionForm, termsId } from './subscription-form.ts';

/** An answer to a field, with the label that it was asked by. */
export type FormAnswer = { readonly field: string; readonly label: string; readonly value: string };

/** Terms that a member has accepted. */
export type AcceptedTerms = {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly acceptedBy: string;
  /** An instant, RFC 3339. */
  readonly acceptedAt: string;
};

/** The answers of a subscriber. They are kept with the subscription. */
export type FormAnswers = {
  readonly answers: readonly FormAnswer[];
  readonly terms: readonly AcceptedTerms[];
};

/** Answers as an input gives them. */
export type AnswersDraft = {
  readonly answers: readonly { readonly field: string; readonly value: string }[];
  /** Ids of the terms that the member accepts. */
  readonly acceptTerms: readonly string[];
};

export const NO_ANSWERS: FormAnswers = { answers: [], terms: [] };
export const ANSWER_LENGTH_MAX = 1_000;

type Answering = AnswersDraft & {
  /** The part of the form that the plan asks. */
  readonly form: SubscriptionForm;
  /** Answers that the subscription has. They are not asked again while they hold. */
  readonly before: FormAnswers;
  readonly username: string;
  readonly at: Date;
  readonly path: InputPath;
};

/**
 * Checks the answers of a subscriber, and adds them to the earlier ones.
 *
 * @throws ANSWER_MISSING, TERMS_NOT_ACCEPTED, BAD_USER_INPUT
 */
export function formAnswersFrom(answering: Answering): FormAnswers {
  const { form, before, answers, path } = answering;
  checkFields(answering);
  const given = form.fields.flatMap((field) => {
    const sent = answers.find((each) => each.field === field.name);
    const value = sent === undefined ? earlierValue(field, before) : valueFrom(field, sent.value, path);
    const isMissing = value === '' || (field.kind === 'CHECKBOX' && value === 'false');
    if (field.required && isMissing)
      refuse('ANSWER_MISSING', {
        detail: `The field ${field.name} (${field.label}) has to be ${field.kind === 'CHECKBOX' ? 'ticked: send the value true' : 'filled in'}.`,
        path: [...path, 'answers'],
      });
    return value === '' ? [] : [{ field: field.name, label: field.label, value }];
  });
  const rest = before.answers.filter(({ field }) => !form.fields.some(({ name }) => name === field));
  return { answers: [...given, ...rest], terms: acceptedTerms(answering) };
}

/** @throws BAD_USER_INPUT for a field that is not asked, or one twice */
function checkFields({ form, answers, path }: Answering): void {
  const asked = new Set(form.fields.map(({ name }) => name));
  for (const [index, { field }] of answers.entries())
    if (!asked.delete(field))
      refuse('BAD_USER_INPUT', {
        detail: `The plan does not ask for a field ${JSON.stringify(field.slice(0, 80))}, or it is answered twice.`,
        path: [...path, 'answers', index, 'field'],
      });
}

/** Returns the earlier answer to a field, where the field would still take it. */
function earlierValue({ name, kind, choices }: FormField, { answers }: FormAnswers): string {
  const value = answers.find(({ field }) => field === name)?.value ?? '';
  return kind === 'CHOICE' && !choices.includes(value) ? '' : value;
}

function valueFrom({ name, kind, choices }: FormField, text: string, path: InputPath): string {
  const value = text.trim();
  const fault = (detail: string) => refuse('BAD_USER_INPUT', { detail, path: [...path, 'answers'] });
  if (value === '') return '';
  if (kind === 'CHOICE' && !choices.includes(value))
    fault(`The field ${name} takes one of its choices: ${choices.join(', ')}.`);
  if (kind === 'CHECKBOX' && value !== 'true' && value !== 'false')
    fault(`The field ${name} takes true or false.`);
  if (value.length > ANSWER_LENGTH_MAX)
    fault(`The answer to ${name} is longer than ${ANSWER_LENGTH_MAX} characters.`);
  if (value.includes('\0')) fault(`The answer to ${name} has a NUL character: leave it out.`);
  return value;
}

function acceptedTerms({ form, before, acceptTerms, username, at, path }: Answering): AcceptedTerms[] {
  const held = form.terms.map((terms) => {
    const id = termsId(terms);
    const earlier = before.terms.find((each) => each.id === id);
    if (earlier) return earlier;
    const { name, title, version } = terms;
    if (!acceptTerms.includes(id))
      refuse('TERMS_NOT_ACCEPTED', {
        detail: `${title}, version ${version}, has to be accepted by its id, ${id}.`,
        path: [...path, 'acceptTerms'],
      });
    return { id, name, title, version, acceptedBy: username, acceptedAt: at.toISOString() };
  });
  // What was accepted stays on record, also where another version is accepted by now.
  const rest = before.terms.filter(({ id }) => !held.some((each) => each.id === id));
  return [...held, ...rest.slice(0, TERMS_KEPT_MAX)];
}

/** Accepted terms of before that are kept; history has the others. */
const TERMS_KEPT_MAX = 20;
