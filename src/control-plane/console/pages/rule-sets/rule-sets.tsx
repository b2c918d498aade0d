import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { EmptyState } from '../../../../ui/components/empty-state.tsx';
import { LinesField } from '../../../../ui/components/field.tsx';
import { PageHeader } from '../../../../ui/components/page-header.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { readTypedForm, type TypedForm, TypedFormContext } from '../../../../ui/kit/typed-form.ts';
import { graphql } from '../../graphql.ts';
import { currentOrgScope, orgScopeIn } from '../../org-scope.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { allowsChange, demandChange } from '../../rights.ts';
import { catalogSettingsPath, ruleSetPath, ruleSetsPath } from '../parts/console-paths.ts';
import { Done } from '../parts/done-notice.tsx';
import { show } from '../parts/frame.tsx';
import { NameField, TitleField } from '../parts/name-field.tsx';
import { NoOrg } from '../parts/orgs.tsx';
import { showNotFound } from '../parts/problem.tsx';
import { useTexts } from '../parts/texts.ts';
import { When } from '../parts/when.tsx';

const RULE_SETS = graphql(`
  query RuleSets($org: String!) {
    org(name: $org) { ruleSets(first: 200) { name title createdAt catalogs(first: 20) } }
  }
`);

const CREATE = graphql(`
  mutation CreateRuleSet($input: CreateRuleSetInput!) { createRuleSet(input: $input) { name } }
`);

type Rows = NonNullable<ResultOf<typeof RULE_SETS>['org']>['ruleSets'];
type RefusedRules = { readonly refused: PageRefusal; readonly typed: TypedForm };

/** Rules that a new rule set begins with: they show what there is to say. */
const EXAMPLE = `extends: spectral:oas
rules:
  operation-summary:
    description: Each operation has a summary.
    severity: error
    given: $.paths[*][get,put,post,patch,delete]
    then: { field: summary, function: truthy }
`;

/** Adds the rule sets of an org, and the form that creates one. */
export function ruleSets(pages: ConsolePages): void {
  pages.get('/rule-sets', async (c) => {
    const { pageContext } = c.var;
    const org = (await currentOrgScope(c))?.org;
    if (org === undefined)
      return show(pageContext, <NoOrg />, { title: pageContext.text.ruleSets.list.title });
    return showRuleSets(c, org);
  });

  pages.post('/rule-sets', async (c) => {
    demandChange(c);
    const org = orgScopeIn(c)?.org ?? '';
    const { title, name, rules } = await readForm(c, 'title', 'name', 'rules');
    const input = { org, title, ...(name.trim() !== '' && { name: name.trim() }), rules };
    const { result, refused } = await attempt(c.var.pageContext.session.run(CREATE, { input }));
    if (refused) return showRuleSets(c, org, { refused, typed: await readTypedForm(c) });
    return c.redirect(`${ruleSetPath({ org, ruleSet: result.createRuleSet.name })}?done=ruleSetCreated`, 303);
  });
}

async function showRuleSets(c: Context<ConsoleEnv>, org: string, sent?: RefusedRules): Promise<Response> {
  const { pageContext } = c.var;
  const { list } = pageContext.text.ruleSets;
  const found = await pageContext.session.run(RULE_SETS, { org });
  if (!found.org) return showNotFound(c);
  const rows = found.org.ruleSets;
  return show(
    pageContext,
    <>
      <PageHeader title={list.title} lead={list.lead} />
      <Done done={c.req.query('done')} />
      {rows.length === 0 ? (
        <EmptyState icon="list-filter" title={list.none} text={list.noneText} />
      ) : (
        <RuleSetTable org={org} rows={rows} />
      )}
      {allowsChange(pageContext.session) && <CreateForm org={org} sent={sent} />}
    </>,
    { title: list.title, org, refused: sent?.refused },
  );
}

function RuleSetTable({ org, rows }: { readonly org: string; readonly rows: Rows }) {
  const { list } = useTexts().text.ruleSets;
  return (
    <Table
      caption={list.title}
      rows={rows}
      columns={[
        {
          heading: list.ruleSet,
          cell: ({ name, title }) => (
            <a class="link" href={ruleSetPath({ org, ruleSet: name })}>
              {title}
            </a>
          ),
        },
        { heading: list.name, cell: ({ name }) => <code class="code when">{name}</code> },
        {
          heading: list.catalogs,
          cell: ({ catalogs }) => <CatalogLinks org={org} catalogs={catalogs} none={list.noCatalog} />,
        },
        { heading: list.created, cell: ({ createdAt }) => <When at={createdAt} /> },
      ]}
    />
  );
}

type CatalogLinksProps = {
  readonly org: string;
  readonly catalogs: readonly string[];
  readonly none: string;
};

/** Links to the settings of catalogs. */
export function CatalogLinks({ org, catalogs, none }: CatalogLinksProps) {
  if (catalogs.length === 0) return <>{none}</>;
  return (
    <>
      {catalogs.map((catalog, index) => (
        <>
          {index > 0 && ', '}
          <a class="link" href={catalogSettingsPath({ org, catalog })}>
            {catalog}
          </a>
        </>
      ))}
    </>
  );
}

function CreateForm({ org, sent }: { readonly org: string; readonly sent: RefusedRules | undefined }) {
  const { list, fields } = useTexts().text.ruleSets;
  const refused = sent?.refused;
  const beside = besideRules(refused);
  return (
    <Section id="create-heading" title={list.create}>
      <RefusedNotice refused={beside} beside={['title', 'name', 'rules']} />
      <TypedFormContext.Provider value={sent?.typed}>
        <form method="post" action={ruleSetsPath(org)} class="card form">
          <TitleField value="" refused={beside} />
          <NameField value="" hint={fields.nameHint} refused={beside} />
          <LinesField
            name="rules"
            label={fields.rules}
            hint={fields.rulesHint}
            value={EXAMPLE}
            rows={14}
            refused={beside}
          />
          <div>
            <button class="button button-primary" type="submit">
              {list.submit}
            </button>
          </div>
        </form>
      </TypedFormContext.Provider>
    </Section>
  );
}

/** Tells a refusal of rules beside their editor. Its path leads to a member in them. */
export const besideRules = (refused: PageRefusal | undefined) =>
  refused && {
    message: refused.message,
    field: refused.member === 'rules' ? 'rules' : refused.field,
  };
