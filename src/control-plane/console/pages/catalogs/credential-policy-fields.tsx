import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Field } from '../../../../ui/components/field.tsx';
import { useTexts } from '../parts/texts.ts';

type CredentialPolicyFieldsProps = {
  readonly policy: { readonly maxDays: number; readonly noticeDays?: number | null } | null | undefined;
  readonly refused: PageRefusal | undefined;
};

/** Fields of the policy that ends client secrets and API keys. */
export function CredentialPolicyFields({ policy, refused }: CredentialPolicyFieldsProps) {
  const words = useTexts().text.catalogs.settings;
  return (
    <>
      <Field
        name="maxDays"
        label={words.maxDays}
        hint={words.maxDaysHint}
        type="number"
        value={policy ? String(policy.maxDays) : ''}
        refused={refused}
      />
      <Field
        name="noticeDays"
        label={words.noticeDays}
        hint={words.noticeDaysHint}
        type="number"
        value={policy?.noticeDays == null ? '' : String(policy.noticeDays)}
        refused={refused}
      />
    </>
  );
}
