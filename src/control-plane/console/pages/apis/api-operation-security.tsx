import { CheckBox, Choice } from '../../../../ui/components/choice.tsx';
import { Field, SelectField } from '../../../../ui/components/field.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { TypedFormContext } from '../../../../ui/kit/typed-form.ts';
import { apiPath } from '../parts/console-paths.ts';
import { requirementsInWords } from '../parts/security-words.ts';
import { useTexts } from '../parts/texts.ts';
import type { Api, ApiOrg } from './api-query.ts';
import { type TabProps, typedIn } from './api-tab.ts';

/** The choice between any one and all of what is ticked. */
export function NeededField({ name, isAll }: { readonly name: string; readonly isAll: boolean }) {
  const text = useTexts().text.apis.security;
  return (
    <SelectField
      name={name}
      label={text.needed}
      value={isAll ? 'all' : 'any'}
      options={[
        { value: 'any', label: text.any },
        { value: 'all', label: text.all },
      ]}
    />
  );
}

type ConditionFieldProps = {
  readonly name: string;
  readonly value: string;
  readonly refused?: TabProps['sent']['refused'];
};

/** The condition of each way in that is ticked. */
export function ConditionField({ name, value, refused }: ConditionFieldProps) {
  const text = useTexts().text.apis.security;
  return (
    <Field
      name={name}
      label={text.condition}
      hint={text.conditionHint}
      value={value}
      refused={refused}
      maxlength={2000}
      autocomplete="off"
    />
  );
}

type OperationSecurityProps = Pick<TabProps, 'address' | 'api' | 'org' | 'sent'>;

/** The operations with a security of their own, and the form for another. */
export function OperationSecurity({ address, api, org, sent }: OperationSecurityProps) {
  const text = useTexts().text.apis.operationSecurity;
  return (
    <Section id="operations-heading" title={text.title}>
      <p class="text">{text.lead(<code class="code">DELETE</code>, <code class="code">GET</code>)}</p>
      <OperationSecurityTable api={api} remove={apiPath(address)} />
      <form method="post" action={apiPath(address)} class="section stack">
        <TypedFormContext.Provider value={typedIn(sent, 'operationSecurity')}>
          <Field
            name="operation"
            label={text.operation}
            hint={text.operationHint}
            value=""
            maxlength={1000}
            required
          />
          <OperationAccess api={api} org={org} />
        </TypedFormContext.Provider>
        <p class="row">
          <button class="button button-primary" type="submit" name="action" value="operationSecurity">
            {text.save}
          </button>
        </p>
      </form>
    </Section>
  );
}

type TableProps = {
  readonly api: Api;
  /** The form that takes an operation from the list. Undefined for who may only read. */
  readonly remove?: string;
};

/** The operations with a security of their own. */
export function OperationSecurityTable({ api: { operationSecurity }, remove }: TableProps) {
  const { text: texts } = useTexts();
  const text = texts.apis.operationSecurity;
  if (operationSecurity.length === 0) return null;
  return (
    <Table
      caption={text.caption}
      rows={operationSecurity}
      columns={[
        { heading: text.operation, cell: ({ operation }) => <code class="code">{operation}</code> },
        { heading: text.oneOf, cell: ({ security }) => requirementsInWords(security, texts.security) },
        ...(remove === undefined
          ? []
          : [
              {
                heading: text.change,
                cell: ({ operation }: Api['operationSecurity'][number]) => (
                  <form method="post" action={remove}>
                    <input type="hidden" name="operation" value={operation} />
                    <input type="hidden" name="remove" value="yes" />
                    <button class="button" type="submit" name="action" value="operationSecurity">
                      {text.asApi}
                      <span class="visually-hidden">: {operation}</span>
                    </button>
                  </form>
                ),
              },
            ]),
      ]}
    />
  );
}

function OperationAccess({ api, org }: { readonly api: Api; readonly org: ApiOrg }) {
  const { security, operationSecurity } = useTexts().text.apis;
  return (
    <fieldset class="choices">
      <legend class="label">{operationSecurity.access}</legend>
      <Choice
        id="operation-secured"
        name="operationAccess"
        value="secured"
        label={security.whoShows}
        checked={true}
      >
        <NeededField name="operationNeeded" isAll={false} />
        {api.securityDefinitions.map((definition) => (
          <DefinitionBox definition={definition} org={org} />
        ))}
        <ConditionField name="operationCondition" value="" />
      </Choice>
      <Choice
        id="operation-open"
        name="operationAccess"
        value="open"
        label={security.everybody}
        hint={security.everybodyHint}
        checked={false}
      />
    </fieldset>
  );
}

type DefinitionBoxProps = { readonly definition: Api['securityDefinitions'][number]; readonly org: ApiOrg };

function DefinitionBox({ definition: { name, oauthProvider }, org }: DefinitionBoxProps) {
  const text = useTexts().text.apis.security;
  const scopes = org.oauthProviders.find((each) => each.name === oauthProvider?.name)?.scopes ?? [];
  return (
    <CheckBox id={`definition-${name}`} name="definitions" value={name} label={name} checked={false}>
      {scopes.length > 0 && (
        <fieldset class="choices">
          <legend class="label">{text.scopes}</legend>
          {scopes.map((scope) => (
            <CheckBox
              id={`operation-scopes-${name}-${scope.name}`}
              name={`operation-scopes-${name}`}
              value={scope.name}
              label={`${name}: ${scope.name}`}
              hint={scope.description}
              checked={false}
            />
          ))}
        </fieldset>
      )}
    </CheckBox>
  );
}
