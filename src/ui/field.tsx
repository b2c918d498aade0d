/** An input with its label, its hint and what is wrong with it. */
export type FieldProps = {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'password' | 'email' | 'search';
  readonly value?: string | undefined;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly required?: boolean;
  readonly autocomplete?: string;
  readonly minlength?: number;
  readonly maxlength?: number;
  readonly autofocus?: boolean;
};

export function Field({ name, label, hint, error, type = 'text', ...input }: FieldProps) {
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label class="label" for={name}>
        {label}
      </label>
      {hint && (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      <input
        class="input"
        id={name}
        name={name}
        type={type}
        aria-invalid={error ? 'true' : undefined}
        aria-describedby={described || undefined}
        spellcheck={false}
        {...input}
      />
      {error && (
        <p class="field-error" id={`${name}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
