import { refuse } from '../../foundation/errors.ts';

export const FIRST_DEFAULT = 50;
export const FIRST_MAX = 200;

/** Arguments that select a part of a list. */
export type PartOfList = {
  readonly first?: number | null | undefined;
  readonly offset?: number | null | undefined;
};

/** The part of a list to read, for Prisma. */
export type TakeSkip = { readonly take: number; readonly skip?: number };

export const partDescriptions = {
  first: `How many at most, 1 to ${FIRST_MAX}.`,
  offset: 'How many to leave out before them.',
} as const;

/**
 * Converts arguments to the part of a list to read, for Prisma. No list is read whole.
 *
 * @throws BAD_USER_INPUT where `first` is not 1 to 200, or `offset` is less than 0
 */
export function takeSkipOf({ first, offset }: PartOfList): TakeSkip {
  const take = first ?? FIRST_DEFAULT;
  if (take < 1 || take > FIRST_MAX)
    refuse('BAD_USER_INPUT', { detail: `first is ${take}: ask for 1 to ${FIRST_MAX}.`, path: ['first'] });
  if (offset != null && offset < 0)
    refuse('BAD_USER_INPUT', { detail: `offset is ${offset}: give 0 or more.`, path: ['offset'] });
  return { take, ...(offset != null && { skip: offset }) };
}

/**
 * Cuts the same part out of a list in memory.
 *
 * @throws BAD_USER_INPUT as `takeSkipOf` does
 */
export function cut<Item>(list: readonly Item[], part: PartOfList): Item[] {
  const { take, skip = 0 } = takeSkipOf(part);
  return list.slice(skip, skip + take);
}
