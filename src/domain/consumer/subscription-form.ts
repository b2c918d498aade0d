import { createHash } from 'node:crypto';
import { type InputPath, refuse } from '../../foundation/errors.ts';
import { checkName } from '../../foundation/text/name.ts';

/** The kinds of field that a form has. */
export const formFieldKinds = ['TEXT', 'CHOICE', 'CHECKBOX'] as const;
export type FormFieldKind = (typeof formFieldKinds)[number];

/** A field that a subscriber fills in. */
export type FormField = {
  readonly name: string;
  readonly label: string;
  readonly kind: FormFieldKind;
  readonly help: string | null;
  readonly required: boolean;
  /** Values of a CHOICE, in their order. */
  readonly choices: readonly string[];
  /** Names of the plans that it is asked for; none is all. */
  readonly plans: readonly string[];
};

/** Terms that a subscriber accepts. They are Markdown or a page elsewhere. */
export type FormTerms = {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly markdown: string | null;
  readonly url: string | null;
  /** Names of the plans that they hold for; none is all. */
  readonly plans: readonly string[];
};

/** The questions to those who subscribe to a product in a catalog. */
export type SubscriptionForm = {
  readonly fields: readonly FormField[];
  readonly terms: readonly FormTerms[];
};

type Draft<Thing, Needed extends keyof Thing> = Pick<Thing, Needed> & {
  readonly [Member in Exclude<keyof Thing, Needed>]?: Thing[Member] | null | undefined;
};
type FormFieldDraft = Draft<FormField, 'name' | 'label'>;
type FormTermsDraft = Draft<FormTerms, 'name' | 'title' | 'version'>;

/** A form as an input gives it. */
export type SubscriptionFormDraft = {
  readonly fields?: readonly FormFieldDraft[] | null | undefined;
  readonly terms?: readonly FormTermsDraft[] | null | undefined;
};

export const FORM_FIELDS_MAX = 20;
export const FORM_TERMS_MAX = 5;
export const FORM_LABEL_MAX = 120;
export const FORM_HELP_MAX = 500;
export const FORM_CHOICES_MAX = 50;
export const FORM_VERSION_MAX = 30;
export const TERMS_LENGTH_MAX = 20_000;
const PLANS_MAX = 50;
const URL_MAX = 2_000;

/** Control characters, and those that turn the direction of text. */
const NO_LINE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/**
 * Checks a form.
 *
 * @returns null where it asks nothing
 * @throws BAD_USER_INPUT, with the path of the member at fault
 */
export function subscriptionFormFrom(
  { fields, terms }: SubscriptionFormDraft,
  path: InputPath,
): SubscriptionForm | null {
  const form = {
    fields: listOf(fields ?? [], fieldFrom, { max: FORM_FIELDS_MAX, path: [...path, 'fields'] }),
    terms: listOf(terms ?? [], termsFrom, { max: FORM_TERMS_MAX, path: [...path, 'terms'] }),
  };
  return form.fields.length + form.terms.length === 0 ? null : form;
}

type ListBounds = { readonly max: number; readonly path: InputPath };

function listOf<From, Thing extends { readonly name: string }>(
  drafts: readonly From[],
  thingFrom: (draft: From, path: InputPath) => Thing,
  { max, path }: ListBounds,
): Thing[] {
  if (drafts.length > max)
    refuse('BAD_USER_INPUT', { detail: `There are ${drafts.length} of them: give at most ${max}.`, path });
  const things = drafts.map((draft, index) => thingFrom(draft, [...path, index]));
  for (const [index, { name }] of things.entries())
    if (things.findIndex((each) => each.name === name) !== index)
      refuse('BAD_USER_INPUT', {
        detail: `The name ${name} is there twice.`,
        path: [...path, index, 'name'],
      });
  return things;
}

