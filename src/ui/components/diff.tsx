/** A line of a text that was changed. */
export type DiffLine = { readonly kind: 'added' | 'removed' | 'same'; readonly text: string };

const signs = { added: '+', removed: '−', same: ' ' } as const;

/** Lines that came and went. Their signs say it as well as their colours. */
export function Diff({ label, lines }: { readonly label: string; readonly lines: readonly DiffLine[] }) {
  return (
    <section class="diff" tabindex={0} aria-label={label}>
      {lines.map(({ kind, text }) => (
        <div class={`diff-line diff-${kind}`}>
          <span class="diff-sign">{signs[kind]}</span>
          {text}
        </div>
      ))}
    </section>
  );
}
