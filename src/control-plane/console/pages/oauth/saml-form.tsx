import type { SamlSettings } from '../../../../domain/oauth/saml-settings.ts';
import { CheckBox } from '../../../../ui/components/choice.tsx';
import { Facts } from '../../../../ui/components/fact.tsx';
import { Field, LinesField } from '../../../../ui/components/field.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import type { Refused } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { useTexts } from '../parts/texts.ts';
import type { RegistryResult } from './user-registry-query.ts';

export const SAML_FIELDS = [
  'entityId',
  'certificates',
  'audience',
  'personAttribute',
  'usernameAttribute',
  'emailAttribute',
  'emailIsVerified',
] as const;

type SamlForm = Readonly<Record<(typeof SAML_FIELDS)[number], string>>;

/** The form of a new SAML identity provider. */
export const newSaml: SamlForm = {
  entityId: '',
  certificates: '',
  audience: '',
  personAttribute: '',
  usernameAttribute: '',
  emailAttribute: '',
  emailIsVerified: '',
};

/** Returns the settings of a SAML identity provider as its form has them. */
export const samlFormOf = (saml: SamlSettings): SamlForm => ({
  entityId: saml.entityId,
  certificates: saml.certificates.join('\n'),
  audience: saml.audience ?? '',
  personAttribute: saml.personAttribute ?? '',
  usernameAttribute: saml.usernameAttribute ?? '',
  emailAttribute: saml.emailAttribute ?? '',
  emailIsVerified: saml.emailIsVerified ? 'yes' : '',
});

const CERTIFICATE_END = /(?<=-----END CERTIFICATE-----)/;

/** Returns the settings of a form. */
export function samlInputOf(form: SamlForm) {
  const given = (member: keyof SamlForm) => form[member].trim() || null;
  return {
    entityId: form.entityId.trim(),
    certificates: form.certificates
      .split(CERTIFICATE_END)
      .map((each) => each.trim())
      .filter(Boolean),
    audience: given('audience'),
    personAttribute: given('personAttribute'),
    usernameAttribute: given('usernameAttribute'),
    emailAttribute: given('emailAttribute'),
    emailIsVerified: form.emailIsVerified === 'yes',
  };
}

type SamlFieldsProps = { readonly form: SamlForm; readonly refused: Refused | undefined };

/** The fields of a SAML identity provider. */
export function SamlFields({ form, refused }: SamlFieldsProps) {
  const text = useTexts().text.oauth.saml;
  const field = (name: 'audience' | 'personAttribute' | 'usernameAttribute' | 'emailAttribute') => (
    <Field name={name} label={text[name]} hint={text[`${name}Hint`]} value={form[name]} refused={refused} />
  );
  return (
    <>
      <Field
        name="entityId"
        label={text.entityId}
        hint={text.entityIdHint}
        value={form.entityId}
        refused={refused}
        required
      />
      <LinesField
        name="certificates"
        label={text.certificates}
        hint={text.certificatesHint}
        value={form.certificates}
        rows={6}
        refused={refused}
      />
      {field('audience')}
      {field('personAttribute')}
      {field('usernameAttribute')}
      {field('emailAttribute')}
      <CheckBox
        id="emailIsVerified"
        name="emailIsVerified"
        value="yes"
        label={text.emailIsVerified}
        hint={text.emailIsVerifiedHint}
        checked={form.emailIsVerified === 'yes'}
      />
    </>
  );
}

/** The settings and faults of a SAML identity provider, and where to register the portal. */
export function SamlFacts({ saml }: Pick<RegistryResult, 'saml'>) {
  const { openId, saml: text } = useTexts().text.oauth;
  if (!saml) return null;
  return (
    <Section id="saml-heading" title={openId.atProvider} class="section stack">
      {saml.faults.map((fault) => (
        <Notice tone="warning">
          <p class="text">{fault}</p>
        </Notice>
      ))}
      <Facts
        facts={{
          [text.entityId]: <span class="address">{saml.entityId}</span>,
          [text.personAttribute]: <code class="code">{saml.personAttribute ?? text.nameId}</code>,
          [text.audience]: saml.audience && <span class="address">{saml.audience}</span>,
        }}
      />
      <p class="text">{text.addresses}</p>
    </Section>
  );
}
