import type { MailPolicyDraft } from '../../../../domain/events/mail-policy.ts';
import type { NoticeTemplateDraft } from '../../../../domain/events/notice-template.ts';
import { languages } from '../../../../foundation/text/languages.ts';
import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { CheckBox } from '../../../../ui/components/choice.tsx';
import { Field, LinesField, SelectField } from '../../../../ui/components/field.tsx';
import { useTexts } from '../parts/texts.ts';
import { yamlListIn, yamlOf } from '../parts/yaml-field.ts';

/** The members of the policy, as fields of the form. */
export const MAIL_FIELDS = ['mailLanguage', 'senderName', 'replyTo', 'templates'] as const;

type MailForm = Readonly<Record<'mail' | (typeof MAIL_FIELDS)[number], string>>;

type MailForInput =
  | (Omit<MailPolicyDraft, 'templates'> & { readonly templates: NoticeTemplateDraft[] })
  | null;

/** Reads the policy of a form. Without its box there is none. */
export const mailIn = (
  { mail, mailLanguage, senderName, replyTo, templates }: MailForm,
  wrong: (reason: string) => string,
): MailForInput =>
  mail === ''
    ? null
    : {
        language: mailLanguage,
        senderName: senderName.trim() || null,
        replyTo: replyTo.trim() || null,
        templates: yamlListIn<Partial<NoticeTemplateDraft> | null>(templates, {
          member: 'templates',
          wrong,
        }).map((each) => ({
          kind: String(each?.kind ?? ''),
          language: String(each?.language ?? ''),
          subject: String(each?.subject ?? ''),
          text: String(each?.text ?? ''),
        })),
      };

type MailFieldsProps = {
  readonly policy: MailPolicyDraft | null | undefined;
  readonly refused: PageRefusal | undefined;
};

/** Fields of the mail to consumers. */
export function MailFields({ policy, refused }: MailFieldsProps) {
  const { mail: words } = useTexts().text.catalogs.settings;
  return (
    <>
      <CheckBox
        id="mail"
        name="mail"
        value="yes"
        label={words.label}
        hint={words.hint}
        checked={policy != null}
      />
      <SelectField
        name="mailLanguage"
        label={words.language}
        value={policy?.language ?? 'en'}
        options={Object.entries(languages).map(([value, label]) => ({ value, label }))}
        refused={refused}
      />
      <Field
        name="senderName"
        label={words.senderName}
        hint={words.senderNameHint}
        value={policy?.senderName ?? ''}
        refused={refused}
      />
      <Field
        name="replyTo"
        label={words.replyTo}
        hint={words.replyToHint}
        type="email"
        value={policy?.replyTo ?? ''}
        refused={refused}
      />
      <LinesField
        name="templates"
        label={words.templates}
        hint={words.templatesHint}
        value={yamlOf([...(policy?.templates ?? [])])}
        rows={6}
        refused={refused}
      />
    </>
  );
}
