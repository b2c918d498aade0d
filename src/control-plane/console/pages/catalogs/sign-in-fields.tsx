import type { SignInPolicyDraft, SignInProviderDraft } from '../../../../domain/consumer/sign-in-policy.ts';
import type { MemberRole } from '../../../../domain/consumer/team.ts';
import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { CheckBox } from '../../../../ui/components/choice.tsx';
import { LinesField } from '../../../../ui/components/field.tsx';
import { useTexts } from '../parts/texts.ts';
import { yamlListIn, yamlOf } from '../parts/yaml-field.ts';

/** The members of the policy, as fields of the form. */
export const SIGN_IN_FIELDS = ['noPasswords', 'signInProviders'] as const;

type SignInForm = Readonly<Record<(typeof SIGN_IN_FIELDS)[number], string>>;
type Typed = Readonly<Record<string, unknown>>;

/** Reads the policy of a form. Passwords alone are none. */
export function signInIn(
  { noPasswords, signInProviders }: SignInForm,
  wrong: (reason: string) => string,
): ReturnType<typeof policyIn> | null {
  const member = 'signInProviders';
  const providers = yamlListIn<Typed | null>(signInProviders, { member, wrong });
  const passwords = noPasswords === '';
  return passwords && providers.length === 0 ? null : policyIn(passwords, providers);
}

const policyIn = (passwords: boolean, providers: readonly (Typed | null)[]) => ({
  passwords,
  providers: providers.map((each) => ({
    userRegistry: String(each?.['userRegistry'] ?? ''),
    title: textIn(each?.['title']),
    consumerOrgs: rulesIn(each?.['consumerOrgs']).map((rule) => ({
      claim: textIn(rule?.['claim']),
      value: textIn(rule?.['value']),
      consumerOrg: textIn(rule?.['consumerOrg']),
      create: rule?.['create'] === true,
    })),
    roles: rulesIn(each?.['roles']).map((rule) => ({
      claim: String(rule?.['claim'] ?? ''),
      value: String(rule?.['value'] ?? ''),
      // Another text is refused by the API, in its words.
      role: String(rule?.['role'] ?? '') as MemberRole,
    })),
    unmatched: (textIn(each?.['unmatched']) ?? 'REFUSE') as NonNullable<SignInProviderDraft['unmatched']>,
  })),
});

const textIn = (value: unknown): string | null => (value == null ? null : String(value));
const rulesIn = (value: unknown): (Typed | null)[] => (Array.isArray(value) ? value : []);

type SignInFieldsProps = {
  readonly policy: SignInPolicyDraft | null | undefined;
  readonly refused: PageRefusal | undefined;
};

/** Fields of how people sign in to the portal. */
export function SignInFields({ policy, refused }: SignInFieldsProps) {
  const { signIn: words } = useTexts().text.catalogs.settings;
  return (
    <>
      <CheckBox
        id="noPasswords"
        name="noPasswords"
        value="yes"
        label={words.noPasswords}
        hint={words.noPasswordsHint}
        checked={policy?.passwords === false}
      />
      <LinesField
        name="signInProviders"
        label={words.providers}
        hint={words.providersHint}
        value={yamlOf([...(policy?.providers ?? [])])}
        rows={8}
        refused={refused}
      />
    </>
  );
}
