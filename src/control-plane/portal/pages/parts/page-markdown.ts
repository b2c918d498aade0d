import { htmlToMarkdown } from '../../../../ui/kit/html-to-markdown.ts';

/** The content of a page in HTML, and the addresses of its portal. */
type PageContent = {
  readonly main: string;
  /** The path of the portal at its host. */
  readonly base: string;
  readonly url: string;
};

/** Writes the content of a page as Markdown, with whole addresses. */
export const pageMarkdown = ({ main, base, url }: PageContent): string =>
  htmlToMarkdown(main, (href) => absoluteUrl({ base, url }, href));

/** The address of a link. One within the portal leads to the Markdown of its page. */
function absoluteUrl({ base, url }: Pick<PageContent, 'base' | 'url'>, href: string): string {
  if (!href.startsWith('/')) return href;
  return href.startsWith(`${base}/`) ? `${url}${href.slice(base.length)}` : new URL(href, url).href;
}
