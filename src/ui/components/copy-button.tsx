/** A button that copies a text, where scripts run. Its label names the text for screen readers. */
type CopyButtonProps = {
  /** Undefined is that of the code block that the button is part of. */
  readonly text?: string;
  readonly label: string;
  /** The name of the copied text, for example `client key`. */
  readonly what: string;
  /** Shown once it is done. */
  readonly copied: string;
};

export function CopyButton({ text, label, what, copied }: CopyButtonProps) {
  return (
    <button
      class="button copy"
      type="button"
      data-copy={text ?? ''}
      data-copied={copied}
      data-needs-script
      aria-live="polite"
      hidden
    >
      {label} <span class="visually-hidden">{what}</span>
    </button>
  );
}
