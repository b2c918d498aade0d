import { type InputPath, refuse } from '../../foundation/errors.ts';
import { iconFrom, type Logo } from './logo.ts';
import { checkedLine } from './plain-line.ts';

/** Words by which people know a product or an API in the portal. */
export type TagsAndIcon = {
  readonly tags: readonly string[];
  /** The picture beside its title. Left out where there is none. */
  readonly icon?: Logo;
};

/** Tags and an icon as an input gives them. What is left out stays; null and an empty list take away. */
export type TagsAndIconDraft = {
  readonly tags?: readonly string[] | null | undefined;
  /** A data URL. */
  readonly icon?: string | null | undefined;
};

export const NO_TAGS: TagsAndIcon = { tags: [] };

export const TAGS_MAX = 10;
export const TAG_LENGTH_MAX = 30;

/**
 * Checks tags and an icon, and completes them from the present ones.
 *
 * @throws BAD_USER_INPUT, with the path of the member at fault
 */
export function tagsAndIconFrom(
  { tags, icon }: TagsAndIconDraft,
  path: InputPath,
  present: TagsAndIcon = NO_TAGS,
): TagsAndIcon {
  const image = icon === undefined ? present.icon : icon && iconFrom(icon, [...path, 'icon']);
  return {
    tags: tags === undefined ? present.tags : checkedTags(tags ?? [], [...path, 'tags']),
    ...(image && { icon: image }),
  };
}

function checkedTags(tags: readonly string[], path: InputPath): string[] {
  if (tags.length > TAGS_MAX)
    refuse('BAD_USER_INPUT', { detail: `There are ${tags.length} tags: give at most ${TAGS_MAX}.`, path });
  const checked = tags.map((tag, index) =>
    checkedLine(tag, { what: 'tag', lengthMax: TAG_LENGTH_MAX, path: [...path, index] }),
  );
  const seen = new Set<string>();
  for (const [index, tag] of checked.entries()) {
    if (seen.has(tag.toLowerCase()))
      refuse('BAD_USER_INPUT', { detail: `The tag ${tag} is there twice.`, path: [...path, index] });
    seen.add(tag.toLowerCase());
  }
  return checked;
}
