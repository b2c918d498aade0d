import { Icon } from '../../../../ui/components/icon.tsx';
import type { PortalPageContext } from '../parts/page-context.ts';

type GuidesProps = {
  readonly pageContext: PortalPageContext;
  readonly pages: readonly { readonly path: string; readonly title: string }[];
};

/** Pages of the provider under a heading; nothing where there are none. */
export function Guides({ pageContext, pages }: GuidesProps) {
  if (pages.length === 0) return null;
  return (
    <nav class="section" aria-labelledby="guides-heading">
      <h2 class="heading" id="guides-heading">
        {pageContext.text.pages.title}
      </h2>
      <GuideLinks pageContext={pageContext} pages={pages} />
    </nav>
  );
}

/** Pages of the provider as links. */
export function GuideLinks({ pageContext: { base }, pages }: GuidesProps) {
  return (
    <ul class="guides">
      {pages.map(({ path, title }) => (
        <li>
          <a class="guide" href={`${base}/pages/${path}`}>
            <Icon name="book-open" />
            <bdi class="guide-title">{title}</bdi>
          </a>
        </li>
      ))}
    </ul>
  );
}
