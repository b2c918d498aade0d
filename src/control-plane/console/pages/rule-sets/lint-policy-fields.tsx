import type { LintPolicyDraft } from '../../../../domain/product/lint-policy.ts';
import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { severities } from '../../../../openapi/lint/finding.ts';
import { BUILT_IN } from '../../../../openapi/lint/rule-set.ts';
import { SelectField } from '../../../../ui/components/field.tsx';
import { useTexts } from '../parts/texts.ts';

/** The members of the policy, as fields of the form. */
export const LINT_POLICY_FIELDS = ['ruleSet', 'refuseStage', 'refusePublish'] as const;

type LintPolicyForm = Readonly<Record<(typeof LINT_POLICY_FIELDS)[number], string>>;

/** Reads the policy of a form. Without a rule set there is none. */
export const lintPolicyIn = (form: LintPolicyForm): LintPolicyDraft | null =>
  form.ruleSet === ''
    ? null
    : {
        ruleSet: form.ruleSet,
        refuseStage: severityIn(form.refuseStage),
        refusePublish: severityIn(form.refusePublish),
      };

const severityIn = (text: string) => severities.find((each) => each === text) ?? null;

type LintPolicyFieldsProps = {
  readonly policy: Partial<LintPolicyDraft> | null | undefined;
  /** The rule sets of the org. */
  readonly ruleSets: readonly { readonly name: string; readonly title: string }[];
  readonly refused: PageRefusal | undefined;
};

/** Fields of the rules that documents are held to. */
export function LintPolicyFields({ policy, ruleSets, refused }: LintPolicyFieldsProps) {
  const { policy: words, ofApi } = useTexts().text.ruleSets;
  return (
    <>
      <SelectField
        name="ruleSet"
        label={words.ruleSet}
        hint={words.ruleSetHint}
        value={policy?.ruleSet ?? ''}
        options={[
          { value: '', label: words.none },
          { value: BUILT_IN, label: ofApi.builtIn },
          ...ruleSets.map(({ name, title }) => ({ value: name, label: title })),
        ]}
        refused={refused}
      />
      {(['refuseStage', 'refusePublish'] as const).map((name) => (
        <SelectField
          name={name}
          label={words[name]}
          value={policy?.[name] ?? ''}
          options={[
            { value: '', label: words.refusesNothing },
            ...severities.map((value) => ({ value, label: words.from[value] })),
          ]}
          refused={refused}
        />
      ))}
    </>
  );
}
