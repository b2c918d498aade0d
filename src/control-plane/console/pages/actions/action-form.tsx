import { versionedName } from '../../../../foundation/text/version.ts';
import { Field, SelectField } from '../../../../ui/components/field.tsx';
import type { Refused } from '../../../../ui/components/refused-notice.tsx';
import { useTexts } from '../parts/texts.ts';
import { type ActionChoice, planField } from './action-choice.ts';
import type { ActionDetails } from './action-query.ts';
import type { ActionRow } from './action-table.ts';
import { Effects } from './effects.tsx';
import type { ActionResult } from './lifecycle-change.ts';

type ActionFormProps = {
  readonly row: ActionRow;
  readonly path: string;
  /** The page that the form was opened from, and leads back to. */
  readonly from: string;
  readonly details: ActionDetails;
  readonly choice: ActionChoice;
  readonly refused: Refused | undefined;
  /** The rehearsed change. Undefined where it is refused. */
  readonly change: ActionResult | null | undefined;
};

/** The fields that the refusal of a form stands beside. */
export const FIELDS = ['new', 'sunsetAt', 'sunsetIfIdleDays'];

/** Form of an action: its fields, what it does with them, and the button. */
export function ActionForm({ row, path, from, change, ...fields }: ActionFormProps) {
  const { actions } = useTexts().text;
  const hasFields = row.succession !== undefined || row.hasSunset === true;
  return (
    <form class="stack" method="post" action={path} data-preview={hasFields || undefined}>
      <input type="hidden" name="from" value={from} />
      {hasFields && (
        <>
          <Fields row={row} {...fields} />
          <p>
            <button class="button" type="submit" formmethod="get" formnovalidate>
              {actions.form.preview}
            </button>
          </p>
        </>
      )}
      <div class="stack" aria-live="polite">
        {change && <Effects change={change} />}
        {change === null && <p class="text">{actions.form.unchanged}</p>}
      </div>
      {change && breaks(change) && (
        <label class="choice">
          <input class="choice-input" type="checkbox" name="acceptBreaking" value="true" required />
          <span class="choice-body choice-label">{actions.form.acceptBreaking}</span>
        </label>
      )}
      <p class="row">
        {change && (
          <button class={`button ${row.isDanger ? 'button-danger' : 'button-primary'}`} type="submit">
            {actions.of[row.name].name}
          </button>
        )}
        {change && (
          <button class="button" type="submit" name="step" value="propose">
            {actions.form.propose}
          </button>
        )}
        <a class="button" href={from} data-cancel>
          {actions.form.cancel}
        </a>
      </p>
    </form>
  );
}

/** Tells whether a change breaks calls that work now. */
export const breaks = ({ warnings }: ActionResult) =>
  warnings.some(({ code }) => code === 'BREAKING_API_CHANGE');

function Fields({
  row,
  details,
  choice,
  refused,
}: Pick<ActionFormProps, 'row' | 'details' | 'choice' | 'refused'>) {
  const { form } = useTexts().text.actions;
  return (
    <>
      {row.succession && <Succession details={details} choice={choice} refused={refused} />}
      {row.hasSunset && (
        <>
          <Field
            name="sunsetAt"
            type="date"
            label={form.sunset}
            hint={form.sunsetHint}
            value={choice.sunset}
            refused={refused}
          />
          <Field
            name="sunsetIfIdleDays"
            type="number"
            label={form.idleDays}
            hint={form.idleDaysHint}
            value={choice.idleDays}
            refused={refused}
          />
        </>
      )}
    </>
  );
}

function Succession({ details, choice, refused }: Pick<ActionFormProps, 'details' | 'choice' | 'refused'>) {
  const { form } = useTexts().text.actions;
  const { candidates, product } = details;
  const successor = candidates.find((each) => versionedName(each) === choice.successor);
  const targets = [
    ...(successor?.plans ?? []).map(({ name, title }) => ({ value: name, label: title })),
    { value: '', label: form.noPlan },
  ];
  return (
    <>
      <SelectField
        name="new"
        label={form.successor}
        options={[
          ...(successor ? [] : [{ value: '', label: form.chooseSuccessor }]),
          ...candidates.map((each) => ({
            value: versionedName(each),
            label: `${each.title} ${each.version}`,
          })),
        ]}
        value={choice.successor}
        refused={refused}
      />
      {successor && (
        <fieldset class="stack">
          <legend class="label">{form.plans}</legend>
          <p class="small quiet">{form.plansHint}</p>
          {product?.plans.map(({ name, title }) => (
            <SelectField
              name={planField(name)}
              label={title}
              options={targets}
              value={choice.plans.find(({ source }) => source === name)?.target ?? ''}
            />
          ))}
        </fieldset>
      )}
    </>
  );
}
