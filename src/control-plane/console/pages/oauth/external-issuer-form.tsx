import type { Context } from 'hono';
import type { Child } from 'hono/jsx';
import {
  externalIssuerDefaults,
  type IssuerAlgorithm,
  issuerAlgorithms,
} from '../../../../domain/oauth/external-issuer.ts';
import type { GrantType } from '../../../../domain/oauth/grant-types.ts';
import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { CheckBoxes } from '../../../../ui/components/choice.tsx';
import { Field, LinesField } from '../../../../ui/components/field.tsx';
import type { Refused } from '../../../../ui/components/refused-notice.tsx';
import { readForm, readTexts } from '../../../../ui/kit/form.ts';
import type { ConsoleEnv } from '../../page-context.ts';
import { TitleField } from '../parts/name-field.tsx';
import { useTexts } from '../parts/texts.ts';
import { scopeLines, scopesIn, secondsIn } from './oauth-provider-form.tsx';
import type { ProviderResult } from './oauth-provider-query.ts';

const TEXTS = [
  'title',
  'url',
  'audiences',
  'clientClaim',
  'subjectClaim',
  'scopeClaim',
  'scopes',
  'jwksUrl',
  'clockSkewSeconds',
  'introspectionUrl',
  'clientId',
  'secret',
  'cacheSeconds',
  'registrationUrl',
  'initialAccessToken',
] as const;

/** Typed fields of an external issuer; audiences and scopes have a line each. */
export type IssuerForm = Readonly<Record<(typeof TEXTS)[number], string>> & {
  readonly algorithms: readonly string[];
  /** The grants that applications are registered for there. Where there are none they are not registered. */
  readonly registrationGrants: readonly string[];
};

/** Fields that show their own fault. */
export const ISSUER_FIELDS = [...TEXTS, 'algorithms', 'registrationGrants'];

/** Names the form field of a fault. All scopes are one field, which shows the faults of each. */
export const besideIssuerField = (refused: PageRefusal | undefined): Refused | undefined =>
  refused && {
    message: refused.message,
    field: refused.member === 'issuer' ? refused.field : refused.member,
  };

/** Text of the key that an algorithm has. */
function keyOf(algorithm: IssuerAlgorithm): 'ed25519Key' | 'curveKey' | 'rsaKey' {
  if (algorithm === 'EdDSA') return 'ed25519Key';
  return algorithm.startsWith('ES') ? 'curveKey' : 'rsaKey';
}

type Issuer = NonNullable<ProviderResult['issuer']>;

/** An external issuer as its form shows it. */
export function issuerFormOf(
  { title, scopes }: Pick<ProviderResult, 'title' | 'scopes'>,
  issuer?: Issuer,
): IssuerForm {
  const { introspection, ...settings } = issuer ?? { ...externalIssuerDefaults, introspection: null };
  return {
    title,
    url: issuer?.url ?? '',
    audiences: issuer?.audiences.join('\n') ?? '',
    clientClaim: settings.clientClaim,
    subjectClaim: settings.subjectClaim,
    scopeClaim: settings.scopeClaim,
    scopes: scopeLines(scopes),
    jwksUrl: issuer?.jwksUrl ?? '',
    algorithms: settings.algorithms,
    clockSkewSeconds: `${settings.clockSkewSeconds}`,
    introspectionUrl: introspection?.url ?? '',
    clientId: introspection?.clientId ?? '',
    secret: introspection?.secret ?? '',
    cacheSeconds: `${introspection?.cacheSeconds ?? externalIssuerDefaults.cacheSeconds}`,
    registrationUrl: issuer?.registration?.url ?? '',
    initialAccessToken: issuer?.registration?.initialAccessToken ?? '',
    registrationGrants: issuer?.registration?.grantTypes ?? [],
  };
}

export async function issuerFormIn(c: Context<ConsoleEnv>): Promise<IssuerForm> {
  const algorithms = await readTexts(c, 'algorithms');
  const registrationGrants = await readTexts(c, 'registrationGrants');
  return { ...(await readForm(c, ...TEXTS)), algorithms, registrationGrants };
}

