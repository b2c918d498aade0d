import type { Child } from 'hono/jsx';

type SettingsGroupProps = {
  readonly title: string;
  /** Tells whether it is open from the start. What an API does not use is folded, so that the page can be seen whole. */
  readonly isOpen?: boolean;
  readonly children?: Child;
};

/** Settings about one thing, under its name. */
export function SettingsGroup({ title, isOpen = false, children }: SettingsGroupProps) {
  return (
    <details class="card settings-group" open={isOpen}>
      <summary class="details-summary">
        <h2 class="heading summary-heading">{title}</h2>
      </summary>
      <div class="form">{children}</div>
    </details>
  );
}
