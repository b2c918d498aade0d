import type { Context } from 'hono';
import type { Child } from 'hono/jsx';
import type { CertificateBinding } from '../../../../domain/oauth/certificate-binding.ts';
import type { GrantType } from '../../../../domain/oauth/grant-types.ts';
import type { ClientType, OAuthProviderSettings, Scope } from '../../../../domain/oauth/oauth-provider.ts';
import type { SigningAlgorithm } from '../../../../domain/oauth/signing-key.ts';
import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { CheckBox, CheckBoxes } from '../../../../ui/components/choice.tsx';
import { Field, LinesField, SelectField } from '../../../../ui/components/field.tsx';
import type { Refused } from '../../../../ui/components/refused-notice.tsx';
import { readForm, readTexts } from '../../../../ui/kit/form.ts';
import type { ConsoleEnv } from '../../page-context.ts';
import { TitleField } from '../parts/name-field.tsx';
import { useTexts } from '../parts/texts.ts';

const TEXTS = [
  'title',
  'userRegistry',
  'scopes',
  'authorizePath',
  'tokenPath',
  'accessTokenSeconds',
  'refreshTokenSeconds',
  'signingAlgorithm',
  'certificateBinding',
] as const;

/** Typed fields of a provider; scopes have a line each. */
export type ProviderForm = Readonly<Record<(typeof TEXTS)[number], string>> & {
  readonly grantTypes: readonly string[];
  readonly clientTypes: readonly string[];
  readonly refreshTokens: boolean;
};

export type RefusedProviderForm = { readonly form: ProviderForm; readonly refused: PageRefusal };

/** Fields that show their own fault. */
export const PROVIDER_FIELDS = [...TEXTS, 'grantTypes', 'clientTypes'];

/** Names the form field of a fault. All scopes are one field, which shows the faults of each. */
export const besideMember = (refused: PageRefusal | undefined): Refused | undefined =>
  refused && { message: refused.message, field: refused.member };

type ShownProvider = Omit<OAuthProviderSettings, 'issuer'> & {
  readonly title: string;
  readonly userRegistry: { readonly name: string } | null;
};

/** A provider as its form shows it. */
export const formOf = ({
  title,
  userRegistry,
  scopes,
  refreshTokens,
  ...settings
}: ShownProvider): ProviderForm => ({
  title,
  userRegistry: userRegistry?.name ?? '',
  scopes: scopeLines(scopes),
  grantTypes: settings.grantTypes,
  clientTypes: settings.clientTypes,
  authorizePath: settings.authorizePath,
  tokenPath: settings.tokenPath,
  accessTokenSeconds: `${settings.accessTokenSeconds}`,
  refreshTokens,
  refreshTokenSeconds: `${settings.refreshTokenSeconds}`,
  signingAlgorithm: settings.signingAlgorithm,
  certificateBinding: settings.certificateBinding,
});

export async function formIn(c: Context<ConsoleEnv>): Promise<ProviderForm> {
  return {
    ...(await readForm(c, ...TEXTS)),
    grantTypes: await readTexts(c, 'grantTypes'),
    clientTypes: await readTexts(c, 'clientTypes'),
    refreshTokens: (await readTexts(c, 'refreshTokens')).length > 0,
  };
}

/** Makes the input of the form; the management API checks it. */
export const inputOf = ({ scopes, userRegistry, refreshTokens, ...form }: ProviderForm) => ({
  title: form.title.trim(),
  userRegistry: userRegistry || null,
  scopes: scopesIn(scopes),
  grantTypes: form.grantTypes as readonly GrantType[] as GrantType[],
  clientTypes: form.clientTypes as readonly ClientType[] as ClientType[],
  authorizePath: form.authorizePath.trim(),
  tokenPath: form.tokenPath.trim(),
  accessTokenSeconds: secondsIn(form.accessTokenSeconds),
  refreshTokens,
  refreshTokenSeconds: secondsIn(form.refreshTokenSeconds),
  signingAlgorithm: form.signingAlgorithm as SigningAlgorithm,
  certificateBinding: form.certificateBinding as CertificateBinding,
});

