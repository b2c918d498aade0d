import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import type { UserRegistryType } from '../../../../infrastructure/user-registries/types.ts';
import { Field } from '../../../../ui/components/field.tsx';
import { TitleField } from '../parts/name-field.tsx';
import { useTexts } from '../parts/texts.ts';
import { LDAP_FIELDS, LdapFields, ldapInputOf, newLdap } from './ldap-form.tsx';
import { newOpenId, OPEN_ID_FIELDS, OpenIdFields, openIdInputOf } from './open-id-form.tsx';
import { newSaml, SAML_FIELDS, SamlFields, samlInputOf } from './saml-form.tsx';

export const REGISTRY_FIELDS = [
  'title',
  'displayName',
  'url',
  ...LDAP_FIELDS,
  ...OPEN_ID_FIELDS,
  ...SAML_FIELDS,
] as const;

export type RegistryForm = Readonly<Record<(typeof REGISTRY_FIELDS)[number], string>>;

/** The form of a new registry. */
export const newRegistry: RegistryForm = {
  title: '',
  displayName: '',
  url: '',
  ...newLdap,
  ...newOpenId,
  ...newSaml,
};

/** Returns what a form says. That of a directory has a scope, those of providers a type of client or an entity id. */
export const registryInputOf = ({ title, displayName, url, ...form }: RegistryForm) => ({
  title: title.trim(),
  displayName: displayName.trim(),
  // Local users have no address, and their form no field for it.
  url: url.trim() || undefined,
  ...(form.scope !== '' && { ldap: ldapInputOf(form) }),
  ...(form.clientType !== '' && { openId: openIdInputOf(form) }),
  ...(form.entityId !== '' && { saml: samlInputOf(form) }),
});

type FieldsProps = {
  readonly type: UserRegistryType;
  readonly form: RegistryForm;
  readonly refused: PageRefusal | undefined;
};

/** The fields of a user registry of a type. */
export function RegistryFields({ type, form, refused }: FieldsProps) {
  const { registryTypes, registry: text } = useTexts().text.oauth;
  const { address } = registryTypes[type];
  return (
    <>
      <TitleField value={form.title} refused={refused} />
      <Field
        name="displayName"
        label={text.displayName}
        hint={text.displayNameHint}
        value={form.displayName}
        refused={refused}
        maxlength={200}
        required
      />
      {address && <Field name="url" {...address} type="url" value={form.url} refused={refused} required />}
      {type === 'LDAP' && <LdapFields form={form} refused={refused} />}
      {type === 'OPENID_CONNECT' && <OpenIdFields form={form} refused={refused} />}
      {type === 'SAML' && <SamlFields form={form} refused={refused} />}
    </>
  );
}
