import type { ActionLink } from '../actions/action-links.ts';

type LinksProps = {
  /** Names the thing that they are about, for who hears them alone. */
  readonly of: string;
  readonly links: readonly ActionLink[];
  /** Tells whether they look like buttons. In a table they would crowd it. */
  readonly asButtons?: boolean;
};

const buttonOf = (isPrimary = false) => (isPrimary ? 'button button-primary' : 'button button-quiet');

/** Links of a row: pages, panels where a script runs, or mutations in GraphiQL. */
export function Links({ of, links, asButtons = false }: LinksProps) {
  return (
    <span class={asButtons ? 'row actions' : 'row links'}>
      {links.map(({ name, href, isPanel, isPrimary }) => (
        <a class={asButtons ? buttonOf(isPrimary) : 'link'} href={href} data-panel={isPanel}>
          {name}
          <span class="visually-hidden"> {of}</span>
        </a>
      ))}
    </span>
  );
}
