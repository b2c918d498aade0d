import type { ProductLink, ProductWords } from '../../../../domain/product/product-words.ts';
import { stored } from '../../../../infrastructure/database/json-columns.ts';
import { builder } from '../builder.ts';

const PortalLink = builder.objectRef<ProductLink>('PortalLink').implement({
  description: 'A page elsewhere that belongs to a product.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'What the link says.' }),
    url: t.exposeString('url', { description: 'Its address: `https:`, `http:` or `mailto:`.' }),
  }),
});

const wordsOf = ({ words }: { words: Parameters<typeof stored>[0] }) => stored<ProductWords>(words);

builder.prismaObjectFields('CatalogProduct', (t) => ({
  summary: t.string({
    nullable: true,
    description: 'One sentence about it, in plain text.',
    select: { words: true },
    resolve: (product) => wordsOf(product).summary,
  }),
  description: t.string({
    nullable: true,
    description: 'What it is for, in Markdown.',
    select: { words: true },
    resolve: (product) => wordsOf(product).description,
  }),
  tags: t.stringList({
    description: 'Words that group products: `products(tag:)` finds those of one.',
    select: { words: true },
    resolve: (product) => [...wordsOf(product).tags],
  }),
  releaseNotes: t.string({
    nullable: true,
    description: 'What is different in this version, in Markdown.',
    select: { words: true },
    resolve: (product) => wordsOf(product).releaseNotes ?? null,
  }),
  links: t.field({
    type: [PortalLink],
    description: 'Pages elsewhere: terms, support, a guide.',
    select: { words: true },
    resolve: (product) => wordsOf(product).links,
  }),
}));
