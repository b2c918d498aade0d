import type { Child } from 'hono/jsx';

type SearchProps = {
  readonly action: string;
  readonly search: string;
  /** What is searched, for example `Search products by name or title`. */
  readonly label: string;
  /** What else the address says. */
  readonly children?: Child;
};

export function Search({ action, search, label, children }: SearchProps) {
  return (
    <search>
      <form method="get" action={action} class="search">
        {children}
        <input
          class="input"
          type="search"
          name="search"
          value={search}
          aria-label={label}
          placeholder={label}
        />
        <button class="button" type="submit">
          Search
        </button>
      </form>
    </search>
  );
}
