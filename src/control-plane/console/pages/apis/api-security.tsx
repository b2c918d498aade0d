import { CheckBox, Choice } from '../../../../ui/components/choice.tsx';
import { Field, SelectField } from '../../../../ui/components/field.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { TypedFormContext } from '../../../../ui/kit/typed-form.ts';
import { AsGraphQL } from '../parts/as-graphql.tsx';
import { apiPath } from '../parts/console-paths.ts';
import { useTexts } from '../parts/texts.ts';
import { TryCondition } from './api-condition.tsx';
import { ConditionField, NeededField, OperationSecurity } from './api-operation-security.tsx';
import { type Api, type ApiOrg, UPDATE } from './api-query.ts';
import { ReadSecurity } from './api-read-security.tsx';
import { CERTIFICATE_WAY, definitionInput, keyKinds, keys } from './api-security-input.ts';
import { type TabProps, typedIn } from './api-tab.ts';

/** The security of its draft. */
export function SecurityTab(props: TabProps) {
  const { address, api, org, mayChange, sent } = props;
  const { copiesStay, security: text } = useTexts().text.apis;
  if (!mayChange) return <ReadSecurity api={api} />;
  const { definitions, isWhole } = shownDefinitions(api);
  return (
    <>
      <form method="post" action={apiPath(address)} class="section stack">
        <RefusedNotice refused={sent.refused} />
        {!isWhole && (
          <Notice tone="warning">
            <p class="text">{text.hasMore}</p>
          </Notice>
        )}
        <TypedFormContext.Provider value={typedIn(sent, 'security')}>
          <Access api={api} org={org} definitions={definitions} refused={sent.refused} />
        </TypedFormContext.Provider>
        <p class="hint">{copiesStay}</p>
        <p class="row">
          <button class="button button-primary" type="submit" name="action" value="security">
            {text.save}
          </button>
        </p>
        <AsGraphQL document={UPDATE} variables={{ input: { ...address, ...sentBy(api) } }} />
      </form>
      {api.kind === 'REST' && <OperationSecurity {...props} />}
      <TryCondition address={address} api={api} sent={sent} />
    </>
  );
}

type AccessProps = Pick<TabProps, 'api' | 'org'> & {
  readonly refused: TabProps['sent']['refused'];
  readonly definitions: ReadonlyMap<string, ShownDefinition>;
};

function Access({ api, org, definitions, refused }: AccessProps) {
  const text = useTexts().text.apis.security;
  return (
    <fieldset class="choices">
      <legend class="label">{text.access}</legend>
      <Choice
        id="access-secured"
        name="access"
        value="secured"
        label={text.whoShows}
        checked={api.security.length > 0}
      >
        <NeededField name="needed" isAll={api.security.some(({ all }) => all.length > 1)} />
        {keyKinds.map((kind) => (
          <KeyBox kind={kind} definition={definitions.get(kind)} />
        ))}
        {org.oauthProviders.map((provider) => (
          <ProviderBox api={api} provider={provider} definition={definitions.get(`oauth-${provider.name}`)} />
        ))}
        {org.userRegistries.map((registry) => (
          <RegistryBox registry={registry} definition={definitions.get(`basic-${registry.name}`)} />
        ))}
        <CertificateBox definition={definitions.get(CERTIFICATE_WAY)} />
        <ConditionField name="condition" value={api.security[0]?.condition ?? ''} refused={refused} />
      </Choice>
      <Choice
        id="access-open"
        name="access"
        value="open"
        label={text.everybody}
        hint={text.everybodyHint}
        checked={api.security.length === 0}
      />
    </fieldset>
  );
}

/** The input that states the present security. */
const sentBy = ({ securityDefinitions, security }: Api) => ({
  securityDefinitions: securityDefinitions.map(definitionInput),
  security: security.map(({ all, condition }) => {
    const [only] = all;
    const definitions = all.length === 1 && only ? only : { all };
    return condition === null ? definitions : { ...definitions, condition };
  }),
});

type ShownDefinition = Api['securityDefinitions'][number];

