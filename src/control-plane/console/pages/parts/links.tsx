import type { ActionLink } from '../actions/action-links.ts';

/** Links of a row: pages, panels where a script runs, or mutations in GraphiQL. */
export function Links({ of, links }: { of: string; links: readonly ActionLink[] }) {
  return (
    <span class="row links">
      {links.map(({ name, href, isPanel }) => (
        <a class="link" href={href} data-panel={isPanel}>
          {name}
          <span class="visually-hidden"> {of}</span>
        </a>
      ))}
    </span>
  );
}
