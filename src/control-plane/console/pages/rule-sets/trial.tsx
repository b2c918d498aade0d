import { versionedName } from '../../../../foundation/text/version.ts';
import { type ExecuteDocument, refuseForm } from '../../../../graphql/server/run-document.ts';
import { LinesField, SelectField } from '../../../../ui/components/field.tsx';
import { type Refused, refusedUnder } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { graphql } from '../../graphql.ts';
import type { Messages } from '../messages.ts';
import type { RuleSetAddress } from '../parts/console-paths.ts';
import { useTexts } from '../parts/texts.ts';
import { FINDINGS, type ShownFindings } from './findings.tsx';

const LINT = graphql(`query TryRules($input: LintInput!) { lint(input: $input) { ...ShownFindings } }`, [
  FINDINGS,
]);

const DOCUMENT = graphql(`
  query DocumentToLint($org: String!, $api: VersionedName!) { api(org: $org, api: $api) { title openapi } }
`);

export type TrialForm = Readonly<Record<'rules' | 'api' | 'document', string>>;

/** The findings of rules in a document. */
export type Trial = {
  /** The API whose document it is; undefined for one that was pasted. */
  readonly of: string | undefined;
  readonly report: ShownFindings;
};

type TrialInput = { readonly form: TrialForm; readonly text: Messages };

/** Tries the rules of the form. Those who may not change the rules send none, and try the rules that are kept. */
export async function tryRules(
  run: ExecuteDocument,
  { org, ruleSet }: RuleSetAddress,
  { form, text }: TrialInput,
): Promise<Trial> {
  const openapi = form.api === '' ? form.document : await documentOf(run, org, { form, text });
  if (form.api === '' && form.document.trim() === '') refuseForm(text.ruleSets.trial.nothing, ['document']);
  const input = { org, openapi, ...(form.rules.trim() === '' ? { ruleSet } : { rules: form.rules }) };
  const { lint } = await run(LINT, { input });
  return { of: form.api === '' ? undefined : form.api, report: lint };
}

async function documentOf(run: ExecuteDocument, org: string, { form, text }: TrialInput): Promise<object> {
  const { api } = await run(DOCUMENT, { org, api: form.api });
  return api?.openapi ?? refuseForm(text.ruleSets.trial.isGraphQL, ['api']);
}

type TrialFieldsProps = {
  readonly apis: readonly { readonly name: string; readonly version: string; readonly kind: string }[];
  readonly mayChange: boolean;
  readonly refused: Refused | undefined;
};

/** Fields of the document that rules are tried on. */
export function TrialFields({ apis, mayChange, refused }: TrialFieldsProps) {
  const { trial: words } = useTexts().text.ruleSets;
  const names = apis.filter(({ kind }) => kind === 'REST').map(versionedName);
  const ofDocument = refusedUnder(refused, { openapi: 'document' });
  return (
    <Section id="trial-heading" title={words.title} class="card form">
      <p class="text">{mayChange ? words.lead : words.leadForViewers}</p>
      <SelectField
        name="api"
        label={words.api}
        value=""
        options={[{ value: '', label: words.noApi }, ...names.map((name) => ({ value: name, label: name }))]}
        refused={refused}
      />
      <LinesField
        name="document"
        label={words.document}
        hint={words.documentHint}
        value=""
        rows={12}
        refused={ofDocument}
      />
      <div>
        <button class="button" type="submit" name="action" value="try">
          {words.submit}
        </button>
      </div>
    </Section>
  );
}
