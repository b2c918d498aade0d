import type { ActionLink } from '../catalogs/product-actions.ts';

/** What can be done with what a row shows, as links to prefilled mutations; or where it leads. */
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
