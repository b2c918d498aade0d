import type { Child } from 'hono/jsx';

export type SearchProps = {
  readonly action: string;
  /** The parameter of the address that says what is searched for. */
  readonly name?: string;
  readonly value: string | undefined;
  /** What is searched, for example `Search products by name or title`. */
  readonly label: string;
  /** What the button says. */
  readonly submit: string;
  /** Does an empty search lead nowhere? */
  readonly required?: boolean;
  /** What else the address says. */
  readonly children?: Child;
};

/** A search by one text; it leads to an address that can be kept. */
export function Search({ action, label, submit, children, name = 'search', ...input }: SearchProps) {
  return (
    <search>
      <form method="get" action={action} class="search">
        {children}
        <input class="input" type="search" name={name} aria-label={label} placeholder={label} {...input} />
        <button class="button" type="submit">
          {submit}
        </button>
      </form>
    </search>
  );
}
