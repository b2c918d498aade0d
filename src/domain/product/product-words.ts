import { type InputPath, refuse } from '../../foundation/errors.ts';
import { iconFrom, type Logo } from '../branding/logo.ts';

/** A page elsewhere that belongs to a product: terms, support, a guide. */
export type ProductLink = { readonly title: string; readonly url: string };

/** Words that tell consumers about a product. The portal shows them. */
export type ProductWords = {
  /** One sentence in plain text, for lists. */
  readonly summary: string | null;
  /** Markdown. */
  readonly description: string | null;
  readonly tags: readonly string[];
  readonly links: readonly ProductLink[];
  /** Markdown: what is different in this version. Left out where there are none. */
  readonly releaseNotes?: string;
  /** The picture beside its title. Left out where there is none. */
  readonly icon?: Logo;
};

/** Words as an input gives them. What is left out stays; null and an empty list take away. */
export type ProductWordsDraft = {
  readonly summary?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
  readonly links?: readonly ProductLink[] | null | undefined;
  readonly releaseNotes?: string | null | undefined;
  /** A data URL. */
  readonly icon?: string | null | undefined;
};

export const NO_WORDS: ProductWords = { summary: null, description: null, tags: [], links: [] };

export const SUMMARY_LENGTH_MAX = 160;
export const DESCRIPTION_LENGTH_MAX = 20_000;
export const TAGS_MAX = 10;
export const TAG_LENGTH_MAX = 30;
export const LINKS_MAX = 10;
const LINK_TITLE_LENGTH_MAX = 60;
const LINK_URL_LENGTH_MAX = 2_000;
const LINK_PROTOCOLS: ReadonlySet<string> = new Set(['https:', 'http:', 'mailto:']);

/** Control characters, and those that turn the direction of text. A summary, tag or title with one is no line. */
const NO_LINE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/**
 * Checks words, and completes them from the present ones.
 *
 * @throws BAD_USER_INPUT, with the path of the member at fault
 */
export function productWordsFrom(
  { summary, description, tags, links, releaseNotes, icon }: ProductWordsDraft,
  path: InputPath,
  present: ProductWords = NO_WORDS,
): ProductWords {
  const notes =
    releaseNotes === undefined
      ? present.releaseNotes
      : checkedMarkdown(releaseNotes, { what: 'release notes', path: [...path, 'releaseNotes'] });
  const image = icon === undefined ? present.icon : icon && iconFrom(icon, [...path, 'icon']);
  return {
    summary: summary === undefined ? present.summary : checkedSummary(summary, [...path, 'summary']),
    description:
      description === undefined
        ? present.description
        : checkedMarkdown(description, { what: 'description', path: [...path, 'description'] }),
    tags: tags === undefined ? present.tags : checkedTags(tags ?? [], [...path, 'tags']),
    links: links === undefined ? present.links : checkedLinks(links ?? [], [...path, 'links']),
    ...(notes != null && { releaseNotes: notes }),
    ...(image && { icon: image }),
  };
}

function checkedSummary(summary: string | null, path: InputPath): string | null {
  if (summary === null || summary.trim() === '') return null;
  return checkedLine(summary, { what: 'summary', lengthMax: SUMMARY_LENGTH_MAX, path });
}

function checkedMarkdown(text: string | null, { what, path }: Omit<Line, 'lengthMax'>): string | null {
  if (text === null || text.trim() === '') return null;
  if (text.length > DESCRIPTION_LENGTH_MAX)
    refuse('BAD_USER_INPUT', {
      detail: `The ${what} ${what.endsWith('s') ? 'are' : 'is'} longer than ${DESCRIPTION_LENGTH_MAX} characters.`,
      path,
    });
  if (text.includes('\0'))
    refuse('BAD_USER_INPUT', {
      detail: `The ${what} ${what.endsWith('s') ? 'have' : 'has'} a NUL character: leave it out.`,
      path,
    });
  return text;
}

function checkedTags(tags: readonly string[], path: InputPath): string[] {
  if (tags.length > TAGS_MAX)
    refuse('BAD_USER_INPUT', { detail: `There are ${tags.length} tags: give at most ${TAGS_MAX}.`, path });
  const checked = tags.map((tag, index) =>
    checkedLine(tag, { what: 'tag', lengthMax: TAG_LENGTH_MAX, path: [...path, index] }),
  );
  const seen = new Set<string>();
  for (const [index, tag] of checked.entries()) {
    if (seen.has(tag.toLowerCase()))
      refuse('BAD_USER_INPUT', { detail: `The tag ${tag} is there twice.`, path: [...path, index] });
    seen.add(tag.toLowerCase());
  }
  return checked;
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

type Line = { readonly what: string; readonly lengthMax: number; readonly path: InputPath };

function checkedLine(text: string, { what, lengthMax, path }: Line): string {
  const line = text.trim();
  if (line === '') refuse('BAD_USER_INPUT', { detail: `The ${what} is empty.`, path });
  if (line.length > lengthMax)
    refuse('BAD_USER_INPUT', { detail: `The ${what} is longer than ${lengthMax} characters.`, path });
  if (NO_LINE.test(line))
    refuse('BAD_USER_INPUT', { detail: `The ${what} is one line of plain text.`, path });
  return line;
}
