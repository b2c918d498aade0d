const SHOWN = 6;

/** The beginning of a masked text, which tells it from others. */
export const beginningOf = (value: string): string => value.slice(0, SHOWN);

type MaskedProps = {
  readonly value: string;
  /** The name of the text, for example `client key`. */
  readonly what: string;
  /** Labels of the button that shows it, and hides it again. */
  readonly labels: { readonly show: string; readonly hide: string };
};

/** A text of which only the beginning is seen until somebody asks for it. It needs no script. */
export function Masked({ value, what, labels }: MaskedProps) {
  return (
    <details class="masked">
      <summary class="masked-summary">
        <code class="code masked-text">{beginningOf(value)}••••••••</code>
        <span class="masked-show">
          {labels.show} <span class="visually-hidden">{what}</span>
        </span>
        <span class="masked-hide">
          {labels.hide} <span class="visually-hidden">{what}</span>
        </span>
      </summary>
      <code class="code">{value}</code>
    </details>
  );
}
