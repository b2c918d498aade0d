import { Field } from '../../../../ui/components/field.tsx';
import type { Refused } from '../../../../ui/components/refused-notice.tsx';

type TitleFieldProps = { readonly value: string | undefined; readonly refused: Refused | undefined };

export function TitleField(props: TitleFieldProps) {
  return <Field name="title" label="Title" maxlength={200} autocomplete="off" required {...props} />;
}