function fieldFrom(draft: FormFieldDraft, path: InputPath): FormField {
  const { name, kind } = draft;
  checkName(name, [...path, 'name']);
  const help = draft.help?.trim() || null;
  if (help !== null && (help.length > FORM_HELP_MAX || help.includes('\0')))
    refuse('BAD_USER_INPUT', {
      detail: `The help has at most ${FORM_HELP_MAX} characters, none of them NUL.`,
      path: [...path, 'help'],
    });
  const field = {
    name,
    label: lineFrom(draft.label, { max: FORM_LABEL_MAX, path: [...path, 'label'] }),
    kind: kind ?? ('TEXT' as const),
    help,
    required: draft.required ?? false,
    choices: choicesFrom(draft.choices ?? [], [...path, 'choices']),
    plans: plansFrom(draft.plans ?? [], [...path, 'plans']),
  };
  if ((field.kind === 'CHOICE') !== field.choices.length > 0)
    refuse('BAD_USER_INPUT', {
      detail:
        field.kind === 'CHOICE'
          ? 'Give the choices of the field.'
          : 'Only a field of kind CHOICE has choices.',
      path: [...path, 'choices'],
    });
  return field;
}

function termsFrom({ name, ...draft }: FormTermsDraft, path: InputPath): FormTerms {
  checkName(name, [...path, 'name']);
  const [markdown, url] = [draft.markdown?.trim() || null, draft.url?.trim() || null];
  if ((markdown === null) === (url === null))
    refuse('BAD_USER_INPUT', { detail: 'Give the text of the terms or their address, one of them.', path });
  if (markdown !== null && (markdown.length > TERMS_LENGTH_MAX || markdown.includes('\0')))
    refuse('BAD_USER_INPUT', {
      detail: `The text of terms has at most ${TERMS_LENGTH_MAX} characters, none of them NUL.`,
      path: [...path, 'markdown'],
    });
  if (url !== null && !isPage(url))
    refuse('BAD_USER_INPUT', {
      detail: `The address of terms begins with https: or http:, and has at most ${URL_MAX} characters.`,
      path: [...path, 'url'],
    });
  return {
    name,
    title: lineFrom(draft.title, { max: FORM_LABEL_MAX, path: [...path, 'title'] }),
    version: lineFrom(draft.version, { max: FORM_VERSION_MAX, path: [...path, 'version'] }),
    markdown,
    url,
    plans: plansFrom(draft.plans ?? [], [...path, 'plans']),
  };
}

const isPage = (url: string): boolean =>
  url.length <= URL_MAX && URL.canParse(url) && ['https:', 'http:'].includes(new URL(url).protocol);

function lineFrom(text: string, { max, path }: ListBounds): string {
  const line = text.trim();
  if (line !== '' && line.length <= max && !NO_LINE.test(line)) return line;
  return refuse('BAD_USER_INPUT', { detail: `Write one line of 1 to ${max} characters.`, path });
}

function choicesFrom(choices: readonly string[], path: InputPath): string[] {
  if (choices.length > FORM_CHOICES_MAX)
    refuse('BAD_USER_INPUT', { detail: `A field has at most ${FORM_CHOICES_MAX} choices.`, path });
  return [
    ...new Set(
      choices.map((choice, index) => lineFrom(choice, { max: FORM_LABEL_MAX, path: [...path, index] })),
    ),
  ];
}

function plansFrom(plans: readonly string[], path: InputPath): string[] {
  if (plans.length > PLANS_MAX)
    refuse('BAD_USER_INPUT', { detail: `It names at most ${PLANS_MAX} plans.`, path });
  for (const [index, plan] of plans.entries()) checkName(plan, [...path, index]);
  return [...new Set(plans)].sort();
}

const isForPlan = ({ plans }: { readonly plans: readonly string[] }, plan: string): boolean =>
  plans.length === 0 || plans.includes(plan);

/** Returns the part of a form that a plan asks. */
export const formOfPlan = (form: SubscriptionForm | null, plan: string): SubscriptionForm => ({
  fields: (form?.fields ?? []).filter((field) => isForPlan(field, plan)),
  terms: (form?.terms ?? []).filter((terms) => isForPlan(terms, plan)),
});

/** Returns the id of terms. It names all that they say, so it changes with any part of it. */
export function termsId({ name, title, version, markdown, url }: FormTerms): string {
  return createHash('sha256')
    .update(JSON.stringify([name, title, version, markdown, url]))
    .digest('hex')
    .slice(0, 20);
}
