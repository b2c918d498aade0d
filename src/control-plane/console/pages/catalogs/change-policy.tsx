import type { VariablesOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import { type GovernedAction, governedActions } from '../../../../domain/change-request/actions.ts';
import { freezeLine, readFreezeLine } from '../../../../domain/change-request/freeze-line.ts';
import {
  type ApprovalRule,
  type ChangePolicy,
  changePolicyFrom,
} from '../../../../domain/change-request/policy.ts';
import { refuse } from '../../../../foundation/errors.ts';
import { short } from '../../../../foundation/text/listed.ts';
import { attempt, type PageRefusal, refuseForm } from '../../../../graphql/server/run-document.ts';
import { CheckBox } from '../../../../ui/components/choice.tsx';
import { Field, LinesField, SelectField } from '../../../../ui/components/field.tsx';
import { PageHeader } from '../../../../ui/components/page-header.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { readForm, sentencesOf } from '../../../../ui/kit/form.ts';
import { readTypedForm, TypedFormContext } from '../../../../ui/kit/typed-form.ts';
import { graphql } from '../../graphql.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import type { Messages } from '../messages.ts';
import { AsGraphQL } from '../parts/as-graphql.tsx';
import { type CatalogAddress, catalogSettingsPath, changePolicyPath } from '../parts/console-paths.ts';
import { Crumbs } from '../parts/crumbs.tsx';
import { show } from '../parts/frame.tsx';
import { showNotFound } from '../parts/problem.tsx';
import { useTexts } from '../parts/texts.ts';
import { CHANGE_POLICY } from './change-policy-section.tsx';

const POLICY = graphql(
  `
  query ChangePolicyOfCatalog($org: String!, $catalog: String!) {
    catalog(org: $org, name: $catalog) { title ...ShownChangePolicy }
  }
`,
  [CHANGE_POLICY],
);

const UPDATE = graphql(`
  mutation SetChangePolicy($input: UpdateCatalogInput!) { updateCatalog(input: $input) { name } }
`);

type Policy = NonNullable<VariablesOf<typeof UPDATE>['input']['changePolicy']>;
type RefusedPolicy = { readonly c: Context<ConsoleEnv>; readonly refused: PageRefusal };

/** The policy that the form of a catalog without one begins with. */
const NOTHING = changePolicyFrom({}, []);

/** Adds the page on which administrators say who approves changes of a catalog. */
export function changePolicy(pages: ConsolePages): void {
  pages.get('/catalogs/:org/:catalog/approvals', (c) => showPolicy(c, c.req.param()));

  pages.post('/catalogs/:org/:catalog/approvals', async (c) => {
    const { session, text } = c.var.pageContext;
    const { org, catalog } = c.req.param();
    const { refused } = await attempt(
      policyIn(c, text).then((policy) =>
        session.run(UPDATE, { input: { org, name: catalog, changePolicy: policy } }),
      ),
    );
    if (refused) return showPolicy(c, { org, catalog }, { c, refused });
    return c.redirect(`${catalogSettingsPath({ org, catalog })}?done=changePolicy`, 303);
  });
}

const approvalsField = (action: GovernedAction) => `approvals-${action}` as const;
const roleField = (action: GovernedAction) => `role-${action}` as const;

/** Reads the policy of the form. Actions with the same approvals are one rule. @throws the refusal of a form */
async function policyIn(c: Context<ConsoleEnv>, { changeRequests }: Messages): Promise<Policy | null> {
  const form = await readForm(
    c,
    'remove',
    'refuseDirect',
    'expiresAfterDays',
    'freezes',
    ...governedActions.flatMap((action) => [approvalsField(action), roleField(action)]),
  );
  if (form.remove !== '') return null;
  const rules = new Map<string, GovernedAction[]>();
  for (const action of governedActions) {
    const approvals = form[approvalsField(action)].trim();
    if (approvals === '' || approvals === '0') continue;
    const key = `${approvals} ${form[roleField(action)]}`;
    rules.set(key, [...(rules.get(key) ?? []), action]);
  }
  return {
    rules: [...rules].map(([key, actions]) => ({
      actions,
      approvals: Number(key.slice(0, key.indexOf(' '))),
      role: key.endsWith('ADMINISTRATOR') ? ('ADMINISTRATOR' as const) : ('DEVELOPER' as const),
    })),
    refuseDirect: form.refuseDirect !== '',
    expiresAfterDays: Number(form.expiresAfterDays),
    freezes: sentencesOf(form.freezes).map(
      (line) =>
        readFreezeLine(line) ??
        refuseForm(changeRequests.policy.noFreeze(JSON.stringify(short(line))), ['input', 'freezes']),
    ),
  };
}

async function showPolicy(
  c: Context<ConsoleEnv>,
  address: CatalogAddress,
  sent?: RefusedPolicy,
): Promise<Response> {
  const { pageContext } = c.var;
  const { session, text } = pageContext;
  if (session.role !== 'ADMINISTRATOR')
    refuse('FORBIDDEN', { detail: `This needs the role ADMINISTRATOR; yours is ${session.role}.` });
  const { catalog } = await session.run(POLICY, address);
  if (!catalog) return showNotFound(c);
  const { policy: words } = text.changeRequests;
  const { refused } = sent ?? {};
  return show(
    pageContext,
    <>
      <PageHeader crumbs={<Crumbs org={address.org} />} title={words.titleOf(catalog.title)} />
      <RefusedNotice refused={refused} beside={['expiresAfterDays', 'freezes']} />
      <TypedFormContext.Provider value={sent && (await readTypedForm(sent.c))}>
        <PolicyForm address={address} policy={catalog.changePolicy} refused={refused} />
      </TypedFormContext.Provider>
    </>,
    { title: words.titleOf(catalog.title), org: address.org, refused },
  );
}

type FormProps = {
  readonly address: CatalogAddress;
  readonly policy: ChangePolicy | null;
  readonly refused: PageRefusal | undefined;
};

function PolicyForm({ address, policy, refused }: FormProps) {
  const { policy: words } = useTexts().text.changeRequests;
  const { rules, refuseDirect, expiresAfterDays, freezes } = policy ?? NOTHING;
  return (
    <form method="post" action={changePolicyPath(address)} class="section stack">
      <div class="card form">
        <h2 class="heading">{words.rules}</h2>
        <p class="hint">{words.rulesHint}</p>
        {hasSeveral(rules) ? <p class="text">{words.several}</p> : <RuleTable rules={rules} />}
      </div>
      <div class="card form">
        <CheckBox
          id="refuseDirect"
          name="refuseDirect"
          value="yes"
          label={words.refuseDirect}
          hint={words.refuseDirectHint}
          checked={refuseDirect}
        />
        <Field
          name="expiresAfterDays"
          label={words.expires}
          hint={words.expiresHint}
          type="number"
          value={`${expiresAfterDays}`}
          refused={refused}
        />
        <LinesField
          name="freezes"
          label={words.freezes}
          hint={words.freezesHint}
          value={freezes.map(freezeLine).join('\n')}
          refused={refused}
        />
      </div>
      <p class="row">
        <button class="button button-primary" type="submit" disabled={hasSeveral(rules)}>
          {words.save}
        </button>
        {policy && (
          <button class="button button-danger" type="submit" name="remove" value="yes">
            {words.remove}
          </button>
        )}
        <a class="button" href={catalogSettingsPath(address)}>
          {words.back}
        </a>
      </p>
      <AsGraphQL
        document={UPDATE}
        variables={{ input: { org: address.org, name: address.catalog, changePolicy: policy ?? NOTHING } }}
      />
    </form>
  );
}

/** A form has one row for each action. Of an action with more rules it would lose some. */
const hasSeveral = (rules: readonly ApprovalRule[]): boolean =>
  governedActions.some((action) => rules.filter(({ actions }) => actions.includes(action)).length > 1);

function RuleTable({ rules }: { readonly rules: readonly ApprovalRule[] }) {
  const { text } = useTexts();
  const { policy: words } = text.changeRequests;
  const rows = governedActions.map((action) => ({
    action,
    rule: rules.find(({ actions }) => actions.includes(action)),
  }));
  return (
    <Table
      caption={words.rules}
      rows={rows}
      columns={[
        { heading: words.action, cell: ({ action }) => text.label(action) },
        {
          heading: words.approvals,
          cell: ({ action, rule }) => (
            <Field
              name={approvalsField(action)}
              label={words.approvalsOf(text.label(action))}
              hidesLabel
              type="number"
              value={`${rule?.approvals ?? ''}`}
            />
          ),
        },
        {
          heading: words.role,
          cell: ({ action, rule }) => (
            <SelectField
              name={roleField(action)}
              label={words.roleOf(text.label(action))}
              hidesLabel
              value={rule?.role ?? 'DEVELOPER'}
              options={(['DEVELOPER', 'ADMINISTRATOR'] as const).map((value) => ({
                value,
                label: text.label(value),
              }))}
            />
          ),
        },
      ]}
    />
  );
}
