import { type OpenIdRegistrySettings, openIdDefaults } from '../../../../domain/oauth/open-id-settings.ts';
import { Field, SelectField } from '../../../../ui/components/field.tsx';
import type { Refused } from '../../../../ui/components/refused-notice.tsx';
import { useTexts } from '../parts/texts.ts';

export const OPEN_ID_FIELDS = ['clientId', 'clientType', 'clientSecret', 'scopes', 'subjectClaim'] as const;

type OpenIdForm = Readonly<Record<(typeof OPEN_ID_FIELDS)[number], string>>;

/** The form of a new OpenID provider. */
export const newOpenId: OpenIdForm = {
  clientId: '',
  clientType: openIdDefaults.clientType,
  clientSecret: '',
  scopes: openIdDefaults.scopes.join(' '),
  subjectClaim: openIdDefaults.subjectClaim,
};

const clientTypes = ['CONFIDENTIAL', 'PUBLIC'] as const;

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
  clientType: clientTypes.find((type) => type === clientType) ?? openIdDefaults.clientType,
  ...(clientSecret !== '' && { clientSecret }),
  scopes: scopes.split(/\s+/).filter(Boolean),
  subjectClaim: subjectClaim.trim() || null,
});

type OpenIdFieldsProps = { readonly form: OpenIdForm; readonly refused: Refused | undefined };

/** The fields of an OpenID provider. */
export function OpenIdFields({ form, refused }: OpenIdFieldsProps) {
  const text = useTexts().text.oauth.openId;
  return (
    <>
      <Field
        name="clientId"
        label={text.clientId}
        hint={text.clientIdHint}
        value={form.clientId}
        refused={refused}
        required
      />
      <SelectField
        name="clientType"
        label={text.clientType}
        options={clientTypes.map((value) => ({ value, label: text.clientTypes[value] }))}
        value={form.clientType}
        refused={refused}
      />
      <Field
        name="clientSecret"
        label={text.clientSecret}
        type="password"
        autocomplete="off"
        hint={text.clientSecretHint}
        refused={refused}
      />
      <Field name="scopes" label={text.scopes} hint={text.scopesHint} value={form.scopes} refused={refused} />
      <Field
        name="subjectClaim"
        label={text.subjectClaim}
        hint={text.subjectClaimHint}
        value={form.subjectClaim}
        refused={refused}
      />
    </>
  );
}
