import type { InputPath } from '../../foundation/errors.ts';
import { checkedLinks, type PageLink } from '../branding/links.ts';
import { tagsAndIconFrom } from '../branding/tags-and-icon.ts';
import { checkedSummary } from '../product/product-words.ts';

/** Words that tell consumers about a plan, beside its description. The portal shows them. */
export type PlanWords = {
  /** One sentence in plain text, where plans are chosen. */
  readonly summary: string | null;
  readonly tags: string[];
  /** Its terms, and who answers questions about it. */
  readonly links: PageLink[];
};

/** Words of a plan as an input gives them. What is left out is none. */
export type PlanWordsDraft = {
  readonly summary?: string | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
  readonly links?: readonly PageLink[] | null | undefined;
};

export const NO_PLAN_WORDS: PlanWords = { summary: null, tags: [], links: [] };

/**
 * Checks the words of a plan.
 *
 * @throws BAD_USER_INPUT, with the path of the member at fault
 */
export const planWordsFrom = ({ summary, tags, links }: PlanWordsDraft, path: InputPath): PlanWords => ({
  summary: checkedSummary(summary ?? null, [...path, 'summary']),
  tags: [...tagsAndIconFrom({ tags: tags ?? [] }, path).tags],
  links: checkedLinks(links ?? [], [...path, 'links']),
});
