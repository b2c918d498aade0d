/** A page beside others, under one title. */
export type Tab = {
  readonly title: string;
  readonly href: string;
  readonly isCurrent: boolean;
  /** Number of things there. */
  readonly count?: number | string | undefined;
};

/** Links to pages that belong together. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ title, href, isCurrent, count }) => (
        <a class="tab" href={href} aria-current={isCurrent ? 'page' : undefined}>
          {title}
          {count !== undefined && <span class="count">{count}</span>}
        </a>
      ))}
    </nav>
  );
}
