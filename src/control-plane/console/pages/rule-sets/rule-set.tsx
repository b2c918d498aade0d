import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { CodeBlock } from '../../../../ui/components/code-block.tsx';
import { Facts } from '../../../../ui/components/fact.tsx';
import { LinesField } from '../../../../ui/components/field.tsx';
import { PageHeader } from '../../../../ui/components/page-header.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { readTypedForm, type TypedForm, TypedFormContext } from '../../../../ui/kit/typed-form.ts';
import { graphql } from '../../graphql.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { allowsChange, demandChange } from '../../rights.ts';
import { AsGraphQL } from '../parts/as-graphql.tsx';
import { type RuleSetAddress, ruleSetPath, ruleSetsPath } from '../parts/console-paths.ts';
import { Crumbs } from '../parts/crumbs.tsx';
import { Done } from '../parts/done-notice.tsx';
import { show } from '../parts/frame.tsx';
import { TitleField } from '../parts/name-field.tsx';
import { showNotFound } from '../parts/problem.tsx';
import { type Actions, runAction } from '../parts/run-action.ts';
import { useTexts } from '../parts/texts.ts';
import { Findings } from './findings.tsx';
import { besideRules, CatalogLinks } from './rule-sets.tsx';
import { type Trial, TrialFields, type TrialForm, tryRules } from './trial.tsx';

const RULE_SET = graphql(`
  query RuleSetPage($org: String!, $ruleSet: String!) {
    ruleSet(org: $org, name: $ruleSet) { name title rules createdAt catalogs(first: 50) }
    org(name: $org) { apis(first: 200) { name version title kind } }
  }
`);

const UPDATE = graphql(`
  mutation UpdateRuleSet($input: UpdateRuleSetInput!) { updateRuleSet(input: $input) { name } }
`);
const DELETE = graphql(`mutation DeleteRuleSet($input: NameInput!) { deleteRuleSet(input: $input) }`);

type RuleSet = NonNullable<ResultOf<typeof RULE_SET>['ruleSet']>;
type RuleSetForm = TrialForm & { readonly action: string; readonly title: string };
type Outcome = { readonly typed: TypedForm; readonly refused?: PageRefusal; readonly trial?: Trial };

const PATH = '/rule-sets/:org/:ruleSet';

/** Adds the page of a rule set, where its rules are tried. */
export function ruleSet(pages: ConsolePages): void {
  pages.get(PATH, (c) => showRuleSet(c, c.req.param()));

  pages.post(PATH, async (c) => {
    const address = c.req.param();
    const form = await readForm(c, 'action', 'title', 'rules', 'api', 'document');
    if (form.action !== 'try') demandChange(c);
    const acted = await runAction(c, actionsOf(c), { target: address, form });
    if (!acted) return showNotFound(c);
    const { result, refused } = acted;
    if (refused) return showRuleSet(c, address, { typed: await readTypedForm(c), refused });
    if (typeof result === 'object')
      return showRuleSet(c, address, { typed: await readTypedForm(c), trial: result });
    const path =
      result === 'ruleSetDeleted'
        ? ruleSetsPath(address.org, result)
        : `${ruleSetPath(address)}?done=${result}`;
    return c.redirect(path, 303);
  });
}

type RuleSetActions = Actions<RuleSetAddress, RuleSetForm, 'ruleSet' | 'ruleSetDeleted' | Trial>;

/** Actions of the page's buttons. */
const actionsOf = ({ var: { pageContext } }: Context<ConsoleEnv>): RuleSetActions => ({
  async save(run, { org, ruleSet: name }, { title, rules }) {
    await run(UPDATE, { input: { org, name, title, rules } });
    return 'ruleSet';
  },
  async try(run, address, form) {
    return tryRules(run, address, { form, text: pageContext.text });
  },
  async delete(run, { org, ruleSet: name }) {
    await run(DELETE, { input: { org, name } });
    return 'ruleSetDeleted';
  },
});

