import { type InputPath, refuse } from '../../foundation/errors.ts';
import { checkedMarkdown } from '../branding/markdown-text.ts';
import { checkedLine } from '../branding/plain-line.ts';
import {
  NO_TAGS,
  type TagsAndIcon,
  type TagsAndIconDraft,
  tagsAndIconFrom,
} from '../branding/tags-and-icon.ts';

/** A page elsewhere that belongs to a product: terms, support, a guide. */
export type ProductLink = { readonly title: string; readonly url: string };

/** Words that tell consumers about a product. The portal shows them. */
export type ProductWords = TagsAndIcon & {
  /** One sentence in plain text, for lists. */
  readonly summary: string | null;
  /** Markdown. */
  readonly description: string | null;
  readonly links: readonly ProductLink[];
  /** Markdown: what is different in this version. Left out where there are none. */
  readonly releaseNotes?: string;
};

/** Words as an input gives them. What is left out stays; null and an empty list take away. */
export type ProductWordsDraft = TagsAndIconDraft & {
  readonly summary?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly links?: readonly ProductLink[] | null | undefined;
  readonly releaseNotes?: string | null | undefined;
};

export const NO_WORDS: ProductWords = { ...NO_TAGS, summary: null, description: null, links: [] };

export const SUMMARY_LENGTH_MAX = 160;
export const DESCRIPTION_LENGTH_MAX = 20_000;
export const LINKS_MAX = 10;
const LINK_TITLE_LENGTH_MAX = 60;
const LINK_URL_LENGTH_MAX = 2_000;
const LINK_PROTOCOLS: ReadonlySet<string> = new Set(['https:', 'http:', 'mailto:']);

/**
 * Checks words, and completes them from the present ones.
 *
 * @throws BAD_USER_INPUT, with the path of the member at fault
 */
export function productWordsFrom(
  { summary, description, links, releaseNotes, ...draft }: ProductWordsDraft,
  path: InputPath,
  present: ProductWords = NO_WORDS,
): ProductWords {
  const notes =
    releaseNotes === undefined
      ? present.releaseNotes
      : checkedMarkdown(releaseNotes, {
          what: 'release notes',
          lengthMax: DESCRIPTION_LENGTH_MAX,
          path: [...path, 'releaseNotes'],
        });
  return {
    ...tagsAndIconFrom(draft, path, present),
    summary: summary === undefined ? present.summary : checkedSummary(summary, [...path, 'summary']),
    description:
      description === undefined
        ? present.description
        : checkedMarkdown(description, {
            what: 'description',
            lengthMax: DESCRIPTION_LENGTH_MAX,
            path: [...path, 'description'],
          }),
    links: links === undefined ? present.links : checkedLinks(links ?? [], [...path, 'links']),
    ...(notes != null && { releaseNotes: notes }),
  };
}

function checkedSummary(summary: string | null, path: InputPath): string | null {
  if (summary === null || summary.trim() === '') return null;
  return checkedLine(summary, { what: 'summary', lengthMax: SUMMARY_LENGTH_MAX, path });
}

function checkedLinks(links: readonly ProductLink[], path: InputPath): ProductLink[] {
  if (links.length > LINKS_MAX)
    refuse('BAD_USER_INPUT', { detail: `There are ${links.length} links: give at most ${LINKS_MAX}.`, path });
  return links.map(({ title, url }, index) => ({
    title: checkedLine(title, {
      what: 'title of the link',
      lengthMax: LINK_TITLE_LENGTH_MAX,
      path: [...path, index],
    }),
    url: checkedUrl(url, [...path, index]),
  }));
}

function checkedUrl(url: string, path: InputPath): string {
  if (url.length <= LINK_URL_LENGTH_MAX && URL.canParse(url) && LINK_PROTOCOLS.has(new URL(url).protocol))
    return url;
  return refuse('BAD_USER_INPUT', {
    detail: `The address of a link begins with https:, http: or mailto:, and has at most ${LINK_URL_LENGTH_MAX} characters.`,
    path,
  });
}
