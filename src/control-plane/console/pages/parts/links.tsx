import type { ActionLink } from '../catalogs/product-actions.ts';

/** Links of a row: prefilled mutations, or the page that it leads to. */
export function Links({ of, links }: { of: string; links: readonly ActionLink[] }) {
  return (
    <span class="row links">
      {links.map(({ name, href }) => (
        <a class="link" href={href}>
          {name}
          <span class="visually-hidden"> {of}</span>
        </a>
      ))}
    </span>
  );
}
