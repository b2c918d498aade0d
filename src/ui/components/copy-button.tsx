/** A button that copies a text, where scripts run; what it copies is said to those who do not see what it is beside. */
export type CopyButtonProps = {
  readonly text: string;
  readonly label: string;
  /** What is copied, for example `client key`. */
  readonly what: string;
  /** Shown once it is done. */
  readonly copied: string;
};

export function CopyButton({ text, label, what, copied }: CopyButtonProps) {
  return (
    <button
      class="button copy"
      type="button"
      data-copy={text}
      data-copied={copied}
      data-needs-script
      aria-live="polite"
      hidden
    >
      {label} <span class="visually-hidden">{what}</span>
    </button>
  );
}
