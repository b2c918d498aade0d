import type { Child } from 'hono/jsx';
import { useTicked } from '../kit/typed-form.ts';
import { type Refused, refusedBeside } from './refused-notice.tsx';

/** One of several things. What belongs to it alone shows where it is chosen. */
type ChoiceProps = {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly label: string;
  readonly hint?: Child | undefined;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly autofocus?: boolean | undefined;
  readonly children?: Child;
};

/** One of several things, of which one is chosen. */
export function Choice(props: ChoiceProps) {
  return <Chosen type="radio" required {...props} />;
}

/** One of several things, of which each may be chosen. */
export function CheckBox(props: ChoiceProps) {
  return <Chosen type="checkbox" {...props} />;
}

type ChosenProps = ChoiceProps & { readonly type: 'radio' | 'checkbox'; readonly required?: boolean };

function Chosen({ id, label, hint, children, ...input }: ChosenProps) {
  const checked = useTicked(input.name, input.value, input.checked);
  return (
    <div class="choice">
      <input
        class="choice-input"
        id={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        {...input}
        checked={checked}
      />
      <div class="choice-body">
        <label class="choice-label" for={id}>
          {label}
        </label>
        {hint && (
          <p class="hint" id={`${id}-hint`}>
            {hint}
          </p>
        )}
        {children && <div class="choice-more form">{children}</div>}
      </div>
    </div>
  );
}

type CheckBoxesProps = {
  readonly name: string;
  readonly label: string;
  readonly refused: Refused | undefined;
  /** Options by value. */
  readonly options: Readonly<Record<string, { readonly label: string; readonly hint: string }>>;
  readonly values: readonly string[];
};

/** Several things under one name, with what is wrong with the choice of them. */
export function CheckBoxes({ name, label, refused, options, values }: CheckBoxesProps) {
  const error = refusedBeside(refused, name);
  return (
    <fieldset class="choices" aria-describedby={error && `${name}-error`}>
      <legend class="label">{label}</legend>
      {Object.entries(options).map(([value, option], index) => (
        <CheckBox
          id={`${name}-${value}`}
          name={name}
          value={value}
          label={option.label}
          hint={option.hint}
          checked={values.includes(value)}
          // The page that says what is wrong opens where it says so.
          autofocus={error !== undefined && index === 0 ? true : undefined}
        />
      ))}
      {error && (
        <p class="field-error" id={`${name}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