async function showRuleSet(
  c: Context<ConsoleEnv>,
  address: RuleSetAddress,
  sent?: Outcome,
): Promise<Response> {
  const { pageContext } = c.var;
  const { session, text, format } = pageContext;
  const { page: words, list } = text.ruleSets;
  const { ruleSet: found, org } = await session.run(RULE_SET, address);
  if (!found || !org) return showNotFound(c);
  const mayChange = allowsChange(session);
  const refused = besideRules(sent?.refused);
  return show(
    pageContext,
    <>
      <PageHeader
        crumbs={<Crumbs org={address.org} trail={[{ title: list.title, href: ruleSetsPath(address.org) }]} />}
        title={found.title}
      />
      <Done done={c.req.query('done')} />
      <RefusedNotice refused={refused} beside={mayChange ? FIELDS : FIELDS_OF_VIEWERS} />
      <Facts
        facts={{
          [words.catalogs]: (
            <CatalogLinks org={address.org} catalogs={found.catalogs} none={words.noCatalog} />
          ),
          [words.created]: format.dateTime(found.createdAt),
        }}
      />
      {sent?.trial && <TrialFindings trial={sent.trial} />}
      <TypedFormContext.Provider value={sent?.typed}>
        <form method="post" action={ruleSetPath(address)} class="section columns">
          {mayChange ? (
            <Editor address={address} found={found} refused={refused} />
          ) : (
            <ShownRules rules={found.rules} />
          )}
          <TrialFields apis={org.apis} mayChange={mayChange} refused={refused} />
        </form>
      </TypedFormContext.Provider>
      {mayChange && <Deletion path={ruleSetPath(address)} title={found.title} />}
    </>,
    {
      title: found.title,
      menu: '/console/rule-sets',
      org: address.org,
      refused: sent?.refused,
    },
  );
}

const FIELDS_OF_VIEWERS = ['api', 'document'];
const FIELDS = ['title', 'rules', ...FIELDS_OF_VIEWERS];

function TrialFindings({ trial: { of, report } }: { readonly trial: Trial }) {
  const { trial: words } = useTexts().text.ruleSets;
  return (
    <Section id="findings-heading" title={words.found(of ?? words.pasted)} class="section stack">
      <Findings report={report} />
    </Section>
  );
}

type EditorProps = {
  readonly address: RuleSetAddress;
  readonly found: RuleSet;
  readonly refused: ReturnType<typeof besideRules>;
};

function Editor({ address, found: { title, rules }, refused }: EditorProps) {
  const { page: words, fields } = useTexts().text.ruleSets;
  const { org, ruleSet: name } = address;
  return (
    <Section id="rules-heading" title={words.rules} class="card form">
      <TitleField value={title} refused={refused} />
      <LinesField
        name="rules"
        label={fields.rules}
        hint={fields.rulesHint}
        value={rules}
        rows={24}
        refused={refused}
      />
      <div>
        <button class="button button-primary" type="submit" name="action" value="save">
          {words.save}
        </button>
      </div>
      <AsGraphQL document={UPDATE} variables={{ input: { org, name, title, rules } }} />
    </Section>
  );
}

function ShownRules({ rules }: { readonly rules: string }) {
  const { text } = useTexts();
  const { page: words } = text.ruleSets;
  return (
    <Section id="rules-heading" title={words.rules} class="card stack">
      <CodeBlock code={rules} what={words.rules} copy={text.copy.label} copied={text.copy.done} />
    </Section>
  );
}

function Deletion({ path, title }: { readonly path: string; readonly title: string }) {
  const { deletion } = useTexts().text.ruleSets;
  return (
    <Section id="deletion-heading" title={deletion.title} class="section card">
      <p class="text">{deletion.text}</p>
      <form method="post" action={path} data-confirm={deletion.confirm(title)}>
        <button class="button button-danger" type="submit" name="action" value="delete">
          {deletion.submit}
        </button>
      </form>
    </Section>
  );
}
