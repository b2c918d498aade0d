import { createHash } from 'node:crypto';
import type { ApiWords } from '../../../../domain/api/api-words.ts';
import { type Logo, logoUrl } from '../../../../domain/branding/logo.ts';
import type { ProductWords } from '../../../../domain/product/product-words.ts';
import { versionedName } from '../../../../foundation/text/version.ts';
import { stored } from '../../../../infrastructure/database/json-columns.ts';
import { builder } from '../builder.ts';
import { PortalLink } from '../links.ts';
import { apiDocument, documentColumns } from './api-document.ts';

const wordsOf = ({ words }: { words: Parameters<typeof stored>[0] }) => stored<ProductWords>(words);

const descriptions = {
  icon: 'The picture beside its title, a data URL; null where it has none.',
  iconPath:
    'Where the picture is read by itself, behind the address of the portal: another path after every change of it. Null where it has none.',
} as const;

/** The part of an icon's address that changes with it. Browsers keep what they read there for ever. */
const iconHash = ({ data }: Logo): string =>
  createHash('sha256').update(data).digest('base64url').slice(0, 10);

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
    description:
      'Words that group products: `products(tag:)` finds those of one, and of an API that they hold.',
    select: { words: true },
    resolve: (product) => [...wordsOf(product).tags],
  }),
  releaseNotes: t.string({
    nullable: true,
    description: 'What is different in this version, in Markdown.',
    select: { words: true },
    resolve: (product) => wordsOf(product).releaseNotes ?? null,
  }),
  icon: t.string({
    nullable: true,
    description: descriptions.icon,
    select: { words: true },
    resolve: (product) => {
      const { icon } = wordsOf(product);
      return icon ? logoUrl(icon) : null;
    },
  }),
  iconPath: t.string({
    nullable: true,
    description: descriptions.iconPath,
    select: { name: true, version: true, words: true },
    resolve: (product) => {
      const { icon } = wordsOf(product);
      return icon ? `/products/${versionedName(product)}/icon?${iconHash(icon)}` : null;
    },
  }),
  links: t.field({
    type: [PortalLink],
    description: 'Pages elsewhere: terms, support, a guide.',
    select: { words: true },
    resolve: (product) => wordsOf(product).links,
  }),
}));

const apiWordsOf = ({ words }: { words: Parameters<typeof stored>[0] }) => stored<ApiWords>(words);

builder.prismaObjectFields('CatalogApi', (t) => ({
  summary: t.string({
    nullable: true,
    description:
      'One sentence about it, in plain text. `info.summary` of its OpenAPI document is this one where there is any.',
    select: { words: true },
    resolve: (api) => apiWordsOf(api).summary ?? null,
  }),
  description: t.string({
    nullable: true,
    description:
      'What it is for, in Markdown: its own words, or else `info.description` of its OpenAPI document. Own words take its place in the document, too.',
    select: documentColumns,
    resolve: async (api, _args, context) =>
      apiWordsOf(api).description ?? (await apiDocument(api, context))?.words.description ?? null,
  }),
  links: t.field({
    type: [PortalLink],
    description:
      'Pages elsewhere: contact, terms of service, documentation. Where there are any, pages show them in place of the contact and the terms of service of its OpenAPI document.',
    select: { words: true },
    resolve: (api) => apiWordsOf(api).links ?? [],
  }),
  tags: t.stringList({
    description: 'Words that group APIs: `products(tag:)` finds the products that hold one.',
    select: { words: true },
    resolve: (api) => [...apiWordsOf(api).tags],
  }),
  icon: t.string({
    nullable: true,
    description: descriptions.icon,
    select: { words: true },
    resolve: (api) => {
      const { icon } = apiWordsOf(api);
      return icon ? logoUrl(icon) : null;
    },
  }),
  iconPath: t.string({
    nullable: true,
    description: descriptions.iconPath,
    select: {
      name: true,
      version: true,
      words: true,
      catalogProduct: { select: { name: true, version: true } },
    },
    resolve: (api) => {
      const { icon } = apiWordsOf(api);
      const of = `${versionedName(api.catalogProduct)}/${versionedName(api)}`;
      return icon ? `/apis/${of}/icon?${iconHash(icon)}` : null;
    },
  }),
}));
