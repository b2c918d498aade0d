import { useTexts } from '../parts/texts.ts';

/** The security warnings of an API, folded. Nearly every API of a catalog may have one. */
export function SecurityWarnings({ of, warnings }: { of: string; warnings: readonly string[] }) {
  const { catalogs, security } = useTexts().text;
  const { products: words } = catalogs;
  if (warnings.length === 0) return null;
  return (
    <details class="small details-apart">
      <summary class="details-summary">
        {words.warning}
        <span class="visually-hidden">{words.warningOf(of)}</span>
      </summary>
      {warnings.map((warning) => (
        <p class="small quiet">{security.warning(of, warning)}</p>
      ))}
    </details>
  );
}
