import type { Child } from 'hono/jsx';

type SearchProps = {
  readonly action: string;
  /** The parameter of the address that says what is searched for. */
  readonly name?: string;
  readonly value: string | undefined;
  /** Label of the search field, for example `Search products by name or title`. */
  readonly label: string;
  /** Text in the empty field, where the label is too long for it. */
  readonly placeholder?: string;
  /** Text of the button. */
  readonly submit: string;
  /** Tells whether an empty search is not sent. */
  readonly required?: boolean;
  readonly class?: string;
  /** Further parameters of the address. */
  readonly children?: Child;
};

/** A search by one text; it leads to an address that can be kept. */
export function Search({
  action,
  label,
  placeholder = label,
  submit,
  children,
  class: classes = '',
  name = 'search',
  ...input
}: SearchProps) {
  return (
    <search aria-label={label}>
      <form method="get" action={action} class={`search ${classes}`.trim()}>
        <input
          class="input"
          type="search"
          name={name}
          aria-label={label}
          placeholder={placeholder}
          {...input}
        />
        {children}
        <button class="button" type="submit">
          {submit}
        </button>
      </form>
    </search>
  );
}
