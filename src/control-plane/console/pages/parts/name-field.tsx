import { Field } from '../../../../ui/components/field.tsx';
import type { Refused } from '../../../../ui/components/refused-notice.tsx';
import { useTexts } from './texts.ts';

type NameFieldProps = {
  readonly value: string | undefined;
  readonly hint: string;
  readonly refused: Refused | undefined;
};

/** Field for the name of something new. Left empty, the name follows from the title. */
export function NameField(props: NameFieldProps) {
  const { nameField } = useTexts().text;
  return (
    <Field
      name="name"
      label={nameField.name}
      pattern="[a-z0-9]+(-[a-z0-9]+)*"
      title={nameField.pattern('customer-oauth')}
      maxlength={63}
      autocomplete="off"
      {...props}
    />
  );
}

type TitleFieldProps = {
  readonly value: string | undefined;
  readonly refused: Refused | undefined;
  readonly hint?: string;
  /** False where the title is known without it. */
  readonly required?: boolean;
};

export function TitleField(props: TitleFieldProps) {
  const { nameField } = useTexts().text;
  return (
    <Field name="title" label={nameField.title} maxlength={200} autocomplete="off" required {...props} />
  );
}
