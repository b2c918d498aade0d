import type { Child } from 'hono/jsx';

type DropdownProps = {
  /** The content of the button that opens it. */
  readonly summary: Child;
  /** Name for screen readers where the button shows no text. */
  readonly label?: string;
  /** Class of that button: `button` unless told otherwise. */
  readonly class?: string;
  /** Edge of the button that it is aligned with. */
  readonly align?: 'start' | 'end';
  readonly direction?: 'down' | 'up';
  /** Tells whether it is open from the start. */
  readonly isOpen?: boolean;
  /** Links, and forms with buttons, each of the class `dropdown-item`. */
  readonly children?: Child;
};

/** A menu under a button. It opens without a script; with one it closes by Escape and by a click beside it. */
export function Dropdown({
  summary,
  label,
  class: classes = 'button',
  align = 'end',
  direction = 'down',
  isOpen = false,
  children,
}: DropdownProps) {
  return (
    <details class="dropdown" open={isOpen}>
      <summary class={classes} aria-label={label}>
        {summary}
      </summary>
      <div class={`dropdown-menu dropdown-${align} dropdown-${direction}`}>{children}</div>
    </details>
  );
}
