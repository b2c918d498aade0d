import type { Context } from 'hono';
import { attempt } from '../../../../graphql/server/run-document.ts';
import { BUILT_IN } from '../../../../openapi/lint/rule-set.ts';
import { SelectField } from '../../../../ui/components/field.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { graphql } from '../../graphql.ts';
import type { ConsoleEnv } from '../../page-context.ts';
import { apiPath } from '../parts/console-paths.ts';
import { useTexts } from '../parts/texts.ts';
import { FINDINGS, Findings } from '../rule-sets/findings.tsx';
import type { ApiAddress } from './api-query.ts';
import type { ApiFindings, TabProps } from './api-tab.ts';

const CHOICES = graphql(`
  query RuleSetsForApi($org: String!) {
    org(name: $org) { ruleSets(first: 200) { name title } catalogs(first: 200) { lintPolicy { ruleSet } } }
  }
`);

const API_FINDINGS = graphql(
  `
  query ApiFindings($org: String!, $api: VersionedName!, $ruleSet: String!) {
    api(org: $org, api: $api) { findings(ruleSet: $ruleSet) { ...ShownFindings } }
  }
`,
  [FINDINGS],
);

/** Reads the findings of the chosen rule set. Unless one is chosen, it is the first that a catalog names. */
export async function readApiFindings(c: Context<ConsoleEnv>, address: ApiAddress): Promise<ApiFindings> {
  const { session, text } = c.var.pageContext;
  const { org } = await session.run(CHOICES, { org: address.org });
  const held = org?.catalogs.find(({ lintPolicy }) => lintPolicy)?.lintPolicy;
  const ruleSet = c.req.query('ruleSet') ?? held?.ruleSet ?? BUILT_IN;
  const { result, refused } = await attempt(session.run(API_FINDINGS, { ...address, ruleSet }));
  return {
    ruleSet,
    ruleSets: [{ name: BUILT_IN, title: text.ruleSets.ofApi.builtIn }, ...(org?.ruleSets ?? [])],
    report: result?.api?.findings,
    refused,
  };
}

/** The findings of a rule set in its document. */
export function FindingsTab({ address, findings }: TabProps) {
  const { ofApi: words, findings: ofFindings } = useTexts().text.ruleSets;
  if (!findings) return null;
  const { ruleSet, ruleSets, report, refused } = findings;
  return (
    <section class="section stack" aria-label={ofFindings.title}>
      <p class="text">{words.lead}</p>
      <form method="get" action={apiPath(address)} class="form-row">
        <input type="hidden" name="tab" value="findings" />
        <SelectField
          name="ruleSet"
          label={words.ruleSet}
          value={ruleSet}
          options={ruleSets.map(({ name, title }) => ({ value: name, label: title }))}
        />
        <div class="form-row-end">
          <button class="button" type="submit">
            {words.show}
          </button>
        </div>
      </form>
      <RefusedNotice refused={refused} />
      {report && <Findings report={report} />}
    </section>
  );
}
