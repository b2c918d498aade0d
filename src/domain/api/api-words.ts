import type { InputPath } from '../../foundation/errors.ts';
import type { PageLink } from '../branding/links.ts';
import type { TagsAndIcon } from '../branding/tags-and-icon.ts';
import { NO_WORDS, type ProductWordsDraft, productWordsFrom } from '../product/product-words.ts';

/** Words that tell consumers about an API. The portal shows them. What it has none of is left out. */
export type ApiWords = TagsAndIcon & {
  /** One sentence in plain text. */
  readonly summary?: string;
  /** Markdown. */
  readonly description?: string;
  /** Its terms, its documentation, and who answers questions about it. */
  readonly links?: readonly PageLink[];
};

/** Words as an input gives them. What is left out stays; null and an empty list take away. */
type ApiWordsDraft = Omit<ProductWordsDraft, 'releaseNotes'>;

/**
 * Checks words, and completes them from the present ones. The rules are those of products.
 *
 * @throws BAD_USER_INPUT, with the path of the member at fault
 */
export function apiWordsFrom(
  { summary, description, links, tags, icon }: ApiWordsDraft,
  path: InputPath,
  present: Partial<ApiWords> = {},
): ApiWords {
  const draft = { summary, description, links, tags, icon };
  const words = productWordsFrom(draft, path, { ...NO_WORDS, ...present });
  return {
    tags: words.tags,
    ...(words.icon && { icon: words.icon }),
    ...(words.summary !== null && { summary: words.summary }),
    ...(words.description !== null && { description: words.description }),
    ...(words.links.length > 0 && { links: words.links }),
  };
}
