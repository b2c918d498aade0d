import type { InputPath } from '../../foundation/errors.ts';
import { checkedLinks, type PageLink } from '../branding/links.ts';
import { checkedMarkdown } from '../branding/markdown-text.ts';
import { checkedLine } from '../branding/plain-line.ts';
import {
  NO_TAGS,
  type TagsAndIcon,
  type TagsAndIconDraft,
  tagsAndIconFrom,
} from '../branding/tags-and-icon.ts';

/** Words that tell consumers about a product. The portal shows them. */
export type ProductWords = TagsAndIcon & {
  /** One sentence in plain text, for lists. */
  readonly summary: string | null;
  /** Markdown. */
  readonly description: string | null;
  readonly links: readonly PageLink[];
  /** Markdown: what is different in this version. Left out where there are none. */
  readonly releaseNotes?: string;
};

/** Words as an input gives them. What is left out stays; null and an empty list take away. */
export type ProductWordsDraft = TagsAndIconDraft & {
  readonly summary?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly links?: readonly PageLink[] | null | undefined;
  readonly releaseNotes?: string | null | undefined;
};

export const NO_WORDS: ProductWords = { ...NO_TAGS, summary: null, description: null, links: [] };

export const SUMMARY_LENGTH_MAX = 160;
export const DESCRIPTION_LENGTH_MAX = 20_000;

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

/** Checks a summary. An empty one is none. @throws BAD_USER_INPUT */
export function checkedSummary(summary: string | null, path: InputPath): string | null {
  if (summary === null || summary.trim() === '') return null;
  return checkedLine(summary, { what: 'summary', lengthMax: SUMMARY_LENGTH_MAX, path });
}
