import { sentencesOf } from '../../../../ui/kit/form.ts';

/** A link of a form: what it says, and its address. */
type TitledLink = { readonly title: string; readonly url: string };

/** Writes links as the lines of a field: the title, a space, and the address. */
export const linkLines = (links: readonly TitledLink[]): string =>
  links.map(({ title, url }) => `${title} ${url}`).join('\n');

/** Reads links from the lines of a field. An address alone is its own title. */
export const linksIn = (text: string): TitledLink[] =>
  sentencesOf(text).map((line) => {
    const at = line.search(/\s\S*$/);
    const url = line.slice(at + 1);
    return { title: line.slice(0, Math.max(at, 0)).trim() || url, url };
  });
