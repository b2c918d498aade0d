import { type OpenIdRegistrySettings, openIdDefaults } from '../../../../domain/oauth/open-id-settings.ts';
import { Field, SelectField } from '../../../../ui/components/field.tsx';
import type { Refused } from '../../../../ui/components/refused-notice.tsx';

export const OPEN_ID_FIELDS = ['clientId', 'clientType', 'clientSecret', 'scopes', 'subjectClaim'] as const;

export type OpenIdForm = Readonly<Record<(typeof OPEN_ID_FIELDS)[number], string>>;

/** The form of a new OpenID provider. */
export const newOpenId: OpenIdForm = {
  clientId: '',
  clientType: openIdDefaults.clientType,
  clientSecret: '',
  scopes: openIdDefaults.scopes.join(' '),
  subjectClaim: openIdDefaults.subjectClaim,
};

const clientTypes = [
  { value: 'CONFIDENTIAL', label: 'Confidential: it has a secret' },
  { value: 'PUBLIC', label: 'Public: it has none' },
] as const;

/** Returns the settings of an OpenID provider as its form has them. The secret is never shown. */
export const openIdFormOf = ({
  clientId,
  clientType,
  scopes,
  subjectClaim,
}: OpenIdRegistrySettings): OpenIdForm => ({
  clientId,
  clientType,
  clientSecret: '',
  scopes: scopes.join(' '),
  subjectClaim,
});

/** Returns the settings of a form. An empty secret keeps the one before. */
export const openIdInputOf = ({ clientId, clientType, clientSecret, scopes, subjectClaim }: OpenIdForm) => ({
  clientId: clientId.trim(),
  clientType: clientTypes.find(({ value }) => value === clientType)?.value ?? openIdDefaults.clientType,
  ...(clientSecret !== '' && { clientSecret }),
  scopes: scopes.split(/\s+/).filter(Boolean),
  subjectClaim: subjectClaim.trim() || null,
});

type OpenIdFieldsProps = { readonly form: OpenIdForm; readonly refused: Refused | undefined };

/** The fields of an OpenID provider. */
export function OpenIdFields({ form, refused }: OpenIdFieldsProps) {
  return (
    <>
      <Field
        name="clientId"
        label="Client id"
        hint="Register this platform there as a client with the grant authorization code."
        value={form.clientId}
        refused={refused}
        required
      />
      <SelectField
        name="clientType"
        label="Client"
        options={clientTypes}
        value={form.clientType}
        refused={refused}
      />
      <Field
        name="clientSecret"
        label="Secret of the client"
        type="password"
        autocomplete="off"
        hint="It is never shown. Empty keeps the one before, for the same issuer and client id."
        refused={refused}
      />
      <Field
        name="scopes"
        label="Scopes"
        hint="With spaces between them, for example openid email."
        value={form.scopes}
        refused={refused}
      />
      <Field
        name="subjectClaim"
        label="Claim that names the person in tokens"
        hint="sub, unless given. People must not be able to change it."
        value={form.subjectClaim}
        refused={refused}
      />
    </>
  );
}
