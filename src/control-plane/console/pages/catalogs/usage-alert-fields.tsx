import type { UsageAlertPolicyDraft } from '../../../../domain/call/usage-alert.ts';
import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { CheckBox } from '../../../../ui/components/choice.tsx';
import { Field } from '../../../../ui/components/field.tsx';
import { useTexts } from '../parts/texts.ts';

/** The numbers of the policy, as fields of the form. */
export const USAGE_ALERT_FIELDS = ['spikeFactor', 'spikeCalls', 'silentHours'] as const;

type UsageAlertForm = Readonly<Record<'usageAlerts' | (typeof USAGE_ALERT_FIELDS)[number], string>>;

/** Reads the policy of a form. Without its box there is none; an empty number is the usual one. */
export const usageAlertsIn = (form: UsageAlertForm): UsageAlertPolicyDraft | null =>
  form.usageAlerts === ''
    ? null
    : Object.fromEntries(
        USAGE_ALERT_FIELDS.filter((name) => form[name].trim() !== '').map((name) => [
          name,
          Number(form[name]),
        ]),
      );

type UsageAlertFieldsProps = {
  readonly policy: UsageAlertPolicyDraft | null | undefined;
  readonly refused: PageRefusal | undefined;
};

/** Fields of the policy that tells of spikes and silence. */
export function UsageAlertFields({ policy, refused }: UsageAlertFieldsProps) {
  const { usageAlerts: words } = useTexts().text.catalogs.settings;
  return (
    <>
      <CheckBox
        id="usageAlerts"
        name="usageAlerts"
        value="yes"
        label={words.label}
        hint={words.hint}
        checked={policy != null}
      />
      {USAGE_ALERT_FIELDS.map((name) => (
        <Field
          name={name}
          label={words[name].label}
          hint={words[name].hint}
          type="number"
          value={`${policy?.[name] ?? ''}`}
          refused={refused}
        />
      ))}
    </>
  );
}
