import type { MailPolicyDraft } from '../../../../domain/events/mail-policy.ts';
import { languages } from '../../../../foundation/text/languages.ts';
import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { CheckBox } from '../../../../ui/components/choice.tsx';
import { Field, SelectField } from '../../../../ui/components/field.tsx';
import { useTexts } from '../parts/texts.ts';

/** The members of the policy, as fields of the form. */
export const MAIL_FIELDS = ['mailLanguage', 'senderName', 'replyTo'] as const;

type MailForm = Readonly<Record<'mail' | (typeof MAIL_FIELDS)[number], string>>;

/** Reads the policy of a form. Without its box there is none. */
export const mailIn = ({ mail, mailLanguage, senderName, replyTo }: MailForm): MailPolicyDraft | null =>
  mail === ''
    ? null
    : { language: mailLanguage, senderName: senderName.trim() || null, replyTo: replyTo.trim() || null };

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
    </>
  );
}
