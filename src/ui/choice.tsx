import type { Child } from 'hono/jsx';

/** One of several things, of which one is chosen. What belongs to it alone shows where it is chosen. */
export type ChoiceProps = {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly children?: Child;
};

export function Choice({ id, label, hint, children, ...input }: ChoiceProps) {
  return (
    <div class="choice">
      <input
        class="choice-input"
        type="radio"
        id={id}
        aria-describedby={hint && `${id}-hint`}
        required
        {...input}
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
