import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import {
  type UserRegistryType,
  userRegistryTypes,
} from '../../../../infrastructure/user-registries/types.ts';
import { Field } from '../../../../ui/components/field.tsx';
import { TitleField } from '../parts/name-field.tsx';

export const REGISTRY_FIELDS = ['title', 'displayName', 'url'] as const;

export type RegistryForm = Readonly<Record<(typeof REGISTRY_FIELDS)[number], string>>;

export const trimmed = ({ title, displayName, url }: RegistryForm) => ({
  title: title.trim(),
  displayName: displayName.trim(),
  url: url.trim(),
});

type FieldsProps = {
  readonly type: UserRegistryType;
  readonly form: RegistryForm;
  readonly refused: PageRefusal | undefined;
};

/** The fields of a user registry of a type. */
export function RegistryFields({ type, form, refused }: FieldsProps) {
  return (
    <>
      <TitleField value={form.title} refused={refused} />
      <Field
        name="displayName"
        label="Display name"
        hint="What the people in it are shown."
        value={form.displayName}
        refused={refused}
        maxlength={200}
        required
      />
      <Field
        name="url"
        {...userRegistryTypes[type].address}
        type="url"
        value={form.url}
        refused={refused}
        required
      />
    </>
  );
}
