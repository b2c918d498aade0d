import type { Child } from 'hono/jsx';
import { passwordLength } from '../../domain/people/password.ts';
import { useTyped } from '../kit/typed-form.ts';
import { type Refused, refusedBeside } from './refused-notice.tsx';

type LabelledProps = {
  readonly name: string;
  /** Id where several forms of a page have a field of this name. It is the name by default. */
  readonly id?: string;
  readonly label: string;
  readonly hint?: string;
  /** The refusal of its form, which is shown beside the field at fault. */
  readonly refused?: Refused | undefined;
  /** Set in a table, whose headings say what the field is. Screen readers read the label all the same. */
  readonly hidesLabel?: boolean;
};

/** An input with its label, its hint and what is wrong with it. */
type FieldProps = LabelledProps & {
  readonly type?: 'text' | 'password' | 'email' | 'search' | 'url' | 'number' | 'date' | 'datetime-local';
  readonly value?: string | undefined;
  readonly required?: boolean;
  readonly autocomplete?: string;
  readonly minlength?: number;
  readonly maxlength?: number;
  readonly autofocus?: boolean;
  /** Regular expression of its values. `title` explains it when another value was typed. */
  readonly pattern?: string;
  readonly title?: string;
};

export function Field({
  name,
  id = name,
  label,
  hint,
  refused,
  hidesLabel = false,
  type = 'text',
  ...input
}: FieldProps) {
  const labelled = { name, id, label, hint, refused, hidesLabel };
  const typed = useTyped(name, input.value);
  return (
    <LabelledInput {...labelled}>
      <input
        class="input"
        id={id}
        name={name}
        type={type}
        spellcheck={false}
        autocapitalize={input.autocomplete === 'username' ? 'none' : undefined}
        {...aria(labelled)}
        {...input}
        value={type === 'password' ? input.value : typed}
      />
    </LabelledInput>
  );
}

/** A password that somebody chooses; what else may not be one, the refusal says. */
export function NewPasswordField(props: Omit<FieldProps, 'type'>) {
  return (
    <Field
      type="password"
      autocomplete="new-password"
      minlength={passwordLength.min}
      maxlength={passwordLength.max}
      required
      {...props}
    />
  );
}

/** An input of several lines, one value a line. */
export function LinesField({
  value,
  rows = 3,
  words,
  ...labelled
}: LabelledProps & {
  readonly value: string;
  /** Height in lines. */
  readonly rows?: number;
  /** Words that a script completes: the path of their JSON list, and its name. */
  readonly words?: { readonly path: string; readonly label: string };
}) {
  const { name, id = name } = labelled;
  return (
    <LabelledInput {...labelled}>
      <textarea
        class="input input-area"
        id={id}
        name={name}
        rows={rows}
        spellcheck={false}
        data-words={words?.path}
        data-words-label={words?.label}
        {...aria(labelled)}
      >
        {useTyped(name, value)}
      </textarea>
    </LabelledInput>
  );
}

/** A file of one of the kinds in `accept`. */
export function FileField({
  accept,
  required,
  ...labelled
}: LabelledProps & { readonly accept: string; readonly required?: boolean }) {
  const { name, id = name } = labelled;
  return (
    <LabelledInput {...labelled}>
      <input
        class="input"
        id={id}
        name={name}
        type="file"
        accept={accept}
        required={required}
        {...aria(labelled)}
      />
    </LabelledInput>
  );
}

/** One of a few values, of which one is chosen from the start. */
type SelectFieldProps = LabelledProps & {
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly value: string;
};

export function SelectField({ options, value, ...labelled }: SelectFieldProps) {
  const { name, id = name } = labelled;
  const chosen = useTyped(name, value);
  return (
    <LabelledInput {...labelled}>
      <select class="input" id={id} name={name} {...aria(labelled)}>
        {options.map((option) => (
          <option value={option.value} selected={option.value === chosen}>
            {option.label}
          </option>
        ))}
      </select>
    </LabelledInput>
  );
}

function LabelledInput({
  name,
  id = name,
  label,
  hint,
  refused,
  hidesLabel = false,
  children,
}: LabelledProps & { readonly children?: Child }) {
  const error = refusedBeside(refused, name);
  return (
    <div class="field">
      <label class={hidesLabel ? 'visually-hidden' : 'label'} for={id}>
        {label}
      </label>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children}
      {error && (
        <p class="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

/** The description of an input for screen readers. An input at fault takes the focus first. */
function aria({ name, id = name, hint, refused }: LabelledProps) {
  const error = refusedBeside(refused, name);
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return {
    'aria-invalid': error ? ('true' as const) : undefined,
    'aria-describedby': described || undefined,
    // The form may stand below a long list: the page that says what is wrong opens where it says so.
    autofocus: error ? true : undefined,
  };
}
