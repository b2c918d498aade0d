import { type InputPath, refuse } from '../../foundation/errors.ts';
import { checkedLine } from './plain-line.ts';

/** A page elsewhere that belongs to a product, a plan, an API or a catalog. */
export type PageLink = { readonly title: string; readonly url: string };

export const LINKS_MAX = 10;
const TITLE_LENGTH_MAX = 60;
const URL_LENGTH_MAX = 2_000;
const PROTOCOLS: ReadonlySet<string> = new Set(['https:', 'http:', 'mailto:']);

/**
 * Checks links.
 *
 * @throws BAD_USER_INPUT, with the path of the link at fault
 */
export function checkedLinks(links: readonly PageLink[], path: InputPath): PageLink[] {
  if (links.length > LINKS_MAX)
    refuse('BAD_USER_INPUT', { detail: `There are ${links.length} links: give at most ${LINKS_MAX}.`, path });
  return links.map(({ title, url }, index) => ({
    title: checkedLine(title, {
      what: 'title of the link',
      lengthMax: TITLE_LENGTH_MAX,
      path: [...path, index],
    }),
    url: checkedUrl(url, [...path, index]),
  }));
}

function checkedUrl(url: string, path: InputPath): string {
  if (url.length <= URL_LENGTH_MAX && URL.canParse(url) && PROTOCOLS.has(new URL(url).protocol)) return url;
  return refuse('BAD_USER_INPUT', {
    detail: `The address of a link begins with https:, http: or mailto:, and has at most ${URL_LENGTH_MAX} characters.`,
    path,
  });
}
