import { type LdapSettings, ldapDefaults, ldapScopes } from '../../../../domain/oauth/ldap-settings.ts';
import { CheckBox } from '../../../../ui/components/choice.tsx';
import { Field, LinesField, SelectField } from '../../../../ui/components/field.tsx';
import type { Refused } from '../../../../ui/components/refused-notice.tsx';
import { useTexts } from '../parts/texts.ts';

export const LDAP_FIELDS = [
  'baseDn',
  'userFilter',
  'scope',
  'subjectAttribute',
  'bindDn',
  'bindPassword',
  'startTls',
  'authorities',
  'timeoutMs',
] as const;

type LdapForm = Readonly<Record<(typeof LDAP_FIELDS)[number], string>>;

/** The form of a new directory. */
export const newLdap: LdapForm = {
  baseDn: '',
  userFilter: ldapDefaults.userFilter,
  scope: ldapDefaults.scope,
  subjectAttribute: '',
  bindDn: '',
  bindPassword: '',
  startTls: 'yes',
  authorities: '',
  timeoutMs: `${ldapDefaults.timeoutMs}`,
};

/** Returns the settings of a directory as its form has them. Its password is never shown. */
export const ldapFormOf = (ldap: LdapSettings): LdapForm => ({
  ...ldap,
  bindDn: ldap.bindDn ?? '',
  bindPassword: '',
  startTls: ldap.startTls ? 'yes' : '',
  authorities: ldap.authorities ?? '',
  timeoutMs: `${ldap.timeoutMs}`,
});

/** Returns the settings of a form. An empty password keeps the one before. */
export function ldapInputOf(form: LdapForm) {
  const given = (member: keyof LdapForm) => form[member].trim() || null;
  return {
    baseDn: form.baseDn.trim(),
    userFilter: given('userFilter'),
    scope: ldapScopes.find((scope) => scope === form.scope) ?? ldapDefaults.scope,
    subjectAttribute: given('subjectAttribute'),
    bindDn: given('bindDn'),
    ...(form.bindPassword !== '' && { bindPassword: form.bindPassword }),
    startTls: form.startTls === 'yes',
    authorities: given('authorities'),
    timeoutMs: form.timeoutMs.trim() === '' ? null : Number(form.timeoutMs),
  };
}

type LdapFieldsProps = { readonly form: LdapForm; readonly refused: Refused | undefined };

/** The fields of a directory. */
export function LdapFields({ form, refused }: LdapFieldsProps) {
  const text = useTexts().text.oauth.ldap;
  return (
    <>
      <Security form={form} refused={refused} />
      <Field
        name="baseDn"
        label={text.baseDn}
        hint={text.baseDnHint}
        value={form.baseDn}
        refused={refused}
        required
      />
      <SelectField
        name="scope"
        label={text.scope}
        options={ldapScopes.map((value) => ({ value, label: text.scopes[value] }))}
        value={form.scope}
        refused={refused}
      />
      <Field
        name="userFilter"
        label={text.userFilter}
        hint={text.userFilterHint}
        value={form.userFilter}
        refused={refused}
      />
      <Field
        name="subjectAttribute"
        label={text.subjectAttribute}
        hint={text.subjectAttributeHint}
        value={form.subjectAttribute}
        refused={refused}
      />
      <Field
        name="timeoutMs"
        label={text.timeoutMs}
        type="number"
        hint={text.timeoutMsHint}
        value={form.timeoutMs}
        refused={refused}
      />
    </>
  );
}

function Security({ form, refused }: LdapFieldsProps) {
  const text = useTexts().text.oauth.ldap;
  return (
    <>
      <CheckBox
        id="startTls"
        name="startTls"
        value="yes"
        label={text.startTls}
        hint={text.startTlsHint}
        checked={form.startTls === 'yes'}
      />
      <LinesField
        name="authorities"
        label={text.authorities}
        hint={text.authoritiesHint}
        value={form.authorities}
        refused={refused}
      />
      <Field name="bindDn" label={text.bindDn} hint={text.bindDnHint} value={form.bindDn} refused={refused} />
      <Field
        name="bindPassword"
        label={text.bindPassword}
        type="password"
        autocomplete="off"
        hint={text.bindPasswordHint}
        refused={refused}
      />
    </>
  );
}