/** Writes scopes as lines. */
export const scopeLines = (scopes: readonly Scope[]): string =>
  scopes.map(({ name, description }) => `${name} ${description}`.trim()).join('\n');

/** Reads scopes from lines. A scope has no space in it (RFC 6749 §3.3), so the rest of its line is its description. */
export const scopesIn = (lines: string): Scope[] =>
  lines
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const [name = ''] = line.split(/\s/, 1);
      return { name, description: line.slice(name.length).trim() };
    });

/** Reads seconds. Text that is no number is sent as it is, so that the refusal shows it. */
export const secondsIn = (typed: string) => (/^\d+$/.test(typed.trim()) ? Number(typed) : (typed as never));

type FieldsProps = {
  readonly form: ProviderForm;
  readonly refused: Refused | undefined;
  readonly registries: readonly { readonly name: string; readonly title: string }[];
  /** The field of its name, where it has none yet. */
  readonly children?: Child;
};

/** The fields of a provider, in two columns where there is room. */
export function ProviderFields(props: FieldsProps) {
  return (
    <div class="columns">
      <Issuing {...props} />
      <Addressing {...props} />
    </div>
  );
}

function Issuing({ form, refused, registries, children }: FieldsProps) {
  const { oauth } = useTexts().text;
  const text = oauth.providerForm;
  const options = registries.map(({ name, title }) => ({ value: name, label: title }));
  return (
    <div class="form">
      <TitleField value={form.title} refused={refused} />
      {children}
      <SelectField
        name="userRegistry"
        label={text.userRegistry}
        options={[...options, { value: '', label: text.noRegistry }]}
        value={form.userRegistry}
        refused={refused}
      />
      <LinesField
        name="scopes"
        label={text.scopes}
        hint={oauth.scopesHint}
        value={form.scopes}
        refused={refused}
      />
      <CheckBoxes
        name="grantTypes"
        label={text.grantTypes}
        options={oauth.grantTypes}
        values={form.grantTypes}
        refused={refused}
      />
      <CheckBoxes
        name="clientTypes"
        label={text.clientTypes}
        options={oauth.clientTypes}
        values={form.clientTypes}
        refused={refused}
      />
    </div>
  );
}

function Addressing({ form, refused }: FieldsProps) {
  const { signingAlgorithms, certificateBindings, providerForm: text } = useTexts().text.oauth;
  return (
    <div class="form">
      <Field name="authorizePath" label={text.authorizePath} value={form.authorizePath} refused={refused} />
      <Field name="tokenPath" label={text.tokenPath} value={form.tokenPath} refused={refused} />
      <Field
        name="accessTokenSeconds"
        label={text.accessTokenSeconds}
        hint={text.accessTokenSecondsHint}
        type="number"
        value={form.accessTokenSeconds}
        refused={refused}
      />
      <CheckBox
        id="refreshTokens"
        name="refreshTokens"
        value="yes"
        label={text.refreshTokens}
        hint={text.refreshTokensHint}
        checked={form.refreshTokens}
      >
        <Field
          name="refreshTokenSeconds"
          label={text.refreshTokenSeconds}
          hint={text.refreshTokenSecondsHint}
          type="number"
          value={form.refreshTokenSeconds}
          refused={refused}
        />
      </CheckBox>
      <SelectField
        name="signingAlgorithm"
        label={text.signingAlgorithm}
        hint={text.signingAlgorithmHint}
        options={Object.entries(signingAlgorithms).map(([value, label]) => ({ value, label }))}
        value={form.signingAlgorithm}
        refused={refused}
      />
      <SelectField
        name="certificateBinding"
        label={text.certificateBinding}
        hint={text.certificateBindingHint}
        options={Object.entries(certificateBindings).map(([value, label]) => ({ value, label }))}
        value={form.certificateBinding}
        refused={refused}
      />
    </div>
  );
}
