import type { InputFieldBuilder } from '@pothos/core';
import { logoUrl } from '../../../domain/branding/logo.ts';
import {
  NO_TAGS,
  TAG_LENGTH_MAX,
  TAGS_MAX,
  type TagsAndIcon,
} from '../../../domain/branding/tags-and-icon.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import { builder } from '../builder.ts';
import { ICON } from '../product/words.ts';
import { ApiRef } from './api.ts';
import type { ApiSettingsRow } from './api-rows.ts';

const descriptions = {
  tags: `Words that group APIs in the portal, at most ${TAGS_MAX} of ${TAG_LENGTH_MAX} characters. They find the products that hold it. The tags of an OpenAPI document group its operations, and are not taken.`,
  icon: ICON,
} as const;

/** Fields of an input with the words of an API. Words that are left out stay as they are. */
export const wordsFields = (t: InputFieldBuilder<typeof builder.$inferSchemaTypes, 'InputObject'>) => ({
  tags: t.stringList({ description: descriptions.tags }),
  icon: t.string({ description: descriptions.icon }),
});

/** Reads the words of an API from its row. One of history, from before it had the column, has none. */
export const apiWordsOf = ({ words }: Pick<ApiSettingsRow, 'words'>): TagsAndIcon =>
  stored<TagsAndIcon | null>(words) ?? NO_TAGS;

builder.objectFields(ApiRef, (t) => ({
  tags: t.stringList({ description: descriptions.tags, resolve: (api) => [...apiWordsOf(api).tags] }),
  icon: t.string({
    nullable: true,
    description: descriptions.icon,
    resolve: (api) => {
      const { icon } = apiWordsOf(api);
      return icon ? logoUrl(icon) : null;
    },
  }),
}));