/** The definitions that the form has a box for, by its value. Only those that a requirement asks for are in use. */
function shownDefinitions({ securityDefinitions, security, operationSecurity }: Api) {
  const required = security.flatMap(({ all }) => all);
  const used = securityDefinitions.filter(({ name }) =>
    required.some(({ definition }) => definition === name),
  );
  const definitions = new Map<string, ShownDefinition>();
  for (const definition of used) {
    const value = boxOf(definition);
    if (!definitions.has(value)) definitions.set(value, definition);
  }
  const isMixed = security.length > 1 && security.some(({ all }) => all.length > 1);
  // What operations alone ask for stays when this form is saved.
  const ofOperations = operationSecurity.flatMap((each) => each.security.flatMap(({ all }) => all));
  const kept = securityDefinitions.filter(
    (each) => !used.includes(each) && ofOperations.some(({ definition }) => definition === each.name),
  );
  const isWhole = definitions.size + kept.length === securityDefinitions.length;
  const conditions = new Set(security.map(({ condition }) => condition));
  return { definitions, isWhole: isWhole && !isMixed && conditions.size <= 1 };
}

function boxOf({ type, oauthProvider, userRegistry, kind }: ShownDefinition): string {
  if (type === 'MUTUAL_TLS') return CERTIFICATE_WAY;
  if (oauthProvider) return `oauth-${oauthProvider.name}`;
  return userRegistry ? `basic-${userRegistry.name}` : (kind ?? '');
}

function KeyBox({ kind, definition }: { kind: keyof typeof keys; definition: ShownDefinition | undefined }) {
  const text = useTexts().text.apis.security;
  return (
    <CheckBox
      id={`way-${kind}`}
      name="ways"
      value={kind}
      label={text.keys[kind].label}
      hint={text.keys[kind].hint}
      checked={definition !== undefined}
    >
      <input type="hidden" name={`name-${kind}`} value={definition?.name ?? ''} />
      <SelectField
        name={`location-${kind}`}
        label={text.keyLocation}
        value={definition?.keyLocation ?? 'HEADER'}
        options={[
          { value: 'HEADER', label: text.keyLocations.HEADER },
          { value: 'QUERY', label: text.keyLocations.QUERY },
        ]}
      />
      <Field
        name={`keyName-${kind}`}
        label={text.keyName}
        value={definition?.keyName ?? keys[kind].keyName}
        maxlength={100}
      />
    </CheckBox>
  );
}

type ProviderBoxProps = {
  readonly api: Api;
  readonly provider: ApiOrg['oauthProviders'][number];
  readonly definition: ShownDefinition | undefined;
};

function ProviderBox({ api, provider: { name, title, scopes, grantTypes }, definition }: ProviderBoxProps) {
  const { text: texts } = useTexts();
  const text = texts.apis.security;
  const value = `oauth-${name}`;
  const required = api.security.flatMap(({ all }) => all);
  const ticked = required.find((each) => each.definition === definition?.name)?.scopes ?? [];
  return (
    <CheckBox
      id={`way-${value}`}
      name="ways"
      value={value}
      label={text.token(title)}
      hint={text.tokenHint}
      checked={definition !== undefined}
    >
      <input type="hidden" name={`name-${value}`} value={definition?.name ?? ''} />
      <SelectField
        name={`flow-${value}`}
        label={text.flow}
        value={definition?.flow ?? ''}
        options={[
          { value: '', label: text.anyFlow },
          ...grantTypes.map((grant) => ({ value: grant, label: texts.label(grant) })),
        ]}
      />
      <fieldset class="choices">
        <legend class="label">{text.scopes}</legend>
        {scopes.map((scope) => (
          <CheckBox
            id={`scopes-${value}-${scope.name}`}
            name={`scopes-${value}`}
            value={scope.name}
            label={scope.name}
            hint={scope.description}
            checked={ticked.includes(scope.name)}
          />
        ))}
      </fieldset>
    </CheckBox>
  );
}

type RegistryBoxProps = {
  readonly registry: ApiOrg['userRegistries'][number];
  readonly definition: ShownDefinition | undefined;
};

function RegistryBox({ registry: { name, title }, definition }: RegistryBoxProps) {
  const text = useTexts().text.apis.security;
  const value = `basic-${name}`;
  return (
    <>
      <input type="hidden" name={`name-${value}`} value={definition?.name ?? ''} />
      <CheckBox
        id={`way-${value}`}
        name="ways"
        value={value}
        label={text.password(title)}
        hint={text.passwordHint}
        checked={definition !== undefined}
      />
    </>
  );
}

function CertificateBox({ definition }: { definition: ShownDefinition | undefined }) {
  const text = useTexts().text.apis.security;
  return (
    <>
      <input type="hidden" name={`name-${CERTIFICATE_WAY}`} value={definition?.name ?? ''} />
      <CheckBox
        id={`way-${CERTIFICATE_WAY}`}
        name="ways"
        value={CERTIFICATE_WAY}
        label={text.certificate}
        hint={text.certificateHint}
        checked={definition !== undefined}
      />
    </>
  );
}
