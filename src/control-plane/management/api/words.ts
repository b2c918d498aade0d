import type { InputFieldBuilder } from '@pothos/core';
import type { ApiWords } from '../../../domain/api/api-words.ts';
import { LINKS_MAX } from '../../../domain/branding/links.ts';
import { logoUrl } from '../../../domain/branding/logo.ts';
import { NO_TAGS, TAG_LENGTH_MAX, TAGS_MAX } from '../../../domain/branding/tags-and-icon.ts';
import { DESCRIPTION_LENGTH_MAX, SUMMARY_LENGTH_MAX } from '../../../domain/product/product-words.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import { builder } from '../builder.ts';
import { ProductLinkInput, ProductLinkRef } from '../links.ts';
import { ICON } from '../product/words.ts';
import { ApiRef } from './api.ts';
import type { ApiSettingsRow } from './api-rows.ts';

const descriptions = {
  summary: `One sentence about it in plain text, at most ${SUMMARY_LENGTH_MAX} characters. Consumers read it in place of \`info.summary\` of its OpenAPI document.`,
  description: `What it is for, in Markdown, at most ${DESCRIPTION_LENGTH_MAX} characters. Consumers read it in place of \`info.description\` of its OpenAPI document.`,
  tags: `Words that group APIs in the portal, at most ${TAGS_MAX} of ${TAG_LENGTH_MAX} characters. They find the products that hold it. The tags of an OpenAPI document group its operations, and are not taken.`,
  links: `Pages elsewhere that belong to it, at most ${LINKS_MAX}: contact, terms of service, documentation. Where there are any, pages of the portal show them in place of the contact and the terms of service of its OpenAPI document.`,
  icon: ICON,
} as const;

/** Fields of an input with the words of an API. Words that are left out stay as they are. */
export const wordsFields = (t: InputFieldBuilder<typeof builder.$inferSchemaTypes, 'InputObject'>) => ({
  summary: t.string({ description: descriptions.summary }),
  description: t.string({ description: descriptions.description }),
  tags: t.stringList({ description: descriptions.tags }),
  links: t.field({ type: [ProductLinkInput], description: descriptions.links }),
  icon: t.string({ description: descriptions.icon }),
});

/** Reads the words of an API from its row. One of history, from before it had the column, has none. */
export const apiWordsOf = ({ words }: Pick<ApiSettingsRow, 'words'>): ApiWords =>
  stored<ApiWords | null>(words) ?? NO_TAGS;

builder.objectFields(ApiRef, (t) => ({
  summary: t.string({
    nullable: true,
    description: descriptions.summary,
    resolve: (api) => apiWordsOf(api).summary ?? null,
  }),
  description: t.string({
    nullable: true,
    description: descriptions.description,
    resolve: (api) => apiWordsOf(api).description ?? null,
  }),
  tags: t.stringList({ description: descriptions.tags, resolve: (api) => [...apiWordsOf(api).tags] }),
  links: t.field({
    type: [ProductLinkRef],
    description: descriptions.links,
    resolve: (api) => apiWordsOf(api).links ?? [],
  }),
  icon: t.string({
    nullable: true,
    description: descriptions.icon,
    resolve: (api) => {
      const { icon } = apiWordsOf(api);
      return icon ? logoUrl(icon) : null;
    },
  }),
}));
