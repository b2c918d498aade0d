import { refuse } from '../errors.ts';

const FIRST_MAX = 100;

/** What an argument says of which part of a list is wanted. */
export type PartOfList = {
  readonly first?: number | null | undefined;
  readonly offset?: number | null | undefined;
};

export const partDescriptions = {
  first: `How many at most, 1 to ${FIRST_MAX}; all unless given.`,
  offset: 'How many to leave out before them.',
} as const;

/**
 * Which part of a list to read, for Prisma.
 *
 * @throws BAD_USER_INPUT where `first` is not 1 to 100, or `offset` is less than 0
 */
export function partOf({ first, offset }: PartOfList): { take?: number; skip?: number } {
  if (first != null && (first < 1 || first > FIRST_MAX))
    refuse('BAD_USER_INPUT', { detail: `first is ${first}: ask for 1 to ${FIRST_MAX}.`, path: ['first'] });
  if (offset != null && offset < 0)
    refuse('BAD_USER_INPUT', { detail: `offset is ${offset}: give 0 or more.`, path: ['offset'] });
  return { ...(first != null && { take: first }), ...(offset != null && { skip: offset }) };
}
