import type { InputFieldBuilder } from '@pothos/core';
import { LINKS_MAX } from '../../../domain/branding/links.ts';
import { logoUrl } from '../../../domain/branding/logo.ts';
import { TAG_LENGTH_MAX, TAGS_MAX } from '../../../domain/branding/tags-and-icon.ts';
import {
  DESCRIPTION_LENGTH_MAX,
  type ProductWords,
  SUMMARY_LENGTH_MAX,
} from '../../../domain/product/product-words.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import { builder } from '../builder.ts';
import { ProductLinkInput, ProductLinkRef } from '../links.ts';

/** Description of an icon in words. */
export const ICON =
  'The picture beside its title, a data URL: a PNG, WebP or SVG image of at most 8 KB. An SVG image holds no script and refers to nothing outside of it.';

const descriptions = {
  summary: `One sentence about it in plain text, for lists, at most ${SUMMARY_LENGTH_MAX} characters.`,
  description: `What it is for, in Markdown, at most ${DESCRIPTION_LENGTH_MAX} characters.`,
  tags: `Words that group products in the portal, at most ${TAGS_MAX} of ${TAG_LENGTH_MAX} characters.`,
  releaseNotes: `What is different in this version, in Markdown, at most ${DESCRIPTION_LENGTH_MAX} characters. The changelog of the portal shows them beside the differences of documents.`,
  icon: ICON,
  links: `Pages elsewhere that belong to it, at most ${LINKS_MAX}: terms, support, a guide.`,
} as const;

/** Fields of an input with the words of a product. Words that are left out stay as they are. */
export const wordsFields = (t: InputFieldBuilder<typeof builder.$inferSchemaTypes, 'InputObject'>) => ({
  summary: t.string({ description: descriptions.summary }),
  description: t.string({ description: descriptions.description }),
  tags: t.stringList({ description: descriptions.tags }),
  links: t.field({ type: [ProductLinkInput], description: descriptions.links }),
  releaseNotes: t.string({ description: descriptions.releaseNotes }),
  icon: t.string({ description: descriptions.icon }),
});

const iconOf = ({ icon }: ProductWords): string | null => (icon ? logoUrl(icon) : null);

for (const type of ['Product', 'CatalogProduct'] as const) {
  const wordsOf = ({ words }: { words: Parameters<typeof stored>[0] }) => stored<ProductWords>(words);
  builder.prismaObjectFields(type, (t) => ({
    summary: t.string({
      nullable: true,
      description: descriptions.summary,
      select: { words: true },
      resolve: (row) => wordsOf(row).summary,
    }),
    description: t.string({
      nullable: true,
      description: descriptions.description,
      select: { words: true },
      resolve: (row) => wordsOf(row).description,
    }),
    tags: t.stringList({
      description: descriptions.tags,
      select: { words: true },
      resolve: (row) => [...wordsOf(row).tags],
    }),
    links: t.field({
      type: [ProductLinkRef],
      description: descriptions.links,
      select: { words: true },
      resolve: (row) => wordsOf(row).links,
    }),
    releaseNotes: t.string({
      nullable: true,
      description: descriptions.releaseNotes,
      select: { words: true },
      resolve: (row) => wordsOf(row).releaseNotes ?? null,
    }),
    icon: t.string({
      nullable: true,
      description: descriptions.icon,
      select: { words: true },
      resolve: (row) => iconOf(wordsOf(row)),
    }),
  }));
}
