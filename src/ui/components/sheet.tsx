import type { Child } from 'hono/jsx';
import { Icon } from './icon.tsx';

type SheetProps = {
  readonly id: string;
  readonly title: string;
  /** Label of the button that closes it. */
  readonly close: string;
  readonly children?: Child;
};

/**
 * A panel over the page, from its right edge; the whole screen of a phone.
 *
 * `<button data-opens="ID">` opens it where scripts run. Without them the same stands on a page of its own.
 */
export function Sheet({ id, title, close, children }: SheetProps) {
  return (
    <dialog class="sheet" id={id} aria-labelledby={`${id}-title`}>
      <div class="sheet-head">
        <h2 class="heading" id={`${id}-title`}>
          {title}
        </h2>
        <form method="dialog">
          <button class="button button-icon" type="submit" aria-label={close}>
            <Icon name="x" />
          </button>
        </form>
      </div>
      <div class="sheet-body">{children}</div>
    </dialog>
  );
}
