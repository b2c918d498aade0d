type FootLinksProps = {
  readonly links: readonly { readonly title: string; readonly url: string }[];
};

/** Links of a catalog at the foot of a page: terms, privacy, support. */
export function FootLinks({ links }: FootLinksProps) {
  if (links.length === 0) return null;
  return (
    <ul class="foot-links">
      {links.map(({ title, url }) => (
        <li>
          <a class="link" href={url} rel="noreferrer">
            <bdi>{title}</bdi>
          </a>
        </li>
      ))}
    </ul>
  );
}
