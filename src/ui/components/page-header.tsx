import type { Child } from 'hono/jsx';

type PageHeaderProps = {
  readonly title: Child;
  /** Links to the pages above. */
  readonly crumbs?: Child;
  /** The state of the page's thing, beside its title. */
  readonly badge?: Child;
  /** A sentence about the page. */
  readonly lead?: Child;
  /** Buttons: at most one of them is the primary one. */
  readonly children?: Child;
};

/** The top of a page: its crumbs, its title and what can be done first. */
export function PageHeader({ title, crumbs, badge, lead, children }: PageHeaderProps) {
  return (
    <header class="page-head">
      {crumbs}
      <div class="page-head-row">
        <div class="row">
          <h1 class="title">{title}</h1>
          {badge}
        </div>
        {children && <div class="row actions">{children}</div>}
      </div>
      {lead && <p class="lead">{lead}</p>}
    </header>
  );
}
