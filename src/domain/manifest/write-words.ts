import type { ApiWords } from '../api/api-words.ts';
import { logoUrl } from '../branding/logo.ts';
import type { TagsAndIcon } from '../branding/tags-and-icon.ts';
import type { ProductWords } from '../product/product-words.ts';
import { unlessDefault, type Written } from './write-settings.ts';

const tagsWritten = ({ tags }: TagsAndIcon): Written => unlessDefault('tags', tags, []);
const iconWritten = ({ icon }: TagsAndIcon): Written => (icon ? { icon: logoUrl(icon) } : {});

/** Writes the words of an API. */
export const apiWordsWritten = (words: ApiWords): Written => ({
  ...unlessDefault('summary', words.summary ?? null, null),
  ...unlessDefault('description', words.description ?? null, null),
  ...tagsWritten(words),
  ...unlessDefault('links', words.links ?? [], []),
  ...iconWritten(words),
});

/** Writes the words of a product. */
export const productWordsWritten = (words: ProductWords): Written => ({
  ...unlessDefault('summary', words.summary, null),
  ...unlessDefault('description', words.description, null),
  ...tagsWritten(words),
  ...unlessDefault('links', words.links, []),
  ...unlessDefault('releaseNotes', words.releaseNotes ?? null, null),
  ...iconWritten(words),
});
