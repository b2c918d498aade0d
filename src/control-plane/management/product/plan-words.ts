import type { InputFieldBuilder, ObjectFieldBuilder } from '@pothos/core';
import { LINKS_MAX } from '../../../domain/branding/links.ts';
import { TAG_LENGTH_MAX, TAGS_MAX } from '../../../domain/branding/tags-and-icon.ts';
import { SUMMARY_LENGTH_MAX } from '../../../domain/product/product-words.ts';
import { type PlanRow, planWordsOf } from '../../../infrastructure/database/stored-plan.ts';
import type { builder } from '../builder.ts';
import { ProductLinkInput, ProductLinkRef } from '../links.ts';

type SchemaTypes = typeof builder.$inferSchemaTypes;

const descriptions = {
  summary: `One sentence about it in plain text, where plans are chosen, at most ${SUMMARY_LENGTH_MAX} characters.`,
  tags: `Words that stand beside its title, at most ${TAGS_MAX} of ${TAG_LENGTH_MAX} characters.`,
  links: `Pages elsewhere that belong to it, at most ${LINKS_MAX}: its terms, support.`,
} as const;

/** Fields of a plan with its words. */
export const planWords = (t: ObjectFieldBuilder<SchemaTypes, PlanRow>) => ({
  summary: t.string({
    nullable: true,
    description: descriptions.summary,
    resolve: (plan) => planWordsOf(plan).summary,
  }),
  tags: t.stringList({ description: descriptions.tags, resolve: (plan) => planWordsOf(plan).tags }),
  links: t.field({
    type: [ProductLinkRef],
    description: descriptions.links,
    resolve: (plan) => planWordsOf(plan).links,
  }),
});

/** Fields of an input with the words of a plan, beside its description. */
export const planWordsFields = (t: InputFieldBuilder<SchemaTypes, 'InputObject'>) => ({
  summary: t.string({ description: descriptions.summary }),
  tags: t.stringList({ description: descriptions.tags }),
  links: t.field({ type: [ProductLinkInput], description: descriptions.links }),
});
