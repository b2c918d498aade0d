/** One of a few ways to see the same. */
type Link = { readonly title: string; readonly href: string; readonly isCurrent: boolean };

/** Links of which one is pressed. */
export function Segments({
  label,
  segments,
}: {
  readonly label: string;
  readonly segments: readonly Link[];
}) {
  return (
    <nav class="segmented" aria-label={label}>
      {segments.map(({ title, href, isCurrent }) => (
        <a class="segmented-button" href={href} aria-current={isCurrent ? 'true' : undefined}>
          {title}
        </a>
      ))}
    </nav>
  );
}