/** Makes the input of the form; the management API checks it. */
export const issuerInputOf = (form: IssuerForm) => ({
  title: form.title.trim(),
  scopes: scopesIn(form.scopes),
  issuer: {
    url: form.url.trim(),
    jwksUrl: form.jwksUrl.trim() || null,
    audiences: linesIn(form.audiences),
    clientClaim: form.clientClaim.trim(),
    subjectClaim: form.subjectClaim.trim(),
    scopeClaim: form.scopeClaim.trim(),
    algorithms: form.algorithms as readonly IssuerAlgorithm[] as IssuerAlgorithm[],
    clockSkewSeconds: secondsIn(form.clockSkewSeconds),
    introspection: form.introspectionUrl.trim()
      ? {
          url: form.introspectionUrl.trim(),
          clientId: form.clientId.trim(),
          secret: form.secret.trim(),
          cacheSeconds: secondsIn(form.cacheSeconds),
        }
      : null,
    registration:
      form.registrationGrants.length > 0
        ? {
            url: form.registrationUrl.trim() || null,
            initialAccessToken: form.initialAccessToken.trim() || null,
            grantTypes: form.registrationGrants as readonly GrantType[] as GrantType[],
          }
        : null,
  },
});

const linesIn = (lines: string): string[] =>
  lines
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

type FieldsProps = {
  readonly form: IssuerForm;
  readonly refused: Refused | undefined;
  /** The field of its name, where it has none yet. */
  readonly children?: Child;
};

/** The fields of an external issuer, in two columns where there is room. */
export function IssuerFields(props: FieldsProps) {
  return (
    <div class="columns">
      <Reading {...props} />
      <Verifying {...props} />
    </div>
  );
}

function Reading({ form, refused, children }: FieldsProps) {
  const { scopesHint, issuerForm: text } = useTexts().text.oauth;
  return (
    <div class="form">
      <TitleField value={form.title} refused={refused} />
      {children}
      <Field
        name="url"
        label={text.url}
        hint={text.urlHint}
        type="url"
        value={form.url}
        refused={refused}
        required
      />
      <LinesField
        name="audiences"
        label={text.audiences}
        hint={text.audiencesHint}
        value={form.audiences}
        refused={refused}
      />
      <Field name="clientClaim" label={text.clientClaim} value={form.clientClaim} refused={refused} />
      <Field name="subjectClaim" label={text.subjectClaim} value={form.subjectClaim} refused={refused} />
      <Field name="scopeClaim" label={text.scopeClaim} value={form.scopeClaim} refused={refused} />
      <LinesField name="scopes" label={text.scopes} hint={scopesHint} value={form.scopes} refused={refused} />
      <Registration form={form} refused={refused} />
    </div>
  );
}

function Verifying({ form, refused }: FieldsProps) {
  const text = useTexts().text.oauth.issuerForm;
  const algorithms = issuerAlgorithms.map((name) => [name, { label: name, hint: text[keyOf(name)] }]);
  return (
    <div class="form">
      <Field
        name="jwksUrl"
        label={text.jwksUrl}
        hint={text.addressHint}
        type="url"
        value={form.jwksUrl}
        refused={refused}
      />
      <CheckBoxes
        name="algorithms"
        label={text.algorithms}
        options={Object.fromEntries(algorithms)}
        values={form.algorithms}
        refused={refused}
      />
      <Field
        name="clockSkewSeconds"
        label={text.clockSkewSeconds}
        hint={text.clockSkewSecondsHint}
        type="number"
        value={form.clockSkewSeconds}
        refused={refused}
      />
      <Field
        name="introspectionUrl"
        label={text.introspectionUrl}
        hint={text.introspectionUrlHint}
        type="url"
        value={form.introspectionUrl}
        refused={refused}
      />
      <Field
        name="clientId"
        label={text.clientId}
        hint={text.clientIdHint}
        value={form.clientId}
        refused={refused}
      />
      <Field name="secret" label={text.secret} hint={text.secretHint} value={form.secret} refused={refused} />
      <Field
        name="cacheSeconds"
        label={text.cacheSeconds}
        hint={text.cacheSecondsHint}
        type="number"
        value={form.cacheSeconds}
        refused={refused}
      />
    </div>
  );
}

/** The fields of the registration of applications. */
function Registration({ form, refused }: FieldsProps) {
  const { grantTypes, issuerForm: text } = useTexts().text.oauth;
  return (
    <>
      <CheckBoxes
        name="registrationGrants"
        label={text.registrationGrants}
        options={grantTypes}
        values={form.registrationGrants}
        refused={refused}
      />
      <Field
        name="registrationUrl"
        label={text.registrationUrl}
        hint={text.addressHint}
        type="url"
        value={form.registrationUrl}
        refused={refused}
      />
      <Field
        name="initialAccessToken"
        label={text.initialAccessToken}
        hint={text.initialAccessTokenHint}
        value={form.initialAccessToken}
        refused={refused}
      />
    </>
  );
}
