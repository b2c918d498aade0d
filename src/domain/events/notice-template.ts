import { type InputPath, refuse } from '../../foundation/errors.ts';
import { type Language, languageTags } from '../../foundation/text/languages.ts';
import { type LetterKind, letterKindNames } from './letters.ts';
import { type NoticeKind, noticeKindNames } from './notices.ts';

/** A kind of notice or letter: each may have words of the provider. */
export type TemplateKind = NoticeKind | LetterKind;

export const templateKindNames: readonly TemplateKind[] = [...noticeKindNames, ...letterKindNames];

/** A provider's words for a kind of notice or letter, in place of the built-in. */
export type NoticeTemplate = {
  readonly kind: TemplateKind;
  readonly language: Language;
  /** With placeholders, such as `{product} is retired`. */
  readonly subject: string;
  readonly text: string;
};

/** A template as the management API and a manifest take it. */
export type NoticeTemplateDraft = Readonly<Record<keyof NoticeTemplate, string>>;

const TEMPLATE_SUBJECT_MAX = 200;
const TEMPLATE_TEXT_MAX = 2_000;

const ofSubscription = ['application', 'product', 'plan'] as const;
const ofRejection = [...ofSubscription, 'reason'] as const;

/** Placeholders of a template, by the kind of its notice. */
export const noticePlaceholders = {
  LIMIT_ALERT: ['application', 'product', 'plan', 'share', 'limit', 'endsAt'],
  CREDENTIAL_ENDING: ['application', 'title', 'days', 'endsAt'],
  SUBSCRIPTION_ACTIVE: ofSubscription,
  SUBSCRIPTION_PENDING_APPROVAL: ofSubscription,
  SUBSCRIPTION_REJECTED: ofRejection,
  SUBSCRIPTION_ENDED: ofSubscription,
  PLAN_REJECTED: ofRejection,
  PRODUCT_DEPRECATED: ['product', 'sunsetAt'],
  PRODUCT_SUPERSEDED: ['product', 'successor', 'sunsetAt'],
  PRODUCT_SUNSET: ['product', 'successor', 'sunsetAt', 'days'],
  PRODUCT_RETIRED: ['product'],
  API_CHANGED: ['api', 'product', 'added', 'removed', 'changed'],
  MESSAGE: ['product', 'title', 'text'],
  WEBHOOK_DISABLED: ['host', 'since'],
  APPLICATION_SUSPENDED: ['application', 'reason'],
  APPLICATION_ENABLED: ['application'],
  INVITATION: ['organization', 'invitedBy', 'endsAt'],
  PASSWORD_RESET: ['username', 'endsAt'],
  EMAIL_VERIFICATION: ['username', 'endsAt'],
  EMAIL_CHANGE: ['username'],
} as const satisfies Readonly<Record<TemplateKind, readonly string[]>>;

const PLACEHOLDER = /\{([A-Za-z]+)\}/g;

/**
 * Checks templates. Each kind has at most one a language.
 *
 * @throws BAD_USER_INPUT, with the path of the member at fault
 */
export function noticeTemplatesFrom(
  drafts: readonly NoticeTemplateDraft[],
  path: InputPath,
): readonly NoticeTemplate[] {
  const templates = drafts.map((draft, at) => noticeTemplateFrom(draft, [...path, at]));
  const keys = templates.map(({ kind, language }) => `${kind} in ${language}`);
  const twice = keys.findIndex((key, at) => keys.indexOf(key) < at);
  if (twice >= 0)
    refuse('BAD_USER_INPUT', {
      detail: `${keys[twice]} has two templates: give one.`,
      path: [...path, twice],
    });
  return templates;
}

/** Checks a template. @throws BAD_USER_INPUT, with the path of the member at fault */
export function noticeTemplateFrom(draft: NoticeTemplateDraft, path: InputPath): NoticeTemplate {
  const kind = templateKindNames.find((each) => each === draft.kind);
  const language = languageTags.find((each) => each === draft.language);
  if (!kind)
    return refuse('BAD_USER_INPUT', {
      detail: `kind is ${draft.kind}: give one of ${templateKindNames.join(', ')}.`,
      path: [...path, 'kind'],
    });
  if (!language)
    return refuse('BAD_USER_INPUT', {
      detail: `language is ${draft.language}: give one of ${languageTags.join(', ')}.`,
      path: [...path, 'language'],
    });
  const { subject, text } = draft;
  // A line break would begin another header.
  if (subject.trim() === '' || subject.length > TEMPLATE_SUBJECT_MAX || /\p{Cc}/u.test(subject))
    refuse('BAD_USER_INPUT', {
      detail: `subject has 1 to ${TEMPLATE_SUBJECT_MAX} characters, in one line.`,
      path: [...path, 'subject'],
    });
  if (text.trim() === '' || text.length > TEMPLATE_TEXT_MAX)
    refuse('BAD_USER_INPUT', {
      detail: `text has 1 to ${TEMPLATE_TEXT_MAX} characters.`,
      path: [...path, 'text'],
    });
  for (const member of ['subject', 'text'] as const)
    checkPlaceholders(kind, draft[member], [...path, member]);
  return { kind, language, subject: subject.trim(), text };
}

function checkPlaceholders(kind: TemplateKind, template: string, path: InputPath): void {
  const known: readonly string[] = noticePlaceholders[kind];
  const unknown = [...template.matchAll(PLACEHOLDER)].find(([, name = '']) => !known.includes(name));
  if (unknown)
    refuse('BAD_USER_INPUT', {
      detail: `${unknown[0]} is no placeholder of ${kind}: it has ${known.map((name) => `{${name}}`).join(', ')}.`,
      path,
    });
}

/** Fills a template. What it has no value for is left out. */
export const filled = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(PLACEHOLDER, (_placeholder, name: string) => values[name] ?? '');
