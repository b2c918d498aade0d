import { type InputPath, refuse } from '../../foundation/errors.ts';
import { checkName } from '../../foundation/text/name.ts';

/** The readers of a page. */
export const pageAudiences = ['EVERYBODY', 'SIGNED_IN'] as const;
export type PageAudience = (typeof pageAudiences)[number];

/** A page of a portal that the provider writes. */
export type PortalPage = {
  /** `getting-started`, `guides/errors`; `/` is the part of the home page above the products. */
  readonly path: string;
  readonly title: string;
  readonly markdown: string;
  readonly audience: PageAudience;
  /** Pages are listed by it, then by path. */
  readonly order: number;
  /** The name of the product that it is about, in all versions. Left out where it is about none. */
  readonly product?: string;
};

/** A page as an input gives it. */
type PortalPageDraft = Pick<PortalPage, 'path' | 'title' | 'markdown'> & {
  readonly audience?: PageAudience | null | undefined;
  readonly order?: number | null | undefined;
  readonly product?: string | null | undefined;
};

export const HOME_PATH = '/';
export const PAGES_MAX = 50;
export const PAGE_LENGTH_MAX = 20_000;
export const PAGE_PATH_MAX = 100;
export const PAGE_TITLE_MAX = 80;
const ORDER_MAX = 10_000;

const PATH = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\/[a-z0-9]+(?:-[a-z0-9]+)*)*$/;
/** Control characters, and those that turn the direction of text. */
const NO_LINE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/**
 * Checks a page.
 *
 * @throws BAD_USER_INPUT, with the path of the member at fault
 */
export function portalPageFrom(
  { path: address, title, markdown, audience, order, product }: PortalPageDraft,
  path: InputPath,
): PortalPage {
  const fault = (member: string, detail: string) =>
    refuse('BAD_USER_INPUT', { detail, path: [...path, member] });
  if (address !== HOME_PATH && (address.length > PAGE_PATH_MAX || !PATH.test(address)))
    fault(
      'path',
      `The path of a page has lower-case letters, digits, hyphens and slashes, for example guides/errors, at most ${PAGE_PATH_MAX}; / is the home page.`,
    );
  const line = title.trim();
  if (line === '' || line.length > PAGE_TITLE_MAX || NO_LINE.test(line))
    fault('title', `The title is one line of 1 to ${PAGE_TITLE_MAX} characters.`);
  if (markdown.length > PAGE_LENGTH_MAX || markdown.includes('\0'))
    fault('markdown', `A page has at most ${PAGE_LENGTH_MAX} characters, none of them NUL.`);
  if (order != null && (order < 0 || order > ORDER_MAX)) fault('order', `The order is 0 to ${ORDER_MAX}.`);
  const page = {
    path: address,
    title: line,
    markdown,
    audience: audience ?? 'EVERYBODY',
    order: order ?? 0,
  } as const;
  if (product == null) return page;
  if (address === HOME_PATH) fault('product', 'The home page is about no product: leave the product out.');
  checkName(product, [...path, 'product']);
  return { ...page, product };
}

/**
 * Checks all pages of a catalog, and puts them in their order.
 *
 * @throws BAD_USER_INPUT when there are too many, or two have one path
 */
export function portalPagesFrom(drafts: readonly PortalPageDraft[], path: InputPath): PortalPage[] {
  checkNumber(drafts.length, path);
  const pages = drafts.map((draft, index) => portalPageFrom(draft, [...path, index]));
  const seen = new Set<string>();
  for (const [index, page] of pages.entries()) {
    if (seen.has(page.path))
      refuse('BAD_USER_INPUT', { detail: `The page ${page.path} is there twice.`, path: [...path, index] });
    seen.add(page.path);
  }
  return inOrder(pages);
}

/**
 * Adds a page, or puts it in the place of the one with its path.
 *
 * @throws BAD_USER_INPUT when there are too many
 */
export function withPage(pages: readonly PortalPage[], page: PortalPage, path: InputPath): PortalPage[] {
  const others = pages.filter((each) => each.path !== page.path);
  checkNumber(others.length + 1, path);
  return inOrder([...others, page]);
}

function checkNumber(count: number, path: InputPath): void {
  if (count > PAGES_MAX)
    refuse('BAD_USER_INPUT', { detail: `A catalog has at most ${PAGES_MAX} pages: delete one first.`, path });
}

const inOrder = (pages: readonly PortalPage[]): PortalPage[] =>
  pages.toSorted((a, b) => a.order - b.order || (a.path < b.path ? -1 : 1));
