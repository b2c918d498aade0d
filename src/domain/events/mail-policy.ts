import { type InputPath, refuse } from '../../foundation/errors.ts';
import { type Language, languageTags } from '../../foundation/text/languages.ts';
import { checkEmail } from '../people/member.ts';
import { type NoticeTemplate, type NoticeTemplateDraft, noticeTemplatesFrom } from './notice-template.ts';

/** Mail of a catalog to its consumers. */
export type MailPolicy = {
  /** The language that it is written in. */
  readonly language: Language;
  /** The name of the sender; null is that of the platform. */
  readonly senderName: string | null;
  /** The address that answers go to; null is that of the sender. */
  readonly replyTo: string | null;
  /** The provider's own words, by kind and language. A policy that was stored before has none. */
  readonly templates?: readonly NoticeTemplate[] | undefined;
};

/** A policy as the management API and a manifest take it. */
export type MailPolicyDraft = {
  readonly language?: string | null | undefined;
  readonly senderName?: string | null | undefined;
  readonly replyTo?: string | null | undefined;
  readonly templates?: readonly NoticeTemplateDraft[] | null | undefined;
};

export const SENDER_NAME_MAX = 100;

/** Messages that the mail server is given at once. */
export const MAILS_UNDER_WAY_MAX = 8;

/**
 * Checks and completes a policy.
 *
 * @throws BAD_USER_INPUT, with the path of the member at fault
 */
export function mailPolicyFrom(draft: MailPolicyDraft, path: InputPath): MailPolicy {
  const { language = 'en', senderName = null, replyTo = null } = draft;
  const tag = languageTags.find((each) => each === (language ?? 'en'));
  if (!tag)
    refuse('BAD_USER_INPUT', {
      detail: `language is ${language}: give one of ${languageTags.join(', ')}.`,
      path: [...path, 'language'],
    });
  // A line break would begin another header.
  if (senderName !== null && (senderName.length > SENDER_NAME_MAX || /\p{Cc}/u.test(senderName)))
    refuse('BAD_USER_INPUT', {
      detail: `senderName has at most ${SENDER_NAME_MAX} characters, in one line.`,
      path: [...path, 'senderName'],
    });
  if (replyTo !== null) checkEmail(replyTo, [...path, 'replyTo']);
  const templates = noticeTemplatesFrom(draft.templates ?? [], [...path, 'templates']);
  return { language: tag, senderName: senderName?.trim() || null, replyTo, templates };
}
