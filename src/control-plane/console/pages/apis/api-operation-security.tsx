import { CheckBox, Choice } from '../../../../ui/components/choice.tsx';
import { Field, SelectField } from '../../../../ui/components/field.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { apiPath } from '../parts/console-paths.ts';
import { requirementsInWords } from '../parts/security-words.ts';
import type { Api, ApiOrg } from './api-query.ts';
import type { TabProps } from './api-tab.ts';

/** The choice between any one and all of what is ticked. */
export function NeededField({ name, isAll }: { readonly name: string; readonly isAll: boolean }) {
  return (
    <SelectField
      name={name}
      label="A call shows"
      value={isAll ? 'all' : 'any'}
      options={[
        { value: 'any', label: 'Any one of those ticked' },
        { value: 'all', label: 'All of those ticked' },
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
  return (
    <Field
      name={name}
      label="Condition"
      hint="CEL over caller, client and operation that has to hold as well, for example caller.claims.department == &quot;billing&quot; || operation.method == &quot;GET&quot;. Empty for none."
      value={value}
      refused={refused}
      maxlength={2000}
      autocomplete="off"
    />
  );
}

type OperationSecurityProps = Pick<TabProps, 'address' | 'api' | 'org'>;

/** The operations with a security of their own, and the form for another. */
export function OperationSecurity({ address, api, org }: OperationSecurityProps) {
  return (
    <Section id="operations-heading" title="Security of single operations">
      <p class="text">
        An operation can ask for something else than the API does: <code class="code">DELETE</code> for
        another scope than <code class="code">GET</code>, for example.
      </p>
      <OperationSecurityTable api={api} remove={apiPath(address)} />
      <form method="post" action={apiPath(address)} class="section stack">
        <Field
          name="operation"
          label="Operation"
          hint="As the document names it, for example DELETE /customers/{id}."
          value=""
          maxlength={1000}
          required
        />
        <OperationAccess api={api} org={org} />
        <p class="row">
          <button class="button button-primary" type="submit" name="action" value="operationSecurity">
            Save for this operation
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
  if (operationSecurity.length === 0) return null;
  return (
    <Table
      caption="Operations with a security of their own"
      rows={operationSecurity}
      columns={[
        { heading: 'Operation', cell: ({ operation }) => <code class="code">{operation}</code> },
        { heading: 'One of', cell: ({ security }) => requirementsInWords(security) },
        ...(remove === undefined
          ? []
          : [
              {
                heading: 'Change',
                cell: ({ operation }: Api['operationSecurity'][number]) => (
                  <form method="post" action={remove}>
                    <input type="hidden" name="operation" value={operation} />
                    <input type="hidden" name="remove" value="yes" />
                    <button class="button" type="submit" name="action" value="operationSecurity">
                      As the API<span class="visually-hidden">: {operation}</span>
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
  return (
    <fieldset class="choices">
      <legend class="label">Who may call the operation</legend>
      <Choice
        id="operation-secured"
        name="operationAccess"
        value="secured"
        label="Whoever shows these"
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
        label="Everybody"
        hint="No key, no limit of a plan, no subscription."
        checked={false}
      />
    </fieldset>
  );
}

type DefinitionBoxProps = { readonly definition: Api['securityDefinitions'][number]; readonly org: ApiOrg };

function DefinitionBox({ definition: { name, oauthProvider }, org }: DefinitionBoxProps) {
  const scopes = org.oauthProviders.find((each) => each.name === oauthProvider?.name)?.scopes ?? [];
  return (
    <CheckBox id={`definition-${name}`} name="definitions" value={name} label={name} checked={false}>
      {scopes.length > 0 && (
        <fieldset class="choices">
          <legend class="label">Scopes that a token must have</legend>
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
