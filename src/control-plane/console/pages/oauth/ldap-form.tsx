import {
  type LdapScope,
  type LdapSettings,
  ldapDefaults,
  ldapScopes,
} from '../../../../domain/oauth/ldap-settings.ts';
import { CheckBox } from '../../../../ui/components/choice.tsx';
import { Field, LinesField, SelectField } from '../../../../ui/components/field.tsx';
import type { Refused } from '../../../../ui/components/refused-notice.tsx';

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

export type LdapForm = Readonly<Record<(typeof LDAP_FIELDS)[number], string>>;

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

const scopeLabels: Record<LdapScope, string> = {
  BASE: 'The base DN alone',
  ONE_LEVEL: 'Directly below the base DN',
  SUBTREE: 'The base DN and all below it',
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
  return (
    <>
      <Security form={form} refused={refused} />
      <Field
        name="baseDn"
        label="Base DN"
        hint="The entry that people are searched from, for example ou=people,dc=example,dc=com."
        value={form.baseDn}
        refused={refused}
        required
      />
      <SelectField
        name="scope"
        label="Search"
        options={ldapScopes.map((value) => ({ value, label: scopeLabels[value] }))}
        value={form.scope}
        refused={refused}
      />
      <Field
        name="userFilter"
        label="Filter"
        hint="Exactly one entry must match; {username} stands for the username."
        value={form.userFilter}
        refused={refused}
      />
      <Field
        name="subjectAttribute"
        label="Attribute that names the person in tokens"
        hint="The one that the filter compares with the username, unless given. People must not be able to change it."
        value={form.subjectAttribute}
        refused={refused}
      />
      <Field
        name="timeoutMs"
        label="Milliseconds that a sign-in may take"
        type="number"
        hint="100 to 10000."
        value={form.timeoutMs}
        refused={refused}
      />
    </>
  );
}

function Security({ form, refused }: LdapFieldsProps) {
  return (
    <>
      <CheckBox
        id="startTls"
        name="startTls"
        value="yes"
        label="Begin TLS by STARTTLS"
        hint="For an address with ldap://, which sends passwords in clear without it. ldaps:// has TLS by itself."
        checked={form.startTls === 'yes'}
      />
      <LinesField
        name="authorities"
        label="Authorities of its certificate"
        hint="As PEM. Empty trusts those of the system."
        value={form.authorities}
        refused={refused}
      />
      <Field
        name="bindDn"
        label="Bind DN"
        hint="The entry that searches in the platform's name; empty searches anonymously."
        value={form.bindDn}
        refused={refused}
      />
      <Field
        name="bindPassword"
        label="Password of the bind DN"
        type="password"
        autocomplete="off"
        hint="It is never shown. Empty keeps the one before, for the same directory."
        refused={refused}
      />
    </>
  );
}
